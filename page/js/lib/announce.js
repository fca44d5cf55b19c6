// Announcements for screen readers.
import { make } from "./dom.js";

/**
 * Announce something to screen readers.
 * @param {string} words
 */
export function say(words) {
  const region = document.querySelector(".fb-live") ?? make("div", { className: "fb-hidden fb-live", role: "status" });
  const place = document.querySelector("dialog:modal") ?? document.body; // a modal dialog hides the rest
  if (region.parentElement !== place) place.append(region);
  region.textContent = "";
  requestAnimationFrame(() => {
    region.textContent = words;
  });
}
