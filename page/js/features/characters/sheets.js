// <fb-sheets>: a game's characters and enemies on this device, as a list or with one open sheet. The fragment `#kept=`
// and an id opens a sheet; `#sheet=` contains a shared one.
import {
  askRead,
  askSheet,
  fillTemplates,
  findNamesake,
  findSame,
  getSheetName,
  isInTabOfIos,
  isOnHomeScreen,
  isSheet,
  listSheetDifferences,
  makeOpening,
  makeReplacement,
  readFragment,
  UNREADABLE_SHEET,
} from "#play-shared";
import {
  find,
  findClicked,
  guardTaps,
  ignoreRepeats,
  make,
  makeAction,
  makeButton,
  resolveAddress,
  say,
  showError,
  showWhileWaiting,
} from "#shared";
import { keep, TROUBLE_WORDS } from "#store";
import { isBackupDue } from "../../lib/backups.js";
import { LongList } from "../../components/long-list.js";

const OPEN = /^#kept=(?<id>[0-9a-f-]{36})$/;
const ACTIONS = ["pointerdown", "keydown", "wheel"];
const NOT_LOADED = "The sheet couldn't be loaded. Reload the page once you're online.";
const NO_DATA = "The script for files couldn't be loaded. Reload the page once you're online.";
const REPLACED = {
  label: "Replace mine",
  replaced: "The sheet from the link has replaced yours.",
  back: "Bring mine back",
  returned: "Your own version is back.",
};
const BEGUN = /^#(?:new|roll)=(?<kind>[a-z0-9_]+\.[a-z0-9-]+)$/; // older links have `#roll=`

export class Sheets extends HTMLElement {
  /** @type {import("./open-sheet.js").OpenSheet | import("./character-maker.js").CharacterMaker | null} */
  #card = null;
  #begun = ""; // the kind of a new sheet whose steps are open
  #isSharing = false; // a link's sheet is open, which isn't on this device
  #visit = 0; // counts what was opened; a slower answer to an earlier visit isn't shown
  #hasActed = false; // the reader has done something since the page came
  #visiting = new AbortController(); // ends when the page is left
  #trouble = make("p", { className: "fb-sheets-trouble" });
  #saveCopy = makeButton("fb-add", "Save a copy as a file");
  #note = make("div", { className: "fb-sheets-note" });
  #body = make("div", { className: "fb-sheets-body" });
  #finder = new LongList("Find a saved sheet");
  #list = make("ul", { className: "fb-sheets-list" });

  connectedCallback() {
    find(this, ".fb-sheets-place", HTMLElement).replaceChildren(this.#trouble, this.#note, this.#body);
    const { signal } = (this.#visiting = new AbortController());
    const stopWatching = keep.watch("sheets", () => (this.#card ? this.#card.show() : this.#showList()));
    signal.addEventListener("abort", stopWatching);
    keep.addEventListener("trouble", () => this.#showTrouble(), { signal });
    addEventListener("stepped", () => this.#show(true), { signal });
    this.#hasActed = false;
    const noteAction = () => {
      this.#hasActed = true;
    };
    for (const kind of ACTIONS) addEventListener(kind, noteAction, { once: true, passive: true, signal });
    if (!this.dataset.listens) this.#listen();
    this.#showTrouble();
    this.#show();
  }

  disconnectedCallback() {
    this.#visiting.abort();
    this.#close();
  }

  get game() {
    return this.getAttribute("game") ?? "";
  }

  /** The address of its page, for links. */
  get address() {
    const page = this.getAttribute("page");
    return page === null ? location.origin + location.pathname : resolveAddress(page);
  }

  /** The template of each kind of sheet, by its id. */
  get kinds() {
    const templates = /** @type {NodeListOf<HTMLTemplateElement>} */ (this.querySelectorAll("template[data-sheet]"));
    return new Map([...templates].map((template) => [template.dataset.sheet ?? "", template]));
  }

  /** @param {string} id */
  open(id) {
    this.#go(`#kept=${id}`);
  }

  close() {
    this.#go("");
  }

  /** Show a sheet in place of its steps, or the other way round. @param {string} id @param {boolean} isEdited */
  async reopen(id, isEdited) {
    await this.#replaceHash(`#kept=${id}`);
    if (isEdited) this.#edit();
  }

  /** Open the form with all values of the open sheet. */
  #edit() {
    if (this.#card && "edit" in this.#card) this.#card.edit();
  }

  /**
   * @param {string} id
   * @param {string} name
   * @param {() => Promise<void>} bringBack
   */
  handleDeletion(id, name, bringBack) {
    this.close();
    const undo = makeAction("fb-add", `Bring ${name} back`, async () => {
      await bringBack();
      await this.#showList();
      this.#focusOn(`[data-open="${CSS.escape(id)}"]`);
      this.#note.replaceChildren();
      say(`${name} is back.`);
    });
    this.#note.replaceChildren(make("p", {}, `${name} is deleted.`), undo);
    say(`${name} is deleted.`);
    undo.focus();
  }

  #listen() {
    this.dataset.listens = "";
    guardTaps(this);
    this.#saveCopy.addEventListener(
      "click",
      ignoreRepeats(() => this.#saveOpen()),
    );
    this.addEventListener("click", (event) => {
      const pressed = findClicked(event);
      if (pressed?.dataset.open) this.open(pressed.dataset.open);
      if (pressed?.matches(".fb-sheets-makers [data-make]")) this.#go(`#new=${pressed.dataset.make}`);
      if (pressed?.dataset.remove) this.#remove(pressed.dataset.remove);
      if (pressed?.matches(".fb-sheets-export")) this.#export();
    });
    this.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLSelectElement && target.dataset.ready && target.value) {
        this.#makeReady(target.dataset.ready, JSON.parse(target.value));
      }
      if (target instanceof HTMLInputElement && target.matches(".fb-sheets-file") && target.files?.[0]) {
        this.#import(target.files[0]);
        target.value = "";
      }
    });
  }

  /** @param {string} hash */
  #go(hash) {
    history.pushState(history.state, "", `${location.pathname}${location.search}${hash}`);
    this.#note.replaceChildren();
    return this.#show(true);
  }

  async #show(isChosen = false) {
    const id = OPEN.exec(location.hash)?.groups?.id;
    const isShared = location.hash.startsWith("#sheet=");
    const begun = BEGUN.exec(location.hash)?.groups?.kind ?? "";
    const isNew = this.kinds.has(begun);
    if (!id && !isShared && !isNew && location.hash && this.#card) return; // a heading of this page
    this.#visit += 1;
    this.#isSharing = isShared;
    const opener = this.#card?.id ? `[data-open="${CSS.escape(this.#card.id)}"]` : `[data-make="${this.#begun}"]`;
    this.#close();
    this.#begun = begun;
    if (isShared) await this.#showShared();
    else if (isNew) await this.#showOpen("", isChosen, begun);
    else if (!id) {
      const visit = this.#visit;
      await this.#showList();
      if (isChosen && visit === this.#visit) this.#focusOn(opener);
    } else await this.#showOpen(id, isChosen);
  }

  /** Forget the open sheet, and show the page's text again. */
  #close() {
    this.#card?.end();
    this.#card = null;
    delete document.documentElement.dataset.openSheet;
  }

  /** Load the script of open sheets; return null if that fails. */
  #loadScript() {
    return import("#sheet").catch(() => null);
  }

  /** @param {string} id "" for a new sheet @param {boolean} isChosen @param {string} [kind] of a new sheet */
  async #showOpen(id, isChosen, kind = "") {
    const visit = this.#visit;
    document.documentElement.dataset.openSheet = ""; // its text doesn't flash up
    const [script, record] = await Promise.all([this.#loadScript(), id ? keep.get("sheets", id) : null]);
    const template = record ? this.#findTemplate(record) : this.kinds.get(kind);
    const card = template && (await this.#makeCard(script, record, template));
    if (visit !== this.#visit) return;
    if (!card) this.#close();
    if (!template) {
      await this.#showList();
      showError(
        this.#note,
        record ? UNREADABLE_SHEET : "This sheet isn't on this device. It was deleted, or made on another device.",
      );
      return;
    }
    if (!card) {
      showError(this.#note, NOT_LOADED);
      return;
    }
    this.#card = card;
    this.#body.replaceChildren(card.element);
    if (isChosen || !this.#hasActed) card.focus(); // the address asks for the sheet, and not for the text above it
    if (template.dataset.sheet === this.kinds.keys().next().value) card.use(); // a character, not an enemy
    await card.show();
  }

  /**
   * Return the card of a sheet, or null if a script can't be loaded.
   * @param {typeof import("./cards.js") | null} script
   * @param {import("#store").StoredRecord | null} record
   * @param {HTMLTemplateElement} template
   */
  async #makeCard(script, record, template) {
    const { sheet = "", title = "" } = template.dataset;
    const fetchForms = async () => {
      await fillTemplates(this);
      return /** @type {DocumentFragment} */ (template.content.cloneNode(true));
    };
    return script?.makeCard(record, sheet, title, this, fetchForms).catch(() => null) ?? null;
  }

  /**
   * Return the template for a sheet's kind, or null if the sheet can't be read.
   * @param {import("#store").StoredRecord} record
   */
  #findTemplate({ data }) {
    return isSheet(data) ? (this.kinds.get(data.sheet) ?? null) : null;
  }

  async #showList() {
    const visit = this.#visit;
    const records = await keep.list("sheets", this.game);
    if (visit !== this.#visit || this.#card || this.#isSharing) return;
    const { activeElement } = document;
    const isSame = this.#list.parentElement === this.#body && this.#list.hidden === !records.length;
    this.#list.replaceChildren(...records.map((record) => make("li", {}, this.#makeItem(record))));
    this.#list.hidden = !records.length;
    this.#finder.shorten(this.#list);
    if (isSame) {
      // keep the other elements, because the reader may be typing or choosing a file
      const open = activeElement instanceof HTMLElement && activeElement.dataset.open;
      if (open) this.#focusOn(`[data-open="${CSS.escape(open)}"]`);
      return;
    }
    this.#body.replaceChildren(this.#finder.element, this.#list, this.#makeMakers(!records.length), this.#makeTools());
    this.#showReminder();
  }

  /** Focus an item, which a shortened list may have hidden. @param {string} selector */
  #focusOn(selector) {
    const item = /** @type {HTMLElement | null} */ (this.#body.querySelector(selector));
    item?.closest("li")?.removeAttribute("hidden");
    item?.focus();
  }

  /** @param {import("#store").StoredRecord} record */
  #makeItem(record) {
    const { id, name, data, making } = record;
    const template = this.#findTemplate(record);
    if (!template) return this.#makeUnreadableItem(record);
    const title = template.dataset.title ?? "";
    const warning = making
      ? "Not finished"
      : Array.isArray(data.warnings) && typeof data.warnings[0] === "string"
        ? data.warnings[0]
        : "";
    const item = makeButton("fb-sheets-item", "");
    item.dataset.open = id;
    item.append(
      make("strong", {}, name || `${title} without a name`),
      make("span", {}, title),
      ...(warning ? [make("em", {}, warning)] : []),
    );
    return item;
  }

  /**
   * Return an item for a sheet that can't be read, which stays until the reader deletes it.
   * @param {import("#store").StoredRecord} record
   */
  #makeUnreadableItem({ id, name }) {
    const remover = makeButton("fb-add", "Delete", `Delete ${name || "the sheet that can't be read"}`);
    remover.dataset.remove = id;
    return make(
      "div",
      { className: "fb-sheets-unreadable" },
      make("strong", {}, name || "A sheet"),
      remover,
      make("em", {}, UNREADABLE_SHEET),
    );
  }

  /** @param {string} id */
  async #remove(id) {
    const record = await keep.get("sheets", id);
    this.handleDeletion(id, record?.name || "The sheet", await keep.remove("sheets", id));
  }

  /** @param {boolean} isFirst true if there are no sheets yet */
  #makeMakers(isFirst) {
    const made = make("div", { className: "fb-sheets-makers" });
    [...this.kinds].forEach(([id, { dataset }], at) => {
      const title = dataset.title ?? "";
      const maker = makeButton(isFirst && at === 0 ? "fb-roll" : "fb-add", `New ${lowerTitle(title)}`);
      maker.dataset.make = id;
      made.append(maker);
      if (!dataset.ready) return;
      const options = Object.entries(JSON.parse(dataset.ready)).map(
        ([name, fields]) => new Option(name, JSON.stringify(fields)),
      );
      made.append(
        make(
          "select",
          { "data-ready": id, "aria-label": `${title} from the rules` },
          new Option(`${title} from the rules …`, ""),
          ...options,
        ),
      );
    });
    return made;
  }

  #makeTools() {
    const file = make("input", { type: "file", accept: ".json,application/json", className: "fb-sheets-file" });
    const save = makeButton("fb-add fb-sheets-export", "Export everything");
    return make(
      "div",
      { className: "fb-sheets-tools" },
      make("label", { className: "fb-add fb-sheets-import" }, "Import a file", file),
      save,
      ...this.#makeHomeScreenAdvice(),
    );
  }

  /** Make the advice on taking saved data along to the home screen of an iPhone or iPad, where the app starts empty. */
  #makeHomeScreenAdvice() {
    if (!isInTabOfIos() && !(isOnHomeScreen() && this.#list.hidden)) return [];
    const words = isInTabOfIos()
      ? "Adding this site to your home screen? The app there starts empty: export everything here, then import it there."
      : "What you saved in the browser isn't here yet: export everything there, then choose “Import a file” here.";
    return [make("p", { className: "fb-sheets-move" }, words)];
  }

  /**
   * @param {string} sheet the sheet's kind
   * @param {Record<string, any>} fields
   */
  #makeReady = ignoreRepeats(async (sheet, fields) => {
    fillTemplates(this).catch(() => {}); // meanwhile; the open sheet says if its form is missing
    const answer = await this.#waitFor(askSheet(sheet, fields));
    if (answer.error !== undefined) {
      showError(this.#note, answer.error);
      return;
    }
    await this.#storeNew(answer.sheet);
  });

  /** Store a new sheet, and open it. @param {import("../../components/sheet-questions.js").SheetData} sheet */
  async #storeNew(sheet) {
    const { id } = await keep.add("sheets", { game: this.game, name: getSheetName(sheet), data: sheet });
    await this.#go(`#kept=${id}`);
  }

  /**
   * Wait for an answer, and show the progress of Python's start or of a file.
   * @template T
   * @param {Promise<T>} answer
   */
  async #waitFor(answer) {
    const result = await showWhileWaiting(answer, () => {
      this.#note.replaceChildren(make("fb-status", { "data-after": "Loading your sheet…" }));
    });
    this.#note.replaceChildren();
    return result;
  }

  async #showShared() {
    const visit = this.#visit;
    this.#body.replaceChildren();
    try {
      const data = await readFragment("sheet", location.hash);
      if (typeof data?.sheet !== "string" || !this.kinds.has(data.sheet)) {
        throw new Error("This link doesn't contain a sheet for this game.");
      }
      const [answer] = await this.#waitFor(Promise.all([askRead(data), this.#loadScript()])); // with its styles
      if (visit !== this.#visit) return;
      if (answer.error !== undefined) throw new Error(`The sheet in this link can't be used. ${answer.error}`);
      const name = getSheetName(answer.sheet) || this.kinds.get(data.sheet)?.dataset.title || "";
      const saved = await keep.list("sheets", this.game);
      const own = findSame("sheets", saved, answer.sheet);
      const namesake = own ? undefined : findNamesake("sheets", saved, name, answer.sheet);
      const differences = namesake ? await this.#compare(answer.html, namesake) : [];
      if (visit !== this.#visit) return;
      const label = own ? "Open it" : namesake ? "Save both" : "Save it";
      const [take, leave] = [makeButton("fb-roll", label), makeButton("fb-add", "No, thanks")];
      const save = ignoreRepeats(async () => {
        const added = { game: this.game, name: getSheetName(answer.sheet), data: answer.sheet };
        const { id } = own ?? (await keep.add("sheets", added));
        this.#replaceHash(`#kept=${id}`);
      });
      take.addEventListener("click", save);
      leave.addEventListener("click", () => this.#replaceHash(""));
      const card = make("div", { className: "fb-sheet-card" });
      card.innerHTML = answer.html;
      const question = own
        ? "It is on this device already."
        : namesake
          ? `You have a ${name} already, which differs:`
          : "Save it on this device?";
      const ways = namesake ? this.#makeWays(namesake, answer.sheet) : [];
      this.#body.replaceChildren(
        make(
          "section",
          { className: "fb-sheet-open" },
          make("h3", { className: "fb-sheet-name", tabIndex: -1 }, name),
          make("p", {}, `Someone shared this sheet with you. ${question}`),
          ...(differences.length ? [make("ul", {}, ...differences.map((each) => make("li", {}, each)))] : []),
          make("div", { className: "fb-sheet-tools" }, take, ...ways, leave),
          card,
        ),
      );
      find(this.#body, "h3", HTMLElement).focus();
      say(`${name}: someone shared this sheet with you. ${question}`);
    } catch (error) {
      if (visit !== this.#visit) return;
      this.#isSharing = false;
      await this.#showList();
      showError(this.#note, error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * Return how a sheet from a link differs from one on this device.
   * @param {string} html the link's sheet
   * @param {import("#store").StoredRecord} record
   */
  async #compare(html, { data }) {
    const own = await askSheet(data.sheet, data.fields);
    return own.error === undefined ? listSheetDifferences(html, own.html) : [];
  }

  /**
   * Make the buttons for a sheet on this device that a link's sheet may replace.
   * @param {import("#store").StoredRecord} own
   * @param {import("../../components/sheet-questions.js").SheetData} sheet the link's
   */
  #makeWays(own, sheet) {
    const open = async (/** @type {string} */ id, /** @type {Node[]} */ notice = []) => {
      this.#note.replaceChildren();
      await this.#replaceHash(`#kept=${id}`);
      this.#note.replaceChildren(...notice);
    };
    const place = { store: /** @type {const} */ ("sheets"), look: "fb-add", open };
    const fresh = { name: getSheetName(sheet), data: sheet, typed: undefined, making: undefined, aside: undefined };
    return [makeReplacement(place, own, fresh, REPLACED), makeOpening(place, own)];
  }

  /** @param {string} hash */
  #replaceHash(hash) {
    history.replaceState(history.state, "", `${location.pathname}${location.search}${hash}`);
    return this.#show(true);
  }

  /** Load the script of exports and imports. @throws {Error} a sentence if that fails */
  #loadData() {
    return import("#data").catch(() => {
      throw new Error(NO_DATA);
    });
  }

  async #export() {
    try {
      const words = await (await this.#loadData()).exportEverything();
      if (words) showError(this.#note, words);
    } catch (error) {
      showError(this.#note, error instanceof Error ? error.message : String(error));
    }
  }

  /** Save what is open as a file, or everything if that is the list. */
  async #saveOpen() {
    const { id, title } = this.#card ?? { id: "", title: "" };
    if (!id) return this.#export();
    const script = await this.#loadScript();
    if (script) await script.saveAsFile(id, title);
    else showError(this.#note, NO_DATA);
  }

  /** @param {File} file */
  async #import(file) {
    try {
      await (await this.#loadData()).openImport(file, this.#note);
    } catch (error) {
      showError(this.#note, error instanceof Error ? error.message : String(error));
    }
  }

  /** Remind the reader of a backup after many changes. */
  async #showReminder() {
    if (!isBackupDue() || this.#note.childElementCount) return;
    const script = await this.#loadData().catch(() => null);
    const reminder = script?.makeReminder((words) => words && showError(this.#note, words));
    if (reminder && !this.#card && !this.#note.childElementCount) this.#note.replaceChildren(reminder);
  }

  #showTrouble() {
    const words = TROUBLE_WORDS[keep.trouble];
    this.#trouble.replaceChildren(`${words} `, ...(keep.isSaved ? [] : [this.#saveCopy]));
    this.#trouble.hidden = !words;
    if (words) say(words);
  }
}

/** Return a sheet's title for use in a sentence; abbreviations keep their capitals. @param {string} title */
const lowerTitle = (title) => (title === title.toUpperCase() ? title : title.toLowerCase());
