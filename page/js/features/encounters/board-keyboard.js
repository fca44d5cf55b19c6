// The board by keyboard: each row is one tab stop whose controls the arrows choose, Enter plays, and letters are
// shortcuts as long as the reader hasn't turned them off.
import { make, read, write } from "#shared";

const ROWS =
  ".fb-board-side, .fb-board-actions, .fb-weapons, .fb-chips, .fb-board-gauges, .fb-board-pick, .fb-rounds, .fb-then";
const PLAYED_FROM = ".fb-board-side, .fb-board-actions, .fb-weapons, .fb-chips";
const ITEMS = "input:not(:disabled), button:not(:disabled)";
const TYPED = "input:not([type=radio], [type=checkbox], [type=button]), select, textarea, [contenteditable]";
const STEPS = new Map([
  ["ArrowRight", 1],
  ["ArrowDown", 1],
  ["ArrowLeft", -1],
  ["ArrowUp", -1],
]);
const SWITCH = "fieldbook:fight-keys";

/** @type {Record<string, string>} */
const SHORTCUTS = { u: ".fb-undo", n: ".fb-board-next" };
/** @type {Record<string, string>} */
const OPENED = { l: "log", m: "more", ".": "form" };

const hasShortcuts = () => read(SWITCH) !== false;

/** Create the switch that turns the letters on and off. */
export function makeShortcutSwitch() {
  const field = make("input", { type: "checkbox", checked: hasShortcuts() });
  field.addEventListener("change", () => write(SWITCH, field.checked));
  const words = " Keys: i opens a card, u undoes, n ends the turn, l is the log, m is More, and a full stop is “…”";
  return make("label", { className: "fb-fight-keys" }, field, words);
}

/** Make each row of the board one tab stop. @param {Element} stage */
export function arrangeRows(stage) {
  for (const row of stage.querySelectorAll(ROWS)) setStop(row, findCurrent(row));
}

/** @param {Element} row */
const listItems = (row) => /** @type {HTMLElement[]} */ ([...row.querySelectorAll(ITEMS)]);

/** @param {Element} row */
function findCurrent(row) {
  const items = listItems(row);
  const isChosen = (/** @type {HTMLElement} */ item) => item instanceof HTMLInputElement && item.checked;
  return items.find((item) => item === document.activeElement) ?? items.find(isChosen) ?? items[0];
}

/** @param {Element} row @param {HTMLElement | undefined} stop */
function setStop(row, stop) {
  for (const item of listItems(row)) item.tabIndex = item === stop ? 0 : -1;
}

/**
 * Handle the keys of a board.
 * @param {HTMLElement} fight takes keys from the whole page, unless it is a tile of a screen
 * @param {{ look: (change: object) => void, openedPart: () => string, again: (control: Element) => void }} board
 *   `look` changes the view, `openedPart` returns its open part, and `again` shows more about the piece of a control
 * @returns {() => void} stops it
 */
export function handleKeys(fight, { look, openedPart, again }) {
  const isOneOfSeveral = fight.hasAttribute("fight");
  /** @param {KeyboardEvent} event */
  const handle = (event) => {
    const { target, key } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(target instanceof Element) || document.querySelector("dialog[open]")) return;
    const isInside = fight.contains(target);
    if (!isInside && (target !== document.body || isOneOfSeveral)) return;
    if (key === "Escape" && openedPart()) look({ open: "" });
    else if (isInside && moveInRow(target, key)) {
      // done
    } else if (key === "Enter" && isInside && target.matches("input") && target.closest(PLAYED_FROM)) {
      press(fight, ".fb-play");
    } else if (!hasShortcuts() || target.matches(TYPED) || event.repeat) return;
    else if (SHORTCUTS[key]) press(fight, SHORTCUTS[key]);
    else if (OPENED[key]) look({ open: openedPart() === OPENED[key] ? "" : OPENED[key] });
    else if (key === "i")
      again(target.closest(".fb-piece") ?? fight.querySelector('.fb-piece[data-role="acts"]') ?? target);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation(); // the theme has other uses for some letters
  };
  addEventListener("keydown", handle, { capture: true });
  fight.addEventListener("focusin", followFocus);
  return () => {
    removeEventListener("keydown", handle, { capture: true });
    fight.removeEventListener("focusin", followFocus);
  };
}

/** Make the focused control the tab stop of its row. @param {FocusEvent} event */
function followFocus({ target }) {
  const row = target instanceof HTMLElement ? target.closest(ROWS) : null;
  if (row) setStop(row, /** @type {HTMLElement} */ (target));
}

/**
 * Move to another control of a row; a radio button is then chosen.
 * @param {Element} from
 * @param {string} key
 * @returns {boolean} true if the key moves in a row
 */
function moveInRow(from, key) {
  const row = from.closest(ROWS);
  const items = row ? listItems(row) : [];
  const at = items.indexOf(/** @type {HTMLElement} */ (from));
  if (at < 0) return false;
  const step = STEPS.get(key);
  const next = step ? (at + step + items.length) % items.length : { Home: 0, End: items.length - 1 }[key];
  const item = next === undefined ? undefined : items[next];
  if (!item) return false;
  item.focus();
  if (item instanceof HTMLInputElement && item.type === "radio") item.click();
  return true;
}

/** @param {Element} fight @param {string} selector */
function press(fight, selector) {
  const button = fight.querySelector(selector);
  if (button instanceof HTMLElement) button.click();
}
