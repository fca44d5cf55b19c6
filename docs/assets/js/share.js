// Handing on a link: the system's share sheet where there is one, else the clipboard.
import { say } from "./answer.js";

/** Whether the device has a share sheet that people use: phones and tablets. */
export const canShare = () => Boolean(navigator.share) && matchMedia("(pointer: coarse)").matches;

/** The share sheet; without one, the link is copied. */
export async function share(button, url) {
  if (!canShare()) return copy(button, url);
  try {
    await navigator.share({ url });
  } catch (error) {
    if (error.name !== "AbortError") showLink(button, url);
  }
}

/** To the clipboard; where that is not allowed the link is shown, to be copied by hand. */
export async function copy(button, url) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(url);
  } catch {
    showLink(button, url);
    return;
  }
  button.textContent = "Link copied";
  say("Link copied.");
  button.addEventListener("blur", () => { button.textContent = before; }, { once: true });
}

function showLink(button, url) {
  const field = Object.assign(document.createElement("input"), { value: url, readOnly: true, className: "fb-link" });
  field.setAttribute("aria-label", "Link to this roll");
  button.replaceWith(field);
  field.select();
}
