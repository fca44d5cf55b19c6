// <fb-table>: a table of rows; where it has a die, a button that rolls on it. All it needs stands in the page.
import { show } from "./answer.js";
import { rollPlan } from "./plan.js";
import { rowHtml, rowSaid } from "./rolled.js";

class Table extends HTMLElement {
  connectedCallback() {
    if (this.result || !this.hasAttribute("plan")) return;
    this.result = this.querySelector(".fb-table-result");
    this.plan = JSON.parse(this.getAttribute("plan"));
    this.querySelector(".fb-roll").addEventListener("click", () => this.roll());
  }

  /** Roll on the table, show the row beside the button and mark it in the table. */
  roll() {
    const { total, thrown } = rollPlan(this.plan);
    const row = [...this.querySelectorAll("tr[data-roll]")].find((each) => standsFor(each, total));
    const [name, ...follows] = [...row.querySelectorAll("td")].map(asWritten);
    const rolled = {
      title: this.querySelector("caption").textContent,
      roll: row.dataset.roll,
      name: name.textContent,
      follows: follows.map((cell) => cell.innerHTML),
      thrown,
    };
    this.querySelector("[aria-current]")?.removeAttribute("aria-current");
    row.setAttribute("aria-current", "true");
    show(this.result, { html: rowHtml(rolled) + rowLink(row), said: rowSaid(rolled) });
  }
}

const standsFor = ({ dataset: { low = -Infinity, high = Infinity } }, total) => total >= Number(low) && total <= Number(high);

/** A cell as the build wrote it: without its row's note and without what its dice came to. */
function asWritten(cell) {
  const copy = cell.cloneNode(true);
  copy.querySelector(".fb-row-note")?.remove();
  copy.querySelectorAll("fb-die").forEach((die) => { die.textContent = die.querySelector("button").textContent; });
  return copy;
}

const rowLink = (row) => `<a class="fb-to-row" href="#${row.id}">Row ${row.cells[0].textContent}</a>`;

customElements.define("fb-table", Table);
