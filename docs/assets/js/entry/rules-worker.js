// Worker that answers questions about odds, sheets and fights with compiled rules. It lives as long as the tab, across
// page changes.
import { expose } from "../../vendor/comlink.js";
import { loadRules } from "../rules-client/compiled-files.js";
import { holdLock } from "../rules-client/worker-process.js";

const SLICE = 50; // milliseconds of work before a question can be cancelled

/** @type {Set<number>} */
const open = new Set();
/** The end of the latest question: they are answered one after the other. @type {Promise<unknown>} */
let latest = Promise.resolve();

/** Wait until messages that have arrived meanwhile are handled. */
const handleMessages = () => new Promise((done) => setTimeout(done));

/**
 * @param {number} number
 * @param {string} question
 * @param {[string, ...unknown[]]} args
 */
async function work(number, question, args) {
  const rules = await loadRules(args[0], question === "paste" ? "pasted" : "odds");
  await handleMessages();
  while (open.has(number)) {
    const text = rules.answerInTimeSlice(SLICE, question, args);
    if (text !== null) return text;
    await handleMessages();
  }
  return null;
}

expose({
  live: holdLock,

  /**
   * Load the rules behind an id.
   * @param {string} id
   * @param {import("../rules-client/compiled-files.js").Kind} kind
   */
  load: async (id, kind) => void (await loadRules(id, kind)),

  /**
   * Answer a question about a sheet or a fight as JSON text. It doesn't wait for odds.
   * @param {string} question
   * @param {[string, ...unknown[]]} args
   */
  play: async (question, args) => (await loadRules(args[0], "play")).answer(question, args),

  /**
   * Answer a question about odds as JSON text, or return null if it was cancelled.
   * @param {number} number
   * @param {string} question
   * @param {[string, ...unknown[]]} args
   * @returns {Promise<string | null>}
   */
  answer(number, question, args) {
    open.add(number);
    const answer = latest.then(() => work(number, question, args)).finally(() => open.delete(number));
    latest = answer.catch(() => {});
    return answer;
  },

  /** Cancel a question. @param {number} number */
  cancel(number) {
    open.delete(number);
  },
});
