// The dice tray: what its buttons load. Rolls, and what was rolled before.
import { History } from "./list.js";
import { Tray } from "./tray.js";

export { clear as forgetRolls, collect } from "./history.js";

/** @type {Tray | null} */
let tray = null;

/** Open the tray, or close it where it is open. */
export async function toggleTray() {
  tray ??= new Tray();
  await tray.toggle();
}

customElements.define("fb-history", History);
