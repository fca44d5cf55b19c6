// <fb-counted>: odds that the build rendered in every odds mode. The page shows one mode and keeps the others in
// templates.
import { make } from "../lib/dom.js";
import { keepState, readState } from "../lib/url-state.js";
import { Counts } from "./forms/odds-mode.js";
import { showError } from "./result-view.js";

export class OddsModeSwitch extends HTMLElement {
  /** @type {Counts | undefined} */
  #counts;
  /** Each part in every odds mode. @type {{ now: Element, ways: Map<string, Element> }[]} */
  #parts = [];

  connectedCallback() {
    if (this.#counts) return;
    this.#counts = new Counts(this, () => {
      this.#show();
      if (this.#counts) keepState(this, this.#counts.state);
    });
    for (const now of this.querySelectorAll('[data-counts="exactly"]')) {
      const ways = new Map([["exactly", now]]);
      for (let next = now.nextElementSibling; next instanceof HTMLTemplateElement; next = next.nextElementSibling) {
        ways.set(next.dataset.counts ?? "", make("div", {}, next.content.cloneNode(true)));
      }
      if (ways.size > 1) this.#parts.push({ now, ways });
    }
    const problems = this.#counts.restore(readState(this) ?? []);
    if (problems.length) showError(this.insertBefore(make("div"), this.firstChild), problems.join(" "));
    else this.#show();
  }

  #show() {
    for (const part of this.#parts) {
      const next = part.ways.get(this.#counts?.value ?? "") ?? part.now;
      part.now.replaceWith(next);
      part.now = next;
    }
  }
}
