// An entry of a list: a choice, or numbers with steppers.
import { make } from "../../lib/dom.js";

/**
 * @param {Record<string, string>} choices each choice's label by its value
 * @param {string} chosen
 */
export function makeChoiceEntry(choices, chosen) {
  const options = Object.entries(choices).map(([value, name]) => new Option(name, value, false, value === chosen));
  return make("div", { className: "fb-entry" }, make("select", {}, ...options));
}

/**
 * @param {string[]} parts the labels of the entry's numbers
 * @param {string} text such as `5/150`
 * @param {{ low: string | null, high: string | null }} range the bounds of each number
 * @param {Record<string, string>} names the game's named entries, by their text
 */
export function makeNumbersEntry(parts, text, range, names) {
  const values = text.split("/");
  const entry = make(
    "div",
    { className: "fb-entry" },
    ...makeNamer(names),
    ...parts.map((part, at) =>
      make(
        "div",
        { className: "fb-field" },
        make("span", { className: "fb-part" }, part),
        makeStepper(values[at] ?? "0", range),
      ),
    ),
  );
  showName(entry);
  return entry;
}

const NAMER = "fb-entry-name";

/**
 * Return a select of named entries, which fills in the numbers, if the game names entries.
 * @param {Record<string, string>} names
 */
function makeNamer(names) {
  if (!Object.keys(names).length) return [];
  const options = Object.entries(names).map(([text, name]) => new Option(name, text));
  return [make("select", { className: NAMER }, new Option("Your own numbers", ""), ...options)];
}

/** Select the name of the entry's numbers, if they have one, in place of the numbers. @param {Element} entry */
function showName(entry) {
  const select = /** @type {HTMLSelectElement | null} */ (entry.querySelector(`.${NAMER}`));
  if (!select) return;
  const text = readEntry(entry);
  select.value = [...select.options].some(({ value }) => value === text) ? text : "";
  entry.toggleAttribute("data-named", select.value !== "");
}

/**
 * Fill in the numbers of the chosen name. Without a name the reader enters numbers.
 * @param {Element} entry
 * @param {Element} chosen
 */
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
function makeStepper(value, { low, high }) {
  const field = make("input", { type: "number", inputMode: "numeric", value, min: low ?? "", max: high ?? "" });
  const step = (/** @type {string} */ text, /** @type {number} */ by) =>
    make("button", { type: "button", tabIndex: -1, "data-step": by }, text);
  return make("span", { className: "fb-stepper" }, step("−", -1), field, step("+", 1));
}

/**
 * Return an entry as text.
 * @param {Element} entry
 */
export const readEntry = (entry) =>
  [...entry.querySelectorAll(`input, select:not(.${NAMER})`)]
    .map((field) => /** @type {HTMLInputElement | HTMLSelectElement} */ (field).value)
    .join("/");

/**
 * Number the entries for screen readers.
 * @param {Element[]} entries
 * @param {string} list the name of the list
 * @param {string[]} parts the labels of an entry's numbers
 */
export function nameEntries(entries, list, parts) {
  entries.forEach((entry, at) => {
    name(entry.querySelector("select"), `${list} ${at + 1}`);
    name(entry.querySelector(".fb-remove"), `Remove: ${list} ${at + 1}`);
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
