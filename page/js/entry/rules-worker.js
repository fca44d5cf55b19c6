// Worker that answers questions about odds, sheets, fights and forecasts with compiled rules. It lives as long as the
// tab, across page changes.
import { expose } from "../../vendor/comlink.js";
import { findLine, loadRules, prepareAnswer } from "../rules-client/compiled-files.js";
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
   * Answer a question as JSON text, or return null if it was cancelled.
   * @param {number} number
   * @param {string} question
   * @param {[string, ...unknown[]]} args
   */
  answer(number, question, args) {
    return questions.answer(number, findLine(number, question, args), async () => {
      const work = await prepareAnswer(question, args);
      return () => work(SLICE);
    });
  },

  /** Cancel a question. @param {number} number */
  cancel(number) {
    questions.cancel(number);
  },
});
