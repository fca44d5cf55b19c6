// The dice tray: what its buttons load. Rolls, and what was rolled before.
import { Tray } from "../features/dice-tray/dice-tray.js";
import { History } from "../features/dice-tray/history-list.js";

export { clear as forgetRolls, collect } from "../features/dice-tray/history.js";

/** @type {Tray | null} */
let tray = null;

/** Open the tray, or close it where it is open. */
export async function toggleTray() {
  tray ??= new Tray();
  await tray.toggle();
}

customElements.define("fb-history", History);
