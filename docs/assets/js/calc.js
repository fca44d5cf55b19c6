// <fb-calc>: a calculator. Every change is answered at once and kept in the address; a set-up can be kept to compare with.
import { readPage, pageAddress } from "./address.js";
import { say, showError } from "./answer.js";
import { changedValuesOf, setValue, step, valuesOf } from "./form.js";
import { runtime } from "./runtime.js";
import { canShare, copy, share } from "./share.js";
import { WhatIf } from "./what-if.js";

class Calculator extends HTMLElement {
  connectedCallback() {
    if (this.form) return;
    customElements.upgrade(this); // on a page that instant navigation brings, lists come to life after their form
    this.calculator = this.getAttribute("calculator");
    this.form = this.querySelector("form");
    this.body = this.querySelector(".fb-calc-body");
    this.besideButton = this.querySelector(".fb-beside");
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("input", (event) => this.#changed(event.target));
    this.form.addEventListener("click", (event) => {
      const button = event.target.closest("[data-step]");
      if (button) step(button);
    });
    this.querySelector(".fb-copy").addEventListener("click", (event) => copy(event.target, location.href));
    const shareButton = this.querySelector(".fb-share");
    shareButton.hidden = !canShare();
    shareButton.addEventListener("click", () => share(shareButton, location.href));
    const whatIf = this.querySelector(".fb-what-if");
    this.whatIf = whatIf && new WhatIf(whatIf, this.calculator, () => valuesOf(this.form));
    this.besideButton.addEventListener("click", () => this.#keepBeside());
    this.#restore();
  }

  /** Work out what the form says; a change takes back the question before it. */
  async update() {
    this.asked?.abort();
    const asked = (this.asked = new AbortController());
    if (runtime.state.phase !== "ready") this.#showWaiting();
    const values = [valuesOf(this.form), this.beside].map((each) => (each ? JSON.stringify(each) : ""));
    const answer = await runtime.askUntil(asked.signal, "calculate", this.calculator, ...values)
      .catch((error) => ({ error: String(error.message ?? error) }));
    if (asked.signal.aborted || !this.isConnected) return;
    this.#show(answer);
    this.whatIf?.refresh();
  }

  #show(answer) {
    this.querySelector(".fb-calc-status")?.remove();
    if (answer.error) {
      const place = document.createElement("div");
      place.className = "fb-calc-status";
      this.body.before(place);
      showError(place, answer.error);
      return;
    }
    const open = [...this.body.querySelectorAll("details")].map((part) => part.open);
    this.body.innerHTML = answer.html;
    this.querySelector(".fb-calc-summary").innerHTML = answer.summary;
    this.body.querySelectorAll("details").forEach((part, at) => { part.open = open[at] ?? false; });
    say(answer.said);
  }

  #showWaiting() {
    if (this.querySelector("fb-status")) return;
    this.body.insertAdjacentHTML("beforebegin", '<div class="fb-calc-status"><fb-status data-after="The numbers follow."></fb-status></div>');
  }

  #changed(field) {
    if (field.closest(".fb-pick")) {
      if (!field.value) return;
      for (const [name, value] of Object.entries(JSON.parse(field.value))) setValue(this.form, name, value);
    }
    this.#keep();
    this.update();
  }

  #keep() {
    history.replaceState(history.state, "", pageAddress(changedValuesOf(this.form), this.besideChanged));
  }

  /** Keep the set-up of now to compare with, or let it go. */
  #keepBeside() {
    this.beside = this.beside ? null : valuesOf(this.form);
    this.besideChanged = this.beside ? changedValuesOf(this.form) : null;
    this.#showBeside();
    this.#keep();
    this.update();
  }

  #showBeside() {
    this.besideButton.setAttribute("aria-pressed", String(Boolean(this.beside)));
    this.besideButton.textContent = this.beside ? "Stop comparing" : "Compare with this";
  }

  /** Take over the address: first the set-up beside, by way of the form, then the one of the form. */
  #restore() {
    const { params, beside } = readPage();
    const problems = [];
    if (beside) {
      problems.push(...this.#set(beside, "beside "));
      this.beside = valuesOf(this.form);
      this.besideChanged = changedValuesOf(this.form);
      this.form.reset();
      this.querySelectorAll("fb-list").forEach((list) => list.show());
    }
    problems.push(...this.#set(params, ""));
    this.#showBeside();
    if (params.length || beside) this.update();
    if (problems.length) {
      const place = document.createElement("div");
      this.prepend(place);
      showError(place, problems.join(" "));
    }
  }

  #set(pairs, prefix) {
    return pairs.map(([name, value], at) => {
      const twice = pairs.findIndex(([other]) => other === name) < at;
      const problem = twice ? `${name}: got it twice, takes one value; the first one stands.` : setValue(this.form, name, value);
      return problem && prefix + problem;
    }).filter(Boolean);
  }
}

customElements.define("fb-calc", Calculator);
