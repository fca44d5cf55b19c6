// <fb-roller>: a mechanic's form; rolls, reads the reader's own dice, shows live odds, keeps its state in the address.
import { addressOf, keep, readFor } from "./address.js";
import { askInto, say, showError } from "./answer.js";
import { changedValuesOf, setValue, step, valuesOf } from "./form.js";
import { RollerOdds } from "./roller-odds.js";
import { share } from "./share.js";

class Roller extends HTMLElement {
  connectedCallback() {
    if (this.form) return;
    customElements.upgrade(this); // on a page that instant navigation brings, lists come to life after their form
    this.mechanic = this.getAttribute("mechanic");
    this.form = this.querySelector("form");
    this.result = this.querySelector(".fb-result");
    const odds = this.querySelector(".fb-odds");
    this.odds = odds && new RollerOdds(odds, this.form, this.mechanic);
    this.form.addEventListener("submit", (event) => { event.preventDefault(); this.roll(); });
    this.form.addEventListener("input", (event) => this.#changed(event));
    this.form.addEventListener("click", (event) => this.#clicked(event));
    this.form.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !event.target.matches(".fb-faces")) return;
      event.preventDefault(); // the form's own answer to Enter is a roll
      this.resolve(event.target.value);
    });
    this.#restore();
  }

  /** Roll with what the form says. */
  roll() {
    return this.#show("roll", JSON.stringify(valuesOf(this.form)));
  }

  /** Read the faces that the reader typed. */
  resolve(faces) {
    return this.#show("resolve", faces, JSON.stringify(valuesOf(this.form)));
  }

  async #show(question, ...args) {
    const params = changedValuesOf(this.form);
    const answer = await askInto(this.result, question, this.mechanic, ...args);
    if (!answer) return null;
    const link = document.createElement("button");
    link.type = "button";
    link.className = "fb-share";
    link.textContent = "Share this roll";
    link.addEventListener("click", () => share(link, addressOf(this.id, params, answer.roll.faces)));
    this.result.append(link);
    return answer;
  }

  #changed(event) {
    if (!event.target.name) return;
    keep(this.id, changedValuesOf(this.form));
    this.odds?.changed();
  }

  #clicked(event) {
    const button = event.target.closest("button");
    if (button?.dataset.step) step(button);
    if (button?.classList.contains("fb-own-open")) this.#openOwn(button);
    if (button?.classList.contains("fb-read")) this.resolve(this.querySelector(".fb-faces").value);
  }

  #openOwn(button) {
    const own = this.querySelector(".fb-own");
    own.hidden = !own.hidden;
    button.setAttribute("aria-expanded", String(!own.hidden));
    if (!own.hidden) own.querySelector("input").focus();
  }

  /** Take over what the address says; nothing rolls by itself. */
  #restore() {
    const kept = readFor(this.id);
    if (!kept) return;
    const problems = kept.params.map(([name, value], at) => (
      kept.params.findIndex(([other]) => other === name) < at
        ? `${name}: got it twice, takes one value; the first one stands.`
        : setValue(this.form, name, value))).filter(Boolean);
    if (problems.length) showError(this.result, problems.join(" "));
    else if (kept.faces !== null) this.resolve(kept.faces).then((answer) => answer && say(`A shared roll. ${answer.said}`));
  }
}

customElements.define("fb-roller", Roller);
