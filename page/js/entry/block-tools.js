// Script for the buttons at blocks, loaded when a reader first uses a block.
export { showTools } from "../features/block-tools/tool-buttons.js";
