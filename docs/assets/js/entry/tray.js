// Script for the dice tray and the history of rolls, loaded by the tray's buttons.
import { Tray } from "../features/dice-tray/dice-tray.js";
import { History } from "../features/dice-tray/history-list.js";

export { clear as forgetRolls, collect } from "../features/dice-tray/history.js";

/** @type {Tray | null} */
let tray = null;

/** Open or close the tray. */
export async function toggleTray() {
  tray ??= new Tray();
  await tray.toggle();
}

customElements.define("fb-history", History);
