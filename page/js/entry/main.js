// Main script of every page: defines the custom elements, except for dice in the text (entry/text-dice.js), and runs the
// set-up of each page.
import { offerFeedback } from "../components/feedback-switch.js";
import { Next } from "../components/follow-up-roll.js";
import { Calculator } from "../components/forms/calculator.js";
import { List } from "../components/forms/list.js";
import { noteRolls } from "../components/journal.js";
import { linkToCharacter } from "../components/my-character.js";
import { offerNewVersion } from "../components/new-version.js";
import { OddsModeSwitch } from "../components/forms/odds-mode.js";
import { fillPage } from "../components/prefill.js";
import { showError } from "../components/result-view.js";
import { Roller } from "../components/roller.js";
import { describeWaiting, listPageIds, offerInHeader, Status } from "../components/status.js";
import { Table } from "../components/table.js";
import { offerTools } from "../features/block-tools/offer-tools.js";
import { openTray } from "../features/dice-tray/tray-button.js";
import { previewSections } from "../features/previews/preview-links.js";
import { checkAddress, checkAnchor } from "../features/search/old-addresses.js";
import { Search } from "../features/search/search.js";
import { say } from "../lib/announce.js";
import { make } from "../lib/dom.js";
import { focusOnTarget, restoreLostFocus, uncoverFocus } from "../lib/focus.js";
import { colourContents } from "../lib/game-colours.js";
import { runOnEach, runOnEachPage, runWhenIdle } from "../lib/lifecycle.js";
import { offerLeftHand } from "../lib/left-handed.js";
import { makeLinksAbsolute } from "../lib/links.js";
import { offerMenu } from "../lib/menu.js";
import { Notice } from "../lib/notice.js";
import { guardNumberFields } from "../lib/number-fields.js";
import { printReadings } from "../lib/printed-readings.js";
import { settleScrollers } from "../lib/scrollers.js";
import { read } from "../lib/storage.js";
import { addStyles } from "../lib/styles.js";
import { offerColours } from "../lib/theme-switch.js";
import { cancelAbandoned } from "../rules-client/client.js";
import { prepareRolls, prepareWorker } from "../rules-client/compiled-rules.js";
import { isWaitedFor, runtime } from "../rules-client/runtime.js";

export * from "../components/shared.js";

/** Elements in the order of definition: lists come before forms, which set their lists from the address. */
const ELEMENTS = {
  "fb-list": List,
  "fb-status": Status,
  "fb-next": Next,
  "fb-table": Table,
  "fb-roller": Roller,
  "fb-calc": Calculator,
  "fb-counted": OddsModeSwitch,
  "fb-notice": Notice,
  "fb-search": Search,
};

/** The kind of rules that an element's questions need. */
const PLAYED = /** @type {const} */ ([
  ["fb-sheets", "sheets"],
  ["fb-fight", "fights"],
]);

/** Load the rules of the page's calculators, sheets and fights, and manual dice, so that they answer at once. */
function prepareAnswers() {
  if (navigator.connection?.saveData) return;
  const calculators = listPageIds("calculator");
  for (const id of calculators) runWhenIdle(() => prepareWorker(id, "odds"));
  for (const [element, kind] of PLAYED) {
    const game = document.querySelector(element)?.getAttribute("game");
    if (game) runWhenIdle(() => prepareWorker(`${game}.${kind}`, kind));
  }
  if (document.querySelector(".fb-own-open")) runWhenIdle(() => import("#manual-dice").catch(() => null));
}

/** The elements whose scripts are on their way. */
const awaited = new Set();

/**
 * Load the script of an element that few pages have. If that fails, show an error above the element.
 * @param {string} name
 * @param {() => Promise<unknown>} load
 * @param {string} what the subject of the error message
 */
async function fetchFor(name, load, what) {
  const first = document.querySelector(name);
  if (!first || customElements.get(name) || awaited.has(name)) return;
  awaited.add(name);
  try {
    await load();
  } catch {
    const place = make("div");
    first.prepend(place);
    showError(place, `${what} couldn't be loaded. Reload the page once you're online.`);
  } finally {
    awaited.delete(name);
  }
}

/** Load the script of “Continue” if this device may have data, or if the address asks for the last character. */
async function fetchContinued() {
  const isAsked = location.hash.slice(1) === "last";
  const mayHaveData = document.querySelector("fb-continue") && read("fieldbook:upgraded"); // when the database was made
  if (!isAsked && !mayHaveData) return;
  const script = await import("#continue").catch(() => null);
  if (isAsked) script?.goToLast();
}

/** Load the script for offline use if the site has a manifest; live reload's pages have none. */
async function fetchOffline() {
  if (!document.querySelector('link[rel="manifest"]')) return;
  const script = await import("#offline").catch(() => null);
  script?.cacheForOffline();
}

/** Load the script of GM's screens with its styles; a reader who came by a link may be here before the page's own. */
async function loadScreen() {
  await Promise.all(["screen", "screen-tools"].map(addStyles));
  await import("#screen");
}

function arrive() {
  focusOnTarget();
  cancelAbandoned();
  checkAddress();
  colourContents();
  prepareRolls(listPageIds("mechanic"));
  prepareAnswers();
  linkToCharacter();
  fillPage();
  fetchContinued();
  for (const name of ["fb-die", "fb-dice"]) fetchFor(name, () => import("#text-dice"), "Dice in the text"); // again
  fetchFor("fb-sheets", () => import("#characters"), "Your saved characters");
  fetchFor("fb-fight", () => import("#fight"), "Your saved fights");
  fetchFor("fb-history", () => import("#tray"), "Your rolls"); // the list of rolls is part of the tray's script
  fetchFor("fb-asked", () => import("#requests"), "Your rolls");
  fetchFor("fb-data", () => import("#data"), "Your saved data");
  fetchFor("fb-screen", loadScreen, "Your screens");
  fetchFor("fb-dice-odds", () => import("#dice-odds"), "The odds calculator");
  fetchFor("fb-workbench", () => import("#workbench"), "The workbench");
  fetchFor("fb-paper", () => import("#paper"), "The card filter and your saved sheets");
}

function begin() {
  for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element);
  runtime.addEventListener("change", () => {
    if (runtime.state.phase === "failed" && isWaitedFor(runtime.state)) say(describeWaiting(""));
  });
  offerInHeader();
  noteRolls();
  openTray();
  previewSections();
  offerTools();
  offerColours();
  offerLeftHand();
  offerFeedback();
  offerMenu();
  runWhenIdle(fetchOffline);
  offerNewVersion();
  makeLinksAbsolute();
  guardNumberFields();
  settleScrollers();
  printReadings();
  runOnEach("fb-order", () => fetchFor("fb-order", () => import("#initiative"), "The initiative list"));
  uncoverFocus();
  restoreLostFocus();
  runOnEachPage(arrive);
  addEventListener("hashchange", checkAnchor);
  addEventListener("hashchange", fetchContinued);
  for (const { target, type } of globalThis.earlyEvents?.splice(0) ?? []) {
    target?.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
  }
}

const { documentElement: page } = document;
// Without entry/bootstrap.js, or in a browser that is too old, lib/scripts-blocked.js reports why nothing rolls.
if (page.hasAttribute("data-first") && !page.hasAttribute("data-unscripted")) begin();
