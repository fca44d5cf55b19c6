// Keeps the values and folds that a reader has changed, while a part of the page or all of it is loaded again.

/**
 * @typedef {object} Fields
 * @property {[string, string | boolean][]} values of fields that differ from those of the page, by their names
 * @property {boolean[]} open of each fold
 * @property {string} focus the name of the field with the focus
 */

const FIELDS = "input, select, textarea";

/** @param {Element} root @returns {Map<string, HTMLInputElement>} */
function listFields(root) {
  const found = new Map();
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll(FIELDS))) {
    const name = `${field.closest("[id]")?.id} ${field.name} ${field.type === "radio" ? field.value : ""}`;
    for (let number = 1, key = name; ; number += 1, key = `${name} ${number}`) {
      if (found.has(key)) continue;
      found.set(key, field);
      break;
    }
  }
  return found;
}

/** @param {HTMLInputElement} field */
const readField = (field) => (["checkbox", "radio"].includes(field.type) ? field.checked : field.value);

/** @param {HTMLInputElement} field */
function readDefault(field) {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    return (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? "";
  }
  return ["checkbox", "radio"].includes(field.type) ? field.defaultChecked : field.defaultValue;
}

/** Return what a reader has changed in a part of the page. @param {Element} root @returns {Fields} */
export function readFields(root) {
  const fields = [...listFields(root)];
  return {
    values: fields
      .filter(([, field]) => readField(field) !== readDefault(field) && field.type !== "file")
      .map(([name, field]) => [name, readField(field)]),
    open: [...root.querySelectorAll("details")].map((fold) => fold.open),
    focus: fields.find(([, field]) => field === document.activeElement)?.[0] ?? "",
  };
}

/** Change a part of the page as a reader has changed it before. @param {Element} root @param {Fields} state */
export function restoreFields(root, { values, open, focus }) {
  const fields = listFields(root);
  for (const [name, value] of values) {
    const field = fields.get(name);
    if (!field || readField(field) === value) continue;
    if (typeof value === "boolean") field.checked = value;
    else field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
  const folds = [...root.querySelectorAll("details")];
  if (folds.length === open.length) folds.forEach((fold, at) => void (fold.open = open[at]));
  fields.get(focus)?.focus({ preventScroll: true });
}

const KEY = "fieldbook:live";

/** Load the page again, with everything as the reader has it. */
export function reload() {
  const about = { url: location.href, at: scrollY, fields: readFields(document.body) };
  sessionStorage.setItem(KEY, JSON.stringify(about));
  location.reload();
}

/** Restore what `reload` has kept. */
export function restore() {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (!text) return;
  const { url, at, fields } = JSON.parse(text);
  if (url !== location.href) return;
  restoreFields(document.body, fields);
  scrollTo({ top: at, behavior: "instant" });
}
