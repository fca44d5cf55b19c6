// A stub of `#shared` with the exports that the logic of other scripts needs, taken directly from the modules and
// without the custom elements, which need a browser.
export { JOURNAL, KEEPS_NONE, MOST_KEPT, noteRolls } from "../../docs/assets/js/components/journal.js";
export { addressOf, linkToRoll, tooLong } from "../../docs/assets/js/lib/url-state.js";
export { forget, isSaved, namesOf, read, watch, write } from "../../docs/assets/js/lib/storage.js";
export { make } from "../../docs/assets/js/lib/dom.js";
