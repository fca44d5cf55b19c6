// Modules that the scripts for sheets, fights and an open sheet share, as `#play-shared`.
import "./vanished-data.js";

export { describeLengths, listSheetDifferences } from "./differences.js";
export { fillTemplates } from "./form-templates.js";
export { isInTabOfIos, isOnHomeScreen, saveAs } from "./save-file.js";
export { makeChoice, makeOpening, makeReplacement } from "./link-choices.js";
export { readFragment, buildLink, LONGEST_EVERYWHERE } from "./share-link.js";
export {
  returnSheet,
  applyChange,
  getHistory,
  isSame,
  getSheetName,
  numberName,
  renameSheet,
  setFields,
  applyTyped,
  storeTyped,
  undo,
  redo,
  canUndo,
  canRedo,
} from "./sheet-changes.js";
export { getFieldName, putInto, readFields } from "./sheet-fields.js";
export {
  askChances,
  askMaking,
  askOpenSheet,
  askOpenSheetAhead,
  askRead,
  askRollForm,
  askSheet,
} from "./sheet-questions.js";
export { stripSheet, findNamesake, findSame, isFight, isSheet, UNREADABLE_SHEET } from "../lib/stored-data.js";
