// Questions that a worker answers in time slices, so that it handles messages in between.

/** Wait until messages that have arrived meanwhile are handled. */
const handleMessages = () => new Promise((done) => setTimeout(done));

/** Open questions by number. Those of one kind are answered in turn. */
export class TimeSlices {
  /** @type {Set<number>} */
  #open = new Set();
  /**
   * The ends of the latest questions by kind.
   * @type {Map<string, Promise<unknown>>}
   */
  #latest = new Map();

  /**
   * Answer a question, or return null if it was cancelled.
   * @param {number} number
   * @param {string} kind
   * @param {() => Promise<() => string | null>} prepare returns a function that works for a time slice, and returns the
   *   answer once it has one
   * @returns {Promise<string | null>}
   */
  answer(number, kind, prepare) {
    this.#open.add(number);
    const before = this.#latest.get(kind) ?? Promise.resolve();
    const answer = before.then(() => this.#work(number, prepare)).finally(() => this.#open.delete(number));
    this.#latest.set(
      kind,
      answer.catch(() => {}),
    );
    return answer;
  }

  /** Cancel a question. @param {number} number */
  cancel(number) {
    this.#open.delete(number);
  }

  /**
   * @param {number} number
   * @param {() => Promise<() => string | null>} prepare
   */
  async #work(number, prepare) {
    const workForSlice = await prepare();
    await handleMessages();
    while (this.#open.has(number)) {
      const text = workForSlice();
      if (text !== null) return text;
      await handleMessages();
    }
    return null;
  }
}
