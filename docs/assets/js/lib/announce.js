// What a screen reader is told.
import { make } from "./dom.js";

/** @type {HTMLElement | undefined} */
let region;

/**
 * Tell a screen reader.
 * @param {string} words
 */
export function say(words) {
  region ??= make("div", { className: "fb-hidden fb-live", role: "status" });
  const place = document.querySelector("dialog:modal") ?? document.body; // what lies behind a dialog is not read out
  if (region.parentElement !== place) place.append(region);
  const told = region;
  told.textContent = "";
  requestAnimationFrame(() => {
    told.textContent = words;
  });
}
