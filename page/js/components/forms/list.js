// <fb-list>: a list parameter as entries to add, change and remove. Its text field holds the value.
import { makeButton, findClicked, find } from "../../lib/dom.js";
import { makeChoiceEntry, nameEntries, makeNumbersEntry, takeName, readEntry } from "./list-entry.js";

export class List extends HTMLElement {
  #addButton = makeButton("fb-add", "Add");

  connectedCallback() {
    if (this.contains(this.#addButton)) return;
    this.#addButton.setAttribute("aria-label", this.getAttribute("add") ?? "");
    this.#addButton.addEventListener("click", () => this.#add());
    this.field.hidden = true;
    this.append(this.#addButton);
    this.addEventListener("input", ({ target }) => {
      if (target === this.field || !(target instanceof Element)) return;
      const entry = target.closest(".fb-entry");
      if (entry) takeName(entry, target);
      this.#write();
    });
    this.addEventListener("click", (event) => {
      const entry = findClicked(event, ".fb-remove")?.parentElement;
      if (entry) this.#remove(entry);
    });
    this.show();
  }

  /** The field that holds the value. */
  get field() {
    return find(this, ":scope > input", HTMLInputElement);
  }

  get #entries() {
    return find(this, ":scope > .fb-entries", HTMLElement);
  }

  /** The name of the list. */
  get name() {
    return this.querySelector("label")?.textContent ?? "";
  }

  /** The labels of an entry's numbers. @returns {string[]} */
  get parts() {
    return JSON.parse(this.getAttribute("parts") ?? '[""]');
  }

  /** Each choice's label, by its value. @returns {Record<string, string> | null} */
  get choices() {
    return JSON.parse(this.getAttribute("choices") ?? "null");
  }

  /** The game's named entries, by their text. @returns {Record<string, string>} */
  get names() {
    return JSON.parse(this.getAttribute("names") ?? "{}");
  }

  /** A description of valid entries, for error messages. */
  get validValues() {
    return this.choices
      ? Object.keys(this.choices).join(", ")
      : `entries such as ${this.parts.map(() => "5").join("/")}, comma-separated`;
  }

  /**
   * Return true if the list can show every entry of a text.
   * @param {string} text
   */
  canShow(text) {
    const { choices, parts } = this;
    const isNumbers = (/** @type {string[]} */ numbers) =>
      numbers.length === parts.length && numbers.every((number) => /^-?\d+$/.test(number));
    return (
      text === ""
      || text.split(",").every((entry) => (choices ? Object.hasOwn(choices, entry) : isNumbers(entry.split("/"))))
    );
  }

  /** Show the entries of the text field. */
  show() {
    const texts = this.field.value ? this.field.value.split(",") : [];
    this.#entries.replaceChildren(...texts.map((text) => this.#makeEntry(text)));
    this.#renumber();
  }

  /** @param {string} text */
  #makeEntry(text) {
    const entry = this.choices
      ? makeChoiceEntry(this.choices, text)
      : makeNumbersEntry(
          this.parts,
          text,
          { low: this.getAttribute("low"), high: this.getAttribute("high") },
          this.names,
        );
    entry.append(makeButton("fb-remove", "×"));
    return entry;
  }

  #add() {
    const last = this.#entries.lastElementChild;
    const first = this.choices
      ? Object.keys(this.choices)[0]
      : this.parts.map(() => this.getAttribute("start") ?? "1").join("/");
    const added = this.#makeEntry(last ? readEntry(last) : first);
    this.#entries.append(added);
    this.#write();
    focusIn(added);
  }

  /** @param {Element} entry */
  #remove(entry) {
    const next = entry.nextElementSibling ?? entry.previousElementSibling;
    entry.remove();
    this.#write();
    if (next) focusIn(next);
    else this.#addButton.focus();
  }

  #write() {
    this.field.value = [...this.#entries.children].map(readEntry).join(",");
    this.#renumber();
    this.field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  #renumber() {
    nameEntries([...this.#entries.children], this.name, this.parts);
    this.#addButton.hidden = this.#entries.childElementCount >= Number(this.getAttribute("most"));
  }
}

/** @param {Element} entry */
function focusIn(entry) {
  const field = entry.querySelector("input, select");
  if (field instanceof HTMLElement) field.focus();
}
