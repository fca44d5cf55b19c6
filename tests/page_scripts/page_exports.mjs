// A stub of `#shared` with the exports that the logic of other scripts needs, taken directly from the modules and
// without the custom elements, which need a browser.
export { JOURNAL, KEEPS_NONE, MOST_KEPT, noteRolls } from "../../page/js/components/journal.js";
export { resolveAddress, linkToRoll, checkLength } from "../../page/js/lib/url-state.js";
export { forget, isSaved, listNames, NOT_SAVED, read, watch, write } from "../../page/js/lib/storage.js";
export { make, makeAction, makeButton } from "../../page/js/lib/dom.js";
export { NOT_ANSWERED } from "../../page/js/lib/failure.js";
export { say } from "../../page/js/lib/announce.js";
export { ignoreRepeats } from "../../page/js/lib/taps.js";
export { renderDice } from "../../page/js/components/result-html.js";

/** The notices that the page has shown, in place of its header line. @type {{ words: string, act: () => void }[]} */
export const notices = [];
/** @param {string} words @param {() => void} act */
export const notify = (words, act) => notices.push({ words, act });

/** A seed for the dice of the rules, always the same. */
export const createSeed = () => 1;

/** What the rules answer to a question, by its kind: a test sets it. @type {Record<string, (...args: any[]) => any>} */
export const answers = {};
/** @param {unknown} asker @param {string} kind @param {string} id @param {string} fields */
export const fetchAnswer = async (asker, kind, id, fields) => answers[kind]?.(JSON.parse(fields));

/** @param {unknown} asker @param {{ kind: string, args: string[] }} question */
export const askRules = async (asker, { kind, args }) => answers[kind]?.(...args);

/** The questions that were asked in advance. @type {unknown[][]} */
export const askedAhead = [];
export const runtime = { askAhead: (/** @type {unknown[]} */ ...question) => askedAhead.push(question) };
