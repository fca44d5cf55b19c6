// Buttons next to a field that step its number or the dice of its notation.
import { findClicked } from "../../lib/dom.js";
import { isOutside } from "./values.js";

const SIDES = [4, 6, 8, 10, 12, 20]; // common dice; readers type others

/**
 * Make a form's stepper buttons work.
 * @param {HTMLFormElement} form
 */
export function listenToSteppers(form) {
  form.addEventListener("click", (event) => {
    const button = findClicked(event, "[data-step]");
    if (button) stepField(button);
  });
}

/**
 * Step the field's number, the count of its first dice, or their sides, within the field's bounds. Return the field if
 * it has changed.
 * @param {HTMLElement} button
 */
export function stepField(button) {
  const field = button.parentElement?.querySelector("input");
  if (!field) return null;
  const by = button.dataset.step;
  const next =
    by === "die"
      ? switchDie(field.value)
      : field.type === "number"
        ? computeStep(field, Number(by))
        : addDice(field.value, Number(by));
  if (next === null) return null;
  field.value = next;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  return field;
}

/** @param {HTMLInputElement} field @param {number} by */
function computeStep(field, by) {
  const next = (Number(field.value) || 0) + by;
  return isOutside(field, next) ? null : String(next);
}

/** @param {string} notation @param {number} by */
function addDice(notation, by) {
  const { count, sides, rest = "" } = parseDice(notation);
  const next = Number(count || 1) + by;
  if (next < 1 || !(count || sides)) return null;
  return `${next}${sides ? `d${sides}` : ""}${rest}`;
}

/** @param {string} notation */
function switchDie(notation) {
  const { count, sides = "0", rest = "" } = parseDice(notation);
  if (count === undefined) return null;
  return `${count || 1}d${SIDES.find((each) => each > Number(sides)) ?? SIDES[0]}${rest}`;
}

/**
 * Parse the first dice of notation. Return an empty object for any other text, which then stays as it is.
 * @param {string} notation
 * @returns {{ count?: string, sides?: string, rest?: string }}
 */
const parseDice = (notation) =>
  /^\s*(?<count>\d{0,4})(?:d(?<sides>\d+))?(?<rest>\s*[-+*k].*)?$/i.exec(notation)?.groups ?? {};
