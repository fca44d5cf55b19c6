// Script for the code that shows a block on another site, loaded when a reader asks for it.
export { showCode } from "../features/embed-code/code-dialog.js";
