// Script for the dice tray and the history of rolls, loaded by the tray's buttons.
import { addStyles, runWhenIdle } from "#shared";
import { Tray } from "../features/dice-tray/dice-tray.js";
import { History } from "../features/dice-tray/history-list.js";
import { Luck } from "../features/dice-tray/luck.js";
import { SessionView } from "../features/dice-tray/session-view.js";

export { clear as forgetRolls, collect } from "../features/dice-tray/history.js";

/** @type {Tray | null} */
let tray = null;
/** @type {Promise<void> | undefined} */
let styles;

/** Add the styles once. */
const style = () => (styles ??= addStyles("tray"));

/** Open or close the tray. */
export async function toggleTray() {
  await style();
  tray ??= new Tray();
  await tray.toggle();
}

// The history has its styles before it shows anything; a link may lead to it from another page.
if (document.querySelector("fb-history")) await style();
else runWhenIdle(style);

const ELEMENTS = { "fb-history": History, "fb-luck": Luck, "fb-session": SessionView };

for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element);
