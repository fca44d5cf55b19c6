// <fb-dice>: dice side by side; a tap rolls one and shows it below.
import { clicked, find } from "../page/find.js";
import { make } from "../page/make.js";
import { rollHere } from "./roll-here.js";

export class DiceSet extends HTMLElement {
  #listens = false;

  connectedCallback() {
    if (this.#listens) return;
    this.#listens = true;
    this.addEventListener("click", (event) => {
      const pressed = clicked(event, "[plan]");
      if (pressed) this.roll(pressed);
    });
  }

  /** @param {HTMLButtonElement} die */
  async roll(die) {
    const text = die.textContent ?? "";
    const { number, faces } = await rollHere(die, text);
    const shown = find(this, ".fb-dice-shown", HTMLElement);
    shown.replaceChildren(make("strong", { className: "fb-new" }, number), ` ${text}${faces}`);
    shown.hidden = false;
  }
}
