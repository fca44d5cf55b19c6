// What `#shared` exports to scripts that only some pages load, as far as their logic needs it: the modules themselves,
// without the elements that only a browser has.
export { JOURNAL, KEEPS_NONE, MOST_KEPT, noteRolls } from "../../docs/assets/js/components/journal.js";
export { addressOf, linkToRoll, tooLong } from "../../docs/assets/js/lib/url-state.js";
export { forget, isSaved, namesOf, read, watch, write } from "../../docs/assets/js/lib/storage.js";
export { make } from "../../docs/assets/js/lib/dom.js";
