// Number fields: the wheel scrolls the page instead of changing a number, and every minus sign is a minus sign.

const MINUS = /[−–‐‑﹣－]/g;
const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/;

/** @param {EventTarget | null} target @returns {target is HTMLInputElement} */
const isNumberField = (target) => target instanceof HTMLInputElement && target.type === "number";

/**
 * Return a number as a number field takes it, or null for any other text.
 * @param {string} text
 */
export function readNumber(text) {
  const plain = text.replaceAll(MINUS, "-").replaceAll(/\s/g, "");
  return NUMBER.test(plain) ? plain.replace(",", ".").replace(/^\+/, "") : null;
}

/** Make the number fields of all pages safe from the wheel, and let them take typed and pasted minus signs. */
export function guardNumberFields() {
  document.addEventListener(
    "wheel",
    ({ target }) => {
      if (!isNumberField(target) || target !== document.activeElement || target.readOnly) return;
      target.readOnly = true; // the browser then leaves the number alone and scrolls
      setTimeout(() => {
        target.readOnly = false;
      });
    },
    { capture: true, passive: true },
  );
  document.addEventListener("paste", (event) => {
    if (!isNumberField(event.target)) return;
    const number = readNumber(event.clipboardData?.getData("text") ?? "");
    if (number === null) return; // the browser takes what it can
    event.preventDefault();
    insert(number);
  });
  document.addEventListener("beforeinput", (event) => {
    if (!isNumberField(event.target) || !event.data || event.inputType !== "insertText") return;
    const text = event.data.replaceAll(MINUS, "-");
    if (text === event.data) return;
    event.preventDefault();
    insert(text);
  });
}

/** Insert text at the caret, which number fields don't reveal to scripts. @param {string} text */
const insert = (text) => document.execCommand("insertText", false, text);
