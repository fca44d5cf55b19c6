// <fb-die>: dice notation in a sentence or a cell; tap it and it rolls where it stands, by the plan that comes with it.
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

  /** The notation as the text has it. @returns {string} */
  get text() {
    return (this.#button ?? this).textContent ?? "";
  }

  /** Roll, and put the total behind the notation; a second tap rolls again. */
  async roll() {
    const { number, faces } = await rollHere(this, this.text, sectionOf(this));
    this.querySelector(".fb-die-result")?.remove(); // a new one, so that its animation starts again
    this.append(make("span", { className: "fb-die-result fb-new" }, make("b", {}, number), faces));
  }
}
