// The message about a refused value, next to the field that has it.
import { unfold } from "../../lib/disclosure.js";
import { make } from "../../lib/dom.js";
import { showError } from "../result-view.js";

const BOX = ".fb-field, .fb-forecast-field, fieldset:not(.fb-side)";
let count = 0;

export class FieldError {
  #id = `fb-field-error-${(count += 1)}`;
  /** @type {HTMLElement | null} */
  #place = null;
  /** @type {Element[]} */
  #fields = [];

  /** @param {HTMLElement} root contains the fields */
  constructor(root) {
    this.root = root;
  }

  /**
   * Show a message next to a field. Return false if no field has the name.
   * @param {string | undefined} name
   * @param {string} sentence
   * @param {boolean} says true if screen readers announce it
   */
  show(name, sentence, says = true) {
    this.clear();
    const fields = name ? [...this.root.querySelectorAll(`[name="${CSS.escape(name)}"]`)] : [];
    const [field] = fields;
    if (!field) return false;
    this.#fields = fields.map((each) => each.closest("fb-list") ?? each); // a list hides its field
    this.#place = make("div", { className: "fb-field-error", id: this.#id });
    for (const each of this.#fields) {
      each.setAttribute("aria-invalid", "true");
      each.setAttribute("aria-describedby", this.#id);
    }
    const box = field.closest(BOX);
    box?.classList.add("fb-wrong");
    if (box) box.append(this.#place);
    else (field.closest("label") ?? field).after(this.#place);
    unfold(field);
    showError(this.#place, sentence, says);
    if (this.root.contains(document.activeElement)) this.#place.scrollIntoView({ block: "nearest" });
    return true;
  }

  clear() {
    this.#place?.closest(".fb-wrong")?.classList.remove("fb-wrong");
    this.#place?.remove();
    this.#place = null;
    for (const field of this.#fields.splice(0)) {
      for (const name of ["aria-invalid", "aria-describedby"]) field.removeAttribute(name);
    }
  }
}
