// <fb-die>: dice notation in a sentence or a cell; tap it and it rolls where it stands.
import { say, waitingWords } from "./answer.js";
import { runtime } from "./runtime.js";

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
  async roll() {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    const shown = this.querySelector(".fb-die-result") ?? this.appendChild(document.createElement("span"));
    shown.className = "fb-die-result";
    if (runtime.state.phase !== "ready") {
      shown.innerHTML = '<fb-status class="fb-status--inline"></fb-status>';
      say(waitingWords());
    }
    let answer;
    try {
      answer = await runtime.ask("roll", "dice", JSON.stringify({ notation: this.getAttribute("notation") }));
    } catch (error) {
      answer = { error: String(error.message ?? error) };
    }
    if (turn !== this.turn) return;
    if (answer.error) {
      shown.textContent = answer.error;
      say(answer.error);
      return;
    }
    const { outcome, faces } = answer.roll;
    const total = document.createElement("b");
    total.textContent = outcome.total;
    shown.replaceChildren(total);
    if (faces.length > 1 && faces.length <= 10) shown.append(` (${faces.join(", ")})`);
    shown.classList.remove("fb-new");
    void shown.offsetWidth;
    shown.classList.add("fb-new");
    say(`${this.button.textContent}: ${outcome.total}`);
  }
}

customElements.define("fb-die", Die);
