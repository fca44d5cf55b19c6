// Script for the active character on any page, with what the scripts for sheets and fights share.
import { RecordList } from "../components/record-list.js";

export { keep } from "#store";
export { choose, fillGame } from "../features/characters/roll-as-character.js";
export * from "../components/play-shared.js";

customElements.define("fb-records", RecordList);
