// "Exactly, at least, at most": how the odds beside it are counted. Python does the counting.
import { make } from "../../lib/dom.js";

const WORDS = { exactly: "Exactly", "at-least": "At least", "at-most": "At most" };
const [USUAL] = Object.keys(WORDS);
let made = 0;

export const COUNTS = "odds-count"; // its name in the address

export class Counts {
  value = USUAL;

  /**
   * @param {ParentNode} root has the place for it; where it has none, odds are exact
   * @param {() => void} act called when another one was chosen
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

  /** As the address has it: nothing where it is as usual. @returns {Record<string, string>} */
  get state() {
    return this.value === USUAL ? {} : { [COUNTS]: this.value };
  }

  /**
   * Take over what the address says; gives a sentence when that can't be.
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
