// Announcements for screen readers.
import { make } from "./dom.js";

/** @type {HTMLElement | undefined} */
let region;

/**
 * Announce something to screen readers.
 * @param {string} words
 */
export function say(words) {
  region ??= make("div", { className: "fb-hidden fb-live", role: "status" });
  const place = document.querySelector("dialog:modal") ?? document.body; // a modal dialog hides the rest
  if (region.parentElement !== place) place.append(region);
  const told = region;
  told.textContent = "";
  requestAnimationFrame(() => {
    told.textContent = words;
  });
}
