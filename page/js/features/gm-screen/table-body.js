// Content of a custom table's tile: the table, rolled like the site's tables, or the text that defines it. The rules read
// the text (rules_py.tables.pasted), and a preview shows what they understood.
import { fetchAnswer, make, makeAction, makeButton, say } from "#shared";
import { LONGEST_TEXT } from "../../lib/validate-screen.js";
import { debounce } from "./debounce.js";
import { buildText } from "./written-dice.js";

/**
 * @typedef {object} Row
 * @property {number | null} low the lowest number of the row, or null if the table isn't rolled on
 * @property {number | null} high
 * @property {import("./written-dice.js").Part[][]} cells
 * @property {string} chance the chance of the row in words, or ""
 *
 * @typedef {object} OwnTable
 * @property {string} dice the dice, such as `2d6`, or "" if the table isn't rolled on
 * @property {import("../../components/dice-evaluator.js").Plan | null} plan
 * @property {string[]} columns the headings of the cells, or none
 * @property {Row[]} rows
 * @property {undefined} [error]
 */

const PLACEHOLDER =
  "A line for each row:\n\n1-2 Rain\n3-5 Fog, and 1d6 rats\n6 A stranger\n\nor a table pasted from a page, a spreadsheet, Markdown or Foundry";

/** @type {import("./tile-renderers.js").MakesBody} */
export function makeTableBody(first, change) {
  let tile = first;
  let isOpen = !first.text; // shows the text rather than the table
  let drawn = "";
  let asked = 0; // the number of the latest reading, whose answer counts
  let underWay = 0; // typed text that isn't saved yet
  const field = make("textarea", {
    className: "fb-note fb-own-table-text",
    maxLength: LONGEST_TEXT,
    placeholder: PLACEHOLDER,
    rows: 8,
    spellcheck: true,
  });
  const rolls = make("input", { type: "checkbox", checked: first.dice !== "none" });
  const problem = make("p", { className: "fb-error", hidden: true });
  const preview = make("div", { className: "fb-own-table-preview", hidden: true });
  const shows = makeAction("fb-roll fb-own-table-show", "Show the table", async () => {
    saving.schedule();
    saving.runNow();
    const { text, dice } = readForm();
    if (!(await draw(text, dice))) return;
    if (isOpen) field.focus();
    else edits.focus({ preventScroll: true });
  });
  const form = make(
    "div",
    { className: "fb-own-table-form" },
    field,
    make("label", { className: "fb-toggle fb-own-table-rolls" }, rolls, make("span", {}, "Roll on this table")),
    shows,
    problem,
    preview,
  );
  const edits = makeAction("fb-add fb-own-table-edit", "Edit", () => {
    isOpen = true;
    arrange();
    field.focus();
    showPreview();
  });
  const stage = make("div");
  const element = make("div", { className: "fb-own-table" }, stage, edits, form);
  const saving = debounce(() => {
    const { text, dice } = readForm();
    underWay += 1;
    change(
      () => ({ text, dice }),
      () => {
        underWay -= 1;
      },
    );
    if (isOpen) showPreview();
  });
  field.addEventListener("input", saving.schedule);
  rolls.addEventListener("change", saving.schedule);
  return {
    element,
    show(now) {
      tile = now;
      field.setAttribute("aria-label", `Rows of ${now.title}`);
      edits.setAttribute("aria-label", `Edit ${now.title}`);
      if (saving.isDue || underWay) return;
      if (!isOpen || document.activeElement !== field) field.value = now.text ?? "";
      rolls.checked = now.dice !== "none";
      if (!isOpen) draw(now.text ?? "", now.dice === "none" ? "none" : "");
      arrange();
    },
    end: saving.runNow,
  };

  /** @returns {{ text: string, dice: "" | "none" }} */
  function readForm() {
    return { text: field.value, dice: rolls.checked ? "" : "none" };
  }

  /**
   * Read a text. Return null if a later text has been read since.
   * @param {string} text
   * @param {"" | "none"} dice
   * @returns {Promise<OwnTable | { error: string } | null>}
   */
  async function readTable(text, dice) {
    asked += 1;
    const number = asked;
    const answer = await fetchAnswer(null, "paste", "dice", text, dice);
    return number === asked ? answer : null;
  }

  /**
   * Draw the table, or open its text with the problem. Return false if a later text has been read since.
   * @param {string} text
   * @param {"" | "none"} dice
   */
  async function draw(text, dice) {
    const wanted = JSON.stringify([text, dice, tile.title]);
    if (wanted === drawn && stage.childElementCount) {
      asked += 1;
      isOpen = false;
      showProblem("");
      arrange();
      return true;
    }
    const table = await readTable(text, dice);
    if (table === null) return false;
    if (table.error === undefined) {
      stage.replaceChildren(buildTable(table, tile.title, tile.key));
      drawn = wanted;
      isOpen = false;
      showProblem("");
    } else {
      isOpen = true;
      showProblem(table.error);
      say(table.error);
    }
    arrange();
    return true;
  }

  /** Show the dice, the rows and their chances that the typed text has so far. */
  async function showPreview() {
    const { text, dice } = readForm();
    if (!text.trim()) {
      asked += 1;
      showProblem("");
      return;
    }
    const table = await readTable(text, dice);
    if (table === null || !isOpen) return;
    if (table.error !== undefined) showProblem(table.error);
    else {
      showProblem("");
      preview.replaceChildren(...buildPreview(table, tile.title));
      preview.hidden = false;
    }
  }

  /** @param {string} sentence a sentence, or "" if there is no problem */
  function showProblem(sentence) {
    problem.textContent = sentence;
    problem.hidden = !sentence;
    preview.hidden = true;
  }

  function arrange() {
    form.hidden = !isOpen;
    stage.hidden = edits.hidden = isOpen;
  }
}

/**
 * Return a sentence about the dice, and the rows with their chances.
 * @param {OwnTable} table
 * @param {string} title
 */
function buildPreview(table, title) {
  const rows = table.rows.length === 1 ? "one row" : `${table.rows.length} rows`;
  const sentence = table.dice ? `Rolled with ${table.dice.toUpperCase()}: ${rows}.` : `Not rolled: ${rows}.`;
  const width = countColumns(table);
  const lines = table.rows.map((row) =>
    make(
      "tr",
      {},
      ...(row.low === null ? [] : [make("th", { scope: "row" }, formatRange(row))]),
      ...Array.from({ length: width }, (_, at) => make("td", {}, ...buildText(row.cells[at] ?? []))),
      ...(row.chance ? [make("td", { className: "fb-own-table-chance" }, row.chance)] : []),
    ),
  );
  const heading = buildHeading(table, width, table.dice ? ["Chance"] : []);
  const region = make(
    "div",
    { className: "fb-scroll", tabIndex: 0, role: "region", "aria-label": `Preview of ${title}` },
    make("table", { className: "fb-rows" }, ...heading, make("tbody", {}, ...lines)),
  );
  return [make("p", {}, sentence), region];
}

/** @param {OwnTable} table */
const countColumns = ({ rows, columns }) => Math.max(columns.length, ...rows.map(({ cells }) => cells.length));

/** @param {Row} row */
const formatRange = ({ low, high }) => (low === high ? String(low) : `${low}–${high}`);

/**
 * Return the table's head if it has headings or others are wanted.
 * @param {OwnTable} table
 * @param {number} width
 * @param {string[]} [others] headings of further columns
 */
function buildHeading({ dice, columns }, width, others = []) {
  if (!columns.length && !others.length) return [];
  const words = [
    ...(dice ? [dice.toUpperCase()] : []),
    ...Array.from({ length: width }, (_, at) => columns[at] ?? ""),
    ...others,
  ];
  const cells = words.map((word) => make(word ? "th" : "td", word ? { scope: "col" } : {}, word));
  return [make("thead", {}, make("tr", {}, ...cells))];
}

/**
 * Build the table with the markup of the site's tables, so that the same script rolls it. All input stays text.
 * @param {OwnTable} table
 * @param {string} title
 * @param {string} key
 */
function buildTable(table, title, key) {
  const { dice, plan, rows } = table;
  const id = `own-${key}`;
  const columns = countColumns(table);
  const element = make("fb-table", { className: "fb-table" });
  element.setAttribute("own", "");
  element.setAttribute("table", "");
  if (plan !== null) {
    element.setAttribute("die", dice);
    element.setAttribute("plan", JSON.stringify(plan));
    element.setAttribute("columns", Array.from({ length: columns }, (_, at) => `column-${at + 1}`).join(" "));
    const own = makeButton("fb-own-open", "My dice");
    own.setAttribute("aria-expanded", "false");
    own.setAttribute("aria-controls", `${id}-dice`);
    element.append(
      make("div", { className: "fb-table-bar" }, makeButton("fb-roll", `Roll ${dice.toUpperCase()}`), own),
      make("div", {
        className: "fb-own",
        id: `${id}-dice`,
        role: "group",
        "aria-label": "Your own dice",
        hidden: true,
      }),
      make("div", { className: "fb-table-result", hidden: true }),
    );
  }
  const lines = rows.map((row, at) => buildRow(row, `${id}-${at + 1}`, columns));
  element.append(
    make(
      "div",
      { className: "fb-scroll", tabIndex: 0, role: "region", "aria-label": title },
      make(
        "table",
        { className: "fb-rows", id },
        make("caption", {}, make("span", {}, title)),
        ...buildHeading(table, columns),
        make("tbody", {}, ...lines),
      ),
    ),
  );
  return element;
}

/** @param {Row} row @param {string} id @param {number} columns */
function buildRow(row, id, columns) {
  const { low, high, cells } = row;
  const line = make("tr", { id });
  if (low !== null) {
    Object.assign(line.dataset, { roll: low === high ? String(low) : `${low}-${high}`, low, high });
    line.append(
      make("th", { scope: "row", className: "fb-roll-cell" }, make("a", { href: `#${id}` }, formatRange(row))),
    );
  }
  line.append(
    ...Array.from({ length: columns }, (_, at) =>
      make("td", { className: at === 0 ? "fb-name" : "" }, ...buildText(cells[at] ?? [])),
    ),
  );
  return line;
}
