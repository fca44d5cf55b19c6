// The menu on phones and tablets. The theme opens it by a box that labels tick, which a finger can do; here they work by
// keys too, and while it is closed nothing in it can be tabbed to.
import { button } from "./dom.js";
import { focusOn } from "./focus.js";
import { onEachPage } from "./lifecycle.js";

const LABELS = "label[for=__drawer]:not(.md-overlay)"; // in a page as it was built, for whoever runs no scripts
const OPENERS = "button[for=__drawer]";
const NARROW = "(max-width: 76.2344em)"; // the theme's own, below which the menu is a drawer

/** Let the menu be opened, used and closed without a pointer. */
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
    // nothing that has the focus lies under the menu
    if (narrow.matches && target instanceof Element && !target.matches(OPENERS) && !menu()?.contains(target)) close();
  });
  narrow.addEventListener("change", settle);
  onEachPage(settle);
}

/**
 * A button that looks as the label does: the theme's styles know it by what it is for.
 * @param {Element} label
 */
function asButton(label) {
  const made = button(label.className, "");
  made.setAttribute("for", "__drawer");
  made.append(...label.childNodes);
  if (!made.textContent?.trim()) made.setAttribute("aria-label", "Menu");
  return made;
}
