// Scrolling to a search result, which it highlights briefly, while the page is still loading.
import { unfold } from "../../lib/disclosure.js";
import { focusOn } from "../../lib/focus.js";

const SETTLED_AFTER = 1_000; // milliseconds in which fonts and elements may still move content

/**
 * The chosen result until it is in view: its page, the element's id, and whether to roll.
 * @type {{ page: string, anchor: string, andRoll: boolean } | null}
 */
let chosen = null;
const STORED = "fieldbook:found"; // for a full page load

/**
 * Note the chosen result, to be shown once its page has loaded. `andRoll` also rolls, at the reader's request.
 * @param {string} address
 * @param {string} anchor
 * @param {boolean} andRoll
 */
export function noteResult(address, anchor, andRoll) {
  chosen = { page: new URL(address).pathname, anchor, andRoll };
  try {
    sessionStorage.setItem(STORED, JSON.stringify(chosen));
  } catch {
    /* then the browser's own jump has to suffice */
  }
}

/** Show the chosen result if it is on this page. */
export function arrive() {
  chosen ??= takeStored();
  if (chosen?.page !== location.pathname) return;
  const { anchor, andRoll } = chosen;
  const found = anchor ? document.getElementById(anchor) : document.querySelector("main");
  const target = found?.matches("table") ? found.closest("fb-table") : found; // include its button and its result
  chosen = null;
  takeStored();
  if (!target) return;
  unfold(target);
  if (anchor) hold(target);
  if (andRoll) /** @type {import("../../components/table.js").Table} */ (target).roll();
}

/**
 * Keep a result in view and focused until the page has settled or the reader takes over. Some browsers jump to the
 * fragment last, and drop the focus.
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

/** Read and remove the result stored by the previous page. */
function takeStored() {
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
