// Left-handed layout: a switch at the foot of each page with a bar for the thumb or a fight. Style sheets swap the sides.
import { addFooterSwitch } from "./footer-switch.js";

/** Apply the setting, and add the switch. */
export function offerLeftHand() {
  addFooterSwitch(
    "Left-handed",
    "fieldbook:left-handed",
    (isLeft) => document.documentElement.toggleAttribute("data-left-handed", isLeft),
    ".fb-thumb, fb-fight",
  );
}
