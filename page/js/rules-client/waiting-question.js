// A question that waits for Python, until its asker cancels it.

/** @typedef {import("./worker-process.js").QuestionWorker} QuestionWorker */

export class WaitingQuestion {
  /** Go on with the worker. @type {(python: QuestionWorker) => void} */
  proceed = () => {};
  /** The worker, once it runs. @type {Promise<QuestionWorker>} */
  python;

  /**
   * @param {string} problem a report of why compiled code couldn't answer, or "" if the rule isn't compiled
   * @param {AbortSignal | null | undefined} signal cancels the question while it waits
   * @param {(question: WaitingQuestion) => void} leave called when the question is cancelled
   */
  constructor(problem, signal, leave) {
    this.problem = problem;
    this.python = new Promise((resolve, reject) => {
      const cancel = () => {
        leave(this);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", cancel, { once: true });
      this.proceed = (python) => {
        signal?.removeEventListener("abort", cancel);
        resolve(python);
      };
    });
  }
}
