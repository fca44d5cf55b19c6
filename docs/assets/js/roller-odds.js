// A roller's odds: those of the form as it stands, beside another set-up, and over a parameter's values.
import { askInto } from "./answer.js";
import { changedValuesOf, valuesOf } from "./form.js";
import { WhatIf } from "./what-if.js";

export class RollerOdds {
  constructor(root, form, mechanic) {
    Object.assign(this, { root, form, mechanic, body: root.querySelector(".fb-odds-body"), beside: null });
    root.addEventListener("toggle", () => this.refresh());
    const whatIf = root.querySelector(".fb-what-if");
    this.whatIf = whatIf && new WhatIf(whatIf, mechanic, () => valuesOf(form));
    this.besideButton = root.querySelector(".fb-beside");
    this.besideButton?.addEventListener("click", () => this.#keepBeside());
  }

  /** The form has changed. */
  changed() {
    if (!this.root.open) return;
    this.refresh();
    this.whatIf?.refresh();
  }

  /** The odds of what the form says now; the page brings those of its presets. */
  async refresh() {
    if (!this.root.open) return;
    const values = JSON.stringify(valuesOf(this.form));
    const beside = this.beside ? JSON.stringify(this.beside) : "";
    const wanted = values + beside;
    const shown = this.body.dataset.params ?? (Object.keys(changedValuesOf(this.form)).length ? "" : values);
    if (shown === wanted) return;
    this.body.dataset.params = wanted;
    const answer = await askInto(this.body, "odds", this.mechanic, values, beside);
    if (!answer && this.body.dataset.params === wanted) this.body.dataset.params = ""; // to be asked for again
  }

  /** Keep the set-up of now to compare with, or let it go. */
  #keepBeside() {
    this.beside = this.beside ? null : valuesOf(this.form);
    this.besideButton.setAttribute("aria-pressed", String(Boolean(this.beside)));
    this.besideButton.textContent = this.beside ? "Stop comparing" : "Compare with this";
    this.refresh();
  }
}
