// Content of a custom table's tile: the table, rolled like the site's tables, or the text that defines it.
import { button, make, say } from "#shared";
import { LONGEST_TEXT } from "../../lib/validate-screen.js";
import { late } from "./debounce.js";
import { diceOf, tableFrom } from "./own-table.js";

/** @typedef {import("./own-table.js").OwnTable} OwnTable */

const PLACEHOLDER =
  "A line for each row:\n\n1-2 Rain\n3-5 Fog, and 1d6 rats\n6 A stranger\n\nor pasted from a spreadsheet, with or without numbers";
const DICE_IN_TEXT = /\b\d{0,2}d(?:66|\d{1,3})(?:\s?[+\-−]\s?\d{1,2})?\b/gi;

/** @type {import("./tile-renderers.js").MakesBody} */
export function tableBody(first, change) {
  let tile = first;
  let isOpen = !first.text; // shows the text rather than the table
  let drawn = "";
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
  const shows = button("fb-roll fb-own-table-show", "Show the table");
  const form = make(
    "div",
    { className: "fb-own-table-form" },
    field,
    make("label", { className: "fb-toggle fb-own-table-rolls" }, rolls, make("span", {}, "Roll on this table")),
    problem,
    shows,
  );
  const edits = button("fb-add fb-own-table-edit", "Edit");
  const stage = make("div");
  const element = make("div", { className: "fb-own-table" }, stage, edits, form);
  const keep = late(() => {
    const text = field.value;
    underWay += 1;
    change(
      () => ({ text, dice: rolls.checked ? "" : "none" }),
      () => {
        underWay -= 1;
      },
    );
  });
  field.addEventListener("input", keep.soon);
  rolls.addEventListener("change", keep.soon);
  shows.addEventListener("click", () => {
    keep.soon();
    keep.now();
    isOpen = false;
    draw(field.value, rolls.checked ? "" : "none");
    if (isOpen) field.focus();
    else edits.focus({ preventScroll: true });
  });
  edits.addEventListener("click", () => {
    isOpen = true;
    lay();
    field.focus();
  });
  return {
    element,
    show(now) {
      tile = now;
      field.setAttribute("aria-label", `Rows of ${now.title}`);
      edits.setAttribute("aria-label", `Edit ${now.title}`);
      if (keep.isDue || underWay) return;
      if (!isOpen || document.activeElement !== field) field.value = now.text ?? "";
      rolls.checked = now.dice !== "none";
      if (!isOpen) draw(now.text ?? "", now.dice === "none" ? "none" : "");
      lay();
    },
    end: keep.now,
  };

  /** @param {string} text @param {"" | "none"} dice */
  function draw(text, dice) {
    const wanted = JSON.stringify([text, dice, tile.title]);
    problem.hidden = true;
    try {
      const table = tableFrom(text, dice);
      if (wanted !== drawn) stage.replaceChildren(elementOf(table, tile.title, tile.key));
      drawn = wanted;
    } catch (error) {
      isOpen = true;
      problem.textContent = error instanceof Error ? error.message : String(error);
      problem.hidden = false;
      say(problem.textContent);
    }
    lay();
  }

  function lay() {
    form.hidden = !isOpen;
    stage.hidden = edits.hidden = isOpen;
  }
}

/**
 * Build the table with the markup of the site's tables, so that the same script rolls it. All input stays text.
 * @param {OwnTable} table
 * @param {string} title
 * @param {string} key
 */
function elementOf({ dice, plan, rows }, title, key) {
  const id = `own-${key}`;
  const columns = Math.max(...rows.map(({ cells }) => cells.length));
  const element = make("fb-table", { className: "fb-table" });
  element.setAttribute("own", "");
  element.setAttribute("table", "");
  if (plan !== null) {
    element.setAttribute("die", dice);
    element.setAttribute("plan", JSON.stringify(plan));
    element.setAttribute("columns", Array.from({ length: columns }, (_, at) => `column-${at + 1}`).join(" "));
    const own = button("fb-own-open", "My dice");
    own.setAttribute("aria-expanded", "false");
    own.setAttribute("aria-controls", `${id}-dice`);
    element.append(
      make("div", { className: "fb-table-bar" }, button("fb-roll", `Roll ${dice.toUpperCase()}`), own),
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
  const lines = rows.map(({ low, high, cells }, at) => rowOf({ low, high, cells }, `${id}-${at + 1}`, columns));
  element.append(
    make(
      "div",
      { className: "fb-scroll", tabIndex: 0, role: "region", "aria-label": title },
      make(
        "table",
        { className: "fb-rows", id },
        make("caption", {}, make("span", {}, title)),
        make("tbody", {}, ...lines),
      ),
    ),
  );
  return element;
}

/** @param {import("./own-table.js").Row} row @param {string} id @param {number} columns */
function rowOf({ low, high, cells }, id, columns) {
  const row = make("tr", { id });
  if (low !== null) {
    const roll = low === high ? String(low) : `${low}-${high}`;
    Object.assign(row.dataset, { roll, low, high });
    row.append(
      make("th", { scope: "row", className: "fb-roll-cell" }, make("a", { href: `#${id}` }, roll.replace("-", "–"))),
    );
  }
  row.append(
    ...Array.from({ length: columns }, (_, at) =>
      make("td", { className: at === 0 ? "fb-name" : "" }, ...withDice(cells[at] ?? "")),
    ),
  );
  return row;
}

/** Return a cell's text with rollable dice. @param {string} text */
function withDice(text) {
  /** @type {(Node | string)[]} */
  const parts = [];
  let end = 0;
  for (const { 0: written, index } of text.matchAll(DICE_IN_TEXT)) {
    const dice = diceOf(written);
    if (!dice) continue;
    parts.push(text.slice(end, index), dieOf(dice, written));
    end = index + written.length;
  }
  return [...parts, text.slice(end)].filter((part) => part !== "");
}

/** @param {import("./own-table.js").Dice} dice @param {string} written */
function dieOf({ name, plan }, written) {
  const die = document.createElement("fb-die");
  die.setAttribute("notation", name);
  die.setAttribute("plan", JSON.stringify(plan));
  die.textContent = written;
  return die;
}
