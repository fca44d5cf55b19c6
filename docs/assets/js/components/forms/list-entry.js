// An entry of a list: a choice, or numbers with steppers.
import { make } from "../../lib/dom.js";

/**
 * @param {Record<string, string>} choices what each is called, by its value
 * @param {string} chosen
 */
export function choiceEntry(choices, chosen) {
  const options = Object.entries(choices).map(([value, name]) => new Option(name, value, false, value === chosen));
  return make("div", { className: "fb-entry" }, make("select", {}, ...options));
}

/**
 * @param {string[]} parts what its numbers are called
 * @param {string} text such as `5/150`
 * @param {{ low: string | null, high: string | null }} range of each number
 * @param {Record<string, string>} names of entries that the game has, by their text
 */
export function numbersEntry(parts, text, range, names) {
  const values = text.split("/");
  const entry = make(
    "div",
    { className: "fb-entry" },
    ...namer(names),
    ...parts.map((part, at) =>
      make(
        "div",
        { className: "fb-field" },
        make("span", { className: "fb-part" }, part),
        stepper(values[at] ?? "0", range),
      ),
    ),
  );
  showName(entry);
  return entry;
}

const NAMER = "fb-entry-name";

/** A list of names that fills the numbers in, where there are names. @param {Record<string, string>} names */
function namer(names) {
  if (!Object.keys(names).length) return [];
  const options = Object.entries(names).map(([text, name]) => new Option(name, text));
  return [make("select", { className: NAMER }, new Option("Your own numbers", ""), ...options)];
}

/** Say what numbers are called, where they have a name: it stands for them then. @param {Element} entry */
function showName(entry) {
  const select = /** @type {HTMLSelectElement | null} */ (entry.querySelector(`.${NAMER}`));
  if (!select) return;
  const text = textOf(entry);
  select.value = [...select.options].some(({ value }) => value === text) ? text : "";
  entry.toggleAttribute("data-named", select.value !== "");
}

/** Fill in the numbers of a name that was chosen; without one the numbers are the reader's own. @param {Element} entry @param {Element} chosen */
export function takeName(entry, chosen) {
  if (!(chosen instanceof HTMLSelectElement && chosen.matches(`.${NAMER}`))) return;
  entry.toggleAttribute("data-named", chosen.value !== "");
  if (!chosen.value) return;
  const numbers = chosen.value.split("/");
  entry.querySelectorAll("input").forEach((field, at) => {
    field.value = numbers[at];
  });
}

/** @param {string} value @param {{ low: string | null, high: string | null }} range */
function stepper(value, { low, high }) {
  const field = make("input", { type: "number", inputMode: "numeric", value, min: low ?? "", max: high ?? "" });
  const step = (/** @type {string} */ text, /** @type {number} */ by) =>
    make("button", { type: "button", tabIndex: -1, "data-step": by }, text);
  return make("span", { className: "fb-stepper" }, step("−", -1), field, step("+", 1));
}

/**
 * An entry as text.
 * @param {Element} entry
 */
export const textOf = (entry) =>
  [...entry.querySelectorAll(`input, select:not(.${NAMER})`)]
    .map((field) => /** @type {HTMLInputElement | HTMLSelectElement} */ (field).value)
    .join("/");

/**
 * Tell entries apart for screen readers, by their number.
 * @param {Element[]} entries
 * @param {string} list what the list is called
 * @param {string[]} parts what an entry's numbers are called
 */
export function nameEntries(entries, list, parts) {
  entries.forEach((entry, at) => {
    name(entry.querySelector("select"), `${list} ${at + 1}`);
    name(entry.querySelector(".fb-remove"), `Remove entry ${at + 1}`);
    entry.querySelectorAll(".fb-stepper").forEach((stepper, part) => {
      const called = [list, at + 1, parts[part]].join(" ").trim();
      const [less, field, more] = stepper.children;
      name(less, `${called}: one less`);
      name(field, called);
      name(more, `${called}: one more`);
    });
  });
}

/** @param {Element | null | undefined} element @param {string} label */
const name = (element, label) => element?.setAttribute("aria-label", label);
