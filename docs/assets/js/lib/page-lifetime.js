// A reader's stay on a page: what it left half done ends when they leave, and is done again if they come back.
//
// WebKit keeps a page that was left, with the transactions and the locks that it held: whatever the site did next with
// the same records would wait for them for ever.

const LEFT = Symbol("left");

export class PageLifetime {
  #number = 0;
  /** @type {Promise<void> | null} */
  #away = null;
  /** What ends at once when the reader leaves. @type {Set<() => void>} */
  #underWay = new Set();

  /**
   * @param {Partial<EventTarget>} page is told when the reader leaves it, and when they come back to it
   * @param {() => void} end what is under way
   */
  constructor(page, end) {
    page.addEventListener?.("pagehide", () => {
      this.#away ??= new Promise((back) => {
        page.addEventListener?.(
          "pageshow",
          () => {
            this.#away = null;
            back();
          },
          { once: true },
        );
      });
      this.#number += 1;
      for (const leave of this.#underWay) leave();
      end();
    });
  }

  /** Says later whether the reader has left the page since. */
  watch() {
    const number = this.#number;
    return () => number !== this.#number;
  }

  /**
   * Do something within one stay.
   * @template T
   * @param {(isLeft: () => boolean) => Promise<T>} act
   * @param {string} [lock] held meanwhile: one at a time, in all tabs. Plain http has none; there the revision tells who
   *   was late.
   * @returns {Promise<T>}
   */
  async whole(act, lock) {
    for (;;) {
      await this.#away;
      const once = () =>
        new Promise((done, fail) => {
          const leave = () => done(LEFT);
          this.#underWay.add(leave);
          act(this.watch())
            .then(done, fail)
            .finally(() => this.#underWay.delete(leave));
        });
      const found = await (lock && globalThis.navigator?.locks ? navigator.locks.request(lock, once) : once());
      if (found !== LEFT) return /** @type {T} */ (found);
    }
  }
}

/**
 * What nobody waits for any more.
 * @returns {Promise<never>}
 */
export function forever() {
  return new Promise(() => {});
}
