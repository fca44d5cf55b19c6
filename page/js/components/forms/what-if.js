// "What if another …": a button for each parameter shows the odds over all its values; a second tap hides them.
import { make, findClicked, find } from "../../lib/dom.js";
import { buildSweep } from "../../rules-client/client.js";
import { ResultView } from "../result-view.js";

/**
 * Return the "what if" below an element, or null.
 * @param {ParentNode} root
 * @param {string} id the id of the mechanic or the calculator
 * @param {() => import("./values.js").Values} values returns the form's values
 * @param {import("./odds-mode.js").Counts} counts
 */
export function findWhatIf(root, id, values, counts) {
  const own = root.querySelector(".fb-what-if");
  return own instanceof HTMLElement ? new WhatIf(own, id, values, counts) : null;
}

class WhatIf {
  #turn = 0;
  /** @type {HTMLButtonElement | null} */
  #pressed = null;
  /** True if nothing has been shown since the button was pressed. */
  #isNew = false;
  /** @type {ResultView[]} */
  #places = [];

  /**
   * @param {HTMLElement} root contains the buttons
   * @param {string} id
   * @param {() => import("./values.js").Values} values
   * @param {import("./odds-mode.js").Counts} counts
   */
  constructor(root, id, values, counts) {
    this.root = root;
    this.id = id;
    this.values = values;
    this.counts = counts;
    this.body = find(root, ".fb-what-if-body", HTMLElement);
    root.addEventListener("click", (event) => {
      const button = findClicked(event, "[data-over]");
      if (button) this.#press(button);
    });
  }

  /**
   * Ask again after a change of the form. A calculator answers in parts, so that a change doesn't have to wait for all
   * of them. Screen readers announce only a requested answer; after a change, the odds above announce.
   */
  async refresh() {
    const turn = (this.#turn += 1);
    const over = this.#pressed?.dataset.over;
    this.body.hidden = over === undefined;
    this.#places.forEach((place) => place.cancel());
    let parts = over === undefined ? 0 : 1;
    for (let part = 0; part < parts && over !== undefined; part += 1) {
      const answer = await this.#findPlace(part).ask(
        buildSweep(this.id, this.values(), over, part, this.counts.value),
        this.#isNew,
      );
      if (turn !== this.#turn) return;
      if (this.#isNew) this.#scrollIntoView();
      this.#isNew = false;
      if (answer?.error === undefined) parts = answer?.parts ?? parts;
    }
    this.#places.splice(parts).forEach((place) => place.element.remove());
  }

  /** @param {number} part */
  #findPlace(part) {
    const place = this.#places[part];
    if (place) return place;
    const element = this.body.appendChild(make("div"));
    return (this.#places[part] = new ResultView(element, element, false));
  }

  /** @param {HTMLButtonElement} button */
  #press(button) {
    this.#pressed?.setAttribute("aria-pressed", "false");
    this.#pressed = button === this.#pressed ? null : button;
    this.#pressed?.setAttribute("aria-pressed", "true");
    this.#isNew = Boolean(this.#pressed);
    this.refresh();
  }

  /** Scroll the buttons and the answer to the top; on a wide screen that is the top of the calculator's own column. */
  #scrollIntoView() {
    const column = this.root.closest(".fb-calc-answers");
    if (column && getComputedStyle(column).overflowY === "auto") {
      column.scrollTop += this.root.getBoundingClientRect().top - column.getBoundingClientRect().top;
      column.scrollIntoView({ block: "nearest" });
    } else {
      this.root.scrollIntoView({ block: "start" });
    }
  }
}
