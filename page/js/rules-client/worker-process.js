// Workers: their creation, their questions, and the news of their end.
import { wrap } from "../../vendor/comlink.js";
import { Failure, STALLED_AFTER } from "../lib/failure.js";
import { resolveScript } from "./host-version.js";

const BLOCKED = "the host of this page or this browser's settings block it (workers can't run)";

/**
 * The functions of a worker, see entry/rules-worker.js and entry/python-worker.js.
 * @typedef {object} Remote
 * @property {(name: string) => Promise<void>} live
 * @property {(report: (share: number) => void) => Promise<void>} start of the worker that runs Python
 * @property {(id: string, kind: import("./compiled-files.js").Kind) => Promise<void>} load
 * @property {(number: number, question: string, args: unknown[]) => Promise<string | null>} answer
 * @property {(number: number) => Promise<void>} cancel
 */

/** A worker that answers questions. Once it has failed or ended, every open question rejects with the reason. */
export class QuestionWorker {
  #worker;
  #count = 0;
  /** @type {Remote} */
  remote;
  /** Rejects when the worker has ended. @type {Promise<never>} */
  end;

  /**
   * @param {string} script its name in assets/js/entry
   * @throws {Failure} if no worker can be created
   */
  constructor(script) {
    this.#worker = createWorker(script);
    this.remote = /** @type {any} */ (wrap(this.#worker));
    this.end = new Promise((_, fail) =>
      watchWorker(this.#worker, this.remote, script, (reason) => fail(new Failure(reason))),
    );
    this.end.catch(() => this.stop());
  }

  stop() {
    this.#worker.terminate();
  }

  /**
   * Wait for an answer of this worker, or for its end.
   * @template T
   * @param {Promise<T>} answer
   * @returns {Promise<T>}
   */
  waitFor(answer) {
    return Promise.race([answer, this.end]);
  }

  /**
   * Answer a question in time slices.
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
      return await this.waitFor(this.remote.answer(number, question, args));
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }
}

/**
 * Create a worker that runs a module. A browser whose workers can't do that would only report a syntax error.
 * @param {string} script its name in assets/js/entry
 * @throws {Failure} if that isn't possible
 */
function createWorker(script) {
  if (!globalThis.Worker) throw new Failure("this browser is too old for it (it has no workers)");
  let takesModules = false;
  const options = {
    get type() {
      // read only by browsers that support the option
      takesModules = true;
      return /** @type {const} */ ("module");
    },
  };
  /** @type {Worker} */
  let worker;
  try {
    worker = new Worker(resolveScript(script), options);
  } catch (error) {
    console.warn(error);
    throw new Failure(BLOCKED);
  }
  if (takesModules) return worker;
  worker.terminate();
  throw new Failure("this browser is too old for it (its workers run no modules)");
}

/**
 * Call `tell` with the reason once a worker has failed or ended, or if its script doesn't arrive.
 *
 * A worker that ends silently releases its lock. Plain http has no locks, and WebKit's page cache aborts waiting for
 * them; then only a failure is noticed.
 * @param {Worker} worker
 * @param {Remote} remote its functions
 * @param {string} script its name in assets/js/entry
 * @param {(reason: string) => void} tell
 */
function watchWorker(worker, remote, script, tell) {
  let isRunning = false;
  const alarm = setTimeout(() => tell(`a file didn't arrive (${script})`), STALLED_AFTER);
  const begin = () => {
    isRunning = true;
    clearTimeout(alarm);
  };
  worker.addEventListener("message", begin, { once: true });
  worker.addEventListener("error", () => {
    // the browser logs the reason to the console
    tell(isRunning ? "the dice roller crashed" : `a file arrived incomplete (${script})`);
  });
  if (!navigator.locks) {
    remote.cancel(0); // it answers this at once
    return;
  }
  const life = crypto.randomUUID();
  const reportEnd = () => tell("the browser stopped the dice roller");
  remote
    .live(life)
    .then(() => navigator.locks.request(life, () => {}))
    .then(reportEnd, () => {});
}

/**
 * Hold a lock for as long as this worker lives.
 * @param {string} name
 * @returns {Promise<void>}
 */
export const holdLock = (name) =>
  new Promise((held) =>
    navigator.locks.request(name, () => {
      held(undefined);
      return new Promise(() => {});
    }),
  );
