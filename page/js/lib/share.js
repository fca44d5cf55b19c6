// Sharing of links by the system's share sheet or the clipboard.
import { say } from "./announce.js";
import { make } from "./dom.js";

/** Return true on phones and tablets with a share sheet. */
export const canShare = () => "share" in navigator && matchMedia("(pointer: coarse)").matches;

/**
 * Open the share sheet, or copy the link.
 * @param {HTMLButtonElement} button
 * @param {string} url
 * @param {string} name its title in the share sheet
 */
export async function share(button, url, name) {
  if (!canShare()) return copy(button, url, name);
  try {
    await navigator.share({ url });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) showText(button, url, name);
  }
}

/**
 * Copy a text. If that isn't allowed, show the text for copying by hand.
 * @param {HTMLButtonElement} button
 * @param {string} text
 * @param {string} name the label of the shown text
 * @param {string} [done] the announcement after copying
 */
export async function copy(button, text, name, done = "Link copied") {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    showText(button, text, name);
    return;
  }
  button.textContent = done;
  say(`${done}.`);
  button.addEventListener(
    "blur",
    () => {
      button.textContent = before;
    },
    { once: true },
  );
}

/** @param {HTMLButtonElement} button @param {string} text @param {string} name */
function showText(button, text, name) {
  const field = make("input", { value: text, readOnly: true, className: "fb-link", "aria-label": name });
  button.replaceWith(field);
  field.select();
}
