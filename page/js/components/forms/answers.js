// A calculator's numbers. The page shows them only with the set-up that they belong to and removes them while others wait
// for Python. The device saves each calculator's last numbers, so that a bookmark shows them at once.
import { say } from "../../lib/announce.js";
import { Parts } from "../../lib/disclosure.js";
import { make, find } from "../../lib/dom.js";
import { isFit, read, write } from "../../lib/storage.js";

const MOST_SAVED = 4;
const PAUSE = 300; // milliseconds without a change before numbers are saved
const UNKNOWN = "…";

/** @typedef {{ html: string, summary: string, said: string }} Numbers */
/** @typedef {{ edition: string, answers: [setUp: string, numbers: Numbers][] }} Saved */

/**
 * Track the height of the key numbers: on a phone they stay in view, and scrolling stops above them (calculator.css).
 */
const sizes = new ResizeObserver(() => {
  // also runs for numbers that a page change removed
  const bar = document.querySelector(".fb-calc-summary");
  const height = bar instanceof HTMLElement ? bar.offsetHeight : 0;
  document.documentElement.style.setProperty("--fb-key-numbers", `${height}px`);
});

export class Answers {
  #timer = 0;

  /**
   * @param {Element} root the calculator
   * @param {string} presets the set-up whose numbers are part of the page
   */
  constructor(root, presets) {
    this.body = find(root, ".fb-calc-body", HTMLElement);
    this.parts = new Parts(this.body);
    const bar = find(root, ".fb-calc-summary", HTMLElement);
    this.summary = find(bar, "[aria-hidden]", HTMLElement);
    sizes.observe(bar);
    this.name = `fieldbook:answers:${root.getAttribute("calculator")}`;
    this.edition = root.getAttribute("edition") ?? "";
    this.presets = presets;
    this.brought = {
      html: this.body.innerHTML,
      summary: this.summary.innerHTML,
      said: root.getAttribute("said") ?? "",
    };
  }

  /**
   * Show the numbers of a set-up if the page or the device has them.
   * @param {string} setUp
   */
  recall(setUp) {
    const saved = setUp === this.presets ? null : this.#savedAnswers.find(([each]) => each === setUp)?.[1];
    const numbers = setUp === this.presets ? this.brought : isFit(saved?.html) && isFit(saved.summary) ? saved : null;
    if (numbers) this.#put(numbers);
    return Boolean(numbers);
  }

  /**
   * Show new numbers, and save them.
   * @param {string} setUp
   * @param {Numbers} numbers
   */
  show(setUp, numbers) {
    this.#put(numbers);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#save(setUp, numbers), PAUSE);
  }

  /** Mark the numbers on show as outdated. */
  markOutdated() {
    if (this.body.dataset.age === "none") return;
    this.body.dataset.age = this.summary.dataset.age = "past";
  }

  /** Remove the numbers and keep their labels. */
  clear() {
    this.parts.note();
    for (const value of [this.body, this.summary].flatMap((part) => [...part.querySelectorAll("dd")])) {
      value.textContent = UNKNOWN;
    }
    this.body.querySelectorAll("svg").forEach((chart) => chart.replaceWith(make("div", { className: "fb-no-chart" })));
    this.body.querySelectorAll("table, details, .fb-legend").forEach((part) => part.remove());
    this.body.dataset.age = this.summary.dataset.age = "none";
  }

  /** @param {Numbers} numbers */
  #put({ html, summary, said }) {
    this.parts.note();
    this.body.innerHTML = html;
    this.summary.innerHTML = summary;
    this.parts.restore();
    for (const part of [this.body, this.summary]) part.removeAttribute("data-age");
    say(said);
  }

  /** The numbers that the device saved for these rules. @returns {Saved["answers"]} */
  get #savedAnswers() {
    const { edition, answers } = /** @type {Partial<Saved>} */ (read(this.name) ?? {});
    return edition === this.edition && Array.isArray(answers) ? answers.filter(Array.isArray) : [];
  }

  /** @param {string} setUp @param {Numbers} numbers */
  #save(setUp, numbers) {
    const others = this.#savedAnswers.filter(([each]) => each !== setUp).slice(0, MOST_SAVED - 1);
    write(this.name, { edition: this.edition, answers: [[setUp, numbers], ...others] });
  }
}
