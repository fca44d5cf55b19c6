// The page's side of the worker: starts it, keeps questions until it answers, tells how it is doing.
import { proxy, wrap } from "../vendor/comlink.mjs";

const SLOW_AFTER = 15_000; // milliseconds without any progress

/** phase: idle | starting | slow | ready | failed; words and share say how far a start is. */
class Runtime extends EventTarget {
  state = { phase: "idle", words: "", share: 0, reason: "" };
  #jobs = new Set();
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
    this.#tell({ phase: "idle", reason: "" });
    this.start(slugs);
  }

  /** Ask the rules: "roll", "resolve" or "odds" about an id. Starts Python when need be. */
  ask(question, id, ...args) {
    return new Promise((answer, refuse) => {
      const job = { question, id, args, answer, refuse };
      this.#jobs.add(job);
      if (this.state.phase === "ready") this.#run(job);
      else this.start(id.includes(".") ? [id.split(".")[0]] : []);
    });
  }

  async #run(job) {
    const worker = this.#worker;
    try {
      const text = await this.#remote.ask(job.question, job.id, ...job.args);
      if (!this.#jobs.delete(job)) return;
      job.answer(JSON.parse(text));
    } catch (error) {
      if (worker === this.#worker && this.#jobs.delete(job)) job.refuse(error);
    }
  }

  #ready() {
    this.#tell({ phase: "ready", words: "Ready", share: 1 });
    this.#jobs.forEach((job) => this.#run(job));
  }

  #fail(reason) {
    this.#worker.terminate();
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
