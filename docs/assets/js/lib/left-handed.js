// Left-handed layout: a switch at the foot of every page, stored on the device. Style sheets swap the sides.
import { make } from "./dom.js";
import { onEachPage } from "./lifecycle.js";
import { read, watch, write } from "./storage.js";

const NAME = "fieldbook:left-handed";

/** Apply the setting, and add the switch. */
export function offerLeftHand() {
  const toggle = make("button", { type: "button", className: "fb-hand" }, "Left-handed");
  const show = () => {
    const isLeft = read(NAME) === true;
    document.documentElement.toggleAttribute("data-left-handed", isLeft);
    toggle.setAttribute("aria-pressed", String(isLeft));
  };
  toggle.addEventListener("click", () => write(NAME, read(NAME) !== true));
  watch(NAME, show);
  show();
  onEachPage(() => document.querySelector(".md-footer-meta__inner")?.append(toggle));
}
