/**
 * Do something on this page, and on each one that instant navigation brings: Material says when, also for the first.
 * @param {() => void} act
 */
export function onEachPage(act) {
  if (globalThis.document$) globalThis.document$.subscribe(act);
  else act();
}
