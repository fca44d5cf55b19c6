// Handing on a link: the system's share sheet where there is one, else the clipboard.
import { say } from "./answer.js";

export async function share(button, url) {
  const before = button.textContent;
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ url });
      return;
    }
    await navigator.clipboard.writeText(url);
    button.textContent = "Link copied";
    say("Link copied.");
  } catch (error) {
    if (error.name === "AbortError") return;
    const field = Object.assign(document.createElement("input"), { value: url, readOnly: true, className: "fb-link" });
    field.setAttribute("aria-label", "Link to this roll");
    button.replaceWith(field);
    field.select();
    return;
  }
  button.addEventListener("blur", () => { button.textContent = before; }, { once: true });
}
