// The site's custom elements, and what happens when a page has come.
import { Calculator } from "../forms/calc.js";
import { List } from "../forms/list.js";
import { runtime, seed } from "../python/runtime.js";
import { failureWords, gamesOnPage, Status } from "../python/status.js";
import { cancelLeft } from "../rolls/ask.js";
import { Counted } from "../rolls/counted.js";
import { DiceSet } from "../rolls/dice-set.js";
import { Die } from "../rolls/die.js";
import { fillPage } from "../rolls/filling.js";
import { noteRolls } from "../rolls/journal.js";
import { Next } from "../rolls/next.js";
import { Order } from "../rolls/order.js";
import { Place, sayWaiting, showError, showWaiting, whileWaiting } from "../rolls/place.js";
import { Roller } from "../rolls/roller.js";
import { Table } from "../rolls/table.js";
import { Search } from "../search/search.js";
import { onEachPage } from "./arrival.js";
import { offerColours } from "./colours.js";
import { beginHere, focusOn, keepInSight, keepSomewhere } from "./focus.js";
import { whenIdle } from "./idle.js";
import { gameOfPage, gamesInUse, inUse, use } from "./in-use.js";
import { offerLeftHand } from "./left-handed.js";
import { holdLinks } from "./links.js";
import { button, make } from "./make.js";
import { offerMenu } from "./menu.js";
import { offerNewVersion } from "./new-version.js";
import { Notice } from "./notice.js";
import { keepForOffline } from "./offline.js";
import { checkAddress, checkAnchor } from "./old-addresses.js";
import { offerPins } from "./pin.js";
import { previewSections } from "./preview-links.js";
import { say } from "./say.js";
import { letKeysScroll, settleScrollers } from "./scrollers.js";
import { openTray } from "./tray.js";
import { goWithout } from "./without.js";

export * as values from "../forms/values.js";
// What scripts that only some pages load share with this one: a second copy would be another worker, another voice.
export { listenToSteppers } from "../forms/steppers.js";
export { Failure, failureOf } from "../python/failure.js";
export { answered, ask as askRules } from "../rolls/ask.js";
export { fill, fillPage, fitting, lineOf, notFilled, rollersOf, sayNotFilled } from "../rolls/filling.js";
export { asPartOf } from "../rolls/next.js";
export { diceHtml } from "../rolls/rolled.js";
export { JOURNAL, KEEPS_NONE, MOST_KEPT } from "../rolls/journal.js";
export { rollDice } from "../rolls/roll-here.js";
export { addressOf, keepState, linkToRoll, readState, tooLong } from "./address.js";
export { onEachPage } from "./arrival.js";
export { clicked, find } from "./find.js";
export { fetchText, somethingElse } from "./fetching.js";
export { Parts } from "./folds.js";
export { copy, share } from "./share.js";
export { forget, isSaved, namesOf, read, watch, write } from "./storage.js";
export { odds, roll } from "../rolls/ask.js";
export { Counts } from "../forms/counts.js";
export { asName, shortened } from "../forms/set-ups.js";
export {
  button,
  focusOn,
  gameOfPage,
  gamesInUse,
  inUse,
  letKeysScroll,
  make,
  Place,
  runtime,
  say,
  sayWaiting,
  seed,
  showError,
  showWaiting,
  use,
  whenIdle,
  whileWaiting,
};

/** An element before those that reach into it while they come to life: forms set their lists from the address. */
const ELEMENTS = {
  "fb-list": List,
  "fb-status": Status,
  "fb-die": Die,
  "fb-dice": DiceSet,
  "fb-next": Next,
  "fb-table": Table,
  "fb-roller": Roller,
  "fb-calc": Calculator,
  "fb-order": Order,
  "fb-counted": Counted,
  "fb-notice": Notice,
  "fb-search": Search,
};

/** Python starts while the reader reads. Tables and dice in the text do without it. */
function startWhileReading() {
  const wantsLittle = navigator.connection?.saveData; // then the first tap starts it
  if (document.querySelector("fb-roller, fb-calc, fb-order") && !wantsLittle) {
    whenIdle(() => runtime.start(gamesOnPage()));
  }
}

/** Sheets and fights, and a character in use, bring a script of their own; a page without them loads none of it. */
async function fetchPlay() {
  fillPage();
  const first = document.querySelector("fb-sheets, fb-fight");
  if (!first) return;
  try {
    await import("../play/main.js");
  } catch {
    const place = make("div");
    first.prepend(place);
    showError(place, "What keeps your characters did not load. Reload the page once you are online.");
  }
}

/**
 * An element that few pages have brings a script of its own; where that does not come, the reader is told on top of it.
 * @param {string} name
 * @param {() => Promise<unknown>} load
 * @param {string} what did not load
 */
async function fetchFor(name, load, what) {
  const first = document.querySelector(name);
  if (!first || customElements.get(name)) return;
  try {
    await load();
  } catch {
    const place = make("div");
    first.prepend(place);
    showError(place, `${what} did not load. Reload the page once you are online.`);
  }
}

function arrive() {
  beginHere();
  cancelLeft();
  checkAddress();
  startWhileReading();
  fetchPlay();
  fetchFor("fb-history", () => import("../tray/main.js"), "Your rolls"); // the list of them comes with the tray
  fetchFor("fb-screen", () => import("../screen/main.js"), "What arranges and keeps your screens");
  fetchFor("fb-dice-odds", () => import("../rolls/dice-odds.js"), "What works the odds out");
  fetchFor("fb-paper", () => import("../paper/main.js"), "What filters the cards and has your kept sheets");
}

function begin() {
  for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element);
  runtime.addEventListener("change", () => {
    const { phase, reason } = runtime.state;
    if (phase === "failed") say(failureWords(reason));
  });
  noteRolls();
  openTray();
  previewSections();
  offerPins();
  offerColours();
  offerLeftHand();
  offerMenu();
  keepForOffline();
  offerNewVersion();
  holdLinks();
  settleScrollers();
  keepInSight();
  keepSomewhere();
  onEachPage(arrive);
  addEventListener("hashchange", checkAnchor);
}

const { documentElement: page } = document;
if (!page.hasAttribute("data-first"))
  goWithout(); // page/first.js did not come
else if (!page.hasAttribute("data-unscripted")) begin(); // else page/unscripted.js says why not
