// A roller's odds: those of the form as it stands, beside another set-up, and over a parameter's values.
import { find } from "../lib/query.js";
import { odds } from "../rules-client/client.js";
import { isOfSetUps } from "./forms/comparison-url.js";
import { Comparison } from "./forms/comparison.js";
import { COUNTS, Counts } from "./forms/odds-mode.js";
import { changedValuesOf, valuesOf } from "./forms/values.js";
import { whatIf } from "./forms/what-if.js";
import { ResultView } from "./result-view.js";

export class RollerOdds {
  /** What the odds on show were asked for with; nothing for those of the presets, which the page brings. */
  #shown = "";

  /**
   * @param {HTMLDetailsElement} root
   * @param {HTMLFormElement} form
   * @param {string} mechanic
   * @param {() => void} shownOtherwise called when the odds of the same form are to be shown in another way
   */
  constructor(root, form, mechanic, shownOtherwise) {
    this.root = root;
    this.form = form;
    this.mechanic = mechanic;
    const body = find(root, ".fb-odds-body", HTMLElement);
    this.place = new ResultView(body, body, false); // the reader is busy with the form, and about to roll
    const act = () => {
      this.changed();
      shownOtherwise();
    };
    this.counts = new Counts(root, act);
    this.whatIf = whatIf(root, mechanic, () => valuesOf(form), this.counts);
    const button = root.querySelector(".fb-beside");
    this.comparison = button instanceof HTMLButtonElement ? new Comparison(button, form, act) : null;
    root.addEventListener("toggle", () => this.refresh());
  }

  /** How the odds are shown, as the address has it. */
  get state() {
    return { ...this.counts.state, ...this.comparison?.state };
  }

  /**
   * Take over what the address says; gives a sentence for each part that can't be.
   * @param {import("../lib/url-state.js").Pairs} pairs
   */
  restore(pairs) {
    return [...this.counts.restore(pairs), ...(this.comparison?.restore(pairs) ?? [])];
  }

  /** Whether a part of an address is about odds, not about the form. @param {string} name */
  takes(name) {
    return (name === COUNTS && this.counts.place !== null) || (this.comparison !== null && isOfSetUps(name));
  }

  /** The form has changed. */
  changed() {
    if (!this.root.open) return;
    this.refresh();
    this.whatIf?.refresh();
  }

  /** The odds of what the form says now. */
  async refresh() {
    if (!this.root.open) return;
    const [beside, called] = this.comparison?.asked ?? ["", ""];
    const isPreset = !Object.keys({ ...this.state, ...changedValuesOf(this.form) }).length;
    const question = odds(this.mechanic, valuesOf(this.form), [beside, this.counts.value, called]);
    const wanted = question.args.join();
    if (this.#shown === wanted || (isPreset && !this.#shown)) return;
    this.#shown = wanted;
    const answer = await this.place.ask(question);
    if (answer?.error !== undefined && this.#shown === wanted) this.#shown = "?"; // to be asked for again
  }
}
