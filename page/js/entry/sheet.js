// Script for an open sheet, loaded when the reader opens the first one.
import { addStyles } from "#shared";

export { makeCard } from "../features/characters/cards.js";
export { prepareSheet } from "../features/characters/open-sheet.js";
export { saveAsFile } from "../features/characters/sheet-tools.js";

await addStyles("open-sheet");
