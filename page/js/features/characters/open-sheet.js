// One open sheet: the character to play from, with its nameplate and the form with all values. The rules draw it, and
// each control carries what it does as data.
import {
  applyChange,
  askOpenSheet,
  askOpenSheetAhead,
  getHistory,
  isSheet,
  putInto,
  readFields,
  setFields,
} from "#play-shared";
import {
  bringIntoView,
  changeAround,
  fillPage,
  find,
  findClicked,
  getActive,
  guardTaps,
  ignoreRepeats,
  linkToRoll,
  listenToSteppers,
  make,
  makeButton,
  noteScroll,
  runWhenIdle,
  say,
  showError,
  showWaiting,
  showWhileWaiting,
  use,
} from "#shared";
import { keep } from "#store";
import { Leaves } from "../../components/leaves.js";
import { Answers } from "./sheet-answers.js";
import { Chances } from "./chances.js";
import { EditForm } from "./edit-form.js";
import { buildFields, Gauges, readValue } from "./gauges.js";
import { Nameplate } from "./nameplate.js";
import { Panels } from "./panels.js";
import { markAdded } from "./redraw.js";
import { RollForm } from "./roll-form.js";
import { deleteSheet, copySheet, offerLink, saveAsFile, saveForObsidian } from "./sheet-tools.js";
import { hasOwnDice, readChoices, storeChoices, useOwnDice } from "./stored-choices.js";

/**
 * @typedef {import("#store").StoredRecord} StoredRecord
 * @typedef {import("../../components/sheet-questions.js").Control} Control
 * @typedef {import("./gauges.js").Gauge} Gauge
 * @typedef {Partial<Gauge> & { label: string, mark: boolean }} Mark a control that sets a true or false value
 *
 * @typedef {object} Host the element that shows the sheet
 * @property {(id: string) => void} open
 * @property {() => void} close
 * @property {string} game its slug
 * @property {(id: string, isEdited: boolean) => Promise<void>} reopen shows a sheet again
 * @property {(id: string, name: string, bringBack: () => Promise<void>) => void} handleDeletion
 * @property {string} address the page's address, for links
 */

const CONTROLS = "button, select, input, summary, [data-to]";

export class OpenSheet {
  #revision = 0;
  #warnings = "";
  #words = ""; // about a tap, until the sheet is drawn
  #announced = 0; // the number of the latest drawing that has been announced
  #line = ""; // on the nameplate
  #draws = 0;
  #isWhole = false; // once the first panel is drawn
  #isDeleted = false; // by this tab, so no message is needed
  /** The record that waits while the reader types a gauge's value. @type {StoredRecord | null} */
  #later = null;
  /** The end of the latest action: they happen one after the other. @type {Promise<unknown>} */
  #latest = Promise.resolve();
  /** The control that was tapped last, and the part of the sheet around it. @type {(Element | null)[]} */
  #touched = [];
  #note = make("div", { className: "fb-sheet-message" });
  #shared = make("div", { className: "fb-sheet-shared" });
  #changePlace = markAdded(make("div", { className: "fb-change-place", hidden: true }));

  /**
   * @param {StoredRecord} record
   * @param {string} title of its kind
   * @param {Host} host
   * @param {() => Promise<DocumentFragment>} fetchForms returns the forms of its kind, which come after the sheet
   */
  constructor(record, title, host, fetchForms) {
    this.id = record.id;
    this.game = record.game;
    this.title = title;
    this.host = host;
    this.fetchForms = fetchForms;
    this.element = make("section", { className: "fb-open-sheet" });
    this.plate = new Nameplate(
      () => (this.isEdited ? this.finishEdit() : host.close()),
      [...this.#listTools(), ...(record.making ? [this.#makeStepsTool()] : [])],
    );
    this.panels = new Panels();
    this.editForm = new EditForm(this.id, {
      close: () => this.finishEdit(),
      rename: (renamed) => this.#name(renamed),
      draw: async (changed) => {
        this.#revision = changed.revision;
        await this.#draw(changed);
      },
      refuse: () => {
        this.#showRefused();
        this.#showUntyped();
      },
    });
    this.answers = new Answers(
      this.id,
      this.panels.element,
      (change) => this.#holdStill(change),
      (words) => this.#tell(words),
    );
    this.chances = new Chances(this.panels.element);
    this.leaves = new Leaves();
    this.gauges = new Gauges(
      this.panels.element,
      (element, gauge, choose, isSet) => {
        const place = this.#holdPlace(element);
        this.#enqueue(() => this.#move(place, gauge, choose, isSet));
      },
      () => this.#later && this.#draw(this.#later),
    );
    this.rollForm = new RollForm(
      this.id,
      async () => (await this.#loadStored()).data,
      (control, place, faces) => this.#enqueue(() => this.#roll(control, place, faces)),
      () => this.#redraw(),
    );
    this.element.append(
      this.plate.element,
      this.#shared,
      this.#note,
      this.panels.element,
      this.editForm.element,
      this.rollForm.element,
    );
    this.plate.press("fb-sheet-own-dice", hasOwnDice());
    this.#listen();
    this.#name(record);
  }

  /** Stop watching the page. */
  end() {
    this.plate.end();
    this.panels.end();
    this.chances.stop();
    this.leaves.end();
  }

  #listTools() {
    const tools = [
      { name: "fb-sheet-edit", label: "Edit", icon: "pencil", act: () => this.edit() },
      { name: "fb-sheet-print", label: "Print", icon: "printer", act: () => this.#print() },
      {
        name: "fb-sheet-share",
        label: "Share",
        icon: "share",
        act: () => offerLink(this.id, this.host.address, this.#shared),
      },
      { name: "fb-sheet-file", label: "Save as file", act: () => saveAsFile(this.id, this.title) },
      { name: "fb-sheet-note", label: "Save for Obsidian", act: () => saveForObsidian(this.id, this.title) },
      {
        name: "fb-sheet-double",
        label: "Duplicate",
        act: ignoreRepeats(() => copySheet(this.id, this.title, this.host)),
      },
      {
        name: "fb-sheet-own-dice",
        label: "Use my own dice",
        act: () => this.#toggleOwnDice(),
      },
      {
        name: "fb-sheet-delete",
        label: "Delete",
        act: ignoreRepeats(() => {
          this.#isDeleted = true;
          return deleteSheet(this.id, this.title, this.host);
        }),
      },
    ];
    return tools;
  }

  /** Make the tool that goes back to the steps of a character that isn't finished. */
  #makeStepsTool() {
    const act = async () => {
      await keep.update("sheets", this.id, () => ({ aside: undefined }));
      await this.host.reopen(this.id, false);
    };
    return { name: "fb-sheet-steps", label: "Go on making", icon: "steps", act };
  }

  async #print() {
    await this.leaves.print((await this.#loadStored()).data);
  }

  #toggleOwnDice() {
    useOwnDice(!hasOwnDice());
    this.plate.press("fb-sheet-own-dice", hasOwnDice());
    say(hasOwnDice() ? "Each roll asks for your own dice." : "The page rolls the dice.");
  }

  #listen() {
    const { element } = this.panels;
    guardTaps(this.element);
    element.addEventListener("click", (event) => this.#handleClick(event));
    element.addEventListener("submit", (event) => {
      event.preventDefault();
      const form = event.target;
      if (form instanceof HTMLFormElement && form.dataset.change) this.#submit(form);
    });
  }

  /** The forms of changes, by the change's id. @type {Promise<Map<string, HTMLFormElement>> | null} */
  #forms = null;

  /** Load the forms of this kind of sheet: that of all values, and those of changes. */
  #loadForms() {
    this.#forms ??= this.fetchForms().then((content) => {
      this.editForm.load(content);
      const forms = collectForms(content);
      for (const form of forms.values()) listenToSteppers(form);
      return forms;
    });
    this.#forms.catch(() => {
      this.#forms = null;
      showError(this.#note, "The forms of this sheet couldn't be loaded. Reload the page once you're online.");
    });
    return this.#forms;
  }

  // The sheet as a whole

  /** True while the form with all values is open. */
  get isEdited() {
    return !this.editForm.element.hidden;
  }

  /**
   * Open the form with all values and focus a field, or close it. The sheet stays until the fields are there, so that
   * the reader can type as soon as the form is open.
   * @param {string} [field] the field to show, the first one by default
   */
  async edit(field = "") {
    if (this.isEdited) {
      this.finishEdit();
      return;
    }
    try {
      await showWhileWaiting(this.#loadForms(), () => showWaiting(this.#note, "Loading the form…"));
    } catch {
      return; // the note says so
    }
    this.#note.replaceChildren();
    if (this.isEdited || !this.element.isConnected) return;
    this.#showForm();
    noteScroll(() => scrollTo({ top: 0, behavior: "instant" }));
    this.editForm.focus(field);
  }

  /** Show the form instead of the sheet. */
  #showForm() {
    this.panels.element.hidden = true;
    this.editForm.element.hidden = false;
    this.plate.press("fb-sheet-edit", true);
  }

  /** Show the form with the values that the rules refuse. */
  #showRefused() {
    this.#showForm();
    this.#loadForms();
  }

  /** Return from the form to the sheet. */
  finishEdit() {
    this.panels.element.hidden = false;
    this.editForm.element.hidden = true;
    this.plate.press("fb-sheet-edit", false);
    this.focus();
  }

  /** Focus the sheet, and show it from its start. */
  focus() {
    this.plate.name.focus({ preventScroll: true });
    noteScroll(() => scrollTo({ top: 0, behavior: "instant" }));
  }

  /** Show the sheet as it is stored now. */
  async show() {
    const record = await keep.get("sheets", this.id);
    if (!record || !isSheet(record.data)) {
      if (this.element.isConnected && !this.#isDeleted) this.host.close();
      return;
    }
    if (record.revision === this.#revision) return;
    this.#revision = record.revision;
    this.#name(record);
    this.editForm.fill(record);
    if (record.typed) {
      await this.editForm.settle();
      return;
    }
    await this.#draw(record);
  }

  /** Make this the active character, whose sheet fills the game's rollers. */
  use() {
    if (getActive(this.game) === this.id) return;
    use(this.game, this.id);
    fillPage();
  }

  /** Draw the sheet again, with other choices for its rolls. */
  async #redraw() {
    const record = await keep.get("sheets", this.id);
    if (record && isSheet(record.data)) await this.#draw(record);
  }

  /** @param {StoredRecord} record */
  #name({ name }) {
    this.plate.show(name || `${this.title} without a name`, this.#line);
  }

  /**
   * Draw a sheet as the rules see it, unless a later draw has begun meanwhile.
   * @param {StoredRecord} record
   */
  async #draw(record) {
    this.#draws += 1;
    const number = this.#draws;
    const choices = readChoices(this.id);
    const asked = askOpenSheet(record.data.sheet, record.data.fields, choices, !this.#isWhole);
    const answer = await showWhileWaiting(asked, () => {
      if (!this.editForm.hasValues) showWaiting(this.#note, "Loading your sheet…");
    });
    if (number !== this.#draws) return;
    this.#note.replaceChildren();
    if (answer.error !== undefined) {
      this.#sayWith("");
      this.#showRefused();
      this.editForm.refuse(`${answer.error} The sheet is saved unchanged. You can edit it, or save it as a file.`);
      return;
    }
    if (this.gauges.isTyping) {
      this.#sayWith("");
      this.#later = record;
      return;
    }
    this.#later = null;
    this.#line = answer.plate.line;
    this.#name(record);
    this.gauges.cancelPress();
    this.#holdStill(() => {
      this.panels.draw(answer.parts, answer.short_gauge);
      this.answers.update(record);
    });
    if (!this.#isWhole) {
      this.#isWhole = true;
      runWhenIdle(() => number === this.#draws && this.#redraw());
      return;
    }
    this.editForm.show(answer.html, answer.budget);
    this.chances.show(record.data, choices);
    runWhenIdle(() => this.#loadForms());
    this.leaves.prepareSoon(record.data);
    const warnings = answer.sheet.warnings.join(" ");
    this.#sayWith(this.#warnings === warnings ? "" : warnings || (this.#words ? "" : answer.said));
    this.#warnings = warnings;
  }

  /** Announce what a tap did, in one announcement with the warnings of the sheet that it draws. @param {string} words */
  async #tell(words) {
    this.#words = words.replaceAll(" → ", " to ");
    await this.show(); // what it changed, if that isn't drawn yet
    if (this.#announced === this.#draws) this.#sayWith("");
  }

  /** Announce what waits for the drawing that is done now, and what the drawing adds. @param {string} added */
  #sayWith(added) {
    this.#announced = this.#draws;
    const words = [this.#words, added].filter(Boolean).join(" ");
    this.#words = "";
    if (words) say(words);
  }

  /** Show the sheet as it was before the rejected values. */
  async #showUntyped() {
    const record = await keep.get("sheets", this.id);
    if (!record || this.editForm.hasValues) return;
    const answer = await askOpenSheet(record.data.sheet, record.data.fields, readChoices(this.id));
    if (answer.error !== undefined) return;
    this.#line = answer.plate.line;
    this.#name(record);
    this.panels.draw(answer.parts, answer.short_gauge);
  }

  async #loadStored() {
    const record = await keep.get("sheets", this.id);
    if (!record) throw new Error("This sheet is no longer on this device.");
    return record;
  }

  // Taps

  /** Change the sheet, and scroll so that the control under the finger stays there. @param {() => void} change */
  #holdStill(change) {
    const finders = this.#touched.map((element) => () => (element?.isConnected ? element : null));
    changeAround(finders, change);
  }

  /** @param {MouseEvent} event */
  #handleClick(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (!target || this.gauges.finishPress(event)) return;
    this.#touched = [target.closest(CONTROLS), target.closest("[data-answers], [data-part]")];
    const turn = this.answers.handleClick(event);
    if (turn) {
      this.#enqueue(turn);
      return;
    }
    const control = findClicked(event, "[data-do], [data-form]");
    const adder = findClicked(event, "[data-edit]");
    const gauge = target.closest(".fb-gauge");
    if (control) this.#act(control);
    else if (adder) this.edit(adder.dataset.edit);
    else if (gauge instanceof HTMLElement && !target.closest(".fb-answer-place")) this.gauges.tap(gauge, target);
  }

  /** Return the place for the answer to a tapped control, which may be drawn again before it comes. @param {Element} pressed */
  #holdPlace(pressed) {
    const place = this.answers.findPlace(pressed);
    this.answers.getAnswer(place); // knows what is around the place, which may be gone then
    return place;
  }

  /** Do what a control does. @param {HTMLButtonElement} pressed */
  #act(pressed) {
    const isForm = pressed.dataset.form !== undefined;
    const place = this.#holdPlace(pressed);
    const control = JSON.parse(pressed.dataset.form ?? pressed.dataset.do ?? "{}");
    if (control.change && (isForm || control.asks)) this.#toggleChangeForm(control, place);
    else if (control.roll && (isForm || control.asks || hasOwnDice())) this.#openRollForm(control, place, !isForm);
    else if (control.roll) this.#enqueue(() => this.#roll(control, place, ""));
    else if (control.change) this.#enqueue(() => this.#change(control, control.params ?? {}, place));
    else if (control.fields) this.#enqueue(() => this.#setFields(control, place));
    else if ("mark" in control) this.#enqueue(() => this.#mark(control));
    else if (control.kept) this.#choose(control.kept);
  }

  /** Do something once everything before it is done. @param {() => Promise<unknown>} act */
  #enqueue(act) {
    this.chances.stop();
    this.#latest = this.#latest.then(act, act);
  }

  /** Store what the rules keep for a switch or a tag that was tapped. @param {Record<string, any>} kept */
  #choose(kept) {
    this.chances.stop();
    storeChoices(this.id, kept);
    this.#redraw();
  }

  // Rolls

  /** @param {Control} control @param {HTMLElement} place @param {boolean} isOfButton */
  async #openRollForm(control, place, isOfButton) {
    this.chances.stop();
    const problem = await this.rollForm.open(control, place, isOfButton && hasOwnDice() && !control.asks);
    if (problem) this.answers.getAnswer(place).refuse(problem);
  }

  /**
   * @param {Control} control
   * @param {HTMLElement} place of the answer
   * @param {string} faces the player's own dice, or ""
   * @param {string[]} [override] the requirements that the player waives
   */
  async #roll(control, place, faces, override = []) {
    const { roll = "", home = "", anyway } = control;
    const shown = this.answers.getAnswer(place);
    const { data } = await this.#loadStored();
    const kept = readChoices(this.id);
    const texts = [data.fields, kept, control, override].map((each) => JSON.stringify(each));
    const args = /** @type {any[]} */ ([roll, ...texts, null, faces]); // without a seed
    this.#holdStill(() => shown.putInPlace());
    const answer = /** @type {any} */ (
      await shown.view.ask({ kind: "act", id: data.sheet, args, source: faces ? "own dice" : "random" }, false)
    );
    if (!answer) return;
    if (answer.error !== undefined) {
      if (answer.override && anyway && !override.length) await this.#roll(control, place, faces, answer.override);
      else if (answer.override) shown.refuse(answer.error, this.#makeOverride(control, place, faces, answer.override));
      else say(answer.error);
      return;
    }
    const { params, steps } = answer.roll;
    const thrown = answer.roll.faces.join(",");
    shown.finishCard(answer.about.title, {
      steps,
      source: faces ? "Rolled with your own dice" : "",
      link: thrown ? () => linkToRoll(home, roll, { ...toTexts(params), faces: thrown }) : null,
    });
    storeChoices(this.id, answer.kept);
    const changed = Object.fromEntries(
      Object.entries(answer.changed).map(([name, values]) => [name, /** @type {any} */ (values)[1]]),
    );
    if (!Object.keys(changed).length) {
      this.#tell(answer.said);
      await this.#redraw();
      return;
    }
    const result = await setFields(this.id, answer.about.title, () => changed, answer.steps);
    this.#tell(answer.said);
    if (result?.error !== undefined) showError(this.#note, result.error);
    else shown.setChange(getHistory(this.id).at(-1) ?? null);
  }

  /**
   * Make the button that rolls although the rules refuse it.
   * @param {Control} control
   * @param {HTMLElement} place
   * @param {string} faces
   * @param {string[]} override
   */
  #makeOverride(control, place, faces, override) {
    const anyway = makeButton("fb-do fb-anyway", "Roll anyway");
    anyway.addEventListener("click", () => this.#enqueue(() => this.#roll(control, place, faces, override)));
    return anyway;
  }

  // Changes

  /** Open the form of a change in its row, or close it. @param {Control} control @param {HTMLElement} place */
  async #toggleChangeForm(control, place) {
    const form = (await this.#loadForms()).get(control.change ?? "");
    if (!form) {
      this.#enqueue(() => this.#change(control, control.params ?? {}, place));
      return;
    }
    const isOpen = !this.#changePlace.hidden && this.#changePlace.contains(form);
    this.#holdStill(() => {
      this.#changePlace.replaceChildren(...(isOpen ? [] : [form]));
      this.#changePlace.hidden = isOpen;
      if (!isOpen) this.answers.getAnswer(place).place.append(this.#changePlace);
    });
    if (isOpen) return;
    putInto(form, control.params ?? {});
    /** @type {HTMLElement | null} */ (form.querySelector("input, select, textarea"))?.focus({ preventScroll: true });
    bringIntoView(this.#changePlace);
  }

  /** @param {HTMLFormElement} form */
  #submit(form) {
    const control = { change: form.dataset.change ?? "", title: form.dataset.title ?? "" };
    const values = readFields(form);
    const row = /** @type {HTMLElement} */ (this.#changePlace.parentElement ?? this.panels.element);
    const place = this.#holdPlace(row);
    this.#enqueue(async () => {
      if (!(await this.#change(control, values, place))) return;
      const hadFocus = this.#changePlace.contains(document.activeElement);
      this.#holdStill(() => {
        this.#changePlace.hidden = true;
        this.#changePlace.replaceChildren();
      });
      if (hadFocus) find(row, "button", HTMLButtonElement).focus({ preventScroll: true });
    });
  }

  /**
   * @param {{ change?: string, title: string }} control
   * @param {object} params
   * @param {HTMLElement} place
   */
  async #change({ change = "", title }, params, place) {
    return this.#showResult(await applyChange(this.id, { id: change, title }, params), place);
  }

  /**
   * Show what a change did, in its place. Return true if it did.
   * @param {import("../../components/sheet-changes.js").Result | null} result
   * @param {HTMLElement} place
   */
  #showResult(result, place) {
    if (!result) return false;
    const shown = this.answers.getAnswer(place);
    if (result.error !== undefined) {
      shown.refuse(result.error);
      return false;
    }
    const done = getHistory(this.id).at(-1);
    if (!done) return true;
    shown.showLine(done);
    this.#tell(done.steps.join(" ") || `${done.title}: nothing changed.`);
    return true;
  }

  /**
   * @param {HTMLElement} place
   * @param {Gauge} gauge
   * @param {(value: number) => number} choose
   * @param {boolean} isSet
   */
  async #move(place, gauge, choose, isSet) {
    const before = Number(readValue((await this.#loadStored()).data.fields, gauge));
    const to = choose(before);
    const rule = isSet ? null : to < before ? gauge.fewer : gauge.more;
    if (to === before) return;
    if (rule) {
      await this.#change(rule, { [rule.param]: Math.abs(to - before) }, place);
      return;
    }
    const words = `${gauge.label} ${before} → ${to}.`;
    const result = await setFields(this.id, gauge.label, (fields) => buildFields(fields, gauge, to), [words]);
    this.#showResult(result, place);
  }

  /**
   * Set fields to the values that the rules have written into a control.
   * @param {{ fields: Record<string, any>, label: string, words: string }} control
   * @param {HTMLElement} place
   */
  async #setFields({ fields, label, words }, place) {
    this.#showResult(await setFields(this.id, label, () => fields, [words]), place);
  }

  /** Set a true or false value; a second tap takes the first one back. @param {Mark} mark */
  async #mark(mark) {
    const isMarked = !readValue((await this.#loadStored()).data.fields, mark);
    const words = `${mark.label}: ${isMarked ? "yes" : "no"}.`;
    const result = await setFields(this.id, mark.label, (fields) => buildFields(fields, mark, isMarked), [words]);
    if (result?.error !== undefined) showError(this.#note, result.error);
    else if (result) this.#tell(words);
  }
}

/** Ask for a sheet before it is opened. @param {import("#store").StoredRecord} record */
export function prepareSheet({ id, data }) {
  if (isSheet(data)) askOpenSheetAhead(data.sheet, data.fields, readChoices(id));
}

/**
 * Return the forms of changes in a template, by the change's id.
 * @param {DocumentFragment} content
 */
function collectForms(content) {
  const forms = [.../** @type {NodeListOf<HTMLFormElement>} */ (content.querySelectorAll("form[data-change]"))];
  return new Map(forms.map((form) => [form.dataset.change ?? "", form]));
}

/** @param {Record<string, any>} values @returns {Record<string, string>} */
const toTexts = (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
