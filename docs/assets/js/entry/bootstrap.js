// What runs before everything else, the theme too: no module, and nothing that it names is seen by others.
import "../lib/polyfills.js";
import "../lib/trusted-types.js";
import "../lib/instant-navigation-patch.js";
import "../lib/head-links.js";
import "../lib/scripts-blocked.js";
