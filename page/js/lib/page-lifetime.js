// Lifetime of a page: unfinished work stops when the reader leaves, and restarts if they come back.
//
// WebKit keeps a left page with its transactions and locks, and other pages would wait for them forever.

const LEFT = Symbol("left");

export class PageLifetime {
  #number = 0;
  /** @type {Promise<void> | null} */
  #away = null;
  /** Functions that stop current work when the reader leaves. @type {Set<() => void>} */
  #underWay = new Set();

  /**
   * @param {Partial<EventTarget>} page reports when the reader leaves and comes back
   * @param {() => void} end stops current work
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

  /** Return a function that tells if the reader has left since. */
  watch() {
    const number = this.#number;
    return () => number !== this.#number;
  }

  /**
   * Run a function within one visit, again after each return.
   * @template T
   * @param {(isLeft: () => boolean) => Promise<T>} act
   * @param {string} [lock] held while it runs, in all tabs. Plain http has no locks; there revisions detect conflicts.
   * @returns {Promise<T>}
   */
  async runInVisit(act, lock) {
    for (;;) {
      await this.#away;
      const runOnce = () =>
        new Promise((done, fail) => {
          const leave = () => done(LEFT);
          this.#underWay.add(leave);
          act(this.watch())
            .then(done, fail)
            .finally(() => this.#underWay.delete(leave));
        });
      const found = await (lock && globalThis.navigator?.locks ? navigator.locks.request(lock, runOnce) : runOnce());
      if (found !== LEFT) return /** @type {T} */ (found);
    }
  }
}

/**
 * Return a promise that never settles, for a page that was left.
 * @returns {Promise<never>}
 */
export function waitForever() {
  return new Promise(() => {});
}
