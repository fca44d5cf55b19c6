// Card of one open sheet: its values, its changes, and its form behind Edit.
import {
  button,
  clicked,
  fillPage,
  find,
  inUse,
  listenToSteppers,
  make,
  say,
  share,
  showError,
  showWaiting,
  use,
  whileWaiting,
} from "#shared";
import { keep } from "#store";
import { saveAs } from "../../components/download.js";
import { linkWith } from "../../components/share-link.js";
import { happen, historyOf, nameOf, nextName, renamed, settle, type, undo } from "../../components/sheet-changes.js";
import { fieldOf, putInto, valuesIn } from "../../components/sheet-fields.js";
import { askSheet } from "../../components/sheet-questions.js";
import { bare, isSheet } from "../../lib/backup-format.js";
import { qrCode } from "./qr.js";

/**
 * @typedef {import("#store").Kept} Kept
 *
 * @typedef {object} Host the element that shows the sheet
 * @property {(id: string) => void} open
 * @property {() => void} close
 * @property {(id: string, name: string, bringBack: () => Promise<void>) => void} deleted
 * @property {string} address the page's address, for links
 */

export class Card {
  #revision = 0;
  #warnings = "";
  #isSettling = false;
  #isTypedOn = false;
  #isDeleted = false; // by this tab, so no message is needed
  /** Typed values that are being stored. @type {Record<string, any>} */
  #onItsWay = {};

  /**
   * @param {Kept} record
   * @param {HTMLTemplateElement} template the template for its kind
   * @param {Host} host
   */
  constructor(record, template, host) {
    this.id = record.id;
    this.game = record.game;
    this.title = template.dataset.title ?? "";
    this.host = host;
    this.element = this.#made(/** @type {DocumentFragment} */ (template.content.cloneNode(true)));
    this.form = find(this.element, ".fb-sheet-form", HTMLFormElement);
    this.#listen();
    this.#showUse();
    this.#name(record);
  }

  /** @param {string} selector */
  #part(selector) {
    return find(this.element, selector, HTMLElement);
  }

  /** @param {DocumentFragment} content */
  #made(content) {
    const part = (/** @type {string} */ className, /** @type {(Node | string)[]} */ ...inside) =>
      make("div", { className }, ...inside);
    const form = find(content, ".fb-sheet-form", HTMLFormElement);
    if (!form.querySelector(':scope [name="name"]')) {
      const own = make("input", { type: "text", maxLength: 80, className: "fb-sheet-own-name", autocomplete: "off" });
      form.prepend(make("label", { className: "fb-field fb-field--wide" }, "Name", own));
    }
    const changes = find(content, ".fb-changes", HTMLElement);
    const happens = make(
      "details",
      { className: "fb-fold fb-sheet-happens" },
      make("summary", {}, "What happens"),
      changes,
    );
    happens.hidden = !changes.childElementCount;
    return make(
      "section",
      { className: "fb-sheet-open" },
      part("fb-sheet-bar", button("fb-add fb-sheet-back", "← All")),
      make("h3", { className: "fb-sheet-name", tabIndex: -1 }),
      make("p", { className: "fb-sheet-kind" }, this.title),
      part("fb-sheet-card"),
      part("fb-sheet-done"),
      happens,
      make(
        "details",
        { className: "fb-fold fb-sheet-edit" },
        make("summary", {}, "Edit"),
        part("fb-sheet-refusal"),
        form,
      ),
      part(
        "fb-sheet-tools",
        button("fb-add fb-sheet-use", "Use in rollers"),
        button("fb-add fb-sheet-share", "Share"),
        button("fb-add fb-sheet-print", "Print"),
        button("fb-add fb-sheet-file", "Save as file"),
        button("fb-add fb-sheet-double", "Duplicate"),
        button("fb-add fb-sheet-delete", "Delete"),
      ),
      part("fb-sheet-shared"),
    );
  }

  #listen() {
    const on = (/** @type {string} */ selector, /** @type {() => void} */ act) =>
      this.#part(selector).addEventListener("click", act);
    on(".fb-sheet-back", () => this.host.close());
    on(".fb-sheet-share", () => this.#share());
    on(".fb-sheet-use", () => this.#use());
    on(".fb-sheet-print", printSheet);
    on(".fb-sheet-file", () => this.#save());
    on(".fb-sheet-double", () => this.#double());
    on(".fb-sheet-delete", () => this.#delete());
    this.#part(".fb-sheet-done").addEventListener("click", (event) => {
      if (clicked(event, ".fb-sheet-undo")) this.#undo();
    });
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      const { target } = event;
      if (target instanceof HTMLFormElement && target.dataset.change) this.#happen(target);
    });
    this.form.addEventListener("input", (event) => this.#typed(event));
    for (const form of this.element.querySelectorAll("form")) listenToSteppers(form);
  }

  /** Open the form that a new sheet needs first. */
  edit() {
    find(this.element, ".fb-sheet-edit", HTMLDetailsElement).open = true;
    /** @type {HTMLElement | null} */ (this.form.querySelector("input, select, textarea"))?.focus();
  }

  focus() {
    this.#part(".fb-sheet-name").focus();
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
    putInto(this.form, { ...record.data.fields, ...record.typed, ...this.#onItsWay });
    this.#showDone();
    if (record.typed) {
      await this.#settle();
      return;
    }
    const card = this.#part(".fb-sheet-card");
    this.#draw(
      await whileWaiting(askSheet(record.data.sheet, record.data.fields), () => {
        if (!card.childElementCount) showWaiting(card, "Loading your sheet…");
      }),
      record,
    );
  }

  /** @param {Kept} record */
  #name({ name }) {
    this.#part(".fb-sheet-name").textContent = name || `${this.title} without a name`;
    const own = this.form.querySelector(".fb-sheet-own-name");
    if (own instanceof HTMLInputElement && own !== document.activeElement) own.value = name;
  }

  /**
   * @param {import("../../components/sheet-questions.js").SheetAnswer | { error: string }} answer
   * @param {Kept} record
   */
  #draw(answer, record) {
    const card = this.#part(".fb-sheet-card");
    if (answer.error !== undefined) {
      showError(card, `${answer.error} The sheet is saved unchanged. You can edit it, or save it as a file.`);
      return;
    }
    card.innerHTML = answer.html;
    this.#part(".fb-sheet-refusal").replaceChildren();
    this.#name(record);
    const warnings = answer.sheet.warnings.join(" ");
    if (this.#warnings !== warnings && this.#warnings + warnings) say(warnings || answer.said);
    this.#warnings = warnings;
  }

  /** @param {Event} event */
  async #typed({ target }) {
    if (!(target instanceof HTMLElement)) return;
    if (target.matches(".fb-sheet-own-name")) {
      const { value } = /** @type {HTMLInputElement} */ (target);
      const record = await keep.update("sheets", this.id, () => ({ name: value.trim() }));
      if (record) this.#name(record);
      return;
    }
    const list = target.closest("fb-records");
    const name = list
      ? (list.getAttribute("name") ?? "")
      : fieldOf(/** @type {import("../../components/sheet-fields.js").Control} */ (target));
    if (!name) return;
    const value = valuesIn(this.form)[name];
    this.#onItsWay[name] = value;
    await type(this.id, { [name]: value });
    if (this.#onItsWay[name] === value) delete this.#onItsWay[name];
    await this.#settle();
  }

  /** Ask the rules about the typed values, and again if the reader typed more meanwhile. */
  async #settle() {
    this.#isTypedOn = true;
    if (this.#isSettling) return;
    this.#isSettling = true;
    while (this.#isTypedOn) {
      this.#isTypedOn = false;
      const result = await this.#waiting(
        settle(this.id),
        ".fb-sheet-refusal",
        "Your changes are saved. Updating the sheet…",
      );
      if (result?.error !== undefined) {
        this.#refuse(result.error);
        this.#showUntyped();
      } else if (result) {
        this.#revision = result.record.revision;
        this.#draw(result.answer, result.record);
      }
    }
    this.#isSettling = false;
  }

  /**
   * Wait for an answer, and show progress in its place.
   * @template T
   * @param {Promise<T>} answer
   * @param {string} place
   * @param {string} words
   */
  #waiting(answer, place, words) {
    return whileWaiting(answer, () => showWaiting(this.#part(place), words));
  }

  /** Show the sheet as it was before the rejected values. */
  async #showUntyped() {
    const record = await keep.get("sheets", this.id);
    const card = this.#part(".fb-sheet-card");
    if (!record || card.querySelector("dl")) return;
    const answer = await askSheet(record.data.sheet, record.data.fields);
    if (answer.error === undefined) card.innerHTML = answer.html;
  }

  /** @param {string} sentence */
  #refuse(sentence) {
    find(this.element, ".fb-sheet-edit", HTMLDetailsElement).open = true;
    showError(this.#part(".fb-sheet-refusal"), sentence);
  }

  /** @param {HTMLFormElement} form the form of a change */
  async #happen(form) {
    const what = { id: form.dataset.change ?? "", title: form.dataset.title ?? "" };
    const result = await this.#waiting(happen(this.id, what, valuesIn(form)), ".fb-sheet-done", "Applying…");
    if (!result) return;
    if (result.error !== undefined) {
      showError(this.#part(".fb-sheet-done"), result.error);
      this.#part(".fb-sheet-done").append(...this.#undoButton());
    } else {
      this.#changed(result);
      say(historyOf(this.id).at(-1)?.steps.join(" ") || `${what.title}: nothing changed.`);
    }
    this.#part(".fb-sheet-done").scrollIntoView({ block: "nearest" });
  }

  async #undo() {
    const result = await this.#waiting(undo(this.id), ".fb-sheet-done", "Undoing…");
    if (!result) return;
    if (result.error !== undefined) showError(this.#part(".fb-sheet-done"), result.error);
    else {
      this.#changed(result);
      say(`Undone: ${result.done.title}.`);
      /** @type {HTMLElement} */ (this.element.querySelector(".fb-sheet-undo") ?? this.#part(".fb-sheet-name")).focus();
    }
  }

  /** @param {{ record: Kept, answer: import("../../components/sheet-questions.js").SheetAnswer }} result */
  #changed({ record, answer }) {
    this.#revision = record.revision;
    this.#warnings = answer.sheet.warnings.join(" "); // the change's steps, which are announced, include them
    this.#draw(answer, record);
    putInto(this.form, { ...record.data.fields, ...this.#onItsWay });
    this.#showDone();
  }

  #showDone() {
    const done = historyOf(this.id).at(-1);
    const words = done && (done.steps.length ? done.steps : [`${done.title}: nothing changed.`]);
    this.#part(".fb-sheet-done").replaceChildren(
      ...(words ? [make("p", {}, words.join(" "))] : []),
      ...this.#undoButton(),
    );
  }

  #undoButton() {
    const done = historyOf(this.id).at(-1);
    return done ? [button("fb-add fb-sheet-undo", `Undo: ${done.title}`)] : [];
  }

  /** Make this sheet the active one, or stop using it. */
  #use() {
    const isUsed = inUse(this.game) === this.id;
    use(this.game, isUsed ? null : this.id);
    this.#showUse();
    say(isUsed ? "Rollers are no longer filled from this sheet." : "The game's rollers are filled from this sheet.");
    fillPage();
  }

  #showUse() {
    const isUsed = inUse(this.game) === this.id;
    this.#part(".fb-sheet-use").setAttribute("aria-pressed", String(isUsed));
  }

  async #share() {
    const place = this.#part(".fb-sheet-shared");
    const record = await keep.get("sheets", this.id);
    if (!record) return;
    const answer = await askSheet(record.data.sheet, record.data.fields);
    const fields = answer.error === undefined ? answer.short : record.data.fields;
    const link = await linkWith(this.host.address, "sheet", { sheet: record.data.sheet, fields });
    if (link === null) {
      const words = "This sheet is too long for a link. Save it as a file instead.";
      place.replaceChildren(make("p", {}, words));
      say(words);
      return;
    }
    const send = button("fb-roll", "Share the link");
    send.addEventListener("click", () => share(send, link, "Link to this sheet"));
    const code = qrCode(link);
    place.replaceChildren(
      send,
      code ?? make("p", {}, "The link is too long for a QR code."),
      make("p", {}, "Anyone who opens it gets a copy of the sheet as it is now."),
    );
    say("Here are a link and a QR code.");
    place.scrollIntoView({ block: "nearest" });
  }

  async #save() {
    const record = await keep.get("sheets", this.id);
    if (record) saveAs(record.name || this.title, JSON.stringify(bare(record.data), null, 1));
  }

  async #double() {
    const record = await keep.get("sheets", this.id);
    if (!record) return;
    const name = nextName(record.name);
    const { id } = await keep.add("sheets", { game: record.game, name, data: renamed(record.data, name) });
    this.host.open(id);
    say(`Copied: ${name || this.title}.`);
  }

  async #delete() {
    const record = await keep.get("sheets", this.id);
    this.#isDeleted = true;
    const bringBack = await keep.remove("sheets", this.id);
    this.host.deleted(this.id, (record && nameOf(record.data, record.name)) || this.title, bringBack);
  }
}

/** Print only the sheet. */
function printSheet() {
  document.documentElement.classList.add("fb-prints-sheet");
  addEventListener("afterprint", () => document.documentElement.classList.remove("fb-prints-sheet"), { once: true });
  print();
}
