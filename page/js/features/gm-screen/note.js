// Content of a note's tile: plain text, saved while the reader types, and never markup. Dice in it roll once it is
// written; a tap on the other text writes on.
import { fetchAnswer, make, makeButton } from "#shared";
import { LONGEST_TEXT } from "../../lib/validate-screen.js";
import { debounce } from "./debounce.js";
import { buildText } from "./written-dice.js";

const MAYBE_DICE = /\d/; // without a digit, the rules needn't be asked

/** @type {import("./tile-renderers.js").MakesBody} */
export function makeNoteBody(_, change) {
  const field = make("textarea", {
    className: "fb-note",
    maxLength: LONGEST_TEXT,
    placeholder: "Write anything; dice such as 2d6+1 can be rolled",
    rows: 4,
  });
  const text = make("div", { className: "fb-note-text" });
  const edits = makeButton("fb-note-edit", "Edit");
  const reading = make("div", { className: "fb-note-reading", role: "group", hidden: true }, edits, text);
  const element = make("div", { className: "fb-note-body" }, field, reading);
  let underWay = 0; // typed text that isn't saved yet
  let read = ""; // the text whose dice are known
  let asked = 0; // the number of the latest reading, whose answer counts
  const saving = debounce(() => {
    const typed = field.value;
    underWay += 1;
    change(
      () => ({ text: typed }),
      () => {
        underWay -= 1;
      },
    );
  });
  field.addEventListener("input", saving.schedule);
  field.addEventListener("blur", () => {
    saving.runNow();
    showDice();
  });
  edits.addEventListener("click", edit);
  text.addEventListener("click", ({ target }) => {
    const isOther = target instanceof Element && !target.closest("fb-die");
    if (isOther && getSelection()?.isCollapsed !== false) edit();
  });
  return {
    element,
    show({ title, text: stored = "" }) {
      const isBeingWritten = saving.isDue || underWay > 0 || document.activeElement === field;
      if (!isBeingWritten && field.value !== stored) field.value = stored;
      field.setAttribute("aria-label", title);
      reading.setAttribute("aria-label", title);
      edits.setAttribute("aria-label", `Edit ${title}`);
      if (!isBeingWritten) showDice();
    },
    end: saving.runNow,
  };

  function edit() {
    asked += 1;
    read = "";
    reading.hidden = true;
    field.hidden = false;
    field.focus();
  }

  /** Show the text with its dice, if it has any. */
  async function showDice() {
    const typed = field.value;
    if (typed === read) return;
    const number = (asked += 1);
    const answer = MAYBE_DICE.test(typed) ? await fetchAnswer(null, "scan", "dice", typed) : null;
    if (number !== asked || document.activeElement === field) return;
    /** @type {import("./written-dice.js").Part[]} */
    const parts = answer?.parts ?? [];
    const hasDice = parts.some((part) => typeof part !== "string");
    read = typed;
    text.replaceChildren(...buildText(parts));
    reading.hidden = !hasDice;
    field.hidden = hasDice;
  }
}
