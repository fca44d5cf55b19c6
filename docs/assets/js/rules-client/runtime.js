// The page's side of the worker: connects the queue of questions with it, and tells how it is doing.
import { proxy, wrap } from "../../vendor/comlink.js";
import { Failure, failureOf, NEW_VERSION } from "../lib/failure.js";
import { slugOf } from "../lib/slug.js";
import { INITIAL_STATE, nextTick, step } from "./queue.js";
import { lacked, noteLack } from "./runtime-fallback.js";

/**
 * What somebody asked: for the worker, and whom to tell.
 * @typedef {object} Asked
 * @property {[string, string, ...unknown[]]} about
 * @property {(answer: any) => void} answer
 * @property {(reason: unknown) => void} refuse
 * @typedef {import("./queue.js").QueueEvent} QueueEvent
 */

/** What somebody waits for with dice in their hand. */
const AT_ONCE = ["roll", "resolve", "asks", "plan", "fight", "fill"];
const TOLD = /** @type {const} */ (["phase", "words", "share", "reason", "waiting", "isStalled"]);

/**
 * A "change" event tells that one of these of the `state` is another; "outdated" that the host has a new version of the
 * site, without a file that a question needed.
 */
class Runtime extends EventTarget {
  /** @type {Readonly<import("./queue.js").State>} */
  state = INITIAL_STATE;
  /** @type {Map<number, Asked>} */
  #asked = new Map();
  #count = 0;
  /** @type {PythonWorker | null} */
  #worker = null;
  #alarm = 0;

  /**
   * Start Python for the games of this page, unless it is on its way already.
   * @param {string[]} slugs
   */
  start(slugs = []) {
    this.#step({ type: "start", slugs });
  }

  /**
   * Start Python for these games when need be; ends once it runs, however long and however many tries that takes.
   * @param {string[]} slugs
   */
  async running(slugs) {
    this.start(slugs);
    while (this.state.phase !== "ready") {
      await new Promise((done) => this.addEventListener("change", done, { once: true }));
    }
  }

  /**
   * Try again after a failure or out of patience; queued questions stay queued.
   * @param {string[]} slugs
   */
  retry(slugs) {
    this.#step({ type: "retry", slugs });
  }

  /**
   * Ask the rules: "roll", "resolve" or "odds" about an id. Starts Python when need be.
   * @param {string} question
   * @param {string} id
   * @param {unknown[]} args
   * @returns {Promise<any>} what rules_py.bridge answers
   */
  ask(question, id, ...args) {
    return this.askUntil(null, question, id, ...args);
  }

  /**
   * Ask, and cancel the question when `signal` says so.
   * @param {AbortSignal | null | undefined} signal
   * @param {string} question
   * @param {string} id
   * @param {unknown[]} args
   * @returns {Promise<any>}
   */
  async askUntil(signal, question, id, ...args) {
    signal?.throwIfAborted();
    const number = (this.#count += 1);
    const isRoll = AT_ONCE.includes(question);
    // A roll that has to be asked again falls as it would have fallen.
    const given = question === "roll" && args.length === 1 ? [...args, seed()] : args;
    const cancelled = () => {
      this.#settle(number, (asked) => asked.refuse(signal?.reason));
      this.#step({ type: "cancel", number });
    };
    const answer = new Promise((answer, refuse) => {
      this.#asked.set(number, { about: [question, id, ...given], answer, refuse });
    });
    signal?.addEventListener("abort", cancelled);
    this.#step({ type: "ask", question: { number, isRoll, slugs: slugOf(id) } });
    return answer.finally(() => signal?.removeEventListener("abort", cancelled));
  }

  /** @param {QueueEvent} event */
  #step(event) {
    const before = this.state;
    const { state, effects } = step(before, event, performance.now());
    this.state = state;
    for (const effect of effects) this.#do(effect);
    clearTimeout(this.#alarm);
    const tick = nextTick(state);
    if (tick < Infinity) this.#alarm = setTimeout(() => this.#step({ type: "tick" }), tick - performance.now());
    if (TOLD.some((name) => state[name] !== before[name])) {
      this.dispatchEvent(new Event("change"));
    }
  }

  /** @param {import("./queue.js").Effect} effect */
  #do(effect) {
    switch (effect.type) {
      case "start": {
        const { worker } = effect;
        const tell = (/** @type {Told} */ told) => this.#step(/** @type {QueueEvent} */ ({ ...told, worker }));
        this.#worker = null;
        try {
          this.#worker = new PythonWorker(tell, effect.slugs);
        } catch (error) {
          queueMicrotask(() => tell({ type: "failed", reason: failureOf(error, BLOCKED).message }));
        }
        return;
      }
      case "stop":
        this.#worker?.stop();
        return;
      case "fetch":
        this.#worker?.fetchAnew();
        return;
      case "ask": {
        const asked = this.#asked.get(effect.number);
        if (asked) this.#worker?.ask(effect.number, asked.about);
        return;
      }
      case "answer": {
        const { read, error } = /** @type {{ read?: any, error?: any }} */ (effect.answer);
        if (error?.message === NEW_VERSION) this.dispatchEvent(new Event("outdated"));
        this.#settle(effect.number, (asked) => (error ? asked.refuse(error) : asked.answer(read)));
        return;
      }
      case "refuse":
        this.#settle(effect.number, (asked) => asked.refuse(new Failure(effect.reason)));
    }
  }

  /**
   * @param {number} number
   * @param {(asked: Asked) => void} tell
   */
  #settle(number, tell) {
    const asked = this.#asked.get(number);
    this.#asked.delete(number);
    if (asked) tell(asked);
  }
}

/**
 * What a worker tells: an event, which of the workers it was left out.
 * @typedef {{ type: string, reason?: string, words?: string, share?: number, number?: number, answer?: unknown }} Told
 *
 * What it takes: see worker.js.
 * @typedef {object} Remote
 * @property {(name: string) => Promise<void>} live
 * @property {(slugs: string[], lacked: string | null, report: (words: string, share: number) => void)
 *   => Promise<{ lacks?: string }>} start
 * @property {(...about: [string, string, ...unknown[]])
 *   => Promise<{ text?: string | null, waits?: true, died?: string, lacks?: string }>} ask
 * @property {(question: string, id: string) => Promise<void>} arrival
 * @property {() => Promise<void>} fetchAnew
 */

const BLOCKED = "the host of this page or this browser's settings block them (workers can't run)";

/**
 * A worker that runs our module. One that runs no modules would only say that it can't read it.
 * @throws {Error} there is none
 */
function madeWorker() {
  if (!globalThis.Worker) throw new Failure("this browser is too old for them (it has no workers)");
  let takesModules = false;
  const worker = new Worker(new URL("../entry/worker.js", import.meta.url), {
    get type() {
      // asked for by browsers that know what it says
      takesModules = true;
      return /** @type {const} */ ("module");
    },
  });
  if (takesModules) return worker;
  worker.terminate();
  throw new Failure("this browser is too old for them (its workers run no modules)");
}

/** A worker, and what happens to it. */
class PythonWorker {
  #worker = madeWorker();
  /** @type {Remote} */
  #remote = /** @type {any} */ (wrap(this.#worker));
  #tell;

  /**
   * @param {(told: Told) => void} tell
   * @param {string[]} slugs
   * @throws {Error} there is none
   */
  constructor(tell, slugs) {
    this.#tell = tell;
    let isRunning = false;
    this.#worker.addEventListener(
      "message",
      () => {
        isRunning = true;
      },
      { once: true },
    );
    this.#worker.addEventListener("error", () => {
      // the browser itself tells the console why
      const reason = isRunning ? "the dice roller crashed" : "a file arrived incomplete (worker.js)";
      tell({ type: "died", reason });
    });
    // A worker that ends without a word lets go of its lock. Plain http has no locks, and WebKit's page cache breaks off
    // what waits for one; the queue then waits its time.
    if (navigator.locks) {
      const life = crypto.randomUUID();
      const ended = () => tell({ type: "died", reason: "the browser stopped the dice roller" });
      this.#remote
        .live(life)
        .then(() => navigator.locks.request(life, () => {}))
        .then(ended, () => {});
    }
    this.#remote
      .start(
        slugs,
        lacked(),
        proxy((words, share) => tell({ type: "report", words, share })),
      )
      .then(
        ({ lacks }) => tell(lacks ? this.#lacking(lacks) : { type: "ready" }),
        (error) => tell({ type: "failed", reason: error.message ?? String(error) }),
      );
  }

  /**
   * @param {number} number
   * @param {[string, string, ...unknown[]]} about
   */
  async ask(number, about) {
    const told = await this.#remote
      .ask(...about)
      .then(({ text, waits, died, lacks }) =>
        lacks
          ? this.#lacking(lacks)
          : died
            ? { type: "died", reason: died }
            : waits
              ? { type: "waits", number }
              : text === null
                ? { type: "unfinished", number }
                : { type: "answered", number, answer: { read: JSON.parse(/** @type {string} */ (text)) } },
      )
      .catch((error) => ({ type: "answered", number, answer: { error } }));
    this.#tell(told);
    if (told.type !== "waits") return;
    await this.#remote.arrival(about[0], about[1]);
    this.#tell({ type: "came" });
  }

  fetchAnew() {
    this.#remote.fetchAnew();
  }

  /** @param {string} runtime */
  #lacking(runtime) {
    noteLack(runtime);
    return { type: "lacking" };
  }

  stop() {
    this.#worker.terminate();
  }
}

/** 128 bits of the operating system's randomness, as one whole number. */
export function seed() {
  return crypto.getRandomValues(new Uint32Array(4)).reduce((all, word) => (all << 32n) | BigInt(word), 0n);
}

export const runtime = new Runtime();
