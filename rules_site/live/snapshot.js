// Inside each page of a live site, before other scripts change it: keep the page as the server sent it.
globalThis.livePage = (() => {
  const copy = document.implementation.createHTMLDocument().importNode(document.body, true);
  /** The element of the page for each one of the copy. @type {Map<Element, Element>} */
  const shown = new Map();
  /** @param {Element} part @param {Element} element */
  const pair = (part, element) => {
    shown.set(part, element);
    for (let at = 0; at < part.children.length; at += 1) pair(part.children[at], element.children[at]);
  };
  pair(copy, document.body);
  return { copy, shown };
})();
