// Odds modes "Exactly, at least, at most": the switch, and <fb-counted>, which uses it for odds that the build rendered.
import { make } from "../../lib/dom.js";
import { storeState, readState } from "../../lib/url-state.js";
import { showError } from "../result-view.js";

const WORDS = { exactly: "Exactly", "at-least": "At least", "at-most": "At most" };
const [USUAL] = Object.keys(WORDS);
let made = 0;

export const COUNTS = "odds-count"; // the name in the address

/** The switch for the odds next to it. Python does the counting. */
export class Counts {
  value = USUAL;

  /**
   * @param {ParentNode} root contains the place for the switch; without it, odds are exact
   * @param {() => void} act called when the reader chose another mode
   */
  constructor(root, act) {
    this.place = root.querySelector(".fb-counts");
    const name = `counts-${(made += 1)}`;
    this.place?.replaceChildren(
      make(
        "fieldset",
        { className: "fb-field fb-segments" },
        make("legend", { className: "fb-hidden" }, "Show the chances of"),
        make(
          "span",
          { className: "fb-segment-row" },
          ...Object.entries(WORDS).map(([value, word]) =>
            make(
              "label",
              {},
              make("input", { type: "radio", name, value, checked: value === USUAL, autocomplete: "off" }),
              make("span", {}, word),
            ),
          ),
        ),
      ),
    );
    this.place?.addEventListener("change", ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      this.value = target.value;
      act();
    });
  }

  /** The state as the address stores it; empty for the default. @returns {Record<string, string>} */
  get state() {
    return this.value === USUAL ? {} : { [COUNTS]: this.value };
  }

  /**
   * Restore the mode from the address. Return a sentence if that isn't possible.
   * @param {import("../../lib/url-state.js").Pairs} pairs
   */
  restore(pairs) {
    const asked = pairs.find(([name]) => name === COUNTS)?.[1];
    if (asked === undefined || !this.place) return [];
    const field = this.place.querySelector(`input[value="${CSS.escape(asked)}"]`);
    if (!(field instanceof HTMLInputElement)) {
      return [`Odds can be shown exactly, at-least or at-most. The link has “${asked}”, so they are exact.`];
    }
    field.checked = true;
    this.value = asked;
    return [];
  }
}

/** <fb-counted>: odds that the build rendered in every mode. The page shows one and keeps the others in templates. */
export class OddsModeSwitch extends HTMLElement {
  /** @type {Counts | undefined} */
  #counts;
  /** Each part in every odds mode. @type {{ now: Element, ways: Map<string, Element> }[]} */
  #parts = [];

  connectedCallback() {
    if (this.#counts) return;
    this.#counts = new Counts(this, () => {
      this.#show();
      if (this.#counts) storeState(this, this.#counts.state);
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
