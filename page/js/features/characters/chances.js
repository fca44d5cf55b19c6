// Odds under the buttons of an open sheet. They come after the sheet, a few at a time, and a tap cancels those that
// haven't come.
import { askChances } from "#play-shared";
import { runWhenIdle } from "#shared";

/** @typedef {import("../../components/sheet-questions.js").Control} Control */

const AT_ONCE = 4; // controls in a question

export class Chances {
  /** The texts for the sheet as it is shown. @type {Map<string, string>} */
  #known = new Map();
  #shown = "";
  /** @type {AbortController | null} */
  #asking = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
  }

  /** Cancel the questions, so that a tap doesn't wait for them. */
  stop() {
    this.#asking?.abort();
    this.#asking = null;
  }

  /**
   * Show the odds of a sheet.
   * @param {{ sheet: string, fields: object }} data
   * @param {object} choices the player's stored choices for rolls
   */
  show(data, choices) {
    this.stop();
    const shown = JSON.stringify([data.fields, choices]);
    if (shown !== this.#shown) this.#known.clear();
    this.#shown = shown;
    const asking = (this.#asking = new AbortController());
    runWhenIdle(() => this.#ask(data, choices, asking.signal));
  }

  /**
   * @param {{ sheet: string, fields: object }} data
   * @param {object} choices
   * @param {AbortSignal} signal
   */
  async #ask(data, choices, signal) {
    while (!signal.aborted) {
      const next = this.#listMissing().slice(0, AT_ONCE);
      if (!next.length) break;
      const controls = next.map((text) => JSON.parse(text));
      const answer = await askChances(data, choices, controls, signal);
      if (signal.aborted || !answer || answer.error !== undefined) return;
      next.forEach((control, at) => this.#known.set(control, answer.chances[at] ?? ""));
      this.#put();
    }
    if (!signal.aborted) this.#put();
  }

  /** @returns {HTMLElement[]} the buttons with odds, the visible ones first */
  get #buttons() {
    const all = /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll("[data-do]:has(> .fb-sheet-chance)")]);
    const isShown = (/** @type {HTMLElement} */ each) => Number(each.checkVisibility());
    return all.sort((one, other) => isShown(other) - isShown(one));
  }

  #listMissing() {
    const controls = new Set(this.#buttons.map(({ dataset }) => dataset.do ?? "{}"));
    return [...controls].filter((control) => !this.#known.has(control));
  }

  /** Put the known odds under their buttons. */
  #put() {
    for (const button of this.#buttons) {
      const text = this.#known.get(button.dataset.do ?? "{}");
      const place = button.querySelector(".fb-sheet-chance");
      if (text === undefined || !place) continue;
      if (place.textContent !== text) place.textContent = text;
    }
  }
}
