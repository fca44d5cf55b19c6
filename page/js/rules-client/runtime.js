// Answers for the page: compiled rules give them at once. Python gives the others, once a reader has asked for it.
import { proxy } from "../../vendor/comlink.js";
import { isFailure, SITE_CHANGED, STALLED_AFTER, toFailure } from "../lib/failure.js";
import { extractSlugs } from "../lib/slug.js";
import { answerCompiled } from "./compiled-rules.js";
import { explainFailure } from "./host-version.js";
import { WaitingQuestion } from "./waiting-question.js";
import { QuestionWorker } from "./worker-process.js";

const SCRIPT = "python-worker.js";

/**
 * @typedef {object} State
 * @property {"idle" | "starting" | "slow" | "ready" | "failed"} phase of Python
 * @property {number} share the progress of its start from 0 to 1
 * @property {string} reason the reason for a failed start
 * @property {readonly WaitingQuestion[]} waiting
 *
 * @typedef {(question: string, args: unknown[]) => Promise<any>} Answerer
 */

/** @type {Readonly<State>} */
const INITIAL_STATE = { phase: "idle", share: 0, reason: "", waiting: [] };

/** Return true if a question waits for Python. @param {Readonly<State>} state */
export const isWaitedFor = ({ waiting }) => waiting.length > 0;

/** Return true while Python starts, also if it takes long. @param {Readonly<State>} state */
const isStarting = ({ phase }) => phase === "starting" || phase === "slow";

/**
 * Dispatches "change" when `state` changes, and "outdated" if the host has a new version of the site and lacks a file
 * that a request needs.
 */
class Runtime extends EventTarget {
  state = INITIAL_STATE;
  /** @type {QuestionWorker | null} */
  #python = null;
  #alarm = 0;
  /** @type {Map<string, Answerer>} */
  #elsewhere = new Map();
  /** The latest question that was asked in advance. @type {{ text: string, answer: Promise<any> } | null} */
  #ahead = null;

  /** Start Python, because a reader has asked for it; try again after a failure or a long wait. */
  async start() {
    const { phase } = this.state;
    if (phase === "starting" || phase === "ready") return;
    this.#python?.stop();
    this.#python = null;
    this.#noteProgress(0);
    /** @type {QuestionWorker | null} */
    let python = null;
    try {
      const worker = (python = this.#python = new QuestionWorker(SCRIPT));
      const report = (/** @type {number} */ share) => {
        // a report may arrive after the start has ended
        if (this.#python === worker && isStarting(this.state)) this.#noteProgress(share);
      };
      await worker.waitFor(worker.remote.start(proxy(report)));
      if (this.#python === worker) this.#begin(worker);
    } catch (error) {
      if (this.#python !== python) return; // another start has replaced it
      python?.stop();
      const { message } = await this.#explain(toFailure(error));
      if (this.#python === python) this.#set({ phase: "failed", reason: message });
    }
  }

  /**
   * Send a request, such as "roll", "resolve" or "odds" with an id.
   * @param {string} question
   * @param {string} id
   * @param {unknown[]} args
   * @returns {Promise<any>} the answer of rules_py.bridge
   */
  ask(question, id, ...args) {
    return this.askUntil(null, question, id, ...args);
  }

  /**
   * Have the requests about a slug's rules answered by a function, or by this again.
   * @param {string} slug
   * @param {Answerer | null} answer
   */
  answerElsewhere(slug, answer) {
    if (answer) this.#elsewhere.set(slug, answer);
    else this.#elsewhere.delete(slug);
  }

  /**
   * Send the request that the reader is likely to make next, so that its answer is there by then. Only the latest one is
   * kept, and the reader's own request reports a failure.
   * @param {string} question
   * @param {string} id
   * @param {unknown[]} args
   */
  askAhead(question, id, ...args) {
    const text = describeQuestion(question, id, args);
    if (this.#ahead?.text === text) return;
    this.#ahead = { text, answer: answerCompiled(question, id, args).catch(() => undefined) };
  }

  /**
   * Take the answer to a request that was made in advance.
   * @param {string} question
   * @param {string} id
   * @param {unknown[]} args
   * @returns {Promise<any>} undefined if there is none
   */
  async #takeAnswer(question, id, args) {
    const ahead = this.#ahead;
    if (ahead?.text !== describeQuestion(question, id, args)) return undefined;
    this.#ahead = null;
    return ahead.answer;
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
    const elsewhere = this.#elsewhere.get(extractSlugs(id)[0]);
    if (elsewhere) return elsewhere(question, [id, ...args]);
    const unknown = extractSlugs(id).find((slug) => !PYTHON_FILES.games.includes(slug));
    if (unknown !== undefined) return { error: `There is no game called “${unknown}”.` }; // as Python says
    // The seed makes a repeated roll fall the same.
    const given = question === "roll" && args.length === 1 ? [...args, createSeed()] : args;
    let problem = "";
    try {
      const prepared = await this.#takeAnswer(question, id, given);
      const answer = prepared ?? (await answerCompiled(question, id, given, signal));
      signal?.throwIfAborted();
      if (answer !== undefined) return answer;
    } catch (error) {
      signal?.throwIfAborted();
      if (isFailure(error)) throw await this.#explain(error);
      console.warn(error);
      if (!isRefusal(error)) problem = describeProblem(error, [question, id, ...given]);
    }
    return this.#askPython(signal, problem, question, [id, ...given]);
  }

  /**
   * @param {AbortSignal | null | undefined} signal
   * @param {string} problem
   * @param {string} question
   * @param {[string, ...unknown[]]} about
   */
  async #askPython(signal, problem, question, about) {
    const python = await this.#waitForPython(signal, problem);
    try {
      const text = await python.work(question, about, signal);
      signal?.throwIfAborted();
      return JSON.parse(/** @type {string} */ (text));
    } catch (error) {
      if (isFailure(error)) this.#end(python);
      throw error;
    }
  }

  /**
   * @param {AbortSignal | null | undefined} signal
   * @param {string} problem
   * @returns {Promise<QuestionWorker>}
   */
  #waitForPython(signal, problem) {
    if (this.state.phase === "ready" && this.#python) return Promise.resolve(this.#python);
    const question = new WaitingQuestion(problem, signal, () =>
      this.#set({ waiting: this.state.waiting.filter((each) => each !== question) }),
    );
    this.#set({ waiting: [...this.state.waiting, question] });
    return question.python;
  }

  /** @param {QuestionWorker} python */
  #begin(python) {
    python.end.catch(() => this.#end(python));
    const { waiting } = this.state;
    this.#set({ phase: "ready", share: 1, waiting: [] });
    for (const { proceed } of waiting) proceed(python);
  }

  /** Forget a worker that can't continue; the next reader who needs Python is asked again. @param {QuestionWorker} python */
  #end(python) {
    if (this.#python !== python) return;
    python.stop();
    this.#python = null;
    this.#set({ phase: "idle" });
  }

  /** @param {number} share */
  #noteProgress(share) {
    this.#set({ phase: "starting", share, reason: "" });
    this.#alarm = setTimeout(() => this.#set({ phase: "slow" }), STALLED_AFTER);
  }

  /** @param {Partial<State>} change */
  #set(change) {
    if (change.phase) clearTimeout(this.#alarm);
    const state = { ...this.state, ...change };
    const isForgotten = state.phase === "failed" && !isWaitedFor(state); // nobody needs to know why
    this.state = isForgotten ? { ...state, phase: "idle" } : state;
    this.dispatchEvent(new Event("change"));
  }

  /** @param {import("../lib/failure.js").Failure} failure */
  async #explain(failure) {
    const explained = await explainFailure(failure);
    if (explained.message === SITE_CHANGED) this.dispatchEvent(new Event("outdated"));
    return explained;
  }
}

/**
 * Return a text that is the same for the same request.
 * @param {string} question
 * @param {string} id
 * @param {unknown[]} args
 */
const describeQuestion = (question, id, args) => [question, id, ...args].join("\n");

/** Return true for the error of a rule, or of a part of Python, that isn't compiled. @param {unknown} error */
const isRefusal = (error) => error instanceof Error && error.name === "NotCompiledError";

/**
 * Describe an error of compiled code for those who can correct it.
 * @param {unknown} error
 * @param {unknown[]} about
 */
function describeProblem(error, about) {
  const trace = error instanceof Error && error.stack ? `\n${error.stack}` : "";
  return `${about.map(String).join(" ")}\n${error}${trace}\n${location.href}\n${navigator.userAgent}`;
}

/** Return 128 bits of the operating system's randomness as an integer. */
export function createSeed() {
  return crypto.getRandomValues(new Uint32Array(4)).reduce((all, word) => (all << 32n) | BigInt(word), 0n);
}

export const runtime = new Runtime();
