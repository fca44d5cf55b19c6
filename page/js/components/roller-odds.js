// A roller's odds: for the form's values, compared with other set-ups, and over a parameter's values.
import { find } from "../lib/dom.js";
import { buildOdds } from "../rules-client/client.js";
import { isOfSetUps } from "./forms/comparison-url.js";
import { Comparison } from "./forms/comparison.js";
import { COUNTS, Counts } from "./forms/odds-mode.js";
import { readChangedValues, readValues } from "./forms/values.js";
import { findWhatIf } from "./forms/what-if.js";
import { ResultView } from "./result-view.js";

/** @typedef {import("../rules-client/client.js").Answer | import("../rules-client/client.js").Refusal} Answer */

export class RollerOdds {
  /** The arguments of the odds on show; "" for the presets' odds, which are part of the page. */
  #shown = "";

  /**
   * @param {HTMLDetailsElement} root
   * @param {HTMLFormElement} form
   * @param {string} mechanic
   * @param {() => void} shownOtherwise called when the odds of the same form should be shown differently
   * @param {(answer: Answer, place: HTMLElement) => void} answered called with each answer and its place
   */
  constructor(root, form, mechanic, shownOtherwise, answered) {
    this.root = root;
    this.form = form;
    this.mechanic = mechanic;
    this.answered = answered;
    const body = find(root, ".fb-odds-body", HTMLElement);
    this.place = new ResultView(body, body, false); // no scrolling while the reader uses the form
    const act = () => {
      this.update();
      shownOtherwise();
    };
    this.counts = new Counts(root, act);
    this.whatIf = findWhatIf(root, mechanic, () => readValues(form), this.counts);
    const button = root.querySelector(".fb-beside");
    this.comparison = button instanceof HTMLButtonElement ? new Comparison(button, form, act) : null;
    root.addEventListener("toggle", () => this.refresh());
  }

  /** The odds mode and compared set-ups, as the address stores them. */
  get state() {
    return { ...this.counts.state, ...this.comparison?.state };
  }

  /**
   * Restore the state from the address. Return a sentence for each part that can't be used.
   * @param {import("../lib/url-state.js").Pairs} pairs
   */
  restore(pairs) {
    return [...this.counts.restore(pairs), ...(this.comparison?.restore(pairs) ?? [])];
  }

  /** Return true if a part of an address is about odds rather than the form. @param {string} name */
  isOfOdds(name) {
    return (name === COUNTS && this.counts.place !== null) || (this.comparison !== null && isOfSetUps(name));
  }

  /** Update the odds after the form changed. */
  update() {
    if (!this.root.open) return;
    this.refresh();
    this.whatIf?.refresh();
  }

  /** Show the odds of the form's current values. */
  async refresh() {
    if (!this.root.open) return;
    const [beside, called] = this.comparison?.request ?? ["", ""];
    const isPreset = !Object.keys({ ...this.state, ...readChangedValues(this.form) }).length;
    const question = buildOdds(this.mechanic, readValues(this.form), [beside, this.counts.value, called]);
    const wanted = question.args.join();
    if (this.#shown === wanted || (isPreset && !this.#shown)) return;
    this.#shown = wanted;
    const answer = await this.place.ask(question);
    if (answer) this.answered(answer, this.place.element);
    if (answer?.error !== undefined && this.#shown === wanted) this.#shown = "?"; // forces another request
  }
}
