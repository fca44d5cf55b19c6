// Script for the tiles that GMs add to their screens, loaded with the first one.
export { BODIES } from "../features/gm-screen/tile-renderers.js";
