// Dice to tap or to type as notation, with recent and saved dice as buttons.
import {
  fetchAnswer,
  focusOn,
  make,
  makeAction,
  makeButton,
  renderDice,
  rollDice,
  say,
  sayWaiting,
  showError,
  showWaiting,
  showWhileWaiting,
} from "#shared";
import {
  listRecentFormulas,
  loadSavedFormulas,
  noteFormula,
  removeFormula,
  renameFormula,
  saveFormula,
  watchFormulas,
} from "./saved-formulas.js";
import { addDie, addPlus, countDice, DICE, EMPTY, removeLast, toNotation, toPlan } from "./dice-pool.js";
import { describeUnread } from "./validate-rolls.js";

/**
 * @typedef {import("./saved-formulas.js").Formula} Formula
 * @typedef {import("#store").StoredRecord} StoredRecord
 * @typedef {{ element: HTMLElement, show: (name: string) => void }} SavedLine
 */

const MOST_FACES = 40; // the number is clearer than more faces
const MOST_TUMBLING = 12; // more moving dice are restless

export class Dice {
  element = make("section", { className: "fb-tray-dice", "aria-label": "Dice" });
  #result = make("div", { className: "fb-tray-result" });
  #formulas = make("div", { className: "fb-tray-formulas", role: "group", "aria-label": "Recent dice" });
  #saved = make("div", { className: "fb-tray-saved", hidden: true });
  #unread = make("p", { className: "fb-past-note", hidden: true });
  #row = make("div", { className: "fb-tray-row", role: "group", "aria-label": "Add dice" });
  #field = make("input", {
    type: "text",
    className: "fb-tray-field",
    placeholder: "2d6+1",
    autocomplete: "off",
    spellcheck: false,
    "aria-label": "Dice to roll, such as 2d6+1",
    enterKeyHint: "go",
    maxLength: 200,
    autocapitalize: "off",
  });
  #roll = makeButton("fb-roll", "Roll");
  /** The tapped dice; typed notation is only in the field. @type {import("./dice-pool.js").Handful} */
  #handful = EMPTY;
  #isRolled = false; // the next tap then starts a new pool
  #edit = makeButton("fb-tray-chip fb-tray-edit", "Edit", "Rename or delete saved dice");
  /** Buttons on show, by formula and name. @type {Map<string, HTMLElement>} */
  #chips = new Map();
  /** Lines for saved formulas, by id. @type {Map<string, SavedLine>} */
  #lines = new Map();
  /** Formulas that Python has read, by their typed text. @type {Map<string, Formula>} */
  #read = new Map();

  constructor() {
    for (const sides of DICE) {
      const die = makeAction("fb-tray-die", `d${sides}`, () => this.#take(sides));
      die.dataset.sides = String(sides);
      this.#row.append(die);
    }
    const less = makeAction("fb-tray-step", "⌫", () => this.#removeLast(), "Remove one die");
    const step = (/** @type {number} */ by, /** @type {string} */ words) => {
      const made = makeAction("fb-tray-step", words, () => this.#add(by));
      return made;
    };
    const save = makeAction("fb-add fb-tray-save", "Save", () => this.#nameIt(), "Save these dice under a name");
    const form = make(
      "form",
      { className: "fb-tray-form", noValidate: true },
      make("div", { className: "fb-tray-line" }, less, this.#field, step(-1, "−1"), step(1, "+1")),
      make("div", { className: "fb-tray-line" }, save, this.#roll),
    );
    this.#roll.type = "submit";
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.roll();
    });
    this.#field.addEventListener("input", () => this.#handleInput());
    this.element.append(this.#saved, this.#unread, this.#result, this.#formulas, this.#row, form);
    this.#edit.addEventListener("click", () => {
      this.#saved.hidden = !this.#saved.hidden;
      this.#edit.setAttribute("aria-expanded", String(!this.#saved.hidden));
      if (!this.#saved.hidden) this.#saved.querySelector("input")?.focus();
    });
    watchFormulas(() => this.show());
    this.#draw();
    this.#hint();
  }

  #hint() {
    this.#result.replaceChildren(make("p", { className: "fb-tray-hint" }, "Tap dice, or type your roll."));
  }

  /** @param {number} sides */
  #take(sides) {
    const isTyped = this.#isTyped;
    if (this.#isRolled) this.#handful = EMPTY;
    if (!this.#isRolled && isTyped) {
      this.#field.value = `${this.#field.value.trim()}+d${sides}`;
    } else {
      this.#handful = addDie(this.#handful, sides);
      this.#field.value = toNotation(this.#handful);
    }
    this.#isRolled = false;
    this.#draw();
    say(this.#field.value);
  }

  /** Add to the number that is added to the dice. @param {number} by */
  #add(by) {
    if (this.#isTyped) {
      const [all, before = "", number = "0"] = /^(.*?)([+-]\d+)?$/s.exec(this.#field.value.trim()) ?? [];
      const next = Number(number) + by;
      if (all) this.#field.value = before + (next > 0 ? `+${next}` : next || "");
    } else {
      if (!this.#handful.dice.length) return;
      this.#handful = addPlus(this.#handful, by);
      this.#field.value = toNotation(this.#handful);
    }
    this.#draw();
    say(this.#field.value);
  }

  #removeLast() {
    if (this.#isTyped) this.#field.value = this.#field.value.replace(/\s*[+-]?[^+-]*$/, "");
    else {
      this.#handful = removeLast(this.#handful);
      if (!this.#handful.dice.length) this.#handful = EMPTY;
      this.#field.value = toNotation(this.#handful);
    }
    this.#isRolled = false;
    this.#draw();
    say(this.#field.value || "No dice.");
  }

  /** True if the field differs from the tapped dice. */
  get #isTyped() {
    return this.#field.value.trim() !== toNotation(this.#handful);
  }

  #handleInput() {
    this.#isRolled = false;
    if (!this.#field.value.trim()) this.#handful = EMPTY;
    this.#draw();
  }

  #draw() {
    const isTyped = this.#isTyped;
    for (const die of this.#row.querySelectorAll("button")) {
      const sides = Number(die.dataset.sides);
      const count = isTyped ? 0 : countDice(this.#handful, sides);
      die.dataset.count = count ? `${count}` : "";
      die.setAttribute("aria-label", count ? `d${sides}, ${count} added` : `d${sides}`);
    }
    const notation = this.#field.value.trim();
    this.#roll.textContent = notation && notation.length < 24 ? `Roll ${notation}` : "Roll";
  }

  /** Roll the field's notation. */
  async roll() {
    const formula = await this.#readFormula();
    if (formula) await this.#rollFormula(formula);
  }

  /** Return the field's formula; Python reads typed notation. @returns {Promise<Formula | null>} */
  async #readFormula() {
    const notation = this.#field.value.trim();
    if (!notation) {
      showError(this.#result, "Tap a die first, or type a roll such as 2d6+1.");
      return null;
    }
    if (!this.#isTyped) return { notation, plan: toPlan(this.#handful) };
    const known = this.#read.get(notation) ?? listRecentFormulas().find((each) => each.notation === notation);
    if (known) return known;
    const { plan, error } = await showWhileWaiting(fetchAnswer(null, "plan", "dice", notation), () => {
      showWaiting(this.#result, "Rolling your dice…");
      sayWaiting("Rolling your dice…");
    });
    if (error !== undefined) {
      showError(this.#result, error);
      return null;
    }
    const formula = { notation, plan };
    this.#read.set(notation, formula);
    return formula;
  }

  /** @param {Formula} formula @param {string} [name] */
  async #rollFormula(formula, name) {
    const rolled = await rollDice(
      this.element,
      formula.plan,
      formula.notation,
      name ? `${name}, ${formula.notation}` : formula.notation,
    ).catch((error) => showError(this.#result, error.message));
    if (!rolled) return;
    const { number, thrown } = rolled;
    const faces = thrown.flatMap((each) => each.faces);
    this.#result.replaceChildren(
      make(
        "p",
        { className: "fb-tray-number" },
        make("strong", { className: "fb-new" }, number),
        make("span", {}, name ? `${name} · ${formula.notation}` : formula.notation),
      ),
      ...(faces.length > 1 && faces.length <= MOST_FACES
        ? [make("div", { className: faces.length <= MOST_TUMBLING ? "fb-new" : "", innerHTML: renderDice(thrown) })]
        : []),
    );
    this.#result.scrollIntoView({ block: "nearest" }); // if the whole tray scrolls, the button is far below
    this.#isRolled = true;
    noteFormula(formula);
    this.show();
  }

  /** Show recent and saved dice. */
  async show() {
    const { saved, unread } = await loadSavedFormulas();
    this.#unread.textContent = describeUnread(unread, "set of dice", "sets of dice");
    this.#unread.hidden = !unread;
    const last = listRecentFormulas().filter(({ notation }) => !saved.some(({ data }) => data.notation === notation));
    const chips = [
      ...saved.map(({ name, data }) => this.#makeChip(data, name)),
      ...(saved.length ? [this.#edit] : []),
      ...last.map((each) => this.#makeChip(each)),
    ];
    for (const [about, chip] of this.#chips) if (!chips.includes(chip)) this.#chips.delete(about);
    this.#drawSaved(saved);
    this.#edit.setAttribute("aria-expanded", String(!this.#saved.hidden));
    fill(this.#formulas, chips);
    this.#formulas.hidden = !chips.length;
  }

  /**
   * Return the button that rolls a formula, the same one as long as it is on show.
   * @param {Formula} formula
   * @param {string} [name]
   */
  #makeChip(formula, name = "") {
    const about = JSON.stringify([name, formula.notation]);
    const shown = this.#chips.get(about);
    if (shown) return shown;
    const made = makeButton(
      `fb-tray-chip${name && " fb-tray-chip--saved"}`,
      name || formula.notation,
      `Roll ${name ? `${name}, ` : ""}${formula.notation}`,
    );
    if (name) made.append(make("small", {}, formula.notation));
    made.addEventListener("click", () => {
      this.#field.value = formula.notation;
      this.#handful = EMPTY;
      this.#read.set(formula.notation, formula);
      this.#draw();
      this.#rollFormula(formula, name);
    });
    this.#chips.set(about, made);
    return made;
  }

  /** Show the lines that rename and delete saved formulas. @param {StoredRecord[]} saved */
  #drawSaved(saved) {
    const lines = saved.map((each) => {
      const line = this.#lines.get(each.id) ?? this.#makeLine(each);
      this.#lines.set(each.id, line);
      line.show(each.name);
      return line.element;
    });
    for (const id of this.#lines.keys()) if (!saved.some((each) => each.id === id)) this.#lines.delete(id);
    const gone = /** @type {HTMLElement[]} */ ([...this.#saved.querySelectorAll(".fb-tray-gone")]);
    fill(this.#saved, [...lines, ...gone]);
    if (!lines.length && !gone.length) this.#saved.hidden = true;
  }

  /** @param {StoredRecord} formula @returns {SavedLine} */
  #makeLine({ id, name: first, data: { notation } }) {
    let name = first;
    const field = make("input", { type: "text", maxLength: 40, value: name, "aria-label": `Name of ${notation}` });
    field.addEventListener("change", () => {
      const typed = field.value.trim();
      field.value = typed || name;
      if (typed) renameFormula(id, typed);
    });
    const remove = makeAction("fb-add", "Delete", async () => {
      const bringBack = await removeFormula(id);
      const undo = makeButton("fb-add", "Restore");
      const note = make("p", { className: "fb-past-note fb-tray-gone" }, `Deleted: ${name}. `, undo);
      undo.addEventListener("click", async () => {
        await bringBack();
        await this.show();
        remove.focus();
        note.remove();
        say("Restored.");
      });
      this.#saved.append(note);
      say(`Deleted: ${name}.`);
      undo.focus();
    });
    return {
      element: make("div", { className: "fb-tray-saved-line" }, field, make("span", {}, notation), remove),
      show(now) {
        if (field.value === name) field.value = now; // a name that is being typed stays
        name = now;
        remove.setAttribute("aria-label", `Delete ${name}`);
      },
    };
  }

  /** Ask for a name and save the field's formula under it. */
  async #nameIt() {
    const formula = await this.#readFormula();
    if (!formula) return;
    const field = make("input", {
      type: "text",
      maxLength: 40,
      value: formula.notation,
      "aria-label": `Name for ${formula.notation}`,
    });
    const form = make(
      "form",
      { className: "fb-tray-naming" },
      make("label", {}, `Name for ${formula.notation}`, field),
      make("button", { className: "fb-add" }, "Save"),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const name = field.value.trim() || formula.notation;
      await saveFormula(name, formula);
      this.#hint();
      say(`Saved: ${name}.`);
      this.#roll.focus();
    });
    this.#result.replaceChildren(form);
    field.select();
  }
}

/**
 * Replace an element's children; a moved child keeps the focus.
 * @param {HTMLElement} place
 * @param {HTMLElement[]} children
 */
function fill(place, children) {
  const focused = document.activeElement;
  place.replaceChildren(...children);
  if (place.contains(focused)) focusOn(focused);
}
