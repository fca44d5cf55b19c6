// Printed pages of a sheet: what doesn't fit on its page goes on to further pages, in order.
import { addStyles, fetchAnswer, make, resolveAddress, runWhenIdle } from "#shared";

const ENTRY_ROWS = 2; // the fewest rows of a divided box on either page, unless its rows are texts
const PAUSE = 1000; // milliseconds without a change after which the pages are fetched
const RULED_LINES = 40; // more than fit on a page

/** @param {Element} column */
const isOver = (column) => column.scrollHeight > column.clientHeight + 1;

/** Return true for a box with nothing but ruled lines. @param {Element} box */
const isRuled = (box) =>
  box.matches(".fb-leaf-box--grows") && !box.querySelector(":scope > :not(.fb-leaf-title, .fb-leaf-lines)");

/** @param {Element} box */
const listRows = (box) => /** @type {HTMLElement[]} */ ([...box.querySelectorAll("[data-row]")]);

/**
 * Ask for the printed page of a sheet, with the look that this page has.
 * @param {{ sheet: string, fields: object }} data
 * @returns {Promise<{ html?: string, error?: string }>}
 */
export function askLeaves({ sheet, fields }) {
  const page = /** @type {HTMLElement | null} */ (document.querySelector(".fb-page"));
  const { credit = "", art } = page?.dataset ?? {};
  const mark = page?.querySelector(".fb-mark")?.innerHTML ?? "";
  const look = { mark, credit, drawing: art ? resolveAddress(art) : "" };
  return fetchAnswer(null, "paper", sheet, JSON.stringify(fields), JSON.stringify(look));
}

/**
 * Lay out a printed page that the rules have written, on as many pages as it takes.
 * @param {string} html
 * @returns {Element[]} the pages
 */
export function layOutLeaves(html) {
  const place = make("div", { className: "fb-leaves-measured" });
  place.innerHTML = html;
  document.querySelector(".fb-page")?.append(place);
  const first = place.querySelector(".fb-leaf");
  const pages = first instanceof HTMLElement ? splitPages(first) : [];
  place.remove();
  return pages;
}

/** The printed pages of an open sheet, which the browser prints in place of the page. */
export class Leaves {
  #html = "";
  #data = ""; // the sheet of the pages that are here or on their way, as JSON
  #asked = 0;
  #timer = 0;
  #element = make("div", { className: "fb-leaves" });
  #end = new AbortController();

  constructor() {
    const { signal } = this.#end;
    addEventListener("beforeprint", () => this.#show(), { signal });
    addEventListener("afterprint", () => this.#hide(), { signal });
  }

  /** Forget the pages, and let the browser print the page again. */
  end() {
    clearTimeout(this.#timer);
    this.#end.abort();
    this.#hide();
    this.#element.remove();
  }

  /**
   * Fetch the pages of a changed sheet once the reader pauses, so that they are here when the reader prints.
   * @param {{ sheet: string, fields: object }} data
   */
  prepareSoon(data) {
    if (JSON.stringify(data) === this.#data) return;
    clearTimeout(this.#timer);
    this.#forget();
    if (!matchMedia("(any-hover: hover)").matches) return; // a phone prints by the button
    this.#timer = setTimeout(() => runWhenIdle(() => this.#prepare(data)), PAUSE);
  }

  /**
   * Print a sheet.
   * @param {{ sheet: string, fields: object }} data
   */
  async print(data) {
    clearTimeout(this.#timer);
    await this.#prepare(data);
    this.#show();
    print();
  }

  #forget() {
    this.#asked += 1;
    this.#html = "";
    this.#data = "";
    this.#element.remove();
  }

  /** @param {{ sheet: string, fields: object }} data */
  async #prepare(data) {
    this.#forget();
    this.#data = JSON.stringify(data);
    const asked = this.#asked;
    const [answer] = await Promise.all([askLeaves(data), (styles ??= addStyles("paper-sheet"))]);
    if (asked !== this.#asked || this.#end.signal.aborted || !answer.html) return;
    this.#html = answer.html;
    document.querySelector(".fb-page")?.append(this.#element);
  }

  /** Lay out the pages, which can't wait for an answer any more. */
  #show() {
    if (!this.#html) return;
    this.#element.replaceChildren(...layOutLeaves(this.#html));
    document.documentElement.classList.add("fb-prints-leaves");
  }

  #hide() {
    document.documentElement.classList.remove("fb-prints-leaves");
    this.#element.replaceChildren();
  }
}

/** @type {Promise<void> | undefined} */
let styles;

/** @param {HTMLElement} first @returns {HTMLElement[]} */
function splitPages(first) {
  const pages = [first];
  for (let page = first; pages.length < 20; ) {
    page.style.height = "257mm";
    const columns = [...page.querySelectorAll(".fb-leaf-column")];
    const rests = columns.map(fillColumn);
    page.style.removeProperty("height");
    if (rests.every((rest) => !rest.length)) break;
    const next = /** @type {HTMLElement} */ (page.cloneNode(true));
    page.after(next);
    [...next.querySelectorAll(".fb-leaf-column")].forEach((column, index) => {
      column.replaceChildren(...rests[index]);
      if (!column.lastElementChild?.matches(".fb-leaf-box--grows")) column.append(makeRuledBox());
    });
    pages.push(next);
    page = next;
  }
  numberPages(pages);
  return pages;
}

/** @param {HTMLElement[]} pages */
function numberPages(pages) {
  if (pages.length === 1) return;
  pages.forEach((page, index) => {
    page.querySelector(".fb-leaf-foot")?.lastElementChild?.append(`, page ${index + 1} of ${pages.length}`);
  });
}

/**
 * Take out of a column what doesn't fit. Boxes with only ruled lines go first, and the last one fills what is left.
 * @param {Element} column
 * @returns {Element[]} boxes for the next page
 */
function fillColumn(column) {
  if (!isOver(column)) return [];
  const ruled = [...column.children].filter(isRuled);
  for (const box of ruled) box.remove();
  /** @type {Element[]} */
  const rest = [];
  while (isOver(column)) {
    const box = /** @type {Element} */ (column.lastElementChild);
    const going = splitBox(column, box);
    rest.unshift(going ?? box);
    if (going || column.childElementCount === 1) break; // what is larger than a page stays on it
    box.remove();
  }
  const filler = ruled.at(-1);
  if (filler) {
    column.append(filler);
    if (isOver(column)) filler.remove();
  }
  return rest.filter((box) => box.parentElement !== column);
}

/**
 * Move the rows of a box that don't fit to a box that goes on. Returns null if too few of them would stay or go.
 * @param {Element} column
 * @param {Element} box
 */
function splitBox(column, box) {
  const least = box.querySelector("tr[data-row]") ? ENTRY_ROWS : 1;
  const count = listRows(box).length;
  if (count < 2 * least || box.matches(".fb-leaf-pair")) return null;
  const whole = /** @type {Element} */ (box.cloneNode(true));
  const going = /** @type {Element} */ (box.cloneNode(true));
  const countRemoved = () => count - listRows(box).length;
  while (listRows(box).length > least && (isOver(column) || countRemoved() < least)) listRows(box).at(-1)?.remove();
  if (isOver(column)) {
    box.replaceChildren(...whole.childNodes);
    return null;
  }
  for (const row of listRows(going).slice(0, count - countRemoved())) row.remove();
  for (const part of [...going.children]) {
    const stays = part.matches("[data-row], .fb-leaf-title, .fb-leaf-note, .fb-leaf-lines");
    if (!stays && !part.querySelector("[data-row]")) part.remove();
  }
  going.querySelector(".fb-leaf-title")?.append(", continued");
  return going;
}

/** Make a box with ruled lines, for the space that is left on a further page. */
function makeRuledBox() {
  const lines = make(
    "div",
    { className: "fb-leaf-lines" },
    ...Array.from({ length: RULED_LINES }, () => make("i", {})),
  );
  const title = make("p", { className: "fb-leaf-title" }, "Notes");
  return make("section", { className: "fb-leaf-box fb-leaf-box--grows" }, title, lines);
}
