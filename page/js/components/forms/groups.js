// Folded groups of a form's fields, whose headings list the fields that are set.
import { readChangedValues, findLabel } from "./values.js";

/**
 * Show after each heading which of its fields are set.
 * @param {HTMLFormElement} form
 */
export function summarize(form) {
  const changed = readChangedValues(form);
  for (const group of form.querySelectorAll("details.fb-group")) {
    const set = [...new Set([...group.querySelectorAll("[name]")].map((field) => field.getAttribute("name") ?? ""))]
      .filter((name) => name in changed)
      .map((name) => describeChoice(group, name, changed[name]));
    const place = group.querySelector(".fb-group-set");
    if (place) place.textContent = set.join(", ");
  }
}

/**
 * @param {Element} group
 * @param {string} name
 * @param {string} value
 */
function describeChoice(group, name, value) {
  const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (group.querySelector(`[name="${name}"]`));
  const label = findLabel(field);
  if (field.matches("[type=checkbox]")) return value === "true" ? label : `not ${label}`;
  const chosen =
    field instanceof HTMLSelectElement
      ? field.selectedOptions[0]?.text
      : group.querySelector(`[name="${name}"]:checked + span`)?.textContent;
  return `${label} ${chosen ?? value}`;
}

/**
 * Show or hide the explanation of each field.
 * @param {Element} fields
 * @param {HTMLButtonElement} button
 */
export function explain(fields, button) {
  const isOn = button.getAttribute("aria-expanded") !== "true";
  button.setAttribute("aria-expanded", String(isOn));
  fields.querySelectorAll(".fb-help").forEach((help) => {
    /** @type {HTMLElement} */ (help).hidden = !isOn;
  });
}
