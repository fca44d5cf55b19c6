// Answers of the rules that the build has compiled to JavaScript. They don't wait for Python's start.
import { wrap } from "../../vendor/comlink.js";
import { isCompiled, loadRules } from "./compiled-files.js";
import { createWorker, watchWorker } from "./worker-process.js";

const ROLLS = ["roll", "resolve", "asks", "plan"];
const ODDS = ["odds", "calculate", "sweep"];
const SCRIPT = "odds-worker.js";

/**
 * The functions of entry/odds-worker.js.
 * @typedef {object} Remote
 * @property {(name: string) => Promise<void>} live
 * @property {(id: string) => Promise<void>} load
 * @property {(number: number, question: string, args: unknown[]) => Promise<string | null>} answer
 * @property {(number: number) => Promise<void>} cancel
 */

/** The worker for odds, in which long work doesn't block the page. */
class OddsWorker {
  #worker = createWorker(SCRIPT);
  /** @type {Remote} */
  remote = /** @type {any} */ (wrap(this.#worker));
  /** Rejects when the worker has ended. @type {Promise<never>} */
  #end;
  #count = 0;

  constructor() {
    this.#end = new Promise((_, fail) => watchWorker(this.#worker, this.remote, SCRIPT, fail));
    this.#end.catch(() => {
      this.#worker.terminate();
      if (oddsWorker === this) oddsWorker = null; // the next question starts another one
    });
  }

  /**
   * @param {string} question
   * @param {unknown[]} args
   * @param {AbortSignal | null | undefined} signal
   * @returns {Promise<string | null>} null if `signal` cancelled the question
   */
  async ask(question, args, signal) {
    const number = (this.#count += 1);
    const cancel = () => this.remote.cancel(number);
    signal?.addEventListener("abort", cancel);
    try {
      return await Promise.race([this.remote.answer(number, question, args), this.#end]);
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }
}

/** @type {OddsWorker | null} */
let oddsWorker = null;

/** Load the rules of rolls in advance. @param {string[]} slugs */
export function prepareRolls(slugs) {
  for (const id of slugs.map((slug) => `${slug}.`)) if (isCompiled(id)) loadRules(id).catch(() => {});
}

/** Load the rules of odds and calculators in advance. @param {string[]} slugs */
export function prepareOdds(slugs) {
  for (const id of slugs.map((slug) => `${slug}.`)) {
    if (!isCompiled(id)) continue;
    try {
      oddsWorker ??= new OddsWorker();
      oddsWorker.remote.load(id).catch(() => {});
    } catch {
      return; // a question reports it
    }
  }
}

/**
 * Answer a question, or return undefined if only Python can or if `signal` cancelled the question.
 * @param {string} question
 * @param {string} id
 * @param {unknown[]} args
 * @param {AbortSignal | null} [signal]
 * @returns {Promise<any>}
 */
export async function answerCompiled(question, id, args, signal) {
  if (!isCompiled(id)) return undefined;
  try {
    const text = await askCompiled(question, [id, ...args], signal);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined; // Python answers, and reports what is wrong
  }
}

/**
 * @param {string} question
 * @param {[string, ...unknown[]]} args
 * @param {AbortSignal | null} [signal]
 */
async function askCompiled(question, args, signal) {
  if (ROLLS.includes(question)) return (await loadRules(args[0])).answer(question, args);
  if (!ODDS.includes(question)) return null;
  oddsWorker ??= new OddsWorker();
  return oddsWorker.ask(question, args, signal);
}
