// Elements that roll dice by a plan in the page: <fb-die> and <fb-dice>.
import { makeButton, make, findClicked, find } from "../lib/dom.js";
import { describeFailure, findSection, rollHere } from "./local-roll.js";
import { describeNotation } from "./result-html.js";

/** <fb-die>: dice notation in a sentence or a cell. A tap rolls it in place, by the plan in its attribute. */
export class Die extends HTMLElement {
  /** @type {HTMLButtonElement | undefined} */
  #button;

  connectedCallback() {
    if (this.#button) return;
    this.#button = makeButton(
      "",
      this.text,
      `Roll ${describeNotation(this.text, this.getAttribute("notation") ?? "")}`,
    );
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
    const { number, faces } = await rollHere(this, this.text, findSection(this)).catch(describeFailure);
    this.querySelector(".fb-die-result")?.remove(); // a new element restarts the animation
    this.append(make("span", { className: "fb-die-result fb-new" }, make("b", {}, number), faces));
  }
}

/** <fb-dice>: a row of dice. A tap rolls a die and shows the result below. */
export class DiceSet extends HTMLElement {
  #listens = false;

  connectedCallback() {
    if (this.#listens) return;
    this.#listens = true;
    this.addEventListener("click", (event) => {
      const pressed = findClicked(event, "[plan]");
      if (pressed) this.roll(pressed);
    });
  }

  /** @param {HTMLButtonElement} die */
  async roll(die) {
    const text = die.textContent ?? "";
    const { number, faces } = await rollHere(die, text).catch(describeFailure);
    const shown = find(this, ".fb-dice-shown", HTMLElement);
    shown.replaceChildren(make("strong", { className: "fb-new" }, number), ` ${text}${faces}`);
    shown.hidden = false;
  }
}
