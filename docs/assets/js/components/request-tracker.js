// Which answers a place still waits for.

/** Of rolls every answer counts. Of other questions only the latest one's does: it cancels the one before. */
export class RequestTracker {
  /** @type {Set<AbortController>} */
  #questions = new Set();
  /** @type {AbortController | null} */
  #latest = null;

  get isEmpty() {
    return this.#questions.size === 0;
  }

  /**
   * A question was asked. Gives what stands for it; its signal says when it is cancelled.
   * @param {boolean} isRoll
   */
  add(isRoll) {
    const question = new AbortController();
    if (!isRoll) {
      this.cancel();
      this.#latest = question;
    }
    this.#questions.add(question);
    return question;
  }

  /** Cancel what is no roll. */
  cancel() {
    if (!this.#latest) return;
    this.#questions.delete(this.#latest);
    this.#latest.abort();
    this.#latest = null;
  }

  /**
   * Its answer came. Gives false where that no longer counts.
   * @param {AbortController} question
   */
  settle(question) {
    if (this.#latest === question) this.#latest = null;
    return this.#questions.delete(question);
  }
}
