// What is larger than its place is scrolled by keys too; what is not is no stop for them. Built pages let all tables be
// stops, for whoever runs no scripts.
import { onEach } from "./lifecycle.js";

const TABLES = ".fb-scroll";
const STOPS = "a[href], button, input, select, textarea, summary, [tabindex]";

/** Whose size says whether a place scrolls: itself and what is in it. @type {WeakMap<Element, HTMLElement>} */
const placeOf = new WeakMap();
const sizes = new ResizeObserver((changes) => {
  for (const place of new Set(changes.map(({ target }) => placeOf.get(target)))) if (place) settle(place);
});

/** @param {HTMLElement} place */
function settle(place) {
  const scrolls = place.scrollWidth > place.clientWidth + 1 || place.scrollHeight > place.clientHeight + 1;
  if (scrolls && (place.matches(TABLES) || !hasStops(place))) place.tabIndex = 0;
  else if (place !== document.activeElement) place.removeAttribute("tabindex");
  else place.addEventListener("blur", () => settle(place), { once: true }); // taken from it now, the focus would be lost
}

/** @param {Element} place */
const hasStops = (place) => [...place.querySelectorAll(STOPS)].some((each) => each.checkVisibility());

/**
 * Let keys scroll a place while it is smaller than what is in it. Where something in it has the focus they do so by
 * themselves, so it is a stop only if nothing could have it: Chromium and Firefox make it one then, WebKit does not.
 * @param {HTMLElement} place
 */
export function letKeysScroll(place) {
  for (const each of [place, place.firstElementChild]) {
    if (!each) continue;
    placeOf.set(each, place);
    sizes.observe(each);
  }
}

/** Look at those that are there, and at those that come. */
export function settleScrollers() {
  onEach(TABLES, (place) => {
    if (place instanceof HTMLElement) letKeysScroll(place);
  });
}
