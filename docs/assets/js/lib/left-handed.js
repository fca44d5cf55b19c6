// Which hand holds the phone: a switch at the foot of every page, kept on the device. What changes sides is drawn.
import { make } from "./dom.js";
import { onEachPage } from "./lifecycle.js";
import { read, watch, write } from "./storage.js";

const NAME = "fieldbook:left-handed";

/** Change sides for those who said so, and let everyone say so. */
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
