// Lists that fill in a form's fields from the rows of a table.
import { valuesOf } from "./values.js";

/**
 * Return the values of a list's chosen entry: "" empties a field, which the reader then has to fill in.
 * @param {HTMLSelectElement} list
 * @returns {import("./values.js").Values}
 */
export const presetOf = (list) => JSON.parse(list.value || "{}");

/**
 * Show no entry in a list whose entry no longer has the form's values.
 * @param {HTMLFormElement} form
 */
export function resetPresets(form) {
  const values = valuesOf(form);
  for (const list of form.querySelectorAll(".fb-pick select")) {
    if (!(list instanceof HTMLSelectElement)) continue;
    const entries = Object.entries(presetOf(list));
    if (entries.some(([name, text]) => name in values && values[name].toLowerCase() !== text.toLowerCase()))
      list.value = "";
  }
}
