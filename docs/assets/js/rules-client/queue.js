// State machine for requests to the Python worker: (state, event) → (state, effects). It uses no worker, clock or page,
// so that tests can explore all its states.
//
// One request is processed at a time, in time slices: an unfinished one is asked again and continues. Rolls take
// precedence between slices, so nothing waits for long computations, and no work is lost. Python is restarted only if a
// slice, which can't be interrupted, takes longer than a restart on this device.
//
// A request that needs a file which is still downloading waits separately, and so do rolls of its game, to keep their
// order. Other requests don't wait. When the file arrives or fails, all waiting requests are asked again.

import { SLOW_AFTER } from "../lib/failure.js";

const LIVES = 2; // workers that may die on a request before it is rejected
const MINUTE = 60_000; // a slice longer than this and than ten starts never ends
const FETCHING = { words: "Getting the rules ready", share: 0 };

/**
 * @typedef {"idle" | "starting" | "slow" | "ready" | "failed"} Phase
 *
 * @typedef {object} Question
 * @property {number} number
 * @property {boolean} isRoll
 * @property {string[]} slugs the games that it needs
 * @property {number} [deaths] the number of workers that died on it
 *
 * @typedef {object} Work the request that the worker is processing
 * @property {Question} question
 * @property {number} since the start of its time slice
 * @property {boolean} isCancelled
 *
 * @typedef {object} State
 * @property {Phase} phase
 * @property {string} words the progress of a start or of a file, in words
 * @property {number} share the progress from 0 to 1
 * @property {string} reason the reason for a failure
 * @property {number} workers the number of workers so far; only the last one is alive
 * @property {Question[]} queued
 * @property {Question[]} waiting requests that wait for files
 * @property {boolean} isStalled true if those files haven't made progress for a long time
 * @property {Work | null} work
 * @property {number} begun the start of the worker
 * @property {number} progressed the last progress of its start or its downloads
 * @property {number} cost milliseconds of the last start
 * @property {boolean} isRestarted true if Python was restarted for being slow and hasn't answered since
 *
 * @typedef {{ type: "start", slugs: string[] } | { type: "retry", slugs: string[] } | { type: "ask", question: Question } | { type: "cancel",
 *   number: number } | { type: "report", worker: number, words: string, share: number } | { type: "finishStart", worker:
 *   number } | { type: "fail" | "die", worker: number, reason: string } | { type: "lack", worker: number } | {
 *   type: "pause" | "wait", worker: number, number: number } | { type: "arrive", worker: number } | { type:
 *   "answer", worker: number, number: number, answer: unknown } | { type: "tick" }} QueueEvent an event
 *
 * @typedef {{ type: "start", worker: number, slugs: string[] } | { type: "stop" | "fetch", worker: number } | { type:
 *   "ask", worker: number, number: number } | { type: "answer", number: number, answer: unknown } | { type: "refuse",
 *   number: number, reason: string }} Effect an effect
 */

/** @type {Readonly<State>} */
export const INITIAL_STATE = Object.freeze({
  phase: "idle",
  words: "",
  share: 0,
  reason: "",
  workers: 0,
  queued: [],
  waiting: [],
  isStalled: false,
  work: null,
  begun: 0,
  progressed: 0,
  cost: Infinity,
  isRestarted: false,
});

/**
 * Return true if a request waits for Python's start or for a file.
 * @param {Readonly<State>} state
 */
export const isWaitedFor = ({ phase, queued, waiting }) =>
  waiting.length > 0 || (phase !== "ready" && queued.length > 0);

/**
 * @param {Readonly<State>} before
 * @param {QueueEvent} event
 * @param {number} now milliseconds
 * @returns {{ state: State, effects: Effect[] }} the next state, and effects in order
 */
export function step(before, event, now) {
  const queue = new Queue(before, now);
  const isLate = "worker" in event && event.worker !== before.workers;
  if (!isLate) /** @type {any} */ (queue)[event.type](event); // a method for each type
  queue.continueWork();
  return { state: queue.state, effects: queue.effects };
}

/**
 * Return the time of the next "tick", unless another event comes first.
 * @param {Readonly<State>} state
 */
export function findNextTick(state) {
  const { phase, progressed, work } = state;
  if (phase === "starting") return progressed + SLOW_AFTER;
  return Math.min(
    isFetching(state) ? progressed + SLOW_AFTER : Infinity,
    work ? work.since + computePatience(state) : Infinity,
  );
}

/**
 * Return true if requests wait for a file and the reader hasn't been told of a delay.
 * @param {Readonly<State>} state
 */
const isFetching = ({ waiting, isStalled }) => waiting.length > 0 && !isStalled;

/**
 * Return the milliseconds that a time slice may take; a tenth of a second is planned.
 * @param {Readonly<State>} state
 */
function computePatience(state) {
  return isInTheWay(state) ? state.cost : computeLongest(state);
}

const computeLongest = (/** @type {Readonly<State>} */ { cost }) => Math.max(MINUTE, 10 * cost);

/**
 * Return true if a cancelled request delays others, or another request delays a roll.
 * @param {Readonly<State>} state
 */
function isInTheWay({ phase, work, queued, isRestarted }) {
  if (phase !== "ready" || !work || isRestarted) return false;
  return work.isCancelled ? queued.length > 0 : !work.question.isRoll && queued.some((question) => question.isRoll);
}

/**
 * Return true if two requests are rolls of the same game, which keep their order.
 * @param {Question} one
 * @param {Question} other
 */
const areKin = (one, other) => one.isRoll && other.isRoll && one.slugs.some((slug) => other.slugs.includes(slug));

const sortByNumber = (/** @type {Question[]} */ questions) => questions.sort((one, other) => one.number - other.number);

/** One step, with a method for each event. */
class Queue {
  /** @type {Effect[]} */
  effects = [];
  /** @type {State} */
  state;

  /**
   * @param {Readonly<State>} before
   * @param {number} now
   */
  constructor(before, now) {
    this.state = { ...before };
    this.now = now;
  }

  /** @param {{ slugs: string[] }} event */
  start({ slugs }) {
    if (this.state.phase === "idle") this.#begin(slugs);
  }

  /** @param {{ slugs: string[] }} event */
  retry({ slugs }) {
    if (this.state.isStalled) {
      this.effects.push({ type: "fetch", worker: this.state.workers });
      this.#set({ ...FETCHING, isStalled: false, progressed: this.now });
    }
    if (this.state.phase === "slow") this.#stop();
    if (this.state.phase === "slow" || this.state.phase === "failed") this.#begin(slugs);
  }

  /** @param {{ question: Question }} event */
  ask({ question }) {
    if (this.state.waiting.some((each) => areKin(each, question))) this.#wait(question);
    else this.#putBack(question);
  }

  /** @param {{ number: number }} event */
  cancel({ number }) {
    const { queued, waiting, work } = this.state;
    this.state.queued = queued.filter((question) => question.number !== number);
    if (waiting.some((question) => question.number === number)) {
      this.#setWaiting(waiting.filter((question) => question.number !== number));
    }
    if (work?.question.number === number) this.state.work = { ...work, isCancelled: true };
  }

  /** @param {{ words: string, share: number }} event */
  report({ words, share }) {
    if (this.#isStarting()) this.#set({ phase: "starting", words, share, progressed: this.now });
    else if (this.state.phase === "ready") this.#set({ words, share, isStalled: false, progressed: this.now });
  }

  finishStart() {
    if (this.#isStarting()) this.#set({ phase: "ready", ...FETCHING, cost: this.now - this.state.begun });
  }

  /** @param {{ reason: string }} event */
  fail({ reason }) {
    if (!this.#isStarting()) return;
    this.#stop();
    this.#set({ phase: "failed", reason });
  }

  /**
   * Ask another worker once more, because the request may not be the cause.
   * @param {{ reason: string }} event
   */
  die({ reason }) {
    this.fail({ reason });
    if (this.state.phase !== "ready") return;
    const work = this.#stop();
    if (!work || work.isCancelled) return;
    const question = { ...work.question, deaths: (work.question.deaths ?? 0) + 1 };
    if (question.deaths < LIVES) this.#putBack(question);
    else this.effects.push({ type: "refuse", number: question.number, reason });
  }

  /** Ask a worker with the full runtime, which isn't the request's fault. */
  lack() {
    const isStarting = this.#isStarting();
    const work = this.#stop();
    if (work && !work.isCancelled) this.#putBack(work.question);
    if (isStarting) this.#begin([]);
  }

  /** @param {{ number: number }} event */
  pause({ number }) {
    const work = this.#endWork(number);
    if (work && !work.isCancelled) this.#putBack(work.question);
  }

  /** Wait for a file that a request needs. @param {{ number: number }} event */
  wait({ number }) {
    const work = this.#endWork(number);
    if (!work || work.isCancelled) return;
    const { queued } = this.state;
    this.state.queued = queued.filter((each) => !areKin(each, work.question));
    this.#wait(work.question, ...queued.filter((each) => areKin(each, work.question)));
  }

  /** Ask again after a file has arrived or failed; the answer reports a failure. */
  arrive() {
    const { waiting } = this.state;
    if (!waiting.length) return;
    this.#setWaiting([]);
    this.#putBack(...waiting);
  }

  /** @param {{ number: number, answer: unknown }} event */
  answer({ number, answer }) {
    const work = this.#endWork(number);
    if (!work) return;
    this.state.isRestarted = false;
    if (!work.isCancelled) this.effects.push({ type: "answer", number, answer });
  }

  tick() {
    const { phase, work, progressed } = this.state;
    if (this.now < findNextTick(this.state)) return;
    if (phase === "starting") this.#set({ phase: "slow" });
    else if (isFetching(this.state) && this.now >= progressed + SLOW_AFTER) this.state.isStalled = true;
    else if (work && this.now >= work.since + computeLongest(this.state)) this.die({ reason: "it took too long" });
    else this.#restart();
  }

  #restart() {
    const work = this.#stop();
    if (work && !work.isCancelled) this.#putBack(work.question);
    this.state.isRestarted = true;
  }

  /**
   * After any event, start a worker if one is needed, and give a free worker the next request. A failed start that no
   * request waits for is forgotten, so that the next request tries again.
   */
  continueWork() {
    if (this.state.phase === "failed" && !isWaitedFor(this.state)) this.#set({ phase: "idle" });
    const { phase, work, queued, workers: worker } = this.state;
    if (work || !queued.length) return;
    if (phase === "idle") this.#begin([...new Set(queued.flatMap((question) => question.slugs))]);
    if (phase !== "ready") return;
    const question = queued.find((each) => each.isRoll) ?? queued[0];
    this.#set({
      queued: queued.filter((each) => each !== question),
      work: { question, since: this.now, isCancelled: false },
    });
    this.effects.push({ type: "ask", worker, number: question.number });
  }

  #isStarting() {
    return this.state.phase === "starting" || this.state.phase === "slow";
  }

  /** @param {string[]} slugs */
  #begin(slugs) {
    const worker = this.state.workers + 1;
    this.#set({
      phase: "starting",
      words: "Getting the dice ready",
      share: 0,
      reason: "",
      workers: worker,
      begun: this.now,
      progressed: this.now,
    });
    this.effects.push({ type: "start", worker, slugs });
  }

  /** Stop the worker, and return its work. */
  #stop() {
    const { work, workers: worker } = this.state;
    this.effects.push({ type: "stop", worker });
    this.arrive(); // the next worker fetches the files
    this.#set({ phase: "idle", work: null });
    return work;
  }

  /** @param {number} number */
  #endWork(number) {
    const { work } = this.state;
    if (work?.question.number !== number) return null;
    this.state.work = null;
    return work;
  }

  /** Put requests back in their original order. @param {Question[]} questions */
  #putBack(...questions) {
    this.state.queued = sortByNumber([...this.state.queued, ...questions]);
  }

  /** @param {Question[]} questions */
  #wait(...questions) {
    this.#setWaiting(sortByNumber([...this.state.waiting, ...questions]));
  }

  /** @param {Question[]} waiting */
  #setWaiting(waiting) {
    if (!this.state.waiting.length) this.state.progressed = this.now;
    if (!waiting.length) this.#set({ ...FETCHING, isStalled: false });
    this.state.waiting = waiting;
  }

  /** @param {Partial<State>} change */
  #set(change) {
    Object.assign(this.state, change);
  }
}
