// Content of a note's tile: plain text, saved while the reader types, and never markup.
import { make } from "#shared";
import { LONGEST_TEXT } from "../../lib/validate-screen.js";
import { debounce } from "./debounce.js";

/** @type {import("./tile-renderers.js").MakesBody} */
export function makeNoteBody(_, change) {
  const element = make("textarea", {
    className: "fb-note",
    maxLength: LONGEST_TEXT,
    placeholder: "Write anything",
    rows: 4,
  });
  let underWay = 0; // typed text that isn't saved yet
  const saving = debounce(() => {
    const text = element.value;
    underWay += 1;
    change(
      () => ({ text }),
      () => {
        underWay -= 1;
      },
    );
  });
  element.addEventListener("input", saving.schedule);
  element.addEventListener("blur", saving.runNow);
  return {
    element,
    show({ title, text = "" }) {
      const isBeingWritten = saving.isDue || underWay > 0 || document.activeElement === element;
      if (!isBeingWritten && element.value !== text) element.value = text;
      element.setAttribute("aria-label", title);
    },
    end: saving.runNow,
  };
}
