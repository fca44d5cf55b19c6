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
