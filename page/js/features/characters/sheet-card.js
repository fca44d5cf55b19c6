// Card of one open sheet: the cockpit to play from, and a tab with all its values, its form and its tools.
import {
  applyTyped,
  askCockpit,
  askSheet,
  buildLink,
  getFieldName,
  getSheetName,
  isSheet,
  numberName,
  putInto,
  readFields,
  renameSheet,
  saveAs,
  storeTyped,
  stripSheet,
} from "#play-shared";
import {
  bringIntoView,
  fillPage,
  find,
  getActive,
  ignoreRepeats,
  listenToSteppers,
  make,
  makeButton,
  noteScroll,
  say,
  share,
  showError,
  showWaiting,
  showWhileWaiting,
  use,
} from "#shared";
import { keep } from "#store";
import { printLeaves } from "../../components/leaves.js";
import { Cockpit } from "./cockpit.js";
import { drawQrCode } from "./qr.js";

/**
 * @typedef {import("#store").StoredRecord} StoredRecord
 *
 * @typedef {object} Host the element that shows the sheet
 * @property {(id: string) => void} open
 * @property {() => void} close
 * @property {(id: string, name: string, bringBack: () => Promise<void>) => void} handleDeletion
 * @property {string} address the page's address, for links
 */

export class Card {
  #revision = 0;
  #warnings = "";
  #draws = 0;
  #isSettling = false;
  #isTypedOn = false;
  #isDeleted = false; // by this tab, so no message is needed
  /** Typed values that are being stored. @type {Record<string, any>} */
  #onItsWay = {};

  /**
   * @param {StoredRecord} record
   * @param {HTMLTemplateElement} template the template for its kind
   * @param {Host} host
   */
  constructor(record, template, host) {
    this.id = record.id;
    this.game = record.game;
    this.title = template.dataset.title ?? "";
    this.host = host;
    const content = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
    this.form = find(content, ".fb-sheet-form", HTMLFormElement);
    this.cockpit = new Cockpit(record, collectForms(content), this.#makeDetails(content), () => this.#redraw());
    this.element = make(
      "section",
      { className: "fb-sheet-open" },
      make("div", { className: "fb-sheet-bar" }, makeButton("fb-add fb-sheet-back", "← All")),
      makeButton("fb-add fb-sheet-use", "Use in rollers"),
      make("h3", { className: "fb-sheet-name", tabIndex: -1 }),
      make("p", { className: "fb-sheet-kind" }, this.title),
      make("div", { className: "fb-sheet-warned" }),
      this.cockpit.element,
    );
    this.#listen();
    this.#showUse();
    this.#name(record);
  }

  /** @param {string} selector */
  #findPart(selector) {
    return find(this.element, selector, HTMLElement);
  }

  /**
   * Make the tab with the values, the form and the tools.
   * @param {DocumentFragment} content
   */
  #makeDetails(content) {
    const makePart = (/** @type {string} */ className, /** @type {(Node | string)[]} */ ...inside) =>
      make("div", { className }, ...inside);
    if (!this.form.querySelector(':scope [name="name"]')) {
      const own = make("input", { type: "text", maxLength: 80, className: "fb-sheet-own-name", autocomplete: "off" });
      this.form.prepend(make("label", { className: "fb-field fb-field--wide" }, "Name", own));
    }
    const details = makePart(
      "fb-tab fb-sheet-details",
      make(
        "details",
        { className: "fb-fold fb-sheet-edit" },
        make("summary", {}, "Edit"),
        makePart("fb-sheet-budget"),
        makePart("fb-sheet-refusal"),
        this.form,
      ),
      makePart("fb-sheet-card"),
      ...content.querySelectorAll(".fb-sheet-readings"),
      makePart(
        "fb-sheet-tools",
        makeButton("fb-add fb-sheet-share", "Share"),
        makeButton("fb-add fb-sheet-print", "Print"),
        makeButton("fb-add fb-sheet-file", "Save as file"),
        makeButton("fb-add fb-sheet-double", "Duplicate"),
        makeButton("fb-add fb-sheet-delete", "Delete"),
      ),
      makePart("fb-sheet-shared"),
    );
    details.dataset.title = "Sheet";
    return details;
  }

  #listen() {
    const listen = (/** @type {string} */ selector, /** @type {() => void} */ act) =>
      this.#findPart(selector).addEventListener("click", act);
    listen(".fb-sheet-back", () => this.host.close());
    listen(".fb-sheet-share", () => this.#share());
    listen(".fb-sheet-use", () => this.#use());
    listen(".fb-sheet-print", () => this.#print());
    listen(".fb-sheet-file", () => this.#save());
    listen(
      ".fb-sheet-double",
      ignoreRepeats(() => this.#double()),
    );
    listen(
      ".fb-sheet-delete",
      ignoreRepeats(() => this.#delete()),
    );
    this.form.addEventListener("input", (event) => this.#handleInput(event));
    this.form.addEventListener("submit", (event) => event.preventDefault());
    for (const form of [this.form, ...this.cockpit.forms.values()]) listenToSteppers(form);
  }

  /** Open the form that a new sheet needs first. */
  edit() {
    this.cockpit.showDetails();
    find(this.element, ".fb-sheet-edit", HTMLDetailsElement).open = true;
    /** @type {HTMLElement | null} */ (this.form.querySelector("input, select, textarea"))?.focus();
  }

  /** Focus the sheet, and show it from its start. */
  focus() {
    this.#findPart(".fb-sheet-name").focus({ preventScroll: true });
    noteScroll(() => this.element.scrollIntoView({ block: "start" }));
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
    this.cockpit.showDone();
    if (record.typed) {
      await this.#settle();
      return;
    }
    await this.#draw(record);
  }

  /** Draw the sheet again, with other choices for its rolls. */
  async #redraw() {
    const record = await keep.get("sheets", this.id);
    if (record && isSheet(record.data)) await this.#draw(record);
  }

  /** @param {StoredRecord} record */
  #name({ name }) {
    this.#findPart(".fb-sheet-name").textContent = name || `${this.title} without a name`;
    const own = this.form.querySelector(".fb-sheet-own-name");
    if (own instanceof HTMLInputElement && own !== document.activeElement) own.value = name;
  }

  /**
   * Draw a sheet as the rules see it, unless a later draw has begun meanwhile.
   * @param {StoredRecord} record
   */
  async #draw(record) {
    this.#draws += 1;
    const number = this.#draws;
    const card = this.#findPart(".fb-sheet-card");
    const place = this.#findPart(".fb-sheet-warned");
    const answer = await showWhileWaiting(
      askCockpit(record.data.sheet, record.data.fields, this.cockpit.choices),
      () => {
        if (!card.childElementCount) showWaiting(place, "Loading your sheet…");
      },
    );
    if (number !== this.#draws) return;
    if (answer.error !== undefined) {
      this.cockpit.showDetails();
      showError(card, `${answer.error} The sheet is saved unchanged. You can edit it, or save it as a file.`);
      return;
    }
    this.cockpit.holdStill(() => {
      card.innerHTML = answer.html;
      place.replaceChildren(...card.querySelectorAll(".fb-sheet-warnings"));
    });
    this.cockpit.draw(answer.cockpit);
    if (answer.budget) this.#showBudget(answer.budget);
    this.#findPart(".fb-sheet-refusal").replaceChildren();
    this.#name(record);
    const warnings = answer.sheet.warnings.join(" ");
    if (this.#warnings !== warnings && this.#warnings + warnings) say(warnings || answer.said);
    this.#warnings = warnings;
  }

  /**
   * Show the points that are left, and the prices next to what they buy.
   * @param {import("../../components/sheet-questions.js").Budget} budget
   */
  #showBudget({ html, prices }) {
    this.#findPart(".fb-sheet-budget").innerHTML = html;
    for (const old of this.form.querySelectorAll(".fb-price")) old.remove();
    for (const { field, entry, text } of prices) {
      const named = `[name="${CSS.escape(field)}"]`;
      const place =
        entry === null
          ? this.form.querySelector(named)?.closest(".fb-field")
          : this.form.querySelectorAll(`fb-records${named} .fb-record`)[entry];
      place?.append(make("small", { className: "fb-price" }, text));
    }
  }

  /** @param {Event} event */
  async #handleInput({ target }) {
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
      : getFieldName(/** @type {import("../../components/sheet-fields.js").Control} */ (target));
    if (!name) return;
    const value = readFields(this.form)[name];
    this.#onItsWay[name] = value;
    await storeTyped(this.id, { [name]: value });
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
      const result = await this.#waitFor(
        applyTyped(this.id),
        ".fb-sheet-refusal",
        "Your changes are saved. Updating the sheet…",
      );
      if (result?.error !== undefined) {
        this.#refuse(result.error);
        this.#showUntyped();
      } else if (result) {
        this.#revision = result.record.revision;
        await this.#draw(result.record);
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
  #waitFor(answer, place, words) {
    return showWhileWaiting(answer, () => showWaiting(this.#findPart(place), words));
  }

  /** Show the sheet as it was before the rejected values. */
  async #showUntyped() {
    const record = await keep.get("sheets", this.id);
    if (!record || this.#findPart(".fb-sheet-card").querySelector("dl")) return;
    const answer = await askCockpit(record.data.sheet, record.data.fields, this.cockpit.choices);
    if (answer.error !== undefined) return;
    this.#findPart(".fb-sheet-card").innerHTML = answer.html;
    this.cockpit.draw(answer.cockpit);
    this.cockpit.showDetails();
  }

  /** @param {string} sentence */
  #refuse(sentence) {
    this.cockpit.showDetails();
    find(this.element, ".fb-sheet-edit", HTMLDetailsElement).open = true;
    showError(this.#findPart(".fb-sheet-refusal"), sentence);
  }

  /** Make this sheet the active one, or stop using it. */
  #use() {
    const isUsed = getActive(this.game) === this.id;
    use(this.game, isUsed ? null : this.id);
    this.#showUse();
    say(isUsed ? "Rollers are no longer filled from this sheet." : "The game's rollers are filled from this sheet.");
    fillPage();
  }

  #showUse() {
    const isUsed = getActive(this.game) === this.id;
    this.#findPart(".fb-sheet-use").setAttribute("aria-pressed", String(isUsed));
  }

  async #share() {
    const place = this.#findPart(".fb-sheet-shared");
    const record = await keep.get("sheets", this.id);
    if (!record) return;
    const answer = await askSheet(record.data.sheet, record.data.fields);
    const fields = answer.error === undefined ? answer.short : record.data.fields;
    const link = await buildLink(this.host.address, "sheet", { sheet: record.data.sheet, fields });
    if (link === null) {
      const words = "This sheet is too long for a link. Save it as a file instead.";
      place.replaceChildren(make("p", {}, words));
      say(words);
      return;
    }
    const send = makeButton("fb-roll", "Share the link");
    send.addEventListener("click", () => share(send, link, "Link to this sheet"));
    const code = drawQrCode(link);
    place.replaceChildren(
      send,
      code ?? make("p", {}, "The link is too long for a QR code."),
      make("p", {}, "Anyone who opens it gets a copy of the sheet as it is now."),
    );
    say("Here are a link and a QR code.");
    bringIntoView(place);
  }

  async #print() {
    const record = await keep.get("sheets", this.id);
    if (record) await printLeaves(record.data);
  }

  async #save() {
    const record = await keep.get("sheets", this.id);
    if (record) saveAs(record.name || this.title, JSON.stringify(stripSheet(record.data), null, 1));
  }

  async #double() {
    const record = await keep.get("sheets", this.id);
    if (!record) return;
    const name = numberName(record.name);
    const { id } = await keep.add("sheets", { game: record.game, name, data: renameSheet(record.data, name) });
    this.host.open(id);
    say(`Copied: ${name || this.title}.`);
  }

  async #delete() {
    const record = await keep.get("sheets", this.id);
    this.#isDeleted = true;
    const bringBack = await keep.remove("sheets", this.id);
    this.host.handleDeletion(this.id, (record && getSheetName(record.data, record.name)) || this.title, bringBack);
  }
}

/**
 * Return the forms of changes in a template, by the change's id.
 * @param {DocumentFragment} content
 */
function collectForms(content) {
  const forms = [.../** @type {NodeListOf<HTMLFormElement>} */ (content.querySelectorAll("form[data-change]"))];
  return new Map(forms.map((form) => [form.dataset.change ?? "", form]));
}
