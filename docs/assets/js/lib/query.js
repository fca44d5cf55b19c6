// Parts of an element that its template promises.

/**
 * The first element below a root that a selector finds.
 * @template {Element} Kind
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => Kind} kind its class
 * @returns {Kind}
 * @throws {Error} there is none, or it is of another kind: the page was built from another template
 */
export function find(root, selector, kind) {
  const found = root.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`${selector}: got ${found?.localName ?? "nothing"}, takes ${kind.name}`);
}

/**
 * The button that a click hit, where a selector finds it.
 * @param {Event} click
 * @param {string} [selector]
 */
export function clicked({ target }, selector = "button") {
  const hit = target instanceof Element ? target.closest(selector) : null;
  return hit instanceof HTMLButtonElement ? hit : null;
}
