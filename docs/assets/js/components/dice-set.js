// <fb-dice>: a row of dice. A tap rolls a die and shows the result below.
import { make } from "../lib/dom.js";
import { clicked, find } from "../lib/query.js";
import { rollHere } from "./local-roll.js";

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
