// <fb-die>: dice notation in a sentence or a cell. A tap rolls it in place, by the plan in its attribute.
import { button, make } from "../lib/dom.js";
import { rollHere, sectionOf } from "./local-roll.js";

export class Die extends HTMLElement {
  /** @type {HTMLButtonElement | undefined} */
  #button;

  connectedCallback() {
    if (this.#button) return;
    this.#button = button("", this.text, `Roll ${this.text}`);
    this.#button.addEventListener("click", (event) => {
      event.preventDefault();
      this.roll();
    });
    this.replaceChildren(this.#button);
  }

  /** The notation as the text writes it. @returns {string} */
  get text() {
    return (this.#button ?? this).textContent ?? "";
  }

  /** Roll and show the total after the notation. A second tap rolls again. */
  async roll() {
    const { number, faces } = await rollHere(this, this.text, sectionOf(this));
    this.querySelector(".fb-die-result")?.remove(); // a new element restarts the animation
    this.append(make("span", { className: "fb-die-result fb-new" }, make("b", {}, number), faces));
  }
}
