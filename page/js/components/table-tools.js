// Filter and sorting of a long table, loaded on request. A rolled row is shown even if the filter excludes it.
import { find, make, say } from "#shared";
import { hasAllWords, sortIndices } from "../lib/sorting.js";

/** @typedef {"none" | "ascending" | "descending"} Direction */

/**
 * Create a table's tools when they are first opened.
 * @param {HTMLElement} root the fb-table
 * @param {HTMLButtonElement} opener
 */
export function openTools(root, opener) {
  const tools = new Tools(root);
  opener.addEventListener("click", () => {
    const opens = opener.getAttribute("aria-expanded") !== "true";
    opener.setAttribute("aria-expanded", String(opens));
    tools.show(opens);
  });
  opener.setAttribute("aria-expanded", "true");
  tools.show(true);
}

class Tools {
  /** @param {HTMLElement} root */
  constructor(root) {
    const table = find(root, "table", HTMLTableElement);
    this.head = find(table, "thead", HTMLTableSectionElement);
    this.body = find(table, "tbody", HTMLTableSectionElement);
    this.rows = [...this.body.rows];
    this.heads = [...this.head.querySelectorAll("th")];
    this.titles = this.heads.map((head) => head.textContent?.trim() ?? "");
    const title = table.caption?.textContent?.trim() ?? "this table";
    this.field = make("input", {
      className: "fb-list-field",
      type: "search",
      placeholder: "Filter",
      autocomplete: "off",
      spellcheck: false,
      "aria-label": `Filter ${title}`,
    });
    this.count = make("span", { className: "fb-table-count" });
    this.choice = make(
      "select",
      { className: "fb-list-field", "aria-label": `Sort ${title}` },
      make("option", { value: "" }, "In the book’s order"),
      ...this.titles.map((each, at) => make("option", { value: String(at) }, `By ${each}`)),
    );
    this.place = make("div", { className: "fb-table-tools", role: "search" }, this.field, this.choice, this.count);
    find(root, ".fb-table-bar", HTMLElement).after(this.place);
    this.field.addEventListener("input", () => this.filter());
    this.choice.addEventListener("change", () =>
      this.sort(Number(this.choice.value || -1), this.choice.value ? "ascending" : "none"),
    );
    this.buttons = this.heads.map((head, at) => {
      const button = make("button", { type: "button", className: "fb-sort" }, ...head.childNodes);
      button.addEventListener("click", () => this.sort(at, findNextDirection(head.getAttribute("aria-sort"))));
      return button;
    });
  }

  /** Show the tools, or hide them and restore the table. @param {boolean} opens */
  show(opens) {
    this.place.hidden = !opens;
    this.heads.forEach((head, at) => {
      const words = [...(this.buttons[at]?.cloneNode(true).childNodes ?? [])];
      // Columns with visually hidden headings are sorted by the select; a button there would take the focus out of
      // sight.
      if (opens) head.replaceChildren(this.buttons[at] ?? "", make("span", { className: "fb-sort-not" }, ...words));
      else head.replaceChildren(...words);
    });
    if (opens) {
      this.field.focus();
      this.filter();
      return;
    }
    this.field.value = this.choice.value = "";
    this.filter();
    this.sort(-1, "none");
  }

  filter() {
    const wanted = this.field.value;
    const shown = this.rows.filter((row) => {
      const isFound = hasAllWords(row.textContent ?? "", wanted);
      row.classList.toggle("fb-filtered", !isFound);
      return isFound;
    }).length;
    this.count.textContent = `${shown} of ${this.rows.length} rows`;
    if (wanted) say(this.count.textContent);
  }

  /** @param {number} column @param {Direction} direction */
  sort(column, direction) {
    this.heads.forEach((head, at) => {
      if (at === column && direction !== "none") head.setAttribute("aria-sort", direction);
      else head.removeAttribute("aria-sort");
    });
    this.choice.value = direction === "none" ? "" : String(column);
    const places =
      direction === "none"
        ? this.rows.map((_, at) => at)
        : sortIndices(
            this.rows.map((row) => row.cells[column]?.textContent ?? ""),
            direction,
          );
    this.body.append(...places.map((at) => this.rows[at] ?? ""));
    if (direction !== "none") say(`Sorted by ${this.titles[column]}, ${direction}.`);
  }
}

/** @param {string | null} now @returns {Direction} */
const findNextDirection = (now) => (now === "ascending" ? "descending" : now === "descending" ? "none" : "ascending");
