// Keyboard access to the menu on phones and tablets. The theme opens it with labels of a checkbox; here they also work
// by keys, and a closed menu has no tab stops.
import { makeButton } from "./dom.js";
import { focusOn } from "./focus.js";
import { runOnEachPage } from "./lifecycle.js";

const LABELS = "label[for=__drawer]:not(.md-overlay)"; // in the built page, for readers without scripts
const OPENERS = "button[for=__drawer]";
const NARROW = "(max-width: 76.2344em)"; // the theme's breakpoint, below which the menu is a drawer

/** Make the menu usable without a pointer. */
export function offerMenu() {
  const narrow = matchMedia(NARROW);
  const findBox = () => /** @type {HTMLInputElement | null} */ (document.querySelector("#__drawer"));
  const findMenu = () => /** @type {HTMLElement | null} */ (document.querySelector(".md-sidebar--primary"));
  /** @type {Element | null} */
  let opener = null;

  const settle = () => {
    const isOpen = Boolean(findBox()?.checked);
    const own = findMenu();
    if (own) own.inert = narrow.matches && !isOpen;
    for (const label of document.querySelectorAll(LABELS)) label.replaceWith(toButton(label));
    for (const each of document.querySelectorAll(OPENERS)) each.setAttribute("aria-expanded", String(isOpen));
  };
  const close = () => {
    if (findBox()?.checked) findBox()?.click();
  };

  document.addEventListener("click", ({ target }) => {
    const pressed = target instanceof Element ? target.closest(OPENERS) : null;
    if (!pressed) return;
    if (!findMenu()?.contains(pressed)) opener = pressed;
    findBox()?.click();
  });
  document.addEventListener("change", ({ target }) => {
    if (target !== findBox()) return;
    settle();
    const isWithin = Boolean(findMenu()?.contains(document.activeElement));
    if (findBox()?.checked) focusOn(findMenu()?.querySelector(OPENERS));
    else if (narrow.matches && (isWithin || document.activeElement === document.body)) focusOn(opener);
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && narrow.matches && findMenu()?.contains(document.activeElement)) close();
  });
  document.addEventListener("focusin", ({ target }) => {
    // close the menu if the focus moves behind it
    if (narrow.matches && target instanceof Element && !target.matches(OPENERS) && !findMenu()?.contains(target))
      close();
  });
  narrow.addEventListener("change", settle);
  runOnEachPage(settle);
}

/**
 * Return a button that looks like the label; its `for` attribute keeps the theme's styles.
 * @param {Element} label
 */
function toButton(label) {
  const made = makeButton(label.className, "");
  made.setAttribute("for", "__drawer");
  made.append(...label.childNodes);
  if (!made.textContent?.trim()) made.setAttribute("aria-label", "Menu");
  return made;
}
