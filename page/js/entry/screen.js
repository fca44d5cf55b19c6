// Script for pages with a GM's screen, and for any page whose reader puts something on a screen.
import { Screen } from "../features/gm-screen/gm-screen.js";

export { pin } from "../features/gm-screen/pin-to-screen.js";

if (!customElements.get("fb-screen")) customElements.define("fb-screen", Screen);
