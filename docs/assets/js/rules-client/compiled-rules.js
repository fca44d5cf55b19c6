// Answers of the rules that the build has compiled to JavaScript. They don't wait for Python's start.
import { wrap } from "../../vendor/comlink.js";
import { isCompiled, loadRules } from "./compiled-files.js";
import { createWorker, watchWorker } from "./worker-process.js";

const ROLLS = ["roll", "resolve", "asks", "plan"];
const LONG = ["odds", "calculate", "sweep", "luck", "paste", "forecast"];
const PLAY = ["sheet", "cockpit", "act", "read", "change", "make", "fill", "leads", "fight"];
const SCRIPT = "rules-worker.js";

/**
 * The functions of entry/rules-worker.js.
 * @typedef {object} Remote
 * @property {(name: string) => Promise<void>} live
 * @property {(id: string, kind: import("./compiled-files.js").Kind) => Promise<void>} load
 * @property {(question: string, args: unknown[]) => Promise<string>} play
 * @property {(number: number, question: string, args: unknown[]) => Promise<string | null>} answer
 * @property {(number: number) => Promise<void>} cancel
 */

/** The worker for odds, sheets, fights and forecasts, in which long work doesn't block the page. */
class RulesWorker {
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
      if (rulesWorker === this) rulesWorker = null; // the next question starts another one
    });
  }

  /**
   * Answer a question about a sheet or a fight.
   * @param {string} question
   * @param {unknown[]} args
   */
  play(question, args) {
    return Promise.race([this.remote.play(question, args), this.#end]);
  }

  /**
   * Answer a question that may take long, such as one about odds.
   * @param {string} question
   * @param {unknown[]} args
   * @param {AbortSignal | null | undefined} signal
   * @returns {Promise<string | null>} null if `signal` cancelled the question
   */
  async work(question, args, signal) {
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

/** @type {RulesWorker | null} */
let rulesWorker = null;

/** Load the rules of rolls in advance. @param {string[]} ids */
export function prepareRolls(ids) {
  for (const id of ids) if (isCompiled(id)) loadRules(id).catch(() => {});
}

/**
 * Load the rules of odds and calculators, or of sheets and fights, in advance.
 * @param {string[]} ids of calculators, or of sheets and fights
 * @param {"odds" | "play"} kind
 */
export function prepareWorker(ids, kind) {
  for (const id of ids) {
    if (!isCompiled(id)) continue;
    try {
      rulesWorker ??= new RulesWorker();
      rulesWorker.remote.load(id, kind).catch(() => {});
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
  const isPlay = PLAY.includes(question);
  if (!isPlay && !LONG.includes(question)) return null;
  rulesWorker ??= new RulesWorker();
  return isPlay ? rulesWorker.play(question, args) : rulesWorker.work(question, args, signal);
}
