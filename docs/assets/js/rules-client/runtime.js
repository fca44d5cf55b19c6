// Connection between the page, the request queue and the worker.
import { proxy, wrap } from "../../vendor/comlink.js";
import { Failure, toFailure, NEW_VERSION } from "../lib/failure.js";
import { extractSlugs } from "../lib/slug.js";
import { answerCompiled } from "./compiled-rules.js";
import { INITIAL_STATE, findNextTick, step } from "./queue.js";
import { createWorker, watchWorker } from "./worker-process.js";
import { notify } from "../lib/notice.js";
import { read, write } from "../lib/storage.js";

/**
 * A request: its arguments, and the functions that settle it.
 * @typedef {object} Asked
 * @property {[string, string, ...unknown[]]} about
 * @property {(answer: any) => void} answer
 * @property {(reason: unknown) => void} refuse
 * @typedef {import("./queue.js").QueueEvent} QueueEvent
 */

/** Requests that readers wait for with dice in hand. */
const AT_ONCE = ["roll", "resolve", "asks", "plan", "fight", "act", "fill"];
const TOLD = /** @type {const} */ (["phase", "words", "share", "reason", "queued", "waiting", "isStalled"]);

/**
 * Dispatches "change" if one of these properties of `state` changes, and "outdated" if the host has a new version of
 * the site and lacks a file that a request needs.
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
   * Start Python for this page's games, unless it is starting already.
   * @param {string[]} slugs
   */
  start(slugs = []) {
    this.#step({ type: "start", slugs });
  }

  /**
   * Try again after a failure or a long wait; queued requests stay queued.
   * @param {string[]} slugs
   */
  retry(slugs) {
    this.#step({ type: "retry", slugs });
  }

  /**
   * Send a request, such as "roll", "resolve" or "odds" with an id. Starts Python if needed.
   * @param {string} question
   * @param {string} id
   * @param {unknown[]} args
   * @returns {Promise<any>} the answer of rules_py.bridge
   */
  ask(question, id, ...args) {
    return this.askUntil(null, question, id, ...args);
  }

  /**
   * Send a request that `signal` can cancel.
   * @param {AbortSignal | null | undefined} signal
   * @param {string} question
   * @param {string} id
   * @param {unknown[]} args
   * @returns {Promise<any>}
   */
  async askUntil(signal, question, id, ...args) {
    signal?.throwIfAborted();
    // The seed makes a repeated roll fall the same.
    const given = question === "roll" && args.length === 1 ? [...args, createSeed()] : args;
    const compiled = await answerCompiled(question, id, given, signal);
    signal?.throwIfAborted();
    if (compiled !== undefined) return compiled;
    const number = (this.#count += 1);
    const isRoll = AT_ONCE.includes(question);
    const reportCancel = () => {
      this.#settle(number, (asked) => asked.refuse(signal?.reason));
      this.#step({ type: "cancel", number });
    };
    const answer = new Promise((answer, refuse) => {
      this.#asked.set(number, { about: [question, id, ...given], answer, refuse });
    });
    signal?.addEventListener("abort", reportCancel);
    this.#step({ type: "ask", question: { number, isRoll, slugs: extractSlugs(id) } });
    return answer.finally(() => signal?.removeEventListener("abort", reportCancel));
  }

  /** @param {QueueEvent} event */
  #step(event) {
    const before = this.state;
    const { state, effects } = step(before, event, performance.now());
    this.state = state;
    for (const effect of effects) this.#perform(effect);
    clearTimeout(this.#alarm);
    const tick = findNextTick(state);
    if (tick < Infinity) this.#alarm = setTimeout(() => this.#step({ type: "tick" }), tick - performance.now());
    if (TOLD.some((name) => state[name] !== before[name])) {
      this.dispatchEvent(new Event("change"));
    }
  }

  /** @param {import("./queue.js").Effect} effect */
  #perform(effect) {
    switch (effect.type) {
      case "start": {
        const { worker } = effect;
        const tell = (/** @type {Told} */ told) => this.#step(/** @type {QueueEvent} */ ({ ...told, worker }));
        this.#worker = null;
        try {
          this.#worker = new PythonWorker(tell, effect.slugs);
        } catch (error) {
          queueMicrotask(() => tell({ type: "fail", reason: toFailure(error, BLOCKED).message }));
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
 * A worker's message: an event without the worker's number.
 * @typedef {{ type: string, reason?: string, words?: string, share?: number, number?: number, answer?: unknown }} Told
 *
 * The worker's methods, see worker.js.
 * @typedef {object} Remote
 * @property {(name: string) => Promise<void>} live
 * @property {(slugs: string[], lacked: string | null, report: (words: string, share: number) => void) => Promise<{
 *   lacks?: string }>} start
 * @property {(...about: [string, string, ...unknown[]]) => Promise<{ text?: string | null, waits?: true, died?: string,
 *   lacks?: string }>} ask
 * @property {(question: string, id: string) => Promise<void>} arrival
 * @property {() => Promise<void>} fetchAnew
 */

const SCRIPT = "worker.js";
const BLOCKED = "the host of this page or this browser's settings block them (workers can't run)";

/** A worker, and its events. */
class PythonWorker {
  #worker = createWorker(SCRIPT);
  /** @type {Remote} */
  #remote = /** @type {any} */ (wrap(this.#worker));
  #tell;

  /**
   * @param {(told: Told) => void} tell
   * @param {string[]} slugs
   * @throws {Error} if no worker can be created
   */
  constructor(tell, slugs) {
    this.#tell = tell;
    watchWorker(this.#worker, this.#remote, SCRIPT, (reason) => tell({ type: "die", reason }));
    this.#remote
      .start(
        slugs,
        readLacked(),
        proxy((words, share) => tell({ type: "report", words, share })),
      )
      .then(
        ({ lacks }) => tell(lacks ? this.#reportLack(lacks) : { type: "finishStart" }),
        (error) => tell({ type: "fail", reason: error.message ?? String(error) }),
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
          ? this.#reportLack(lacks)
          : died
            ? { type: "die", reason: died }
            : waits
              ? { type: "wait", number }
              : text === null
                ? { type: "pause", number }
                : { type: "answer", number, answer: { read: JSON.parse(/** @type {string} */ (text)) } },
      )
      .catch((error) => ({ type: "answer", number, answer: { error } }));
    this.#tell(told);
    if (told.type !== "wait") return;
    await this.#remote.arrival(about[0], about[1]);
    this.#tell({ type: "arrive" });
  }

  fetchAnew() {
    this.#remote.fetchAnew();
  }

  /** @param {string} runtime */
  #reportLack(runtime) {
    noteLack(runtime);
    return { type: "lack" };
  }

  stop() {
    this.#worker.terminate();
  }
}

/** Return 128 bits of the operating system's randomness as an integer. */
export function createSeed() {
  return crypto.getRandomValues(new Uint32Array(4)).reduce((all, word) => (all << 32n) | BigInt(word), 0n);
}

export const runtime = new Runtime();

// The lean runtime lacks functions that no test called (hooks/bundle/trim). If one was missing, this device uses the full
// runtime until the next version.
const LACKING = "lacking-runtime"; // its name in storage

/** Return the lean runtime that lacked something on this device, or null. */
function readLacked() {
  const runtime = read(LACKING);
  return typeof runtime === "string" ? runtime : null;
}

/**
 * Note that a lean runtime lacks something, and tell the reader once.
 * @param {string} runtime
 */
function noteLack(runtime) {
  if (readLacked() === runtime) return;
  write(LACKING, runtime);
  notify("Downloading the full Python runtime (one time only)");
}
