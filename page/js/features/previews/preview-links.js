// Links that preview a section of the rules: while a pointer or the focus rests on one, or a finger holds it. The first
// one loads the script.
import { toFailure } from "../../lib/failure.js";
import { notify } from "../../lib/notice.js";
import { resolveAddress } from "../../lib/url-state.js";

const POINTER_RESTS = 400; // milliseconds
const KEYBOARD_RESTS = 900;
const FINGER_HOLDS = 450;
const CLICK_FOLLOWS = 300; // at most, after the finger is lifted
const FINGER_MOVES = 10; // pixels until a touch is a scroll
const NO_SECTIONS = "nav, header, .fb-contents, .headerlink, .fb-preview";

/**
 * Return true if a link leads to a section rather than to a roll or a page with values.
 * @param {HTMLAnchorElement} link
 */
const isSectionLink = (link) =>
  link.hash.length > 1
  && !link.search
  && link.href.startsWith(resolveAddress(""))
  && !link.closest(NO_SECTIONS)
  && link.closest("article, .fb-tray") !== null;

/** @param {Event} event */
function findLink({ target }) {
  const link = target instanceof Element ? target.closest("a[href*='#']") : null;
  return link instanceof HTMLAnchorElement && isSectionLink(link) ? link : null;
}

/** Enable previews of links to sections. */
export function previewSections() {
  if (!("popover" in HTMLElement.prototype)) return; // in an old browser, links only lead there
  let waiting = 0;
  const runAfter = (
    /** @type {number} */ time,
    /** @type {HTMLAnchorElement} */ link,
    /** @type {"rest" | "hold"} */ how,
  ) => {
    clearTimeout(waiting);
    waiting = window.setTimeout(() => show(link, how), time);
  };
  const stop = () => clearTimeout(waiting);

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const link = findLink(event);
    if (!link) stop();
    else if (!navigator.connection?.saveData) runAfter(POINTER_RESTS, link, "rest");
  });
  document.addEventListener("focusin", (event) => {
    const link = findLink(event);
    if (link?.matches(":focus-visible") && !navigator.connection?.saveData) runAfter(KEYBOARD_RESTS, link, "rest");
  });
  document.addEventListener("focusout", stop);
  for (const kind of ["keydown", "wheel", "pointerdown"]) document.addEventListener(kind, stop, { passive: true });

  document.addEventListener("pointerdown", (event) => {
    const link = event.pointerType === "touch" ? findLink(event) : null;
    if (link) holdOn(link, event, runAfter, stop);
  });
}

/**
 * Watch a finger on a link. If it stays, the link shows its section and isn't followed.
 * @param {HTMLAnchorElement} link
 * @param {PointerEvent} down
 * @param {(time: number, link: HTMLAnchorElement, how: "hold") => void} runAfter
 * @param {() => void} stop
 */
function holdOn(link, down, runAfter, stop) {
  const ended = new AbortController();
  const { signal } = ended;
  const begun = performance.now();
  const isHeld = () => performance.now() - begun >= FINGER_HOLDS;
  runAfter(FINGER_HOLDS, link, "hold");
  link.addEventListener("contextmenu", (event) => event.preventDefault(), { signal }); // it would cover the preview
  document.addEventListener(
    "click",
    (event) => {
      // the click of the lifted finger, on the link or on what moved under it
      if (!isShown) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true, signal },
  );
  let isShown = false;
  const giveUp = () => {
    isShown = isHeld();
    if (!isShown) stop();
    setTimeout(() => ended.abort(), CLICK_FOLLOWS);
  };
  document.addEventListener(
    "pointermove",
    (event) => {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > FINGER_MOVES) giveUp();
    },
    { signal },
  );
  document.addEventListener(
    "pointerdown",
    (event) => {
      if (event !== down) ended.abort();
    },
    { capture: true, signal },
  );
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, giveUp, { signal });
}

/** @param {HTMLAnchorElement} link @param {"rest" | "hold"} how */
async function show(link, how) {
  if (!link.isConnected) return;
  try {
    const { showPreview } = await import("#preview");
    await showPreview(link, how);
  } catch (error) {
    const { message } = toFailure(error, "part of the page couldn't be downloaded");
    if (how === "hold") notify(`The preview couldn't be loaded: ${message}. Tap the link to open its page`);
  }
}
