// Modules that the script of an embedded block shares with the scripts that it loads, as `#shared` there: without a copy
// of a module that has a state.
export * as values from "./forms/values.js";
export { say } from "../lib/announce.js";
export { find, findClicked, make, makeButton } from "../lib/dom.js";
export { addStyles } from "../lib/styles.js";
export { ignoreRepeats, noteScroll } from "../lib/taps.js";
export { fetchAnswer } from "../rules-client/client.js";
export { nameDie } from "./die-slot.js";
export { sayWaiting, showError, showWaiting } from "./result-view.js";
