// Script that runs before all others, including the theme's. It isn't a module, and its names aren't global.
import "../lib/polyfills.js";
import "../lib/trusted-types.js";
import "../lib/instant-navigation-patch.js";
import "../lib/head-links.js";
import "../lib/play-preloads.js";

document.documentElement.setAttribute("data-first", ""); // checked by entry/main.js and lib/scripts-blocked.js
