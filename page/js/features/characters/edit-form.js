// The form with all values of a sheet, which are stored as they are typed, and the points that they cost.
import { applyTyped, getFieldName, putInto, readFields, storeTyped } from "#play-shared";
import { find, listenToSteppers, make, makeAction, showError, showWaiting, showWhileWaiting } from "#shared";
import { keep } from "#store";

/** @typedef {import("#store").StoredRecord} StoredRecord */

const FIELDS = "input, select, textarea, button:not([tabindex='-1'])";

export class EditForm {
  #isSettling = false;
  #isTypedOn = false;
  /** Typed values that are being stored. @type {Record<string, any>} */
  #onItsWay = {};
  #budget = make("div", { className: "fb-sheet-budget" });
  #refusal = make("div", { className: "fb-sheet-refusal" });
  #values = make("div", { className: "fb-sheet-card" });

  /** The record that waits for the form. @type {StoredRecord | null} */
  #later = null;
  /** The prices that wait for the form. @type {import("../../components/sheet-questions.js").Budget | undefined} */
  #bought;
  #end = make("div", { className: "fb-sheet-details-end" });
  form = make("form", {});

  /**
   * @param {string} id the sheet's id
   * @param {object} acts
   * @param {() => void} acts.close
   * @param {(record: StoredRecord) => void} acts.rename called with a record that has another name
   * @param {(record: StoredRecord) => Promise<void>} acts.draw called with a record that has other values
   * @param {() => void} acts.refuse called when the rules refuse a value
   */
  constructor(id, acts) {
    this.id = id;
    this.acts = acts;
    const done = makeAction("fb-roll fb-sheet-done", "Done", acts.close);
    this.#end.append(done);
    this.element = make(
      "section",
      { className: "fb-sheet-details", "aria-label": "All values", hidden: true },
      this.#budget,
      this.#refusal,
      this.form,
      this.#values,
      this.#end,
    );
  }

  /** Take the form of a kind of sheet from its template. @param {DocumentFragment} content */
  load(content) {
    const form = find(content, ".fb-sheet-form", HTMLFormElement);
    if (!form.querySelector(':scope [name="name"]')) {
      const own = make("input", { type: "text", maxLength: 80, className: "fb-sheet-own-name", autocomplete: "off" });
      form.prepend(make("label", { className: "fb-field fb-field--wide" }, "Name", own));
    }
    this.form.replaceWith(form);
    this.form = form;
    this.#end.before(...content.querySelectorAll(".fb-sheet-readings"));
    form.addEventListener("input", (event) => this.#handleInput(event));
    form.addEventListener("submit", (event) => event.preventDefault());
    listenToSteppers(form);
    if (this.#later) this.fill(this.#later);
    if (this.#bought) this.#showBudget(this.#bought);
  }

  /** Focus a field, or the first one. @param {string} [field] */
  focus(field) {
    const wanted = field ? this.form.querySelector(`[name="${CSS.escape(field)}"]`) : null;
    const fold = wanted?.closest("details");
    if (fold) fold.open = true;
    const place = wanted ?? this.form;
    const control = place.matches("input, select, textarea") ? place : place.querySelector(FIELDS);
    if (control instanceof HTMLElement) control.focus();
  }

  /** Put a record's values into the form. @param {StoredRecord} record */
  fill(record) {
    const { name, data, typed } = record;
    this.#later = record;
    putInto(this.form, { ...data.fields, ...typed, ...this.#onItsWay });
    const own = this.form.querySelector(".fb-sheet-own-name");
    if (own instanceof HTMLInputElement && own !== document.activeElement) own.value = name;
  }

  /**
   * Show the values as the rules see them.
   * @param {string} html
   * @param {import("../../components/sheet-questions.js").Budget} [budget]
   */
  show(html, budget) {
    this.#values.innerHTML = html;
    this.#refusal.replaceChildren();
    this.#bought = budget;
    if (budget) this.#showBudget(budget);
  }

  /** True if it shows values. */
  get hasValues() {
    return this.#values.childElementCount > 0;
  }

  /** Show why a sheet can't be drawn. @param {string} sentence */
  refuse(sentence) {
    showError(this.#refusal, sentence);
  }

  /**
   * Show the points that are left, and the prices next to what they buy.
   * @param {import("../../components/sheet-questions.js").Budget} budget
   */
  #showBudget({ html, prices }) {
    this.#budget.innerHTML = html;
    for (const old of this.form.querySelectorAll(".fb-price")) old.remove();
    for (const { field, entry, text } of prices) {
      const named = `[name="${CSS.escape(field)}"]`;
      const place =
        entry === null
          ? this.form.querySelector(named)?.closest(".fb-field")
          : this.form.querySelectorAll(`fb-records${named} .fb-record`)[entry];
      place?.append(make("small", { className: "fb-price" }, text));
    }
  }

  /** @param {Event} event */
  async #handleInput({ target }) {
    if (!(target instanceof HTMLElement)) return;
    if (target.matches(".fb-sheet-own-name")) {
      const { value } = /** @type {HTMLInputElement} */ (target);
      const record = await keep.update("sheets", this.id, () => ({ name: value.trim() }));
      if (record) this.acts.rename(record);
      return;
    }
    const list = target.closest("fb-records");
    const name = list
      ? (list.getAttribute("name") ?? "")
      : getFieldName(/** @type {import("../../components/sheet-fields.js").Control} */ (target));
    if (!name) return;
    const value = readFields(this.form)[name];
    this.#onItsWay[name] = value;
    await storeTyped(this.id, { [name]: value });
    if (this.#onItsWay[name] === value) delete this.#onItsWay[name];
    await this.settle();
  }

  /** Ask the rules about the typed values, and again if the reader typed more meanwhile. */
  async settle() {
    this.#isTypedOn = true;
    if (this.#isSettling) return;
    this.#isSettling = true;
    while (this.#isTypedOn) {
      this.#isTypedOn = false;
      const result = await showWhileWaiting(applyTyped(this.id), () =>
        showWaiting(this.#refusal, "Your changes are saved. Updating the sheet…"),
      );
      if (result?.error !== undefined) {
        this.refuse(result.error);
        this.acts.refuse();
      } else if (result) await this.acts.draw(result.record);
    }
    this.#isSettling = false;
  }
}
