// <fb-table>: a table of rows; where it has a die, a button that rolls on it.
import { askInto } from "./answer.js";

class Table extends HTMLElement {
  connectedCallback() {
    if (this.result || !this.hasAttribute("die")) return;
    this.result = this.querySelector(".fb-table-result");
    this.querySelector(".fb-roll").addEventListener("click", () => this.roll());
  }

  /** Roll on the table, show the row beside the button and mark it in the table. */
  async roll() {
    this.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const answer = await askInto(this.result, "roll", this.getAttribute("table"), "{}");
    if (!answer) return;
    const row = this.querySelector(`[data-roll="${answer.roll.outcome.roll}"]`);
    row.setAttribute("aria-current", "true");
    const link = document.createElement("a");
    link.href = `#${row.id}`;
    link.className = "fb-to-row";
    link.textContent = `Row ${row.cells[0].textContent}`;
    this.result.append(link);
  }
}

customElements.define("fb-table", Table);
