// <fb-paper>: a game's printable cards and sheets. Ticking works without this script, which adds the filter, ticks
// several cards at once, puts eight on a sheet and adds the stored sheets.
import { make, makeAction, say } from "#shared";
import { keep } from "#store";
import { askLeaves, layOutLeaves } from "../../components/leaves.js";
import { isSheet } from "../../lib/stored-data.js";
import { describeSheets, hasAllWords } from "./card-filter.js";

class Paper extends HTMLElement {
  #filter = make("input", {
    className: "fb-list-field",
    type: "search",
    placeholder: "Filter cards",
    ariaLabel: "Filter cards",
  });
  #count = make("p", { className: "fb-paper-count" });

  connectedCallback() {
    this.classList.add("fb-paper--ready");
    const all = makeAction("fb-add", "Tick all shown", () => this.#tick(true));
    const none = makeAction("fb-add", "Tick none", () => this.#tick(false));
    const print = makeAction("fb-roll", "Print", () => window.print());
    this.#filter.addEventListener("input", () => this.#narrow());
    for (const each of [this.#filter, all, none]) each.classList.add("fb-paper-of-cards");
    this.querySelector(".fb-paper-tools")?.replaceChildren(this.#filter, all, none, print, this.#count);
    this.addEventListener("change", () => this.#lay());
    this.#narrow();
    this.#offerKept();
  }

  get #cards() {
    return /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".fb-paper-cards .fb-card"));
  }

  /** Show only cards that match the filter, and open their decks. */
  #narrow() {
    const wanted = this.#filter.value.trim();
    for (const card of this.#cards) card.hidden = !hasAllWords(card.textContent ?? "", wanted);
    for (const deck of /** @type {NodeListOf<HTMLDetailsElement>} */ (this.querySelectorAll(".fb-deck"))) {
      const shown = deck.querySelector(".fb-card:not([hidden])") !== null;
      deck.hidden = !shown;
      if (wanted) deck.open = shown;
    }
    this.#lay();
  }

  /** Tick the cards on show, or untick all. @param {boolean} isWanted */
  #tick(isWanted) {
    for (const card of this.#cards) {
      const box = /** @type {HTMLInputElement} */ (card.querySelector("input"));
      if (!card.hidden || !isWanted) box.checked = isWanted;
    }
    this.#lay();
    say(this.#count.textContent ?? "");
  }

  /** Put the ticked cards, or all, in one row, so that eight fit on each sheet. */
  #lay() {
    const cards = [...this.#cards];
    const ticked = cards.filter((card) => card.querySelector("input")?.checked);
    const copies = (ticked.length ? ticked : cards).map((card) => {
      const copy = /** @type {HTMLElement} */ (card.cloneNode(true));
      copy.hidden = false;
      copy.querySelector(".fb-card-pick")?.remove();
      return copy;
    });
    this.querySelector(".fb-paper-chosen")?.replaceChildren(...copies);
    const isOfCards = /** @type {HTMLInputElement | null} */ (this.querySelector('[value="cards"]'))?.checked;
    this.#count.textContent = isOfCards ? describeSheets(ticked.length, cards.length) : "";
  }

  /** Add the game's stored sheets, filled in. */
  async #offerKept() {
    const place = this.querySelector(".fb-paper-sheets");
    const kept = await keep.list("sheets", this.getAttribute("game") ?? "");
    const ids = new Set([...this.querySelectorAll("[data-sheet]")].map((each) => each.getAttribute("data-sheet")));
    for (const { name, data } of kept.filter((each) => isSheet(each.data) && ids.has(each.data.sheet))) {
      const page = make("div", { className: "fb-paper-page" });
      const box = make("input", { type: "checkbox" });
      const sheet = make(
        "div",
        { className: "fb-paper-sheet", "data-kept": "" },
        make("label", { className: "fb-paper-pick" }, box, make("span", {}, name || "Without a name")),
        page,
      );
      box.addEventListener("change", () => this.#fill(page, name, data), { once: true });
      place?.append(sheet);
    }
  }

  /** @param {HTMLElement} page @param {string} name @param {{ sheet: string, fields: object }} data */
  async #fill(page, name, data) {
    const answer = await askLeaves(data);
    if (answer.html) page.replaceChildren(...layOutLeaves(answer.html));
    else page.replaceChildren(make("p", { className: "fb-paper-title" }, name), answer.error ?? "");
  }
}

customElements.define("fb-paper", Paper);
