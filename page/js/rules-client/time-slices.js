// Questions that a worker answers in time slices, so that it handles messages in between.

/** Wait until messages that have arrived meanwhile are handled. */
const handleMessages = () => new Promise((done) => setTimeout(done));

/**
 * Open questions by number. Those in one line are answered one after the other, and the first ones of all lines take turns
 * of a time slice each: so each finishes, however many others there are, and none is begun again.
 */
export class TimeSlices {
  #handleMessages;
  /** @type {Set<number>} */
  #open = new Set();
  /**
   * The end of the latest question of each line.
   * @type {Map<string, Promise<unknown>>}
   */
  #latest = new Map();

  /** @param {() => Promise<unknown>} wait resolves once messages that have arrived are handled */
  constructor(wait = handleMessages) {
    this.#handleMessages = wait;
  }

  /**
   * Answer a question, or return null if it was cancelled.
   * @param {number} number
   * @param {string} line
   * @param {() => Promise<() => Promise<string | null> | string | null>} prepare returns a function that works for a time
   *   slice, and returns the answer once it has one
   * @returns {Promise<string | null>}
   */
  answer(number, line, prepare) {
    this.#open.add(number);
    const before = this.#latest.get(line) ?? Promise.resolve();
    const answer = before.then(() => this.#work(number, prepare)).finally(() => this.#open.delete(number));
    const end = answer.catch(() => {});
    this.#latest.set(line, end);
    end.then(() => this.#latest.get(line) === end && this.#latest.delete(line));
    return answer;
  }

  /** Cancel a question. @param {number} number */
  cancel(number) {
    this.#open.delete(number);
  }

  /**
   * @param {number} number
   * @param {() => Promise<() => Promise<string | null> | string | null>} prepare
   */
  async #work(number, prepare) {
    if (!this.#open.has(number)) return null;
    const workForSlice = await prepare();
    await this.#handleMessages();
    while (this.#open.has(number)) {
      const text = await workForSlice();
      if (text !== null) return text;
      await this.#handleMessages();
    }
    return null;
  }
}
