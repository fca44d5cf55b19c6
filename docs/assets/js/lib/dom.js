// Creation of elements.

/**
 * Create an element with properties, `role`, `aria-` and `data-` attributes, and content.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} [about]
 * @param {(Node | string)[]} content
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, about = {}, ...content) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(about)) {
    if (name.includes("-") || name === "role") made.setAttribute(name, String(value));
    else Object.assign(made, { [name]: value });
  }
  made.append(...content);
  return made;
}

/**
 * Create a button, with an accessible name if it differs from the text.
 * @param {string} className
 * @param {string} text
 * @param {string} [label]
 */
export const button = (className, text, label) =>
  make("button", { type: "button", className, ...(label && { "aria-label": label }) }, text);
