// Script for the dice tray and the history of rolls, loaded by the tray's buttons.
import { addStyles } from "#shared";
import { Tray } from "../features/dice-tray/dice-tray.js";
import { History } from "../features/dice-tray/history-list.js";
import { Luck } from "../features/dice-tray/luck.js";
import { SessionView } from "../features/dice-tray/session-view.js";

export { clear as forgetRolls, collect } from "../features/dice-tray/history.js";

await addStyles("tray");

/** @type {Tray | null} */
let tray = null;

/** Open or close the tray. */
export async function toggleTray() {
  tray ??= new Tray();
  await tray.toggle();
}

const ELEMENTS = { "fb-history": History, "fb-luck": Luck, "fb-session": SessionView };

for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element);
