// Keyboard scrolling of overflowing regions; regions that fit aren't tab stops. In the built page tables of blocks are,
// for readers without scripts.
import { runOnEach } from "./lifecycle.js";

const TABLES = ".fb-scroll, .md-typeset__scrollwrap"; // the theme wraps tables that Markdown has made
const STOPS = "a[href], button, input, select, textarea, summary, [tabindex]";

/**
 * The region whose overflow depends on an element's size: its own or its content's.
 * @type {WeakMap<Element, HTMLElement>}
 */
const watchedPlaces = new WeakMap();
const sizes = new ResizeObserver((changes) => {
  for (const place of new Set(changes.map(({ target }) => watchedPlaces.get(target)))) if (place) settle(place);
});

/** Mark a table that goes on to the right. @param {HTMLElement} place */
const hint = (place) =>
  place.toggleAttribute("data-more", place.scrollWidth - place.clientWidth - place.scrollLeft > 1);

/** @param {HTMLElement} place */
function settle(place) {
  if (place.matches(TABLES)) hint(place);
  const scrolls = place.scrollWidth > place.clientWidth + 1 || place.scrollHeight > place.clientHeight + 1;
  if (scrolls && (place.matches(TABLES) || !hasStops(place))) place.tabIndex = 0;
  else if (place !== document.activeElement) place.removeAttribute("tabindex");
  else place.addEventListener("blur", () => settle(place), { once: true }); // removing it now would lose the focus
}

/** @param {Element} place */
const hasStops = (place) => [...place.querySelectorAll(STOPS)].some((each) => each.checkVisibility());

/**
 * Make a region keyboard-scrollable while it overflows. It becomes a tab stop only if nothing in it can have the focus.
 * Chromium and Firefox do that on their own, WebKit doesn't.
 * @param {HTMLElement} place
 */
export function letKeysScroll(place) {
  for (const each of [place, place.firstElementChild]) {
    if (!each) continue;
    watchedPlaces.set(each, place);
    sizes.observe(each);
  }
}

/** Handle existing and later regions. */
export function settleScrollers() {
  runOnEach(TABLES, (place) => {
    if (!(place instanceof HTMLElement)) return;
    letKeysScroll(place);
    place.addEventListener("scroll", () => hint(place), { passive: true });
  });
}
