// Keyboard access to the menu on phones and tablets. The theme opens it with labels of a checkbox; here they also work
// by keys, and a closed menu has no tab stops.
import { button } from "./dom.js";
import { focusOn } from "./focus.js";
import { onEachPage } from "./lifecycle.js";

const LABELS = "label[for=__drawer]:not(.md-overlay)"; // in the built page, for readers without scripts
const OPENERS = "button[for=__drawer]";
const NARROW = "(max-width: 76.2344em)"; // the theme's breakpoint, below which the menu is a drawer

/** Make the menu usable without a pointer. */
export function offerMenu() {
  const narrow = matchMedia(NARROW);
  const box = () => /** @type {HTMLInputElement | null} */ (document.querySelector("#__drawer"));
  const menu = () => /** @type {HTMLElement | null} */ (document.querySelector(".md-sidebar--primary"));
  /** @type {Element | null} */
  let opener = null;

  const settle = () => {
    const isOpen = Boolean(box()?.checked);
    const own = menu();
    if (own) own.inert = narrow.matches && !isOpen;
    for (const label of document.querySelectorAll(LABELS)) label.replaceWith(asButton(label));
    for (const each of document.querySelectorAll(OPENERS)) each.setAttribute("aria-expanded", String(isOpen));
  };
  const close = () => {
    if (box()?.checked) box()?.click();
  };

  document.addEventListener("click", ({ target }) => {
    const pressed = target instanceof Element ? target.closest(OPENERS) : null;
    if (!pressed) return;
    if (!menu()?.contains(pressed)) opener = pressed;
    box()?.click();
  });
  document.addEventListener("change", ({ target }) => {
    if (target !== box()) return;
    settle();
    const isWithin = Boolean(menu()?.contains(document.activeElement));
    if (box()?.checked) focusOn(menu()?.querySelector(OPENERS));
    else if (narrow.matches && (isWithin || document.activeElement === document.body)) focusOn(opener);
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && narrow.matches && menu()?.contains(document.activeElement)) close();
  });
  document.addEventListener("focusin", ({ target }) => {
    // close the menu if the focus moves behind it
    if (narrow.matches && target instanceof Element && !target.matches(OPENERS) && !menu()?.contains(target)) close();
  });
  narrow.addEventListener("change", settle);
  onEachPage(settle);
}

/**
 * Return a button that looks like the label; its `for` attribute keeps the theme's styles.
 * @param {Element} label
 */
function asButton(label) {
  const made = button(label.className, "");
  made.setAttribute("for", "__drawer");
  made.append(...label.childNodes);
  if (!made.textContent?.trim()) made.setAttribute("aria-label", "Menu");
  return made;
}
