/** @typedef {(element: Element) => void} Act */
/** @type {[kind: string, act: Act][]} */
const awaited = [];

/** @param {Element} root @param {typeof awaited} whom */
function look(root, whom) {
  for (const [kind, act] of whom) {
    if (root.matches(kind)) act(root);
    root.querySelectorAll(kind).forEach(act);
  }
}

/**
 * Do something with each element of a kind, with those too that answers and other pages bring.
 * @param {string} kind a selector
 * @param {Act} act
 */
export function onEach(kind, act) {
  if (!awaited.length) watch();
  awaited.push([kind, act]);
  look(document.body, [[kind, act]]);
}

function watch() {
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) if (node instanceof Element) look(node, awaited);
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

/** Do something once the browser has nothing better to do. */
export const whenIdle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 200));
