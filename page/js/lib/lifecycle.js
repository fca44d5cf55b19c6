// Events of a page's lifecycle: page changes, added elements, and idle time of the browser.
/** @typedef {(element: Element) => void} Act */
/** @type {[kind: string, act: Act][]} */
const awaited = [];

/** @param {Element} root @param {typeof awaited} acts */
function callMatching(root, acts) {
  for (const [kind, act] of acts) {
    if (root.matches(kind)) act(root);
    root.querySelectorAll(kind).forEach(act);
  }
}

/**
 * Call a function for each element that matches, now and when answers or other pages add some.
 * @param {string} kind a selector
 * @param {Act} act
 */
export function runOnEach(kind, act) {
  if (!awaited.length) watch();
  awaited.push([kind, act]);
  callMatching(document.body, [[kind, act]]);
}

function watch() {
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) if (node instanceof Element) callMatching(node, awaited);
    }
  }).observe(document.body, { childList: true, subtree: true });
}

/**
 * Call a function for this page and for each one that instant navigation loads. Material, whose script runs after the
 * page's, reports them, and this page too.
 * @param {() => void} act
 */
export function runOnEachPage(act) {
  act();
  if (globalThis.document$) runOnOtherPages(act);
  else addEventListener("DOMContentLoaded", () => runOnOtherPages(act), { once: true });
}

/** @param {() => void} act */
function runOnOtherPages(act) {
  let isThisPage = true;
  globalThis.document$?.subscribe(() => {
    if (!isThisPage) act();
    isThisPage = false;
  });
}

const LONGEST_WORK = 5000; // milliseconds; a busy device may not be idle for a minute

/** Call a function when the browser is idle, or once it has been busy for long. @param {() => void} work */
export function runWhenIdle(work) {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work, { timeout: LONGEST_WORK });
  else setTimeout(work, 200);
}
