// Where the focus goes once what had it is gone. Left alone it would fall to the page as a whole, from where a keyboard
// begins at the menus again.

/** @param {Element | null | undefined} element */
export function focusOn(element) {
  if (!(element instanceof HTMLElement)) return;
  if (element.tabIndex < 0) element.tabIndex = -1; // a text that has it cannot be tabbed to all the same
  element.focus({ preventScroll: true });
}

/** The page's title, which says where a reader is. */
export const focusOnTitle = () => focusOn(document.querySelector("article h1"));

/**
 * What a reader tabs to is under no bar that stays in view. Firefox leaves it there, as it takes what lies under a bar
 * for seen; elsewhere it has been brought into view by then, and this does nothing.
 */
export function keepInSight() {
  let isByKey = false;
  addEventListener("keydown", ({ key }) => { isByKey = key === "Tab"; }, { capture: true });
  addEventListener("pointerdown", () => { isByKey = false; }, { capture: true });
  addEventListener("focusin", ({ target }) => {
    if (isByKey && target instanceof Element) target.scrollIntoView({ block: "nearest" });
    isByKey = false;
  });
}

let isFirst = true;

/** Who follows a link goes on reading where it leads: there is the focus, and a screen reader says what it is. */
export function beginHere() {
  const wasFirst = isFirst;
  isFirst = false;
  const article = document.querySelector("article");
  const isFocused = article !== document.activeElement && article?.contains(document.activeElement);
  if (wasFirst || isFocused || document.querySelector("dialog:modal")) return;
  const part = document.getElementById(location.hash.slice(1));
  if (part) focusOn(part);
  else focusOnTitle();
}
