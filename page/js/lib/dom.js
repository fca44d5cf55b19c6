// Creation and lookup of elements.

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
export const makeButton = (className, text, label) =>
  make("button", { type: "button", className, ...(label && { "aria-label": label }) }, text);

/**
 * Create a button that does something when it is clicked.
 * @param {string} className
 * @param {string} text
 * @param {(click: PointerEvent) => unknown} act
 * @param {string} [label]
 */
export function makeAction(className, text, act, label) {
  const button = makeButton(className, text, label);
  button.addEventListener("click", act);
  return button;
}

/**
 * Return the first descendant that matches a selector.
 * @template {Element} Kind
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => Kind} kind the expected class
 * @returns {Kind}
 * @throws {Error} if there is none or it has another class, because the page was built from another template
 */
export function find(root, selector, kind) {
  const found = root.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`${selector}: got ${found?.localName ?? "nothing"}, takes ${kind.name}`);
}

/**
 * Return the clicked button that matches a selector, or null.
 * @param {Event} click
 * @param {string} [selector]
 */
export function findClicked({ target }, selector = "button") {
  const hit = target instanceof Element ? target.closest(selector) : null;
  return hit instanceof HTMLButtonElement ? hit : null;
}
