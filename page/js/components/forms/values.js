// A form's fields as text by name: reads them, sets them, and reports values that a field doesn't take.
/** @typedef {HTMLInputElement | HTMLSelectElement} Field */
/** @typedef {Record<string, string>} Values */

/**
 * Return a form's named fields.
 * @param {HTMLFormElement} form
 */
const listFields = (form) =>
  [...form.elements]
    .filter((field) => field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
    .filter((field) => field.name);

/**
 * Return every field's value as text.
 * @param {HTMLFormElement} form
 */
export function readValues(form) {
  /** @type {Values} */
  const values = {};
  for (const field of listFields(form)) {
    if (field instanceof HTMLSelectElement || !isTicked(field)) values[field.name] = field.value;
    else if (field.type === "checkbox") values[field.name] = String(field.checked);
    else if (field.checked) values[field.name] = field.value;
  }
  return values;
}

/** @param {HTMLInputElement} field */
const isTicked = ({ type }) => type === "checkbox" || type === "radio";

/**
 * Return every field's preset value.
 * @param {HTMLFormElement} form
 * @returns {Values}
 */
export const readPresets = (form) =>
  Object.fromEntries(listFields(form).map(({ name, dataset }) => [name, dataset.default ?? ""]));

/**
 * Return the values that differ from the page's presets.
 * @param {HTMLFormElement} form
 */
export function readChangedValues(form) {
  const values = readValues(form);
  for (const field of listFields(form)) {
    if (values[field.name] === field.dataset.default) delete values[field.name];
  }
  return values;
}

/**
 * Describe the values that differ from the presets in the form's own words: `Armor 2, Aiming`.
 * @param {HTMLFormElement} form
 */
export function describeChanges(form) {
  const changed = readChangedValues(form);
  return listFields(form)
    .filter((field) => field.name in changed && (field.type !== "radio" || isChosen(field)))
    .map((field) =>
      field.type === "checkbox"
        ? `${isChosen(field) ? "" : "not "}${findLabel(field)}`
        : `${findLabel(field)} ${
            field instanceof HTMLSelectElement
              ? (field.selectedOptions[0]?.text.trim() ?? "")
              : field.type === "radio"
                ? (field.labels?.[0]?.textContent?.trim() ?? "")
                : field.value.replace(/^-/, "−")
          }`,
    )
    .join(", ");
}

/** @param {Field} field */
const isChosen = (field) => field instanceof HTMLInputElement && field.checked;

/**
 * Set fields from pairs of name and text. Return a sentence for each pair that can't be used; its field stays as it is.
 * @param {HTMLFormElement} form
 * @param {[name: string, text: string][]} pairs
 */
export function setValues(form, pairs) {
  const names = pairs.map(([name]) => name);
  return pairs.flatMap(([name, text], at) =>
    names.indexOf(name) < at
      ? `The link sets ${describeField(form, name)} twice; the first value is used.`
      : (setValue(form, name, text) ?? []),
  );
}

/**
 * Set a field. Return a sentence if the field doesn't take the value, and leave it as it is.
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string} value
 */
export function setValue(form, name, value) {
  const fields = listFields(form).filter((field) => field.name === name);
  const [field] = fields;
  if (!field) return `The link sets “${name}”, which this form doesn't have, so it was ignored.`;
  const takes =
    field instanceof HTMLSelectElement
      ? select(field, value)
      : field.type === "radio"
        ? choose(fields, value)
        : field.type === "checkbox"
          ? tick(field, value)
          : field.type === "number"
            ? enterNumber(field, value)
            : enterText(field, value);
  return takes === null ? null : `${findLabel(field)} takes ${takes}. The link has “${value}”, so nothing was changed.`;
}

/**
 * Return a field's label.
 * @param {Field} field
 */
export const findLabel = (field) =>
  (
    field.closest("fieldset:not(.fb-side)")?.querySelector("legend")?.textContent
    ?? field.closest(".fb-toggle")?.querySelector("span")?.textContent
    ?? field.labels?.[0]?.textContent
    ?? field.name
  ).trim();

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function describeField(form, name) {
  const field = listFields(form).find((each) => each.name === name);
  return field ? findLabel(field) : `“${name}”`;
}

// Each of these functions sets a field, or returns a description of valid values.

/** @param {HTMLSelectElement} field @param {string} value */
function select(field, value) {
  const choices = [...field.options].map((option) => option.value);
  if (!choices.includes(value))
    return [...field.options]
      .filter((option) => option.value)
      .map((option) => option.text.trim())
      .join(", ");
  field.value = value;
  return null;
}

/** @param {Field[]} fields @param {string} value */
function choose(fields, value) {
  const match = fields.find((each) => each.value === value);
  if (!(match instanceof HTMLInputElement))
    return fields.map((each) => each.labels?.[0]?.textContent?.trim()).join(", ");
  match.checked = true;
  return null;
}

/** @param {HTMLInputElement} field @param {string} value */
function tick(field, value) {
  if (!["true", "false"].includes(value)) return "true or false";
  field.checked = value === "true";
  return null;
}

/** @param {HTMLInputElement} field @param {string} value */
function enterNumber(field, value) {
  const { min, max } = field;
  const hasDecimals = field.step === "any";
  if (value === "" && "canBeEmpty" in field.dataset) {
    field.value = ""; // a preset list emptied it, so that the rule asks for it
    return null;
  }
  const isNumber = (hasDecimals ? /^[+-]?\d+(\.\d+)?$/ : /^[+-]?\d+$/).test(value);
  if (!isNumber || isOutside(field, Number(value))) {
    const ends = `${min}${max === "" ? " up" : ` to ${max}`}`.replaceAll("-", "−");
    return `${hasDecimals ? "a number" : "a whole number"} from ${ends}`;
  }
  field.value = String(Number(value));
  return null;
}

/** @param {HTMLInputElement} field @param {string} value */
function enterText(field, value) {
  const list = field.closest("fb-list");
  if (list && !list.canShow(value)) return list.validValues;
  field.value = value;
  list?.show();
  return null;
}

/**
 * Return true if a number is outside a field's bounds.
 * @param {HTMLInputElement} field
 * @param {number} number
 */
export const isOutside = ({ min, max }, number) =>
  (min !== "" && number < Number(min)) || (max !== "" && number > Number(max));
