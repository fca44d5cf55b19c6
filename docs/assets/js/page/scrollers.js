// What is wider than its place is scrolled by keys too; what is not is no stop for them. Built pages let all of them be
// stops, for whoever runs no scripts.
import { onEach } from "./arrival.js";

const KIND = ".fb-scroll";
const sizes = new ResizeObserver((changes) => {
  for (const { target } of changes) settle(target.matches(KIND) ? target : target.closest(KIND));
});

/** @param {Element | null} place */
function settle(place) {
  if (!(place instanceof HTMLElement)) return;
  const scrolls = place.scrollWidth > place.clientWidth + 1 || place.scrollHeight > place.clientHeight + 1;
  if (scrolls) place.tabIndex = 0;
  else place.removeAttribute("tabindex");
}

/** Look at those that are there, and at those that come. */
export function settleScrollers() {
  onEach(KIND, (place) => {
    sizes.observe(place);
    if (place.firstElementChild) sizes.observe(place.firstElementChild);
  });
}
