// Handing on a link: the system's share sheet where there is one, else the clipboard.
import { say } from "./announce.js";
import { make } from "./dom.js";

/** Whether the device has a share sheet that people use: phones and tablets. */
export const canShare = () => "share" in navigator && matchMedia("(pointer: coarse)").matches;

/**
 * The share sheet; without one, the link is copied.
 * @param {HTMLButtonElement} button
 * @param {string} url
 * @param {string} name what it is called where it is shown
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
 * To the clipboard; where that is not allowed the text is shown, to be copied by hand.
 * @param {HTMLButtonElement} button
 * @param {string} text
 * @param {string} name what it is called where it is shown
 * @param {string} [done] what is said then
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
