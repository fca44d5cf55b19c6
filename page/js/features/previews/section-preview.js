// Preview of a linked section next to its link, with working rollers and tables.
import { copyColours, Failure, make, makeAction, resolveAddress, runOnEachPage } from "#shared";
import { adaptPart, fetchPage, findSection, removeAnchors } from "../../components/page-fragments.js";

const LEAVES_AFTER = 300; // milliseconds for a pointer to move from the link to its preview
const GAP = 8; // pixels between them
const FOCUSABLE = "a[href], button:not([tabindex='-1']), input, select, summary, [tabindex='0']";

let current = /** @type {Preview | null} */ (null);
/** The link whose preview was closed while the pointer or focus still rests on it. @type {Element | null} */
let dismissed = null;

/**
 * Show the linked section. It stays while the reader uses it, and closes when a resting pointer leaves.
 * @param {HTMLAnchorElement} link
 * @param {"rest" | "hold"} how the way in which it was requested
 */
export async function showPreview(link, how) {
  if (current?.link === link || (how === "rest" && dismissed === link)) return;
  const path = link.href.slice(resolveAddress("").length).replace(/[?#].*$/, "");
  const id = decodeURIComponent(link.hash.slice(1));
  if (how === "rest" && isInView(path, id)) return;
  const page = await fetchPage(path);
  const isWanted = how === "hold" || link.matches(":hover, :focus");
  if (!isWanted || !link.isConnected) return;
  const section = findSection(page, id);
  if (!section) throw new Failure("its page no longer has it");
  current?.close();
  current = new Preview(link, path, id, page, section);
  current.open(how === "hold");
}

/** Return true if the reader already sees the section. @param {string} path @param {string} id */
function isInView(path, id) {
  const place = resolveAddress(path) === location.href.replace(/[?#].*$/, "") ? document.getElementById(id) : null;
  const { top, bottom } = place?.getBoundingClientRect() ?? { top: -1, bottom: Infinity };
  return top >= 0 && bottom <= innerHeight;
}

class Preview {
  #element = make("div", { className: "fb-preview md-typeset", popover: "manual", role: "dialog" });
  #ended = new AbortController();
  #leaving = 0;

  /**
   * @param {HTMLAnchorElement} link
   * @param {string} path
   * @param {string} id
   * @param {Document} page
   * @param {{ title: string, parts: Element[] }} section
   */
  constructor(link, path, id, page, { title, parts }) {
    this.link = link;
    const own = page.querySelector(".fb-page");
    const game = own?.querySelector(".fb-mark span")?.textContent ?? "";
    const isOfOther =
      own?.getAttribute("data-game") !== document.querySelector("article .fb-page")?.getAttribute("data-game");
    const named = make("a", { href: link.href, className: "fb-preview-title" }, title);
    if (game && isOfOther) named.prepend(make("small", {}, game));
    const close = makeAction("fb-preview-close", "✕", () => this.close(), "Close");
    const body = make("div", { className: "fb-preview-body" });
    body.append(...parts.map((part) => adaptContent(/** @type {Element} */ (document.adoptNode(part)), path, id)));
    if (own) {
      this.#element.dataset.game = own.getAttribute("data-game") ?? "";
      copyColours(own, this.#element);
    }
    this.#element.setAttribute("aria-label", title);
    this.#element.append(make("div", { className: "fb-preview-head" }, named, close), body);
  }

  /** @param {boolean} isAsked true if a finger held the link, false if a pointer or the focus rested on it */
  open(isAsked) {
    (this.link.closest("dialog") ?? document.body).append(this.#element); // nothing outside a dialog is reachable
    this.#element.showPopover();
    this.#place();
    const row = this.#element.querySelector("tr.fb-found");
    const body = this.#element.querySelector(".fb-preview-body");
    if (row && body)
      body.scrollTop += row.getBoundingClientRect().top - body.getBoundingClientRect().top - body.clientHeight / 3;
    if (isAsked) this.#listFocusable()[0]?.focus({ preventScroll: true });
    this.#listen();
  }

  close() {
    if (current === this) current = null;
    const hadFocus = this.#element.contains(document.activeElement);
    this.#ended.abort();
    clearTimeout(this.#leaving);
    this.#element.remove();
    if (hadFocus) this.link.focus({ preventScroll: true });
    if (!this.link.matches(":hover, :focus")) return;
    dismissed = this.link;
    for (const left of ["blur", "pointerleave"])
      this.link.addEventListener(
        left,
        () => {
          dismissed = null;
        },
        { once: true },
      );
  }

  #listen() {
    const { signal } = this.#ended;
    const isWithin = (/** @type {EventTarget | null} */ target) =>
      target instanceof Node && (this.#element.contains(target) || this.link.contains(target));
    document.addEventListener(
      "pointerover",
      ({ target, pointerType }) => {
        clearTimeout(this.#leaving);
        const isUsed = this.#element.contains(document.activeElement) || document.activeElement === this.link;
        if (pointerType === "mouse" && !isWithin(target) && !isUsed) {
          this.#leaving = window.setTimeout(() => this.close(), LEAVES_AFTER);
        }
      },
      { signal },
    );
    document.addEventListener(
      "pointerdown",
      ({ target }) => {
        if (!isWithin(target)) this.close();
      },
      { signal },
    );
    document.addEventListener(
      "focusin",
      ({ target }) => {
        if (!isWithin(target)) this.close();
      },
      { signal },
    );
    document.addEventListener("keydown", (event) => this.#handleKey(event), { signal, capture: true });
    let isFirst = true; // the current page is reported first
    runOnEachPage(() => {
      if (isFirst) isFirst = false;
      else if (!signal.aborted) this.close();
    });
  }

  /** Close the preview with Escape, and connect its ends to the link with Tab. @param {KeyboardEvent} event */
  #handleKey(event) {
    if (event.key === "Escape") {
      event.stopPropagation();
      event.preventDefault(); // prevents Escape from closing a surrounding dialog
      this.close();
    }
    if (event.key !== "Tab") return;
    const [first, last] = [this.#listFocusable()[0], this.#listFocusable().at(-1)];
    const active = document.activeElement;
    if (active === this.link && !event.shiftKey) {
      event.preventDefault();
      first?.focus();
    } else if (active === (event.shiftKey ? first : last)) {
      event.preventDefault();
      this.close();
    }
  }

  #listFocusable() {
    return [.../** @type {NodeListOf<HTMLElement>} */ (this.#element.querySelectorAll(FOCUSABLE))].filter(
      (each) => each.getClientRects().length,
    );
  }

  /** Place it next to the link; on a phone it is at the bottom. */
  #place() {
    const { style } = this.#element;
    if (matchMedia("(max-width: 44.99em)").matches) return;
    const [link, own] = [this.link.getBoundingClientRect(), this.#element.getBoundingClientRect()];
    const isBelow = link.bottom + GAP + own.height <= innerHeight || link.top < innerHeight / 2;
    const room = (isBelow ? innerHeight - link.bottom : link.top) - 2 * GAP;
    style.maxHeight = `${room}px`;
    style.left = `${Math.max(GAP, Math.min(link.left, innerWidth - own.width - 2 * GAP))}px`;
    style.top = `${isBelow ? link.bottom + GAP : link.top - GAP - Math.min(own.height, room)}px`;
  }
}

/**
 * Adapt a part of a section for this page, and mark the linked row.
 * @param {Element} part
 * @param {string} path
 * @param {string} id the link's id
 */
function adaptContent(part, path, id) {
  const row = part.querySelector(`tr[id="${CSS.escape(id)}"]`);
  row?.classList.add("fb-found");
  const own = adaptPart(part, path);
  removeAnchors(own);
  return own;
}
