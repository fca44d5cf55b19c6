// Management of the keyboard focus. If a focused element disappears, browsers reset the focus to the start of the page.

const GRACE = 100; // milliseconds for other code to move the focus first
const STOPS = "a[href]:not(.headerlink), button, summary, select, input:is([type=checkbox], [type=radio]), [tabindex]";
const HEADINGS = "h1, h2, h3, h4, h5, h6";

/** @param {Element | null | undefined} element */
export function focusOn(element) {
  if (!(element instanceof HTMLElement)) return;
  if (element.tabIndex < 0) element.tabIndex = -1; // text gets the focus without becoming a tab stop
  element.focus({ preventScroll: true });
}

/** Focus the page's title, which tells the reader where they are. */
export const focusOnTitle = () => focusOn(document.querySelector("article h1"));

/**
 * Scroll a tabbed-to element out from under sticky bars. Firefox considers covered elements visible; other browsers
 * have scrolled already, and this does nothing.
 */
export function uncoverFocus() {
  let isByKey = false;
  const noteInput = (/** @type {Event} */ event) => {
    isByKey = event instanceof KeyboardEvent && event.key === "Tab";
  };
  for (const kind of ["keydown", "pointerdown"]) addEventListener(kind, noteInput, { capture: true });
  addEventListener("focusin", ({ target }) => {
    if (isByKey && target instanceof Element) bringIntoSight(target);
    isByKey = false;
  });
}

/** @param {Element} target */
function bringIntoSight(target) {
  target.scrollIntoView({ block: "nearest" });
  const { top, height } = target.getBoundingClientRect();
  const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) - top;
  const isCovered = covered > 0 && height < innerHeight / 2;
  if (isCovered && isInColumn(target)) scrollBy({ top: -covered, behavior: "instant" });
}

/**
 * Return true if an element is in a sticky column with its own scrolling; Firefox doesn't scroll the page for those.
 * @param {Element} element
 */
function isInColumn(element) {
  for (let each = element.parentElement; each; each = each.parentElement) {
    const { position, overflowY } = getComputedStyle(each);
    if (position === "sticky" && overflowY === "auto") return true;
  }
  return false;
}

/**
 * the focused element and its position: its ancestors, each with the index of its child
 * @typedef {{ element: Element, within: { parent: Element, child: Element, at: number }[] }} Stand
 */

/**
 * Move the focus to the nearest element if the focused one disappears and no other code moves it. It never moves to a
 * field, because that would open a phone's keyboard.
 */
export function restoreLostFocus() {
  /** @type {Stand | null} */
  let stood = null;
  let led = ""; // the fragment of the last followed link on this page
  let isDue = false;
  const isNowhere = () => document.activeElement === document.body;
  const settle = () => {
    isDue = false;
    const part = led && led === location.hash && isNowhere() ? document.getElementById(led.slice(1)) : null;
    led = "";
    if (part) focusOn(part);
    else if (stood && (isNowhere() || document.activeElement === stood.element) && !canBeFocused(stood.element)) {
      focusOn(findNearest(stood));
    }
  };
  const settleSoon = () => {
    if (!isDue) setTimeout(settle, GRACE);
    isDue = true;
  };

  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element) stood = notePosition(target);
  });
  document.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget) return;
    settleSoon();
    queueMicrotask(() => {
      // if the element can still be focused, the reader has left it
      if (isNowhere() && stood && canBeFocused(stood.element)) stood = null;
    });
  });
  document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (!link?.hash || link.pathname !== location.pathname) return;
    led = link.hash;
    settleSoon();
  });
  new MutationObserver(() => {
    if (stood && (isNowhere() || document.activeElement === stood.element)) settleSoon();
  }).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["hidden", "open", "disabled"],
  });
}

/** @param {Element} element @returns {Stand} */
function notePosition(element) {
  const within = [];
  for (let child = element; child.parentElement && child !== document.body; child = child.parentElement) {
    within.push({ parent: child.parentElement, child, at: [...child.parentElement.children].indexOf(child) });
  }
  return { element, within };
}

/**
 * Return the element nearest to a removed one: its successor, its predecessor, or a heading. Return null if the page or
 * dialog is gone, which then sets the focus.
 * @param {Stand} stood
 */
function findNearest({ within }) {
  if (within.some(({ parent }) => parent.matches("article, dialog") && !isShown(parent))) return null;
  for (const { parent, child, at } of within) {
    if (!isShown(parent)) continue;
    const others = [...parent.children];
    const place = child.parentElement === parent ? others.indexOf(child) : at;
    const [before, after] = [others.slice(0, place), others.slice(place)];
    if (parent.matches("article, body")) return findHeadings(before).at(-1) ?? document.querySelector("article h1");
    const found = findStops(after)[0] ?? findStops(before).at(-1) ?? findHeadings(before).at(-1);
    if (found) return found;
  }
  return null;
}

/** @param {Element[]} parts @param {string} kind */
const findAll = (parts, kind) =>
  parts.flatMap((part) => [...(part.matches(kind) ? [part] : []), ...part.querySelectorAll(kind)]);

/** @param {Element[]} parts */
const findStops = (parts) =>
  findAll(parts, STOPS).filter((each) => /** @type {HTMLElement} */ (each).tabIndex >= 0 && canBeFocused(each));

/** @param {Element[]} parts */
const findHeadings = (parts) => findAll(parts, HEADINGS).filter(isShown);

/** @param {Element} element */
const isShown = (element) => element.isConnected && element.checkVisibility({ visibilityProperty: true });

/** @param {Element} element */
const canBeFocused = (element) => isShown(element) && !element.matches(":disabled") && !element.closest("[inert]");

let isFirst = true;

/** Focus the linked part of a new page, so that screen readers announce it. */
export function focusOnTarget() {
  const wasFirst = isFirst;
  isFirst = false;
  const article = document.querySelector("article");
  const isFocused = article !== document.activeElement && article?.contains(document.activeElement);
  if (wasFirst || isFocused || document.querySelector("dialog:modal")) return;
  const part = document.getElementById(location.hash.slice(1));
  if (part) focusOn(part);
  else focusOnTitle();
}
