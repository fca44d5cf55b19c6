// Shortening of long lists: the list shows the latest items, a search field and a button for all items.
import { makeButton, make, say } from "#shared";
import { hasAllWords } from "../lib/sorting.js";

const FEW = 12;

/** The controls above a list. They live as long as their page, and work for each list that replaces another. */
export class LongList {
  #field;
  #all = makeButton("fb-add", "");
  #none = make("p", {}, "Nothing matches these words.");
  #isOpen = false;
  /** @type {Element[]} */
  #items = [];

  /** @param {string} name the field's accessible name */
  constructor(name) {
    this.#field = make("input", {
      className: "fb-list-field",
      type: "search",
      placeholder: "Find",
      autocomplete: "off",
      spellcheck: false,
      "aria-label": name,
    });
    this.element = make("div", { className: "fb-long-list", role: "search" }, this.#field, this.#all, this.#none);
    this.#field.addEventListener("input", () => {
      const shown = this.#show();
      say(shown ? `${shown} of ${this.#items.length} shown.` : (this.#none.textContent ?? ""));
    });
    this.#all.addEventListener("click", () => {
      const next = this.#items.find((item) => item instanceof HTMLElement && item.hidden);
      this.#isOpen = true;
      this.#field.value = "";
      this.#show();
      next?.querySelector("button")?.focus();
    });
  }

  /**
   * Shorten a list.
   * @param {Element} list
   */
  shorten(list) {
    this.#items = [...list.children];
    this.element.hidden = this.#items.length <= FEW;
    this.#show();
  }

  /** Show the items that match, and return their number. */
  #show() {
    const isShort = !this.element.hidden && !this.#isOpen;
    const wanted = this.element.hidden ? "" : this.#field.value;
    const shown = this.#items.filter((item, at) => {
      const isWanted = wanted.trim() ? hasAllWords(item.textContent ?? "", wanted) : !isShort || at < FEW;
      item.toggleAttribute("hidden", !isWanted);
      return isWanted;
    });
    this.#none.hidden = shown.length > 0;
    this.#all.hidden = shown.length === this.#items.length;
    this.#all.textContent = `Show all ${this.#items.length}`;
    return shown.length;
  }
}
