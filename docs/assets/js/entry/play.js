// Script for pages with sheets or fights, in addition to the main script.
import { RecordList } from "../components/record-list.js";
import { Sheets } from "../features/characters/sheets.js";
import { Fight } from "../features/encounters/encounter.js";

export { importText } from "../features/characters/import-records.js";
export { keep } from "#store";
export { fillGame } from "../features/characters/roll-as-character.js";
export * from "../components/play-shared.js";

const ELEMENTS = { "fb-records": RecordList, "fb-sheets": Sheets, "fb-fight": Fight };

for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element);
