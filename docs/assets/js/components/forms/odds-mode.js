// The switch "Exactly, at least, at most" for the odds next to it. Python does the counting.
import { make } from "../../lib/dom.js";

const WORDS = { exactly: "Exactly", "at-least": "At least", "at-most": "At most" };
const [USUAL] = Object.keys(WORDS);
let made = 0;

export const COUNTS = "odds-count"; // the name in the address

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
