// Lookup of elements that a template guarantees.

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
export function clicked({ target }, selector = "button") {
  const hit = target instanceof Element ? target.closest(selector) : null;
  return hit instanceof HTMLButtonElement ? hit : null;
}
