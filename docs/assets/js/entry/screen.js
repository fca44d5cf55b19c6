// What pages with a GM's screen load besides the site's own script; and any page, once something is put on a screen.
import { Screen } from "../features/gm-screen/gm-screen.js";

export { pin } from "../features/gm-screen/pin-to-screen.js";

if (!customElements.get("fb-screen")) customElements.define("fb-screen", Screen);
