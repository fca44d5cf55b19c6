// What runs before everything else, the theme too: no module, and nothing that it names is seen by others.
import "./older.js";
import "./guard.js";
import "./within.js";
import "./head-links.js";
import "./unscripted.js";
