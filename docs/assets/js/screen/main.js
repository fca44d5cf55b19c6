// What pages with a GM's screen load besides the site's own script; and any page, once something is put on a screen.
import { Screen } from "./screen.js";

export { pin } from "./pin.js";

if (!customElements.get("fb-screen")) customElements.define("fb-screen", Screen);
