// Modules that the scripts for sheets, fights and an open sheet share, as `#play-shared`.
export { importFile } from "./import-records.js";
export { isInTabOfIos, isOnHomeScreen, saveAs } from "./save-file.js";
export { broughtBy, linkWith, LONGEST_EVERYWHERE } from "./share-link.js";
export {
  bringBack,
  happen,
  historyOf,
  isSame,
  nameOf,
  nextName,
  renamed,
  set,
  settle,
  type,
  undo,
} from "./sheet-changes.js";
export { fieldOf, putInto, valuesIn } from "./sheet-fields.js";
export { askCockpit, askMade, askRead, askSheet } from "./sheet-questions.js";
export { stripSheet, formatFile, findSame, isSheet, countOmitted, UNREADABLE_SHEET } from "../lib/backup-format.js";
