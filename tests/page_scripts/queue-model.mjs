// A model of the queue's environment: a reader who sends and cancels requests, workers that start, fetch, answer and
// die, and messages in transit. `possible` lists the events that a browser may cause next, in any order; each event is
// checked.
import assert from "node:assert/strict";
import { INITIAL_STATE, findNextTick, step as realStep } from "../../docs/assets/js/rules-client/queue.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const MOST_STEPS = 300; // until everything is settled, if nothing fails any more

/** Kinds of requests: a roll of plain dice needs no file, and a roll of a game may need several time slices. */
const KINDS = {
  roll: { isRoll: true, slugs: [], file: null, turns: () => 1 },
  gameRoll: { isRoll: true, slugs: ["game"], file: "rules", turns: (number) => 2 - (number % 2) },
  odds: { isRoll: false, slugs: ["game"], file: "odds", turns: () => 2 },
};

/** Limits of each event: low enough to explore all orders, or all up to a depth; otherwise orders are random. */
export const SELDOM = [
  { rolls: 1, odds: 1, cancels: 1, reports: 1, deaths: 1, waits: 1 },
  { gameRolls: 2, cancels: 1, reports: 1, waits: 1, retries: 1, stalls: 1 },
  { rolls: 1, odds: 1, reports: 1, deaths: 2, waits: 1 },
  { rolls: 1, odds: 1, cancels: 1, reports: 1, deaths: 1, waits: 1, lacks: 1 },
  { rolls: 1, gameRolls: 1, odds: 1, waits: 1, retries: 1, stalls: 1 },
  { gameRolls: 2, cancels: 1, waits: 1, retries: 1, deaths: 1, stalls: 1 },
];
export const FILES = { rolls: 1, gameRolls: 2, odds: 1, cancels: 1, waits: 2, retries: 1, deaths: 1, stalls: 2 };
export const FEW = {
  rolls: 1,
  odds: 1,
  cancels: 1,
  reports: 2,
  retries: 1,
  deaths: 2,
  failures: 1,
  waits: 1,
  lacks: 1,
};
export const MANY = {
  rolls: 6,
  gameRolls: 6,
  odds: 6,
  cancels: 4,
  reports: 8,
  retries: 3,
  deaths: 5,
  failures: 3,
  waits: 12,
  lacks: 1,
  stalls: 6,
};

const HERE = -1; // a downloaded file; a file being downloaded has the number of requests waiting for it

const isFetching = ({ files }) => Object.values(files).some((file) => file !== HERE);

export class World {
  /** @param {object} left the remaining number of each event; @param step the queue's function, or one with a bug */
  constructor(left, step = realStep) {
    this.left = { ...left };
    this.step = step;
    this.state = INITIAL_STATE;
    this.now = 0;
    this.questions = []; // { kind, fate, deaths }
    this.workers = []; // { stage, begun, at, turns, files, messages, reports }
    this.cost = Infinity; // duration of the last start
    this.isRestarted = false; // because it was slow, without an answer since then
  }

  copy() {
    const other = Object.assign(new World(this.left, this.step), this);
    other.left = { ...this.left };
    other.questions = this.questions.map((question) => ({ ...question }));
    other.workers = this.workers.map((worker) => ({
      ...worker,
      turns: { ...worker.turns },
      files: { ...worker.files },
      messages: [...worker.messages],
      reports: [...worker.reports],
    }));
    return other;
  }

  /** A key that is equal for models with the same future. */
  get key() {
    const ago = (time) => Math.min(this.now - time, 10 * MINUTE);
    const { begun, progressed, work, ...state } = this.state;
    const workers = this.workers.map((worker) =>
      worker.stage === "gone" && !worker.messages.length && !worker.reports.length
        ? 0
        : { ...worker, begun: ago(worker.begun) },
    );
    return JSON.stringify([
      state,
      ago(begun),
      ago(progressed),
      work && [work.question, work.isCancelled, ago(work.since)],
      this.left,
      this.questions,
      workers,
      this.cost,
      this.isRestarted,
    ]);
  }

  /** Map the name of each possible event to the function that triggers it. */
  possible() {
    const { left } = this;
    const may = new Map();
    const limited = (what, name, act) =>
      left[what]
      && may.set(name, () => {
        left[what] -= 1;
        act();
      });
    limited("rolls", "a roll is asked for", () => this.ask("roll"));
    limited("gameRolls", "a roll of a game is asked for", () => this.ask("gameRoll"));
    limited("odds", "odds are asked for", () => this.ask("odds"));
    limited("retries", "a tap on try again", () => this.happens({ type: "retry", slugs: [] }));
    limited("waits", "a second passes", () => this.wait(SECOND));
    limited("waits", "a quarter of a minute passes", () => this.wait(MINUTE / 4));
    limited("waits", "minutes pass", () => this.wait(Math.max(MINUTE, this.cost < Infinity ? 10 * this.cost : 0)));
    this.questions.forEach(({ fate }, number) => {
      if (fate === "open") limited("cancels", `question ${number} is cancelled`, () => this.cancel(number));
    });
    this.workers.forEach((worker, index) => {
      const name = `worker ${index + 1}`;
      const { stage, at, messages, reports } = worker;
      if (messages.length) may.set(`${name}'s message arrives`, () => this.deliver(index, messages));
      if (reports.length) may.set(`${name}'s report arrives`, () => this.deliver(index, reports));
      if (stage === "starting") {
        limited("reports", `${name} reports`, () =>
          reports.push({ type: "report", words: "Fetching Python", share: 0.5 }),
        );
        limited("failures", `${name} fails to start`, () => messages.push({ type: "fail", reason: "no connection" }));
        may.set(`${name} is ready`, () => this.ready(worker));
      }
      if (at !== null) may.set(`${name}'s turn ends`, () => this.endTurn(worker));
      if (at !== null && this.isMissing(worker)) limited("stalls", `${name}'s file is late`, () => this.beLate(worker));
      if (isFetching(worker)) {
        may.set(`${name}'s files come`, () => this.bring(worker));
        limited("reports", `${name} gets bytes`, () => reports.push({ type: "report", words: "Fetching", share: 0.5 }));
      }
      if (at !== null || stage === "starting") limited("lacks", `${name} lacks something`, () => this.lack(worker));
      if (stage !== "gone") limited("deaths", `${name} dies`, () => this.die(worker));
    });
    return may;
  }

  ask(kind) {
    const { isRoll, slugs } = KINDS[kind];
    const number = this.questions.push({ kind, fate: "open", deaths: 0 }) - 1;
    this.happens({ type: "ask", question: { number, isRoll, slugs } });
  }

  cancel(number) {
    this.questions[number].fate = "cancelled";
    this.happens({ type: "cancel", number });
  }

  /** Let time pass, and send a tick if one is due. */
  wait(milliseconds) {
    this.now += milliseconds;
    if (this.now >= findNextTick(this.state)) this.happens({ type: "tick" });
  }

  /** Finish a start, which takes a second. */
  ready(worker) {
    this.wait(SECOND);
    worker.stage = "ready";
    worker.messages.push({ type: "finishStart" });
  }

  /** End a time slice; a file that is neither downloaded nor pending arrived during the slice. */
  endTurn(worker) {
    const number = worker.at;
    const { file, turns } = KINDS[this.questions[number].kind];
    worker.at = null;
    if (worker.files[file] >= 0) {
      worker.files[file] += 1;
      worker.messages.push({ type: "wait", number });
      return;
    }
    if (file) worker.files[file] = HERE;
    worker.turns[number] = (worker.turns[number] ?? 0) + 1;
    const isDone = worker.turns[number] >= turns(number);
    worker.messages.push(isDone ? { type: "answer", number, answer: number } : { type: "pause", number });
  }

  /** Return true if the worker has not requested the file that its request needs. */
  isMissing(worker) {
    const { file } = KINDS[this.questions[worker.at].kind];
    return Boolean(file) && !(file in worker.files);
  }

  /** End the time slice before the file arrives. */
  beLate(worker) {
    worker.files[KINDS[this.questions[worker.at].kind].file] = 0;
    this.endTurn(worker);
  }

  /** Finish all downloads and notify the requests that wait for them. */
  bring(worker) {
    for (const [file, waiting] of Object.entries(worker.files)) {
      worker.files[file] = HERE;
      for (let told = 0; told < waiting; told += 1) worker.messages.push({ type: "arrive" });
    }
  }

  die(worker) {
    if (worker.at !== null) this.questions[worker.at].deaths += 1;
    Object.assign(worker, { stage: "gone", at: null, files: {} });
    worker.messages.push({ type: "die", reason: "it ended" });
  }

  /** End a worker that lacks a function; the next one has it, so the request doesn't count a death. */
  lack(worker) {
    Object.assign(worker, { stage: "gone", at: null, files: {} });
    worker.messages.push({ type: "lack" });
  }

  deliver(index, messages) {
    const message = { ...messages.shift(), worker: index + 1 };
    const worker = this.workers[index];
    if (message.type === "finishStart" && !worker.isStopped) {
      worker.isReady = true;
      this.cost = this.now - worker.begun;
    }
    if (message.type === "answer" && index === this.workers.length - 1) this.isRestarted = false;
    this.happens(message);
  }

  happens(event) {
    const { state, effects } = this.step(this.state, event, this.now);
    const before = this.state;
    this.state = state;
    for (const effect of effects) this[`do_${effect.type}`](effect, event, before);
    this.check();
  }

  do_start({ worker }) {
    assert.equal(worker, this.workers.length + 1, "workers are counted");
    assert.ok(
      this.workers.every(({ isStopped }) => isStopped),
      "one worker at a time",
    );
    this.workers.push({
      stage: "starting",
      begun: this.now,
      at: null,
      turns: {},
      files: {},
      messages: [],
      reports: [],
    });
  }

  /** Fetch stalled files again after the reader tapped "Try again". */
  do_fetch({ worker: number }, event, { isStalled }) {
    assert.equal(number, this.workers.length, "the worker of now fetches");
    assert.ok(isStalled && event.type === "retry", "files are fetched again when a reader retries");
    this.workers[number - 1].isFetchingAnew = true;
  }

  do_stop({ worker: number }, event, { work }) {
    const worker = this.workers[number - 1];
    assert.equal(number, this.workers.length, "the worker of now is stopped");
    if (event.type === "lack") return this.gone(worker);
    if (!worker.isReady && event.type !== "die") {
      assert.ok(["retry", "fail"].includes(event.type), "a start is given up by the reader or by itself");
    }
    if (worker.isReady && event.type !== "die") {
      assert.ok(work, "a worker at rest is not stopped");
      if (this.now - work.since >= Math.max(MINUTE, 10 * this.cost)) {
        this.questions[work.question.number].deaths += 1; // an endless time slice counts as a death
        return this.gone(worker);
      }
      assert.ok(this.now - work.since >= this.cost, "nothing younger than what a restart costs is thrown away");
      assert.ok(!this.isRestarted, "no two restarts without an answer in between");
      this.isRestarted = true;
    }
    this.gone(worker);
  }

  gone(worker) {
    Object.assign(worker, { stage: "gone", at: null, files: {}, isStopped: true });
  }

  do_ask({ worker: number, number: asked }) {
    const worker = this.workers[number - 1];
    assert.equal(number, this.workers.length, "the worker of now is asked");
    assert.ok(!worker.isStopped && worker.isReady, "only a worker that is ready is asked");
    assert.equal(worker.at, null, "one question at a time");
    assert.equal(this.questions[asked].fate, "open", "what is cancelled or answered is never begun");
    if (worker.stage === "ready") worker.at = asked;
    else if (!worker.messages.some(({ type }) => type === "lack")) {
      this.questions[asked].deaths += 1; // it has just died, and the queue doesn't know yet
    }
  }

  do_answer({ number, answer }) {
    assert.equal(this.questions[number].fate, "open", "each question is answered once, a cancelled one never");
    assert.equal(answer, number, "each question gets its own answer");
    const { kind } = this.questions[number];
    const isBefore = (each, at) => at < number && each.fate === "open" && each.kind === kind && KINDS[kind].isRoll;
    assert.ok(!this.questions.some(isBefore), "rolls of a game are answered in their order");
    this.questions[number].fate = "answered";
  }

  do_refuse({ number, reason }) {
    assert.equal(this.questions[number].fate, "open", "each question is refused once, a cancelled one never");
    assert.ok(this.questions[number].deaths >= 2 && reason, "a question is refused when two workers died on it");
    this.questions[number].fate = "refused";
  }

  /** Check that the queue holds every open request once, and no others. */
  check() {
    const { phase, reason, queued, waiting, isStalled, work } = this.state;
    const held = [...queued, ...waiting, ...(work && !work.isCancelled ? [work.question] : [])].map(
      ({ number }) => number,
    );
    const open = this.questions.flatMap(({ fate }, number) => (fate === "open" ? [number] : []));
    assert.deepEqual(
      held.toSorted((a, b) => a - b),
      open,
      "every open question is held once",
    );
    assert.ok(phase !== "failed" || reason, "a failure has a reason");
    assert.ok(phase !== "failed" || open.length, "a failure is forgotten if no question waits");
    assert.ok(phase !== "idle" || !open.length, "somebody works for open questions");
    assert.ok(phase !== "ready" || work || !queued.length, "a worker that is free is asked");
    assert.ok(phase === "ready" || !waiting.length, "only a worker that is ready fetches what questions wait for");
    assert.ok(waiting.length || !isStalled, "files take long only where somebody waits for them");
  }

  /**
   * Check that all open requests are answered in a bounded number of steps, or the reader sees an error, if from now on
   * nothing fails and no requests are added. Time slices may still last until Python is restarted, or forever; or every
   * file may stall until the reader is notified and has it fetched again.
   * @param {"short" | "long" | "endless" | "stalled"} turns
   */
  endsWell(turns) {
    for (let steps = 0; steps < MOST_STEPS; steps += 1) {
      const index = this.workers.findIndex(({ messages }) => messages.length);
      const late = this.workers.findIndex(({ reports }) => reports.length);
      const worker = this.workers.find(({ stage, at }) => stage === "starting" || at !== null);
      const fetching = this.workers.find(isFetching);
      const tick = findNextTick(this.state);
      if (index >= 0) this.deliver(index, this.workers[index].messages);
      else if (late >= 0) this.deliver(late, this.workers[late].reports);
      else if (worker?.at != null && this.lasts(turns, tick)) this.wait(tick - this.now);
      else if (worker?.stage === "starting") this.ready(worker);
      else if (worker && turns === "stalled" && this.isMissing(worker) && !worker.isFetchingAnew) this.beLate(worker);
      else if (worker) this.endTurn(worker);
      else if (fetching && (turns !== "stalled" || fetching.isFetchingAnew)) this.bring(fetching);
      else if (fetching && tick === Infinity) this.tryAgain();
      else if (tick < Infinity) this.wait(tick - this.now);
      else {
        assert.ok(
          this.state.phase === "failed" || this.questions.every(({ fate }) => fate !== "open"),
          `every question is answered or told why; phase is ${this.state.phase}`,
        );
        return;
      }
    }
    assert.fail("it goes on for ever");
  }

  /** Retry stalled files as the reader, checking that only they are pending and that the reader was notified. */
  tryAgain() {
    const { waiting, isStalled } = this.state;
    const left = this.questions.filter(({ fate }) => fate === "open").length;
    assert.equal(left, waiting.length, "nothing else waits for a file that stalls");
    if (!waiting.length) return this.bring(this.workers.at(-1));
    assert.ok(isStalled, "a reader who waits for a file that stalls is told");
    this.happens({ type: "retry", slugs: [] });
  }

  /** Return true if the current time slice lasts until the queue intervenes. */
  lasts(turns, tick) {
    return turns === "endless" || (turns === "long" && tick < this.state.work.since + MINUTE);
  }
}
