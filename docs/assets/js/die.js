// <fb-die>: dice notation in a sentence or a cell; tap it and it rolls where it stands, by the plan that comes with it.
import { say } from "./answer.js";
import { rollPlan } from "./plan.js";
import { facesOf, totalText } from "./rolled.js";

const MOST_FACES = 10;

class Die extends HTMLElement {
  connectedCallback() {
    if (this.button) return;
    this.button = document.createElement("button");
    this.button.type = "button";
    this.button.textContent = this.textContent;
    this.button.setAttribute("aria-label", `Roll ${this.textContent}`);
    this.button.addEventListener("click", (event) => {
      event.preventDefault();
      this.roll();
    });
    this.replaceChildren(this.button);
  }

  /** Roll, and put the total behind the notation; a second tap rolls again. */
  roll() {
    const { total, thrown } = rollPlan(JSON.parse(this.getAttribute("plan")));
    const faces = facesOf(thrown);
    const shown = document.createElement("span"); // a new one, so that it comes in anew
    shown.className = "fb-die-result fb-new";
    const number = document.createElement("b");
    number.textContent = totalText(total);
    shown.append(number);
    if (faces.length > 1 && faces.length <= MOST_FACES) shown.append(` (${faces.join(", ")})`);
    this.querySelector(".fb-die-result")?.remove();
    this.append(shown);
    say(`${this.button.textContent}: ${number.textContent}`);
  }
}

customElements.define("fb-die", Die);
