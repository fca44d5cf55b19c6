// <fb-search>: the search button in the header, and its dialog that searches as the reader types.
import { buildAddress, fetchSiteIndex } from "../../components/site-index.js";
import { findPageGame } from "../../lib/active-character.js";
import { find, make } from "../../lib/dom.js";
import { SITE_CHANGED, toFailure } from "../../lib/failure.js";
import { runOnEachPage } from "../../lib/lifecycle.js";
import { explainFailure } from "../../rules-client/host-version.js";
import { arrive, noteResult } from "./scroll-to-result.js";

/** @typedef {import("./finder.js").Entry} Entry */
/** @typedef {import("./finder.js").Answer} Answer */
/** @typedef {Awaited<ReturnType<typeof fetchSiteIndex>>} Index */

const SHOWN = 20;
const WORD_TYPED_AFTER = 600; // milliseconds until a word without results is taken for a whole word
/** Labels of kinds that titles don't make clear. */
const KINDS = new Map([
  ["table", "table"],
  ["roller", "roller"],
  ["order", "order"],
  ["calculator", "calculator"],
]);

export class Search extends HTMLElement {
  /** @type {Index | null} */
  #index = null;
  #shown = SHOWN;
  #saying = 0;
  #parts = this.#find();

  connectedCallback() {
    const { button, dialog, field, list, more, close } = this.#parts;
    for (const turned of ["pointerenter", "focus", "touchstart"]) {
      button.addEventListener(turned, () => fetchSiteIndex().catch(() => {}), { passive: true, once: true });
    }
    button.addEventListener("click", () => this.open());
    field.addEventListener("input", () => this.#handleInput());
    more.addEventListener("click", () => this.#handleInput(this.#shown + SHOWN));
    close.addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    dialog.addEventListener("keydown", (event) => this.#handleKey(event));
    list.addEventListener("click", (event) => this.#handleChoice(event));
    document.addEventListener("keydown", (event) => this.#handleShortcut(event));
    document.addEventListener("click", ({ target }) => {
      if (target instanceof Element && target.closest("[data-opens=search]")) this.open();
    });
    runOnEachPage(arrive);
  }

  /** Open the dialog with the last text selected. */
  open() {
    const { dialog, field } = this.#parts;
    if (!dialog.open) dialog.showModal();
    field.focus({ preventScroll: true }); // selecting its text doesn't, and something may have taken the focus since
    field.select();
    this.#handleInput();
  }

  #find() {
    return {
      button: find(this, ".fb-search-open", HTMLButtonElement),
      dialog: find(this, "dialog", HTMLDialogElement),
      field: find(this, "input", HTMLInputElement),
      list: find(this, "ol", HTMLOListElement),
      status: find(this, "[role=status]", HTMLElement),
      more: find(this, ".fb-finds-more", HTMLButtonElement),
      close: find(this, ".fb-search-close", HTMLButtonElement),
    };
  }

  async #handleInput(shown = SHOWN) {
    const { field, list, more } = this.#parts;
    this.#shown = shown;
    if (!this.#index) {
      this.#say("Getting the search ready…");
      try {
        this.#index = await fetchSiteIndex();
      } catch (error) {
        const { message } = await explainFailure(toFailure(error));
        const step = message === SITE_CHANGED ? "" : " Keep typing to try again.";
        this.#say(`The search couldn't be loaded: ${message}.${step}`);
        return;
      }
    }
    const { finder, engine } = this.#index;
    const typed = field.value.trimStart();
    const game = findPageGame();
    const answer = typed ? finder.find(typed, game) : null;
    const entries = answer?.entries ?? finder.listPages(game);
    list.replaceChildren(
      ...entries.slice(0, shown).map((entry) => this.#makeResult(entry, answer?.terms ?? new Set())),
    );
    more.hidden = entries.length <= shown;
    if (!answer) this.#say(game ? `${finder.games[game].name}, page by page` : "");
    else this.#say(engine.summarize(answer, finder.games[game]?.name ?? ""), answer);
  }

  /**
   * Say what was found. A word that nothing has may be unfinished, so that is said once the reader pauses.
   * @param {string} words
   * @param {Answer} [answer]
   */
  #say(words, answer) {
    const { field, status } = this.#parts;
    const isNone = Boolean(answer?.missing.length);
    const say = () => {
      status.textContent = words;
      status.classList.toggle("fb-search-none", isNone);
    };
    clearTimeout(this.#saying);
    const isUnknown = isNone || Boolean(answer?.unknown.length);
    if (isUnknown && !field.value.endsWith(" ")) this.#saying = setTimeout(say, WORD_TYPED_AFTER);
    else say();
  }

  /**
   * @param {Entry} entry
   * @param {Set<string>} terms
   */
  #makeResult(entry, terms) {
    const { finder, engine } = /** @type {Index} */ (this.#index);
    const markTerms = (/** @type {string} */ text) =>
      engine.markMatches(text, terms).map((part) => (part.isMatch ? make("mark", {}, part.text) : part.text));
    const game = finder.games[entry.game];
    const icon = make("span", { className: "fb-find-mark", "aria-hidden": "true", innerHTML: game?.mark ?? "" });
    const where = [entry.gameName, entry.page === entry.title ? "" : entry.page, entry.place, KINDS.get(entry.kind)];
    const about = { href: buildAddress(entry), "data-anchor": entry.anchor };
    const item = make(
      "li",
      { className: "fb-find" },
      make(
        "a",
        about,
        icon,
        make("strong", {}, ...markTerms(entry.title)),
        make("span", { className: "fb-find-where" }, [...new Set(where)].filter(Boolean).join(" · ")),
        make("span", { className: "fb-find-text" }, ...markTerms(engine.findExcerpt(entry.text, terms))),
      ),
    );
    if (game) item.style.cssText = `--game-light:${game.accent.light};--game-dark:${game.accent.dark}`;
    if (entry.canRoll) {
      const label = `Roll on ${entry.title}`;
      item.append(make("a", { ...about, className: "fb-find-roll", "data-roll": "", "aria-label": label }, "Roll"));
    }
    return item;
  }

  /** @param {MouseEvent} event */
  #handleChoice(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    noteResult(link.href, link.dataset.anchor ?? "", "roll" in link.dataset);
    this.#parts.dialog.close();
    if (link.pathname !== location.pathname) return; // the next page handles it on arrival
    event.preventDefault(); // instant navigation would fetch this page again
    event.stopPropagation();
    history.pushState(history.state, "", link.href);
    arrive();
  }

  /**
   * Move through the results with Up and Down; Enter in the field opens the first.
   * @param {KeyboardEvent} event
   */
  #handleKey(event) {
    const { field, list } = this.#parts;
    const links = [...list.querySelectorAll("a")].filter((link) => !("roll" in link.dataset));
    const at = links.indexOf(/** @type {any} */ (document.activeElement));
    if (event.key === "ArrowDown") (links[at + 1] ?? links.at(-1))?.focus();
    else if (event.key === "ArrowUp") (at > 0 ? links[at - 1] : field).focus();
    else if (event.key === "Enter" && document.activeElement === field) links[0]?.click();
    else return;
    event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  #handleShortcut(event) {
    if ((event.key !== "/" && event.key !== "s") || event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping =
      event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
    if (isTyping || this.#parts.dialog.open) return;
    event.preventDefault();
    this.open();
  }
}
