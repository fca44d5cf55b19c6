// Brings what was found into view and marks it for a moment, however late the page around it finds its shape.
import { unfold } from "../../lib/disclosure.js";
import { focusOn } from "../../lib/focus.js";

const SETTLED_AFTER = 1_000; // milliseconds in which fonts and elements may still move what is above

/**
 * A result that was chosen and is not in view yet: its page, the element's id, and whether that rolls.
 * @type {{ page: string, anchor: string, andRoll: boolean } | null}
 */
let chosen = null;
const STORED = "fieldbook:found"; // for a page that the browser loads anew

/**
 * A result was chosen: show it once its page is there. Rolling is what the tap asked for, so it may follow.
 * @param {string} address
 * @param {string} anchor
 * @param {boolean} andRoll
 */
export function landOn(address, anchor, andRoll) {
  chosen = { page: new URL(address).pathname, anchor, andRoll };
  try {
    sessionStorage.setItem(STORED, JSON.stringify(chosen));
  } catch {
    /* then the browser's own jump has to do */
  }
}

/** The page has changed or was there already: show what was chosen, if it is on it. */
export function arrive() {
  chosen ??= stored();
  if (chosen?.page !== location.pathname) return;
  const { anchor, andRoll } = chosen;
  const found = anchor ? document.getElementById(anchor) : document.querySelector("main");
  const target = found?.matches("table") ? found.closest("fb-table") : found; // with its button and what it rolls
  chosen = null;
  stored();
  if (!target) return;
  unfold(target);
  if (anchor) hold(target);
  if (andRoll) /** @type {import("../../components/table.js").Table} */ (target).roll();
}

/**
 * Keep it in view, and the focus there, until the page has settled or the reader takes over. Some browsers go to the
 * address's own part last, and leave the focus nowhere.
 * @param {HTMLElement} target
 */
function hold(target) {
  const show = () => {
    target.scrollIntoView({ block: target.matches("tr") ? "center" : "start", behavior: "instant" });
    if (document.activeElement === document.body) focusOn(target);
  };
  const shape = new ResizeObserver(show);
  const letGo = () => {
    shape.disconnect();
    clearTimeout(settled);
    for (const moved of MOVES) removeEventListener(moved, show);
    for (const taken of TAKES_OVER) removeEventListener(taken, letGo, { capture: true });
  };
  const settled = setTimeout(letGo, SETTLED_AFTER);
  for (const moved of MOVES) addEventListener(moved, show);
  for (const taken of TAKES_OVER) addEventListener(taken, letGo, { capture: true });
  document.querySelector(".fb-found")?.classList.remove("fb-found");
  target.classList.add("fb-found");
  shape.observe(document.body);
  show();
  focusOn(target);
}

/** What the page before left, once. */
function stored() {
  try {
    const text = sessionStorage.getItem(STORED);
    sessionStorage.removeItem(STORED);
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

const MOVES = ["scroll", "hashchange"];
const TAKES_OVER = ["wheel", "touchmove", "keydown", "pointerdown"];
