// The page's side of the worker: starts it, keeps questions until it answers, tells how it is doing.
import { proxy, wrap } from "../vendor/comlink.mjs";

const SLOW_AFTER = 15_000; // milliseconds without any progress
const PATIENCE = 700; // milliseconds that a question waits for work that is in its way

const isRoll = ({ question }) => question === "roll" || question === "resolve";

/** phase: idle | starting | slow | ready | failed; words and share say how far a start is. */
class Runtime extends EventTarget {
  state = { phase: "idle", words: "", share: 0, reason: "" };
  #jobs = new Set(); // in line, the one at work included
  #running = null;
  #patience = 0;
  #worker = null;
  #remote = null;
  #watch = 0;

  /** Start Python for the games of this page, unless it is on its way already. */
  start(slugs = []) {
    if (this.state.phase !== "idle") return;
    this.#tell({ phase: "starting", words: "Fetching Python", share: 0 });
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("error", (event) => {
      if (worker === this.#worker) this.#fail(event.message || "its script did not load");
    });
    this.#worker = worker;
    this.#remote = wrap(worker);
    const report = (words, share) => {
      if (worker === this.#worker && this.state.phase !== "failed") this.#tell({ phase: "starting", words, share });
    };
    this.#remote.start(slugs, proxy(report)).then(
      () => worker === this.#worker && this.#ready(),
      (error) => worker === this.#worker && this.#fail(error.message ?? String(error)),
    );
  }

  /** Try again after a failure or out of patience; questions in line stay in line. */
  retry(slugs) {
    this.#worker?.terminate();
    this.#rest();
    this.#tell({ phase: "idle", reason: "" });
    this.start(slugs);
  }

  /** Ask the rules: "roll", "resolve" or "odds" about an id. Starts Python when need be. */
  ask(question, id, ...args) {
    return this.askUntil(null, question, id, ...args);
  }

  /** Ask, and take the question back when `signal` says so. */
  askUntil(signal, question, id, ...args) {
    return new Promise((answer, refuse) => {
      const job = { question, id, args, answer, refuse };
      this.#jobs.add(job);
      signal?.addEventListener("abort", () => {
        this.#jobs.delete(job);
        refuse(signal.reason);
      });
      if (this.state.phase === "ready") this.#next();
      else this.start(id.includes(".") ? [id.split(".")[0]] : []);
    });
  }

  /** The next question in line, rolls first. One at a time, so that what is taken back in time is never begun. */
  async #next() {
    if (this.state.phase !== "ready" || !this.#jobs.size) return;
    if (this.#running) {
      this.#hurry();
      return;
    }
    const waiting = [...this.#jobs];
    const job = waiting.find(isRoll) ?? waiting[0];
    this.#running = job;
    job.since = performance.now();
    const worker = this.#worker;
    const settle = await this.#remote.ask(job.question, job.id, ...job.args).then(
      (text) => () => job.answer(JSON.parse(text)),
      (error) => () => job.refuse(error),
    );
    if (worker !== this.#worker) return; // it was replaced, and the question with it
    this.#rest();
    if (this.#jobs.delete(job)) settle();
    this.#next();
  }

  /** Long work that was taken back, or that a roll waits for, is cut short. Python can't be stopped: it starts anew. */
  #hurry() {
    const job = this.#running;
    const isInTheWay = !this.#jobs.has(job) || (!isRoll(job) && [...this.#jobs].some(isRoll));
    if (!isInTheWay || this.#patience) return;
    this.#patience = setTimeout(() => this.retry([]), Math.max(0, PATIENCE - (performance.now() - job.since)));
  }

  #rest() {
    clearTimeout(this.#patience);
    this.#patience = 0;
    this.#running = null;
  }

  #ready() {
    this.#tell({ phase: "ready", words: "Ready", share: 1 });
    this.#next();
  }

  #fail(reason) {
    this.#worker.terminate();
    this.#rest();
    this.#tell({ phase: "failed", reason });
  }

  #tell(change) {
    clearTimeout(this.#watch);
    this.state = { ...this.state, ...change };
    if (this.state.phase === "starting") {
      this.#watch = setTimeout(() => this.#tell({ phase: "slow" }), SLOW_AFTER);
    }
    this.dispatchEvent(new Event("change"));
  }
}

export const runtime = new Runtime();
