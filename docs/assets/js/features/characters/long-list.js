// A list that would be long is short at first: what was changed last, a field that finds the others by their words, and
// a button for all of them.
import { button, make, say } from "#shared";
import { matches } from "../../lib/sorting.js";

const FEW = 12;

/** What stands above such a list. It lives as long as its place, whatever lists come there. */
export class LongList {
  #field;
  #all = button("fb-add", "");
  #none = make("p", {}, "Nothing matches these words.");
  #isOpen = false;
  /** @type {Element[]} */
  #items = [];

  /** @param {string} name what the field is for, to screen readers */
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

  /** Show those that are wanted; gives how many these are. */
  #show() {
    const isShort = !this.element.hidden && !this.#isOpen;
    const wanted = this.element.hidden ? "" : this.#field.value;
    const shown = this.#items.filter((item, at) => {
      const isWanted = wanted.trim() ? matches(item.textContent ?? "", wanted) : !isShort || at < FEW;
      item.toggleAttribute("hidden", !isWanted);
      return isWanted;
    });
    this.#none.hidden = shown.length > 0;
    this.#all.hidden = shown.length === this.#items.length;
    this.#all.textContent = `Show all ${this.#items.length}`;
    return shown.length;
  }
}
