// Tracker of the answers that a place waits for.

/**
 * Pending requests of one place. Every roll's answer counts; of other requests only the latest, which cancels the
 * previous one.
 */
export class RequestTracker {
  /** @type {Set<AbortController>} */
  #questions = new Set();
  /** @type {AbortController | null} */
  #latest = null;

  get isEmpty() {
    return this.#questions.size === 0;
  }

  /**
   * Add a request. Return its controller, whose signal reports cancellation.
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

  /** Cancel the pending request that isn't a roll. */
  cancel() {
    if (!this.#latest) return;
    this.#questions.delete(this.#latest);
    this.#latest.abort();
    this.#latest = null;
  }

  /**
   * Remove an answered request. Return false if its answer no longer counts.
   * @param {AbortController} question
   */
  settle(question) {
    if (this.#latest === question) this.#latest = null;
    return this.#questions.delete(question);
  }
}
