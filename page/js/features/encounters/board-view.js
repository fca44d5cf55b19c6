// The view of a fight: who acts against which target with what, and which part of the board is open. Each control of the board that
// only changes the view carries the change.

/** @typedef {Record<string, any>} BoardView see rules_py.rendering.fights */

const MERGED = new Set(["chosen", "params"]);

/**
 * Return a view with a change. `chosen` and `params` are merged name by name, and null removes a part or a name.
 * @param {BoardView} view
 * @param {BoardView} change
 * @returns {BoardView}
 */
export function mergeView(view, change) {
  const merged = { ...view };
  for (const [part, value] of Object.entries(change)) {
    if (value === null) delete merged[part];
    else if (MERGED.has(part)) merged[part] = mergeNames(merged[part] ?? {}, value);
    else merged[part] = value;
  }
  return merged;
}

/**
 * @param {Record<string, any>} before
 * @param {Record<string, any>} change
 */
const mergeNames = (before, change) =>
  Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== null));

/**
 * Return the change of the view that a control makes now, or null if it makes none.
 * @param {Element | null} control
 * @returns {BoardView | null}
 */
export function readViewChange(control) {
  if (!(control instanceof HTMLElement)) return null;
  const { view, viewOff, param, choose, kind } = control.dataset;
  if (control instanceof HTMLInputElement && control.type === "checkbox" && viewOff && !control.checked) {
    return JSON.parse(viewOff);
  }
  if (view) return JSON.parse(view);
  const editing = control.closest("[data-edits]");
  if (editing instanceof HTMLElement) return isField(control) ? readEdits(editing, control) : null;
  if (!isField(control) || control.closest("[data-fields]")) return null;
  if (param) return { params: { [param]: readField(control) } };
  if (choose) return { chosen: { [choose]: kind === "entry" ? Number(control.value) : control.value } };
  return null;
}

/** Return true if a view shows the past of a fight: its open log, edits of it, or slides. @param {BoardView} view */
export const isPast = ({ open, edits, before, slide }) => open === "log" || Boolean(edits ?? before ?? slide);

/**
 * Return the edits of the past to which a field leads.
 * @param {HTMLElement} editing has the edits, of which the last one gets the value
 * @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} field
 */
function readEdits(editing, field) {
  const edits = JSON.parse(editing.dataset.edits ?? "[]");
  const { parts } = edits.at(-1);
  const part = editing.dataset.part ?? "";
  if (part === "faces") parts.faces = [...editing.querySelectorAll("select")].map(({ value }) => Number(value));
  else parts[part] = { ...parts[part], [field.dataset.param ?? ""]: readField(field) };
  return { edits };
}

/**
 * Return the values of the fields that belong to a command; fields of the same name are a list.
 * @param {Element} control the button of the command
 * @returns {Record<string, string>}
 */
export function readCommandFields(control) {
  const fields = control.closest("[data-fields]")?.querySelectorAll("[data-param]") ?? [];
  /** @type {Record<string, string>} */
  const read = {};
  for (const field of fields) {
    if (!isField(field) || (field instanceof HTMLInputElement && field.type === "radio" && !field.checked)) continue;
    const name = field.dataset.param ?? "";
    const value = readField(field);
    read[name] = name in read ? `${read[name]},${value}` : value;
  }
  return read;
}

/** @param {Element} element @returns {element is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} */
const isField = (element) => element.matches("input, select, textarea");

/** @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} field */
const readField = (field) =>
  field instanceof HTMLInputElement && field.type === "checkbox" ? String(field.checked) : field.value;
