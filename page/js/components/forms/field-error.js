// The mark of a refused value, and the message about it, unless the page shows that elsewhere.
import { unfold } from "../../lib/disclosure.js";
import { make } from "../../lib/dom.js";
import { showError } from "../result-view.js";

const BOX = ".fb-field, .fb-forecast-field, fieldset:not(.fb-side)";
let count = 0;

export class FieldError {
  #id = `fb-field-error-${(count += 1)}`;
  /** @type {HTMLElement | null} */
  #place = null;
  /** @type {Element | null} */
  #message = null;
  /** The marked field's surroundings. @type {Element | null} */
  #box = null;
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
    const place = make("div", { className: "fb-field-error" });
    const field = this.mark(name, place);
    if (!field) return false;
    this.#place = place;
    if (this.#box) this.#box.append(place);
    else (field.closest("label") ?? field).after(place);
    showError(place, sentence, says);
    if (this.root.contains(document.activeElement)) place.scrollIntoView({ block: "nearest" });
    return true;
  }

  /**
   * Mark a field whose message is shown elsewhere. Return the field, or null if no field has the name.
   * @param {string | undefined} name
   * @param {Element | null} message the element with the message
   */
  mark(name, message) {
    this.clear();
    const fields = name ? [...this.root.querySelectorAll(`[name="${CSS.escape(name)}"]`)] : [];
    const [field] = fields;
    if (!field) return null;
    this.#message = message;
    if (message) message.id = this.#id;
    this.#fields = fields.map((each) => each.closest("fb-list") ?? each); // a list hides its field
    for (const each of this.#fields) {
      each.setAttribute("aria-invalid", "true");
      each.setAttribute("aria-describedby", this.#id);
    }
    this.#box = field.closest(BOX);
    this.#box?.classList.add("fb-wrong");
    unfold(field);
    return field;
  }

  clear() {
    this.#box?.classList.remove("fb-wrong");
    this.#box = null;
    this.#message?.removeAttribute("id");
    this.#message = null;
    this.#place?.remove();
    this.#place = null;
    for (const field of this.#fields.splice(0)) {
      for (const name of ["aria-invalid", "aria-describedby"]) field.removeAttribute(name);
    }
  }
}
