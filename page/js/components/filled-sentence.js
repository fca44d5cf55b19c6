// The sentence of a roller that a character fills: "As Kestrel, REFLEXES +1, Handgun, Range Nearby". Its parts are built
// from the form's own labels and values, and the form's fields are folded behind "Change". The height of each sentence is
// stored, so that the next page keeps room for it before anything is filled in (before-scripts.html).
import { makeAction, findLine, make, read, showForm, values, write } from "#shared";

/** @typedef {import("./sheet-questions.js").Filled} Filled */

/** Values that the sheet filled into each roller. @type {WeakMap<Element, Filled>} */
const filledIn = new WeakMap();

const LONGEST = 40; // characters of a value in the sentence

/** Heights of sentences by mechanic, for a game. @param {string} game */
const buildHeightsKey = (game) => `fieldbook:as:${game}`;

/**
 * Make a part of the sentence: a value that opens a list of others.
 * @param {string} label
 * @param {Record<string, string>} options
 * @param {string} value
 * @param {(value: string) => void} act
 */
export function makePart(label, options, value, act) {
  const select = make(
    "select",
    {},
    ...Object.entries(options).map(([each, name]) => new Option(name, each, false, each === value)),
  );
  select.addEventListener("change", () => act(select.value));
  const shown = make("span", { className: "fb-as-value", "aria-hidden": "true" }, options[value] ?? "choose …");
  return make(
    "label",
    { className: "fb-as-part" },
    make("span", { className: "fb-as-label" }, `${label} `),
    shown,
    select,
  );
}

/**
 * Show whose sheet fills a roller, the player's choices and the problems, and fold the form.
 * @param {Element} roller
 * @param {HTMLElement} who
 * @param {HTMLElement[]} choices
 * @param {HTMLElement[]} problems
 */
export function drawSentence(roller, who, choices, problems) {
  const line = findLine(roller);
  const known = line.querySelector(".fb-as-change");
  const change = known ?? changeButton(roller);
  for (const choice of choices) choice.querySelector(".fb-as-label")?.classList.add("fb-hidden");
  const fields = make("span", { className: "fb-as-fields" });
  redrawInFocus(line, () => line.replaceChildren(who, ...choices, fields, change, ...problems));
  if (!known) {
    const form = roller.querySelector("form");
    for (const event of ["input", "refused"]) form?.addEventListener(event, () => drawFields(roller));
  }
  const isBusy = roller.querySelector(".fb-inputs")?.contains(document.activeElement) ?? false;
  fold(roller, problems.length === 0 && (known ? roller.hasAttribute("folded") : !isBusy));
}

/** Make the button that folds and unfolds the form. @param {Element} roller */
function changeButton(roller) {
  const change = makeAction("fb-as-change", "Change", () => fold(roller, !roller.hasAttribute("folded")));
  const fields = roller.querySelector(".fb-inputs");
  if (fields && roller.id) fields.id = `${roller.id}-inputs`;
  change.setAttribute("aria-controls", fields?.id ?? "");
  return change;
}

/**
 * Show the values of the form's fields: those that the sheet filled, and all that differ from the page's.
 * @param {Element} roller
 * @param {Filled} [filled] the values, if the sheet has just filled them
 */
export function drawFields(roller, filled = filledIn.get(roller)) {
  const place = roller.querySelector(".fb-as-fields");
  const form = roller.querySelector("form");
  if (!(place instanceof HTMLElement) || !form || !filled) return;
  filledIn.set(roller, filled);
  const shown = new Set([...roller.querySelectorAll(".fb-as > .fb-as-part > .fb-as-value")].map(readText));
  const parts = listParts(form, filled).filter(({ name, text }) => !(name in filled.params && shown.has(text)));
  const key = JSON.stringify(parts.map(({ name, label, text, isWrong }) => [name, label, text, isWrong]));
  if (place.dataset.shown !== key) {
    place.dataset.shown = key;
    redrawInFocus(place, () => place.replaceChildren(...parts.map((each) => makeFieldPart(roller, form, each))));
  }
  showForm(roller);
  storeHeight(roller);
}

/**
 * @typedef {object} Part a field's part of the sentence
 * @property {string} name
 * @property {string} label
 * @property {string} text the value in the form's words
 * @property {boolean} isWrong true if the rule has rejected the value
 * @property {import("./forms/values.js").Field} field
 * @property {Record<string, string>} [options] if the field is a choice
 */

/**
 * @param {HTMLFormElement} form
 * @param {Filled} filled
 * @returns {Part[]}
 */
function listParts(form, { params, choices }) {
  const now = values.readValues(form);
  const presets = values.readPresets(form);
  const chosen = choices.map(({ name }) => name);
  /** @type {Part[]} */
  const parts = [];
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) || !field.name) continue;
    const { name } = field;
    if (field.type === "hidden" || parts.some((each) => each.name === name)) continue;
    const options = listOptions(form, field);
    const value = now[name] ?? "";
    const text = options ? (options[value] ?? "choose …") : describeValue(field, value);
    const isNothing = ["0", "false", "", "none"].includes(value) || text === "None";
    const isPreset = value === presets[name] && (isNothing || !(name in params));
    if (chosen.includes(name) ? value === params[name] : isPreset) continue; // a choice names its own value
    const isWrong = field.getAttribute("aria-invalid") === "true";
    parts.push({ name, label: values.findLabel(field), text, isWrong, field, ...(options && { options }) });
  }
  return parts;
}

/**
 * Return the names of a field's choices by value, or undefined for another field.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement | HTMLSelectElement} field
 */
function listOptions(form, field) {
  if (field instanceof HTMLSelectElement)
    return Object.fromEntries(
      [...field.options].filter(({ value }) => value).map(({ value, text }) => [value, text.trim()]),
    );
  if (field.type !== "radio") return undefined;
  const radios = [...form.querySelectorAll("input")].filter(({ name }) => name === field.name);
  return Object.fromEntries(radios.map(({ value, labels }) => [value, labels?.[0]?.textContent?.trim() ?? value]));
}

/** @param {HTMLInputElement | HTMLSelectElement} field @param {string} value */
function describeValue(field, value) {
  if (field.type === "checkbox") return value === "true" ? "" : "no";
  if (!(field instanceof HTMLInputElement) || field.type !== "number")
    return value.length > LONGEST ? `${value.slice(0, LONGEST)} …` : value;
  return (Number(field.min) < 0 && Number(value) > 0 ? `+${value}` : value.replace(/^-/, "−")) || "choose …";
}

/**
 * @param {Element} roller
 * @param {HTMLFormElement} form
 * @param {Part} about
 */
function makeFieldPart(roller, form, { name, label, text, isWrong, field, options }) {
  if (options) {
    const made = makePart(label, options, values.readValues(form)[name] ?? "", (value) => {
      values.setValue(form, name, value);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    const select = made.querySelector("select");
    if (select && text === "choose …") select.selectedIndex = -1;
    made.classList.toggle("fb-as-wrong", isWrong);
    if (isWrong) select?.setAttribute("aria-invalid", "true");
    return made;
  }
  const opener = makeAction(`fb-as-part${isWrong ? " fb-as-wrong" : ""}`, "", () => {
    fold(roller, false);
    field.closest("details")?.setAttribute("open", "");
    field.focus();
  });
  opener.append(make("span", { className: text ? "fb-as-label" : "fb-as-value" }, text ? `${label} ` : label));
  if (text) opener.append(make("span", { className: "fb-as-value" }, text));
  return opener;
}

/** @param {Element} roller @param {boolean} isFolded */
function fold(roller, isFolded) {
  roller.toggleAttribute("folded", isFolded);
  roller.querySelector(".fb-as-change")?.setAttribute("aria-expanded", String(!isFolded));
}

/**
 * Redraw a place and keep the focus on the same field of it.
 * @param {HTMLElement} place
 * @param {() => void} redraw
 */
function redrawInFocus(place, redraw) {
  const findStops = () => [...place.querySelectorAll("select, button")];
  const at = document.activeElement ? findStops().indexOf(document.activeElement) : -1;
  redraw();
  const next = findStops()[at];
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

/** Store a sentence's height for the next page. @param {Element} roller */
function storeHeight(roller) {
  const mechanic = roller.getAttribute("mechanic") ?? "";
  const height = roller.querySelector(".fb-as")?.getBoundingClientRect().height;
  if (!height || roller.closest("dialog, fb-screen, [stands-for]")) return;
  const [game = ""] = mechanic.split(".");
  const heights = readHeights(game);
  if (heights[mechanic] !== height) write(buildHeightsKey(game), { ...heights, [mechanic]: height });
}

/**
 * Store which rolls of a game the sheet fills. The height of a sentence that no page has shown yet is 0.
 * @param {string} game
 * @param {string[]} mechanics
 */
export function storeMechanics(game, mechanics) {
  const heights = readHeights(game);
  if (Object.keys(heights).join() === mechanics.join()) return;
  write(buildHeightsKey(game), Object.fromEntries(mechanics.map((mechanic) => [mechanic, heights[mechanic] ?? 0])));
}

/** @param {string} game @returns {Record<string, number>} */
function readHeights(game) {
  const kept = read(buildHeightsKey(game));
  return kept && typeof kept === "object" ? /** @type {Record<string, number>} */ (kept) : {};
}

/** @param {Element} element */
const readText = (element) => element.textContent ?? "";
