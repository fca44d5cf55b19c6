// Where the focus goes once what had it is gone. Left alone it would fall to the page as a whole, from where a keyboard
// begins at the menus again.

const GRACE = 100; // milliseconds in which whoever takes away what had the focus says where it goes
const STOPS = "a[href]:not(.headerlink), button, summary, select, input:is([type=checkbox], [type=radio]), [tabindex]";
const HEADINGS = "h1, h2, h3, h4, h5, h6";

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
  addEventListener(
    "keydown",
    ({ key }) => {
      isByKey = key === "Tab";
    },
    { capture: true },
  );
  addEventListener(
    "pointerdown",
    () => {
      isByKey = false;
    },
    { capture: true },
  );
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
 * In a column that stays beside the text and scrolls by itself: Firefox does not move the page for what is in one.
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
 * What has the focus, and where it stands: from the inside, each parent and the place among its children.
 * @typedef {{ element: Element, within: { parent: Element, child: Element, at: number }[] }} Stand
 */

/**
 * What has the focus may be taken away or hidden by what it does. Where nobody says then where the focus goes, it goes to
 * what stands nearest. A field is never chosen: on a phone it would bring up the keyboard.
 */
export function keepSomewhere() {
  /** @type {Stand | null} */
  let stood = null;
  let led = ""; // the part of this page that a link led to just now
  let isDue = false;
  const isNowhere = () => document.activeElement === document.body;
  const settle = () => {
    isDue = false;
    const part = led && led === location.hash && isNowhere() ? document.getElementById(led.slice(1)) : null;
    led = "";
    if (part) focusOn(part);
    else if (stood && (isNowhere() || document.activeElement === stood.element) && !canBeFocused(stood.element)) {
      focusOn(beside(stood));
    }
  };
  const soon = () => {
    if (!isDue) setTimeout(settle, GRACE);
    isDue = true;
  };

  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element) stood = standOf(target);
  });
  document.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget) return;
    soon();
    queueMicrotask(() => {
      // by then it is gone, if that is why; else the reader left it
      if (isNowhere() && stood && canBeFocused(stood.element)) stood = null;
    });
  });
  document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (!link?.hash || link.pathname !== location.pathname) return;
    led = link.hash;
    soon();
  });
  new MutationObserver(() => {
    if (stood && (isNowhere() || document.activeElement === stood.element)) soon();
  }).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["hidden", "open", "disabled"],
  });
}

/** @param {Element} element @returns {Stand} */
function standOf(element) {
  const within = [];
  for (let child = element; child.parentElement && child !== document.body; child = child.parentElement) {
    within.push({ parent: child.parentElement, child, at: [...child.parentElement.children].indexOf(child) });
  }
  return { element, within };
}

/**
 * What is nearest to where something stood: what has its place now or follows it, else what is before it, else a heading.
 * Nothing where it went with its page or its dialog, which say themselves where the focus goes.
 * @param {Stand} stood
 */
function beside({ within }) {
  if (within.some(({ parent }) => parent.matches("article, dialog") && !isShown(parent))) return null;
  for (const { parent, child, at } of within) {
    if (!isShown(parent)) continue;
    const others = [...parent.children];
    const place = child.parentElement === parent ? others.indexOf(child) : at;
    const [before, after] = [others.slice(0, place), others.slice(place)];
    if (parent.matches("article, body")) return headings(before).at(-1) ?? document.querySelector("article h1");
    const found = stops(after)[0] ?? stops(before).at(-1) ?? headings(before).at(-1);
    if (found) return found;
  }
  return null;
}

/** @param {Element[]} parts @param {string} kind */
const all = (parts, kind) =>
  parts.flatMap((part) => [...(part.matches(kind) ? [part] : []), ...part.querySelectorAll(kind)]);

/** @param {Element[]} parts */
const stops = (parts) =>
  all(parts, STOPS).filter((each) => /** @type {HTMLElement} */ (each).tabIndex >= 0 && canBeFocused(each));

/** @param {Element[]} parts */
const headings = (parts) => all(parts, HEADINGS).filter(isShown);

/** @param {Element} element */
const isShown = (element) => element.isConnected && element.checkVisibility({ visibilityProperty: true });

/** @param {Element} element */
const canBeFocused = (element) => isShown(element) && !element.matches(":disabled") && !element.closest("[inert]");

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
