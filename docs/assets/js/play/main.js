// What pages with sheets load besides the site's own script.
import { Fight } from "./fight.js";
import { Records } from "./records.js";
import { Sheets } from "./sheets.js";

export { importText } from "./import.js";
export { keep } from "./keep.js";
export { fillGame } from "./rolling-as.js";
export { happen, historyOf, undo } from "./sheet-changes.js";

const ELEMENTS = { "fb-records": Records, "fb-sheets": Sheets, "fb-fight": Fight };

for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element);
