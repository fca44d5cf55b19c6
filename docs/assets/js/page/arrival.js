/**
 * Do something with each element of a kind, with those too that answers and other pages bring.
 * @param {string} kind a selector
 * @param {(element: Element) => void} act
 */
export function onEach(kind, act) {
  /** @param {Element} root */
  const look = (root) => {
    if (root.matches(kind)) act(root);
    root.querySelectorAll(kind).forEach(act);
  };
  look(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) if (node instanceof Element) look(node);
    }
  }).observe(document.body, { childList: true, subtree: true });
}

/**
 * Do something on this page, and on each one that instant navigation brings: Material says when, also for the first.
 * @param {() => void} act
 */
export function onEachPage(act) {
  if (globalThis.document$) globalThis.document$.subscribe(act);
  else act();
}
