// Conversion between a sheet's form and its JSON. Lists of entries are arrays.
/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */
/** @typedef {string | (string | Record<string, string>)[]} Value */
/** @typedef {HTMLElement & { name: string, value: any }} ListOfEntries an fb-records element */

/**
 * Return the controls of a form or a list entry, without those of nested lists.
 * @param {Element} root
 */
const listControls = (root) =>
  [.../** @type {NodeListOf<Control>} */ (root.querySelectorAll("input, select, textarea"))].filter(
    (control) => control.name && control.closest("fb-records") === root.closest("fb-records"),
  );

/** Return the name of a control's field. @param {Control} control */
export const getFieldName = (control) => control.dataset.part ?? control.name;

/**
 * @param {Element} root
 * @returns {ListOfEntries[]}
 */
const findLists = (root) => [...root.querySelectorAll("fb-records")].map((list) => /** @type {ListOfEntries} */ (list));

/**
 * Return the fields' values by name.
 * @param {Element} root
 * @returns {Record<string, Value>}
 */
export function readFields(root) {
  /** @type {Record<string, Value>} */
  const values = Object.fromEntries(findLists(root).map((list) => [list.name, list.value]));
  for (const control of listControls(root)) {
    if (control.type === "checkbox")
      values[getFieldName(control)] = String(/** @type {HTMLInputElement} */ (control).checked);
    else if (control.type !== "radio" || /** @type {HTMLInputElement} */ (control).checked) {
      values[getFieldName(control)] = control.value;
    }
  }
  return values;
}

/**
 * Put values into the fields, except the focused one.
 * @param {Element} root
 * @param {Record<string, any>} values values from a sheet's JSON, or as text
 */
export function putInto(root, values) {
  for (const control of listControls(root)) {
    const name = getFieldName(control);
    if (Object.hasOwn(values, name) && control !== document.activeElement) put(control, toFieldText(values[name]));
  }
  for (const list of findLists(root)) {
    if (!Object.hasOwn(values, list.name) || list.contains(document.activeElement)) continue;
    if (!Array.isArray(values[list.name])) continue; // invalid data, which the rules report
    if (JSON.stringify(toTexts(values[list.name])) !== JSON.stringify(list.value)) list.value = values[list.name];
  }
}

/** @param {Control} control @param {string} text */
function put(control, text) {
  if (control instanceof HTMLInputElement && control.type === "checkbox") control.checked = text === "true";
  else if (control instanceof HTMLInputElement && control.type === "radio") control.checked = control.value === text;
  else control.value = control.type === "number" ? toDecimal(text) : text;
  const list = /** @type {(HTMLElement & { show(): void }) | null} */ (control.closest("fb-list"));
  list?.show();
}

/**
 * Convert a JSON value to a field's text: `[[5, 150], [1, 5]]` becomes `5/150,1/5`.
 * @param {any} value
 * @returns {string}
 */
export const toFieldText = (value) =>
  Array.isArray(value)
    ? value.map((entry) => (Array.isArray(entry) ? entry.join("/") : String(entry))).join(",")
    : String(value ?? "none");

/** Return a list's entries with their parts as text, like the fields' values. @param {any[]} entries */
const toTexts = (entries) =>
  entries.map((entry) =>
    typeof entry === "object" && entry !== null
      ? Object.fromEntries(Object.entries(entry).map(([name, part]) => [name, toFieldText(part)]))
      : toFieldText(entry),
  );

/** Convert a fraction for a number field: `5/2` becomes `2.5`. @param {string} text */
function toDecimal(text) {
  const [above, below] = text.split("/");
  return below === undefined ? text : String(Number(above) / Number(below));
}
