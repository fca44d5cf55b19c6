// Worker that answers questions about odds, sheets, fights and forecasts with compiled rules. It lives as long as the
// tab, across page changes.
import { expose } from "../../vendor/comlink.js";
import { answerWithGames, findKind, loadRules } from "../rules-client/compiled-files.js";
import { TimeSlices } from "../rules-client/time-slices.js";
import { holdLock } from "../rules-client/worker-process.js";

const SLICE = 50; // milliseconds of work before a question can be cancelled
const questions = new TimeSlices();

expose({
  live: holdLock,

  /**
   * Load the rules behind an id.
   * @param {string} id
   * @param {import("../rules-client/compiled-files.js").Kind} kind
   */
  load: async (id, kind) => void (await loadRules(id, kind)),

  /**
   * Answer a question about a roll, a sheet or a fight as JSON text. It doesn't wait for odds.
   * @param {string} question
   * @param {[string, ...unknown[]]} args
   */
  answerAtOnce: answerWithGames,

  /**
   * Answer a question that may take long as JSON text, or return null if it was cancelled.
   * @param {number} number
   * @param {string} question
   * @param {[string, ...unknown[]]} args
   */
  answer(number, question, args) {
    const kind = findKind(question);
    return questions.answer(number, kind, async () => {
      const rules = await loadRules(args[0], kind);
      return () => rules.answerInTimeSlice(SLICE, question, args);
    });
  },

  /** Cancel a question. @param {number} number */
  cancel(number) {
    questions.cancel(number);
  },
});
