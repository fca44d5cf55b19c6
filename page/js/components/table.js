// <fb-table>: a table, with a button that rolls on it if it has a die. It needs nothing but the page.
import { unfold } from "../lib/disclosure.js";
import { make, find } from "../lib/dom.js";
import { linkTo, buildPlace, readState } from "../lib/url-state.js";
import { askDice } from "../rules-client/client.js";
import { readNotation, rollAnyPlan } from "./any-dice.js";
import { rollPlan } from "./dice-evaluator.js";
import { requestPlanDice } from "./die-slot.js";
import { ManualDiceOpener } from "./manual-dice-opener.js";
import { finishCard, ResultView, showError } from "./result-view.js";
import { buildRowAnswer } from "./result-html.js";

export class Table extends HTMLElement {
  /** @type {ResultView | undefined} */
  #place;

  #hasTools = false;

  connectedCallback() {
    this.#offerTools();
    if (this.#place || !this.hasAttribute("plan")) return;
    this.#place = new ResultView(find(this, ".fb-table-result", HTMLElement), this);
    find(this, ".fb-roll", HTMLButtonElement).addEventListener("click", () => this.roll());
    const opener = find(this, ".fb-own-open", HTMLButtonElement);
    new ManualDiceOpener(
      find(this, ".fb-own", HTMLElement),
      opener,
      async (fallen, signal) => {
        const notation = readNotation(this.plan);
        return notation ? askDice("dice", { notation }, fallen, signal) : requestPlanDice(this.plan, fallen);
      },
      (faces) => this.read(faces),
    );
    this.#restore();
  }

  /** Load a long table's filter and sorting when they are first used. */
  #offerTools() {
    const opener = this.querySelector(".fb-table-open");
    if (!(opener instanceof HTMLButtonElement) || this.#hasTools) return;
    this.#hasTools = true;
    const problem = make("div", { hidden: true });
    const open = async () => {
      try {
        const { openTools } = await import("#table-tools");
        opener.removeEventListener("click", open); // the loaded module listens from now on
        problem.remove();
        openTools(this, opener);
      } catch {
        this.prepend(problem);
        showError(problem, "The filter couldn't be loaded. Reload the page once you're online.");
      }
    };
    opener.addEventListener("click", open);
  }

  get table() {
    return this.getAttribute("table") ?? "";
  }

  /** True if it is a reader's custom table, which has no link. */
  get isOwn() {
    return this.hasAttribute("own");
  }

  /** @returns {import("./dice-evaluator.js").Plan} */
  get plan() {
    return JSON.parse(this.getAttribute("plan") ?? "0");
  }

  /** Roll on the table, show the row next to the button and mark it in the table. */
  async roll() {
    try {
      await this.#show(await rollAnyPlan(this.plan), "random");
    } catch (error) {
      this.#showError(error);
    }
  }

  /** @param {unknown} error */
  #showError(error) {
    if (this.#place) showError(this.#place.element, /** @type {Error} */ (error).message);
  }

  /**
   * Show the row for faces that a reader rolled.
   * @param {string} faces such as `4,5`
   * @param {import("../rules-client/client.js").Source} source
   */
  async read(faces, source = "own dice") {
    try {
      await this.#show(await this.#readFaces(faces), source);
    } catch (error) {
      this.#showError(error);
    }
  }

  /** Return the roll of faces that a reader rolled. @param {string} faces */
  async #readFaces(faces) {
    const given = new GivenFaces(faces);
    if (readNotation(this.plan)) return rollAnyPlan(this.plan, given.faces);
    const rolled = rollPlan(this.plan, (sides) => given.takeNext(sides));
    given.end();
    return rolled;
  }

  /** Show the roll in the address. */
  #restore() {
    const faces = readState(this)?.find(([name]) => name === "faces")?.[1];
    if (faces === undefined) return;
    unfold(this);
    this.read(faces, "shared");
  }

  /**
   * @param {{ total: bigint, thrown: import("../rules-client/client.js").Thrown[] }} rolled
   * @param {import("../rules-client/client.js").Source} source
   */
  async #show({ total, thrown }, source) {
    const row = [...this.querySelectorAll("tr")].find((each) => each.dataset.roll && isFor(each, total));
    if (!row) throw new Error(`${this.table}: no row for ${total}`);
    this.querySelector("[aria-current]")?.removeAttribute("aria-current");
    row.setAttribute("aria-current", "true");
    const answerHere = () => this.#answer(row, thrown);
    await this.#place?.ask({ kind: "roll", id: this.table, args: [], source, here: answerHere });
    const words = `Row ${row.cells[0].textContent}`;
    this.#place?.element.append(make("a", { className: "fb-to-row", href: `#${row.id}` }, words));
    const faces = thrown.flatMap((each) => each.faces).join(",");
    if (this.#place && !this.isOwn) finishCard(this.#place.element, source, faces, () => linkTo(this, { faces }));
  }

  /**
   * @param {HTMLTableRowElement} row
   * @param {import("../rules-client/client.js").Thrown[]} thrown
   * @returns {import("../rules-client/client.js").Answer}
   */
  #answer(row, thrown) {
    const cells = [...row.querySelectorAll("td")].map(copyCell);
    const columns = (this.getAttribute("columns") ?? "").split(" ");
    return buildRowAnswer({
      title: readText(find(this, "caption", HTMLElement)),
      roll: row.dataset.roll ?? "",
      cells: Object.fromEntries(columns.map((column, at) => [column, readText(cells[at])])),
      follows: cells.slice(1).map((cell) => cell.innerHTML),
      thrown,
      home: this.isOwn ? "" : buildPlace(this, find(this, ":scope > .fb-scroll > table", HTMLElement).id),
    });
  }
}

/** @param {Element | undefined} element */
const readText = (element) => element?.textContent ?? "";

/**
 * Return true if a row covers a number.
 * @param {HTMLElement} row
 * @param {bigint} total
 */
const isFor = ({ dataset: { low, high } }, total) =>
  total >= Number(low ?? -Infinity) && total <= Number(high ?? Infinity);

/**
 * Return a cell as the build wrote it, without its row's note and without rolled totals.
 * @param {HTMLElement} cell
 */
function copyCell(cell) {
  const copy = /** @type {HTMLElement} */ (cell.cloneNode(true));
  copy.querySelector(".fb-row-note")?.remove();
  copy.querySelectorAll("fb-die").forEach((die) => {
    die.textContent = readText(die.querySelector("button") ?? die);
  });
  return copy;
}

/** Faces that a reader entered, read in turn for dice that the page rolls itself. */
class GivenFaces {
  /** @type {number[]} */
  #faces;
  #at = 0;

  /** @param {string} text such as `4,5` */
  constructor(text) {
    this.#faces = text
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number);
  }

  get faces() {
    return this.#faces;
  }

  /**
   * @param {number} sides the sides of the requested die
   * @throws {Error} a sentence if no face is left, or the die doesn't have the face
   */
  takeNext(sides) {
    const face = this.#faces[this.#at];
    if (face === undefined) throw new Error(`One more die is needed: a d${sides}.`);
    if (!Number.isInteger(face) || face < 1 || face > sides)
      throw new Error(`A d${sides} shows 1 to ${sides}, not ${face}.`);
    this.#at += 1;
    return face;
  }

  /** @throws {Error} if faces are left over */
  end() {
    const over = this.#faces.length - this.#at;
    if (over) throw new Error(`${over === 1 ? "One die" : `${over} dice`} too many: this roll uses only ${this.#at}.`);
  }
}
