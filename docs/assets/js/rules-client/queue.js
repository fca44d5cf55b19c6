// The questions asked of Python and the worker that answers them, as a state machine: what happened → what to do.
// It knows no worker, no clock and no page, so tests can walk through everything that may happen.
//
// One question at a time is at work, in turns: one that needs another turn is asked again, and goes on where it was.
// Between turns rolls go first. So nothing waits for long work, and nothing of it is lost. Python is restarted only
// when a turn, which can't be interrupted, is in the way for longer than a restart takes on this device.
//
// A question that needs a file which is still on its way waits apart, and the rolls of its game with it, as they are
// answered in their order. Nothing else waits for the file; once it came or failed, all that waited are asked again.

import { SLOW_AFTER } from "../lib/failure.js";

const LIVES = 2; // workers that may die on a question before it is refused
const MINUTE = 60_000; // a turn that takes longer, and longer than ten starts, never ends
const FETCHING = { words: "Getting the rules ready", share: 0 };

/**
 * @typedef {"idle" | "starting" | "slow" | "ready" | "failed"} Phase
 *
 * @typedef {object} Question
 * @property {number} number
 * @property {boolean} isRoll
 * @property {string[]} slugs games it needs
 * @property {number} [deaths] workers that died on it
 *
 * @typedef {object} Work a question that the worker has been asked
 * @property {Question} question
 * @property {number} since when its turn began
 * @property {boolean} isCancelled
 *
 * @typedef {object} State
 * @property {Phase} phase
 * @property {string} words what a start is doing, or what questions wait for
 * @property {number} share how far it is, from 0 to 1
 * @property {string} reason why it failed
 * @property {number} workers how many there have been; the last one is the one that counts
 * @property {Question[]} queued
 * @property {Question[]} waiting for files that the worker fetches
 * @property {boolean} isStalled whether nothing has come of those for long
 * @property {Work | null} work
 * @property {number} begun when the worker was started
 * @property {number} progressed when its start, or what it fetches, last got any further
 * @property {number} cost milliseconds that the last start took
 * @property {boolean} isRestarted whether Python was restarted for being slow, and has answered nothing since
 *
 * @typedef {{ type: "start" | "retry", slugs: string[] }
 *   | { type: "ask", question: Question }
 *   | { type: "cancel", number: number }
 *   | { type: "report", worker: number, words: string, share: number }
 *   | { type: "ready", worker: number }
 *   | { type: "failed" | "died", worker: number, reason: string }
 *   | { type: "lacking", worker: number }
 *   | { type: "unfinished" | "waits", worker: number, number: number }
 *   | { type: "came", worker: number }
 *   | { type: "answered", worker: number, number: number, answer: unknown }
 *   | { type: "tick" }} QueueEvent what happened
 *
 * @typedef {{ type: "start", worker: number, slugs: string[] }
 *   | { type: "stop" | "fetch", worker: number }
 *   | { type: "ask", worker: number, number: number }
 *   | { type: "answer", number: number, answer: unknown }
 *   | { type: "refuse", number: number, reason: string }} Effect what to do
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
 * @param {Readonly<State>} before
 * @param {QueueEvent} event
 * @param {number} now milliseconds
 * @returns {{ state: State, effects: Effect[] }} effects in the order in which they are to be done
 */
export function step(before, event, now) {
  const queue = new Queue(before, now);
  const isLate = "worker" in event && event.worker !== before.workers;
  if (!isLate) /** @type {any} */ (queue)[event.type](event); // a method for each type
  queue.goOn();
  return { state: queue.state, effects: queue.effects };
}

/**
 * When to say "tick", unless something else happens before.
 * @param {Readonly<State>} state
 */
export function nextTick(state) {
  const { phase, progressed, work } = state;
  if (phase === "starting") return progressed + SLOW_AFTER;
  return Math.min(
    isFetching(state) ? progressed + SLOW_AFTER : Infinity,
    work ? work.since + patience(state) : Infinity,
  );
}

/**
 * Whether questions wait for a file, and nobody has been told that it takes long.
 * @param {Readonly<State>} state
 */
const isFetching = ({ waiting, isStalled }) => waiting.length > 0 && !isStalled;

/**
 * Milliseconds that a turn may take: tenths of a second are planned.
 * @param {Readonly<State>} state
 */
function patience(state) {
  return isInTheWay(state) ? state.cost : longest(state);
}

const longest = (/** @type {Readonly<State>} */ { cost }) => Math.max(MINUTE, 10 * cost);

/**
 * Whether the work of now is cancelled while others wait, or a roll waits for work that is none.
 * @param {Readonly<State>} state
 */
function isInTheWay({ phase, work, queued, isRestarted }) {
  if (phase !== "ready" || !work || isRestarted) return false;
  return work.isCancelled ? queued.length > 0 : !work.question.isRoll && queued.some((question) => question.isRoll);
}

/**
 * Whether two questions are rolls of the same game, which are answered in their order.
 * @param {Question} one
 * @param {Question} other
 */
const areKin = (one, other) => one.isRoll && other.isRoll && one.slugs.some((slug) => other.slugs.includes(slug));

const inOrder = (/** @type {Question[]} */ questions) => questions.sort((one, other) => one.number - other.number);

/** One step: a method for each thing that may happen. */
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

  ready() {
    if (this.#isStarting()) this.#set({ phase: "ready", ...FETCHING, cost: this.now - this.state.begun });
  }

  /** @param {{ reason: string }} event */
  failed({ reason }) {
    if (!this.#isStarting()) return;
    this.#stop();
    this.#set({ phase: "failed", reason });
  }

  /**
   * The question at work is asked once more of another worker: it may have died of something else.
   * @param {{ reason: string }} event
   */
  died({ reason }) {
    this.failed({ reason });
    if (this.state.phase !== "ready") return;
    const work = this.#stop();
    if (!work || work.isCancelled) return;
    const question = { ...work.question, deaths: (work.question.deaths ?? 0) + 1 };
    if (question.deaths < LIVES) this.#putBack(question);
    else this.effects.push({ type: "refuse", number: question.number, reason });
  }

  /** The worker had not all of Python. The next one has, and is asked the same: it is no question's fault. */
  lacking() {
    const isStarting = this.#isStarting();
    const work = this.#stop();
    if (work && !work.isCancelled) this.#putBack(work.question);
    if (isStarting) this.#begin([]);
  }

  /** @param {{ number: number }} event */
  unfinished({ number }) {
    const work = this.#done(number);
    if (work && !work.isCancelled) this.#putBack(work.question);
  }

  /** A file that a question needs is on its way. @param {{ number: number }} event */
  waits({ number }) {
    const work = this.#done(number);
    if (!work || work.isCancelled) return;
    const { queued } = this.state;
    this.state.queued = queued.filter((each) => !areKin(each, work.question));
    this.#wait(work.question, ...queued.filter((each) => areKin(each, work.question)));
  }

  /** A file is here, or failed, which whoever asks now is told. */
  came() {
    const { waiting } = this.state;
    if (!waiting.length) return;
    this.#setWaiting([]);
    this.#putBack(...waiting);
  }

  /** @param {{ number: number, answer: unknown }} event */
  answered({ number, answer }) {
    const work = this.#done(number);
    if (!work) return;
    this.state.isRestarted = false;
    if (!work.isCancelled) this.effects.push({ type: "answer", number, answer });
  }

  tick() {
    const { phase, work, progressed } = this.state;
    if (this.now < nextTick(this.state)) return;
    if (phase === "starting") this.#set({ phase: "slow" });
    else if (isFetching(this.state) && this.now >= progressed + SLOW_AFTER) this.state.isStalled = true;
    else if (work && this.now >= work.since + longest(this.state)) this.died({ reason: "it took too long" });
    else this.#restart();
  }

  #restart() {
    const work = this.#stop();
    if (work && !work.isCancelled) this.#putBack(work.question);
    this.state.isRestarted = true;
  }

  /** Whatever happened: questions need a worker, and a worker that is free is asked the next one. */
  goOn() {
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

  /** Stop the worker, and tell what it was at. */
  #stop() {
    const { work, workers: worker } = this.state;
    this.effects.push({ type: "stop", worker });
    this.came(); // the next one fetches what they wait for
    this.#set({ phase: "idle", work: null });
    return work;
  }

  /** @param {number} number */
  #done(number) {
    const { work } = this.state;
    if (work?.question.number !== number) return null;
    this.state.work = null;
    return work;
  }

  /** Questions stand in the order in which they were asked. @param {Question[]} questions */
  #putBack(...questions) {
    this.state.queued = inOrder([...this.state.queued, ...questions]);
  }

  /** @param {Question[]} questions */
  #wait(...questions) {
    this.#setWaiting(inOrder([...this.state.waiting, ...questions]));
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
