// Script for the dice tray and the history of rolls, loaded by the tray's buttons.
import { addStyles, onEachPage } from "#shared";
import { Tray } from "../features/dice-tray/dice-tray.js";
import { History } from "../features/dice-tray/history-list.js";
import { Luck } from "../features/dice-tray/luck.js";
import { SessionView } from "../features/dice-tray/session-view.js";

export { clear as forgetRolls, collect } from "../features/dice-tray/history.js";

/** @type {Tray | null} */
let tray = null;
/** @type {Promise<void> | undefined} */
let styles;

/** Add the styles once; a script that only saves rolls needs none. */
const style = () => (styles ??= addStyles("tray"));

/** Open or close the tray. */
export async function toggleTray() {
  await style();
  tray ??= new Tray();
  await tray.toggle();
}

const hasHistory = () => document.querySelector("fb-history") !== null;
if (hasHistory()) await style(); // before its elements show anything
onEachPage(() => {
  if (hasHistory()) style();
});

const ELEMENTS = { "fb-history": History, "fb-luck": Luck, "fb-session": SessionView };

for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element);
