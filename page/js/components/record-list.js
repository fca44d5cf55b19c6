// <fb-records>: a sheet's list whose entries have several fields, such as weapons.
import { makeButton, find, make } from "#shared";
import { putInto, readFields } from "./sheet-fields.js";

let count = 0; // gives each entry unique names and ids

export class RecordList extends HTMLElement {
  #entries = make("div", { className: "fb-record-entries" });
  #add = makeButton("fb-add", "Add");

  connectedCallback() {
    if (this.contains(this.#entries)) return;
    const title = make("p", { className: "fb-part", "aria-hidden": "true" }, this.label);
    this.#add.setAttribute("aria-label", this.getAttribute("add") ?? "");
    this.#add.addEventListener("click", () => {
      const added = this.#makeEntry();
      this.#handleChange();
      /** @type {HTMLElement | null} */ (added.querySelector("input, select, textarea"))?.focus();
    });
    this.append(title, this.#entries, this.#add);
  }

  get name() {
    return this.getAttribute("name") ?? "";
  }

  get label() {
    return this.getAttribute("aria-label") ?? "";
  }

  /** The entries with their parts as text, or plain texts if they have no parts. */
  get value() {
    return [...this.#entries.children].map((entry) => {
      const parts = readFields(entry);
      return Object.hasOwn(parts, "") ? parts[""] : parts;
    });
  }

  /** @param {any[]} entries */
  set value(entries) {
    this.#entries.replaceChildren();
    for (const entry of entries) {
      const parts = typeof entry === "object" && entry !== null ? entry : { "": entry };
      putInto(this.#makeEntry(), parts);
    }
    this.#renumber();
  }

  #makeEntry() {
    const number = (count += 1);
    const template = find(this, "template", HTMLTemplateElement);
    const parts = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
    const entry = make(
      "div",
      { className: "fb-record", role: "group" },
      make("div", { className: "fb-fields" }, parts),
      makeButton("fb-remove", "×"),
    );
    for (const field of entry.querySelectorAll("[name]")) {
      const part = field.getAttribute("name") ?? "";
      field.setAttribute("data-part", part);
      field.setAttribute("name", `${this.name}.${number}.${part}`);
    }
    for (const each of entry.querySelectorAll("[id], [for]")) {
      const attribute = each.id ? "id" : "for";
      each.setAttribute(attribute, `${each.getAttribute(attribute)}-${number}`);
    }
    find(entry, ".fb-remove", HTMLElement).addEventListener("click", () => this.#remove(entry));
    this.#entries.append(entry);
    return entry;
  }

  /** @param {Element} entry */
  #remove(entry) {
    const next = entry.nextElementSibling ?? entry.previousElementSibling;
    entry.remove();
    this.#handleChange();
    /** @type {HTMLElement} */ (next?.querySelector(".fb-remove") ?? this.#add).focus();
  }

  #handleChange() {
    this.#renumber();
    this.dispatchEvent(new Event("input", { bubbles: true }));
  }

  #renumber() {
    [...this.#entries.children].forEach((entry, at) => {
      entry.setAttribute("aria-label", `${this.label} ${at + 1}`);
      entry.querySelector(".fb-remove")?.setAttribute("aria-label", `Remove: ${this.label} ${at + 1}`);
    });
    this.#add.hidden = this.#entries.childElementCount >= Number(this.getAttribute("most"));
  }
}
