// Modules that the script for sheets and fights shares with the script of an open sheet, as `#play-shared`.
export { saveAs } from "./download.js";
export { linkWith } from "./share-link.js";
export { happen, historyOf, nameOf, nextName, renamed, set, settle, type, undo } from "./sheet-changes.js";
export { fieldOf, putInto, valuesIn } from "./sheet-fields.js";
export { askCockpit, askMade, askSheet } from "./sheet-questions.js";
export { bare, isSheet } from "../lib/backup-format.js";
