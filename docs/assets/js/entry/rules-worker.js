// Worker that answers questions about odds, sheets, fights and forecasts with compiled rules. It lives as long as the
// tab, across page changes.
import { expose } from "../../vendor/comlink.js";
import { loadRules } from "../rules-client/compiled-files.js";
import { holdLock } from "../rules-client/worker-process.js";

const SLICE = 50; // milliseconds of work before a question can be cancelled

/** @type {Set<number>} */
const open = new Set();
/**
 * The ends of the latest questions by kind: those of one kind are answered in turn.
 * @type {Map<string, Promise<unknown>>}
 */
const latest = new Map();

/** @type {Record<string, import("../rules-client/compiled-files.js").Kind>} */
const KINDS = { paste: "pasted", forecast: "forecast" };

/** @param {string} question */
const findKind = (question) => KINDS[question] ?? "odds";

/** Wait until messages that have arrived meanwhile are handled. */
const handleMessages = () => new Promise((done) => setTimeout(done));

/**
 * @param {number} number
 * @param {string} question
 * @param {[string, ...unknown[]]} args
 */
async function work(number, question, args) {
  const rules = await loadRules(args[0], findKind(question));
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
   * Answer a question that may take long as JSON text, or return null if it was cancelled.
   * @param {number} number
   * @param {string} question
   * @param {[string, ...unknown[]]} args
   * @returns {Promise<string | null>}
   */
  answer(number, question, args) {
    open.add(number);
    const kind = findKind(question);
    const before = latest.get(kind) ?? Promise.resolve();
    const answer = before.then(() => work(number, question, args)).finally(() => open.delete(number));
    latest.set(
      kind,
      answer.catch(() => {}),
    );
    return answer;
  },

  /** Cancel a question. @param {number} number */
  cancel(number) {
    open.delete(number);
  },
});
