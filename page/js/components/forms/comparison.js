// "Compare with this": keeps the current set-up for comparison. It compares up to five set-ups, each with a name; one
// of them can be the reader's own dice.
import { say } from "../../lib/announce.js";
import { makeAction, makeButton, make } from "../../lib/dom.js";
import { focusOn } from "../../lib/focus.js";
import { toName, isOfSetUps, LONGEST, MOST, readSetUps, shortenName, formatSetUps } from "./comparison-url.js";
import { readChangedValues, describeChanges, setValues, readValues } from "./values.js";

const OWN = "As set now";
const UNCHANGED = "Unchanged";
const FULL = `You can compare up to ${MOST} set-ups. Remove one to add another.`;

/**
 * @typedef {import("./values.js").Values} Values
 * @typedef {{ name: string, usual: string, dice?: string, values: Values, changed: Values }} Held `name` is the
 *   reader's name for it, `usual` the default name
 */

export class Comparison {
  /** @type {Held[]} */
  #held = [];
  #name = "";

  /**
   * @param {HTMLButtonElement} button
   * @param {HTMLFormElement} form
   * @param {() => void} act called when the compared set-ups have changed
   */
  constructor(button, form, act) {
    this.button = button;
    this.form = form;
    this.act = act;
    this.list = make("ol", { className: "fb-set-up-list", "aria-label": "Compared set-ups" });
    this.place = make("div", { className: "fb-set-ups", hidden: true }, this.list, this.#makeAdder());
    (button.closest(".fb-calc-tools") ?? button).after(this.place);
    button.addEventListener("click", () => {
      if (this.#held.length) this.#held = [];
      else this.#hold();
      this.#handleChange();
    });
  }

  /** True if set-ups are being compared. */
  get isOn() {
    return this.#held.length > 0;
  }

  /** The set-up to compare with, if it is the only one and has no name. */
  get values() {
    return this.#isPlain ? (this.#held[0]?.values ?? null) : null;
  }

  /**
   * The parts of the request to Python: the other set-ups as JSON, and the name of the form's own. A pair without names
   * needs none.
   * @returns {[string, string]}
   */
  get request() {
    if (!this.isOn) return ["", ""];
    const isNamed = !this.#isPlain;
    const others = this.#held.map(({ name, usual, dice, values }) => ({
      ...(isNamed && { name: name || usual }),
      ...(dice ? { dice } : { params: values }),
    }));
    return [JSON.stringify(others), isNamed ? this.#name || OWN : ""];
  }

  /** The state as the address stores it. */
  get state() {
    return this.isOn ? formatSetUps(this.#name, this.#held) : {};
  }

  /**
   * Restore the state from the address, by means of the form. Return a sentence for each part that can't be used.
   * @param {import("../../lib/url-state.js").Pairs} pairs
   */
  restore(pairs) {
    const { name, held, problems } = readSetUps(pairs.filter(([key]) => isOfSetUps(key)));
    this.#name = name;
    for (const each of held) {
      problems.push(...setValues(this.form, each.pairs).map((problem) => `Other set-up: ${problem}`));
      this.#hold(each.name, each.dice);
      this.form.reset();
      this.form.querySelectorAll("fb-list").forEach((list) => list.show());
    }
    this.#draw();
    return problems;
  }

  get #isPlain() {
    return this.#held.length === 1 && !this.#held[0]?.dice && !this.#held[0]?.name && !this.#name;
  }

  /** Keep the form's current values, or dice, for comparison. */
  #hold(name = "", dice = "") {
    this.#held.push(
      dice
        ? { name, dice, usual: shortenName(dice), values: {}, changed: {} }
        : {
            name,
            usual: shortenName(describeChanges(this.form)) || UNCHANGED,
            values: readValues(this.form),
            changed: readChangedValues(this.form),
          },
    );
  }

  /** Add a set-up, or announce that there are five already. Return true if it was added. */
  #add(dice = "") {
    if (this.#held.length + 1 >= MOST) {
      this.#say(FULL);
      return false;
    }
    this.#hold("", dice);
    this.#handleChange();
    this.place.querySelector("li:last-child input")?.scrollIntoView({ block: "nearest" });
    return true;
  }

  #handleChange() {
    this.#draw();
    this.act();
  }

  /** @param {string} sentence */
  #say(sentence) {
    this.place.querySelector(".fb-error")?.remove();
    this.place.append(make("p", { className: "fb-error" }, sentence));
    say(sentence);
  }

  #draw() {
    this.button.setAttribute("aria-pressed", String(this.isOn));
    this.button.textContent = this.isOn ? "Stop comparing" : "Compare with this";
    this.place.hidden = !this.isOn;
    this.place.querySelector(".fb-error")?.remove();
    this.list.replaceChildren(...(this.isOn ? this.#makeRows() : []));
  }

  #makeRows() {
    const own = this.#makeRow(0, this.#name, OWN, (name) => {
      this.#name = name;
    });
    return [
      own,
      ...this.#held.map((held, at) => {
        const row = this.#makeRow(at + 1, held.name, held.usual, (name) => {
          held.name = name;
        });
        const remove = makeButton("fb-set-up-remove", "×", `Remove ${held.name || held.usual}`);
        remove.title = "Remove";
        remove.addEventListener("click", () => {
          this.#held.splice(at, 1);
          this.#handleChange();
          const left = this.place.querySelectorAll("button.fb-set-up-remove");
          const next = left[Math.min(at, left.length - 1)] ?? this.button;
          focusOn(next);
        });
        row.append(remove);
        return row;
      }),
    ];
  }

  /**
   * @param {number} at
   * @param {string} name
   * @param {string} usual
   * @param {(name: string) => void} set
   */
  #makeRow(at, name, usual, set) {
    const field = make("input", {
      type: "text",
      value: name,
      placeholder: usual,
      maxLength: LONGEST,
      autocomplete: "off",
      "aria-label": `Name of set-up ${at + 1}: ${usual}`,
    });
    field.addEventListener("change", () => {
      set(toName(field.value));
      this.act();
    });
    return make(
      "li",
      { className: `fb-laid-${at + 1}` },
      make("i", { className: "fb-set-up-key", "aria-hidden": "true" }),
      field,
    );
  }

  #makeAdder() {
    const more = makeAction("fb-set-up-add", "Add this set-up", () => this.#add());
    const dice = make("input", {
      type: "text",
      placeholder: "2d6+1",
      maxLength: 200,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: false,
      "aria-label": "Other dice to compare with",
    });
    const add = makeButton("fb-set-up-add", "Add dice");
    const enter = () => {
      if (dice.value.trim() && this.#add(dice.value.trim())) dice.value = "";
    };
    add.addEventListener("click", enter);
    dice.addEventListener("keydown", (event) => {
      if (event.key === "Enter") enter();
    });
    return make(
      "div",
      { className: "fb-set-up-adding" },
      more,
      make("span", { className: "fb-set-up-dice" }, dice, add),
    );
  }
}
