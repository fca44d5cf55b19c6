// A character that is made step by step. The rules draw the steps, and each control carries what it does as data. The
// character is stored from the first change on.
import { askMaking, getSheetName } from "#play-shared";
import {
  bringIntoView,
  changeAround,
  createSeed,
  find,
  findClicked,
  guardTaps,
  make,
  noteScroll,
  say,
  showError,
  showWaiting,
  showWhileWaiting,
} from "#shared";
import { keep } from "#store";
import { Nameplate } from "./nameplate.js";
import { markAdded, updateContent } from "./redraw.js";

/**
 * @typedef {import("#store").StoredRecord} StoredRecord
 * @typedef {import("../../components/sheet-questions.js").MakingAnswer} MakingAnswer
 * @typedef {import("./open-sheet.js").Host} Host
 * @typedef {{ do: string, [name: string]: any }} Act a tap on the steps
 */

const WIDE = "(min-width: 60em)";
const FIELDS = "input, select, textarea";
const TURNS = ["next", "open", "roll-rest"]; // acts that may open another step

export class CharacterMaker {
  id = "";
  #revision = 0;
  #isDeleted = false;
  /** The end of the latest act: they happen one after the other. @type {Promise<unknown>} */
  #latest = Promise.resolve();
  /** Typed values that wait for the rules, by the field's name. @type {Map<string, Act>} */
  #typed = new Map();
  /** The controls whose taps aren't answered yet, by their keys. @type {Set<string>} */
  #tapped = new Set();
  /** A character that isn't stored yet. @type {{ fields: object | null, progress: object }} */
  #draft = { fields: null, progress: {} };
  #wide = matchMedia(WIDE);
  #note = make("div", { className: "fb-sheet-message" });
  #refusal = markAdded(make("div", { className: "fb-step-refusal" }));
  #soFar = make("div", { className: "fb-making-so-far" });
  #steps = make("div", { className: "fb-making-steps" });
  #bar = make("div", { className: "fb-making-bar" });
  #beside = make("div", { className: "fb-making-beside", inert: true });
  #end = new AbortController();

  /**
   * @param {StoredRecord | null} record a stored character, or null for a new one
   * @param {string} kind of sheet
   * @param {string} title of that kind
   * @param {Host} host
   */
  constructor(record, kind, title, host) {
    this.id = record?.id ?? "";
    this.kind = kind;
    this.title = title;
    this.host = host;
    this.plate = new Nameplate(
      () => host.close(),
      [
        { name: "fb-making-open", label: "Open the sheet", icon: "open", act: () => this.#openSheet(false) },
        { name: "fb-sheet-edit", label: "Edit as a form", act: () => this.#openSheet(true) },
        { name: "fb-sheet-delete", label: "Throw away", act: () => this.#throwAway() },
      ],
    );
    this.element = make(
      "section",
      { className: "fb-open-sheet fb-making" },
      this.plate.element,
      this.#note,
      make(
        "div",
        { className: "fb-making-body" },
        make("div", { className: "fb-making-main" }, this.#soFar, this.#steps, this.#bar),
        this.#beside,
      ),
    );
    this.#listen();
  }

  end() {
    this.plate.end();
    this.#end.abort();
  }

  focus() {
    this.plate.name.focus({ preventScroll: true });
    noteScroll(() => scrollTo({ top: 0, behavior: "instant" }));
  }

  /** Nobody rolls as a character that is being made. */
  use() {}

  /** Show the character as it is stored now. */
  show() {
    return this.#enqueue(async () => {
      const record = this.id ? await keep.get("sheets", this.id) : null;
      if (this.id && !record) {
        if (this.element.isConnected && !this.#isDeleted) this.host.close();
      } else if (!record || record.revision !== this.#revision) await this.#act(null);
    });
  }

  #listen() {
    guardTaps(this.element);
    this.element.addEventListener("click", (event) => this.#handleClick(event));
    this.#steps.addEventListener("input", ({ target }) => this.#handleInput(target));
    this.#steps.addEventListener("keydown", (event) => this.#handleKey(event));
    this.#wide.addEventListener("change", () => this.#enqueue(() => this.#act(null)), { signal: this.#end.signal });
  }

  /** Do something once everything before it is done. @param {() => Promise<unknown>} act */
  #enqueue(act) {
    this.#latest = this.#latest.then(act, act);
    return this.#latest;
  }

  /**
   * Do what a control does once everything before it is done. A second tap before it has an answer is the same tap.
   * @param {string} key of the control
   * @param {() => Promise<unknown>} act
   */
  #enqueueOnce(key, act) {
    if (this.#tapped.has(key)) return;
    this.#tapped.add(key);
    this.#enqueue(async () => {
      try {
        await act();
      } finally {
        this.#tapped.delete(key);
      }
    });
  }

  /** @param {MouseEvent} event */
  #handleClick(event) {
    const control = findClicked(event, "[data-make]");
    const adder = findClicked(event, "[data-add-word]");
    const { key = "", make: made = "{}" } = control?.dataset ?? {};
    this.#addTypedWords();
    if (control?.matches(".fb-stepper-button")) {
      // each tap counts, and an earlier one has changed the number by then
      this.#enqueue(() => this.#act(JSON.parse(control.dataset.make ?? made), control));
    } else if (control) this.#enqueueOnce(key, () => this.#act(JSON.parse(made), control));
    else if (adder) find(/** @type {HTMLElement} */ (adder.parentElement), "[data-add]", HTMLInputElement).focus();
    else if (findClicked(event, "[data-finish]")) this.#openSheet(false, true);
    else if (findClicked(event, "[data-open-now]")) this.#openSheet(false);
  }

  /** Set what is typed; of several letters that come quickly, the rules see the last. @param {EventTarget | null} target */
  #handleInput(target) {
    if (!(target instanceof HTMLElement) || !target.dataset.set) return;
    const field = /** @type {HTMLInputElement} */ (target);
    if (field.validity.badInput) return; // such as a minus sign without a number
    const waits = this.#typed.has(field.name);
    this.#typed.set(field.name, { ...JSON.parse(target.dataset.set), value: field.value });
    if (!waits) this.#enqueue(() => this.#setTyped(field));
  }

  /** @param {HTMLInputElement} field */
  async #setTyped(field) {
    const act = this.#typed.get(field.name);
    this.#typed.delete(field.name);
    if (act) await this.#act(act, field);
  }

  /** Go on with Enter: to the next field, or from the last one to the next step. @param {KeyboardEvent} event */
  #handleKey(event) {
    const field = event.target;
    if (event.key !== "Enter" || event.isComposing || !(field instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (field.dataset.add && field.value.trim()) {
      this.#addWord(field);
      return;
    }
    const all = [...this.#steps.querySelectorAll(FIELDS)];
    const next = all[all.indexOf(field) + 1];
    if (next instanceof HTMLElement) {
      next.focus();
      if (next instanceof HTMLInputElement) next.select();
    } else this.#goOnFrom(field);
  }

  /** Go on from the last field of a step. @param {HTMLInputElement} field */
  #goOnFrom(field) {
    const step = /** @type {HTMLElement | null} */ (field.closest(".fb-making-step"))?.dataset.title;
    this.#addTypedWords();
    this.#enqueueOnce("next", () => this.#act({ do: "next", step }, field, true));
  }

  /** Add the words that are typed and not yet added, so that going on loses none. */
  #addTypedWords() {
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (this.#steps.querySelectorAll("[data-add]"))) {
      if (field.value.trim()) this.#addWord(field);
    }
  }

  /** @param {HTMLInputElement} field */
  #addWord(field) {
    const value = field.value.trim();
    const act = { ...JSON.parse(field.dataset.add ?? "{}"), value };
    this.#enqueueOnce(field.name, async () => {
      if (await this.#act(act, field)) field.value = "";
      if (field.closest(".fb-add-word")?.contains(document.activeElement)) field.focus({ preventScroll: true });
    });
  }

  /**
   * Ask the rules for the character after an act, store it and draw it. Return true unless they refuse it.
   * @param {Act | null} act
   * @param {HTMLElement | null} touched
   * @param {boolean} [isByKey] true if the reader goes on with the keyboard
   */
  async #act(act, touched = null, isByKey = false) {
    const seed = createSeed(); // the dice of every attempt
    for (;;) {
      const record = this.id ? await keep.get("sheets", this.id) : null;
      if (this.id && !record) return false;
      const before = record ? { fields: record.data.fields, progress: record.making ?? {} } : this.#draft;
      const asked = askMaking(this.kind, before, act, this.#wide.matches, seed);
      const answer = await showWhileWaiting(asked, () => {
        if (!this.#steps.childElementCount) showWaiting(this.#note, "Loading the steps…");
      });
      this.#note.replaceChildren();
      if (answer.error !== undefined) {
        this.#refuse(answer.error, touched);
        return false;
      }
      if (act && !(await this.#store(answer, record, act))) continue;
      if (!act && record) this.#revision = record.revision;
      this.#draw(answer, act, touched, isByKey);
      return true;
    }
  }

  /**
   * Store a character. Return false if the stored one has changed meanwhile.
   * @param {MakingAnswer} answer
   * @param {StoredRecord | null} record
   * @param {Act} act
   */
  async #store(answer, record, act) {
    const changed = { name: getSheetName(answer.sheet), data: answer.sheet, making: answer.progress };
    if (record) {
      let isLate = false;
      const stored = await keep.update("sheets", this.id, (now) => {
        isLate = now.revision !== record.revision;
        return isLate ? null : changed;
      });
      if (stored && !isLate) this.#revision = stored.revision;
      return !isLate;
    }
    this.#draft = { fields: answer.sheet.fields, progress: answer.progress };
    if (TURNS.includes(act.do) && act.do !== "roll-rest") return true; // nothing is chosen yet
    const stored = await keep.add("sheets", { game: this.host.game, ...changed });
    this.id = stored.id;
    this.#revision = stored.revision;
    history.replaceState(history.state, "", `${location.pathname}${location.search}#kept=${stored.id}`);
    return true;
  }

  /** @param {string} sentence @param {HTMLElement | null} touched */
  #refuse(sentence, touched) {
    const body = touched?.closest(".fb-step-body");
    body?.append(this.#refusal);
    showError(body ? this.#refusal : this.#note, sentence);
  }

  /**
   * @param {MakingAnswer} answer
   * @param {Act | null} act
   * @param {HTMLElement | null} touched
   * @param {boolean} isByKey
   */
  #draw(answer, act, touched, isByKey) {
    const isTurning = act !== null && TURNS.includes(act.do);
    const place = touched?.dataset.key;
    const draw = () => {
      this.plate.show(answer.plate.name, answer.plate.line);
      updateContent(this.#soFar, answer.so_far);
      this.#drawSteps(answer.steps);
      updateContent(this.#bar, answer.bar);
      updateContent(this.#beside, answer.beside);
    };
    if (isTurning || !touched) draw();
    else changeAround([() => (touched.isConnected ? touched : this.#findKey(place))], draw);
    if (isTurning) this.#showOpenStep(isByKey);
    else if (act?.do === "add") this.#focusEntry(act, touched);
    else if (place && !this.element.contains(document.activeElement)) {
      this.#findKey(place)?.focus({ preventScroll: true });
    }
    if (answer.said) say(answer.said);
  }

  /** @param {string} html */
  #drawSteps(html) {
    this.#refusal.remove();
    this.#refusal.replaceChildren();
    updateContent(this.#steps, html);
    const next = make("div");
    next.innerHTML = html;
    for (const field of /** @type {NodeListOf<HTMLSelectElement>} */ (next.querySelectorAll("select, textarea"))) {
      const shown = this.#steps.querySelector(`[name="${CSS.escape(field.name)}"]`);
      if (shown instanceof HTMLSelectElement || shown instanceof HTMLTextAreaElement) {
        if (shown !== document.activeElement) shown.value = field.value;
      }
    }
  }

  /** @param {string} [key] @returns {HTMLElement | null} */
  #findKey(key) {
    return key ? this.element.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  }

  /** Show the open step from its start, and focus it. @param {boolean} isByKey */
  #showOpenStep(isByKey) {
    const step = this.#steps.querySelector('[data-state="open"]');
    if (!(step instanceof HTMLElement)) {
      this.focus();
      return;
    }
    const field = isByKey ? step.querySelector(FIELDS) : null;
    const focused = field instanceof HTMLElement ? field : find(step, ".fb-step-head", HTMLElement);
    focused.focus({ preventScroll: true });
    noteScroll(() => step.scrollIntoView({ block: "start", behavior: "instant" }));
  }

  /** Focus the first field of a new entry. @param {Act} act @param {HTMLElement | null} touched */
  #focusEntry({ field }, touched) {
    if (touched instanceof HTMLInputElement) return; // a word was added
    const entries = this.#steps.querySelectorAll(`.fb-entry[data-list="${CSS.escape(field)}"]`);
    const entry = entries[entries.length - 1];
    const first = entry?.querySelector(FIELDS);
    if (!(first instanceof HTMLElement)) return;
    first.focus({ preventScroll: true });
    bringIntoView(/** @type {HTMLElement} */ (entry));
  }

  /**
   * Open the sheet: of a finished character for good, or else until the reader comes back to the steps.
   * @param {boolean} isEdited true to open the form with all values
   * @param {boolean} [isFinished]
   */
  #openSheet(isEdited, isFinished = false) {
    this.#enqueueOnce("sheet", async () => {
      if (!this.id && !(await this.#act({ do: "store" }))) return;
      await keep.update("sheets", this.id, () =>
        isFinished ? { making: undefined, aside: undefined } : { aside: true },
      );
      await this.host.reopen(this.id, isEdited);
      if (isFinished) say("Your character is ready.");
    });
  }

  async #throwAway() {
    this.#isDeleted = true;
    if (!this.id) {
      this.host.close();
      return;
    }
    const record = await keep.get("sheets", this.id);
    const bringBack = await keep.remove("sheets", this.id);
    this.host.handleDeletion(this.id, record?.name || this.title, bringBack);
  }
}
