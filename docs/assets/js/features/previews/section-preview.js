// A section of the rules beside the link that leads to it, with its rollers and tables at work. The page stays where it is.
import { addressOf, button, Failure, make, onEachPage } from "#shared";
import { asOwn, fetchPage } from "../../components/page-fragments.js";

const BLOCKS = "fb-roller, fb-calc, fb-order, fb-counted, fb-table";
const LEAVES_AFTER = 300; // milliseconds that a pointer may be on its way from the link to what it shows
const GAP = 8; // pixels between the two
const FOCUSABLE = "a[href], button:not([tabindex='-1']), input, select, summary, [tabindex='0']";

let current = /** @type {Preview | null} */ (null);
/** The link whose section was closed, while somebody still rests on it. @type {Element | null} */
let dismissed = null;

/**
 * Show what a link leads to. It stays while somebody is at it; a pointer that only rested on the link ends it by leaving.
 * @param {HTMLAnchorElement} link
 * @param {"rest" | "hold"} how it was asked for
 */
export async function showPreview(link, how) {
  if (current?.link === link || (how === "rest" && dismissed === link)) return;
  const path = link.href.slice(addressOf("").length).replace(/[?#].*$/, "");
  const id = decodeURIComponent(link.hash.slice(1));
  if (how === "rest" && isInView(path, id)) return;
  const page = await fetchPage(path);
  const isWanted = how === "hold" || link.matches(":hover, :focus");
  if (!isWanted || !link.isConnected) return;
  const section = sectionWith(page, id);
  if (!section) throw new Failure("its page no longer has it");
  current?.close();
  current = new Preview(link, path, id, page, section);
  current.open(how === "hold");
}

/** Whether a reader sees the section already. @param {string} path @param {string} id */
function isInView(path, id) {
  const place = addressOf(path) === location.href.replace(/[?#].*$/, "") ? document.getElementById(id) : null;
  const { top, bottom } = place?.getBoundingClientRect() ?? { top: -1, bottom: Infinity };
  return top >= 0 && bottom <= innerHeight;
}

/**
 * What an id stands for, with its title: a heading with all below it, or a block.
 * @param {Document} page
 * @param {string} id
 * @returns {{ title: string, parts: Element[] } | null}
 */
function sectionWith(page, id) {
  const found = page.getElementById(id);
  if (!found) return null;
  if (!/^H[1-6]$/.test(found.tagName)) {
    const part = found.closest(BLOCKS) ?? found.closest(".fb-page > *") ?? found;
    return { title: part.querySelector(".fb-title > span, caption, h2, h3")?.textContent?.trim() ?? "", parts: [part] };
  }
  const parts = [];
  const ends = [...Array(Math.max(Number(found.tagName[1]), 2)).keys()].map((level) => `h${level + 1}`).join();
  for (let next = found.nextElementSibling; next && !next.matches(ends); next = next.nextElementSibling) {
    if (!next.matches("noscript, .fb-contents, .fb-print-foot")) parts.push(next);
  }
  const title = /** @type {Element} */ (found.cloneNode(true));
  title.querySelector(".headerlink")?.remove();
  return { title: title.textContent?.trim() ?? "", parts };
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
    const close = button("fb-preview-close", "✕", "Close");
    close.addEventListener("click", () => this.close());
    const body = make("div", { className: "fb-preview-body" });
    body.append(...parts.map((part) => within(/** @type {Element} */ (document.adoptNode(part)), path, id)));
    if (own) copyColours(own, this.#element);
    this.#element.setAttribute("aria-label", title);
    this.#element.append(make("div", { className: "fb-preview-head" }, named, close), body);
  }

  /** @param {boolean} isAsked by a finger that held the link, and not only rested on */
  open(isAsked) {
    (this.link.closest("dialog") ?? document.body).append(this.#element); // all but an open dialog can't be reached
    this.#element.showPopover();
    this.#place();
    const row = this.#element.querySelector("tr.fb-found");
    const body = this.#element.querySelector(".fb-preview-body");
    if (row && body)
      body.scrollTop += row.getBoundingClientRect().top - body.getBoundingClientRect().top - body.clientHeight / 3;
    if (isAsked) this.#focusable()[0]?.focus({ preventScroll: true });
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
    const isPartOf = (/** @type {EventTarget | null} */ target) =>
      target instanceof Node && (this.#element.contains(target) || this.link.contains(target));
    document.addEventListener(
      "pointerover",
      ({ target, pointerType }) => {
        clearTimeout(this.#leaving);
        const isUsed = this.#element.contains(document.activeElement) || document.activeElement === this.link;
        if (pointerType === "mouse" && !isPartOf(target) && !isUsed) {
          this.#leaving = window.setTimeout(() => this.close(), LEAVES_AFTER);
        }
      },
      { signal },
    );
    document.addEventListener(
      "pointerdown",
      ({ target }) => {
        if (!isPartOf(target)) this.close();
      },
      { signal },
    );
    document.addEventListener(
      "focusin",
      ({ target }) => {
        if (!isPartOf(target)) this.close();
      },
      { signal },
    );
    document.addEventListener("keydown", (event) => this.#pressed(event), { signal, capture: true });
    let isFirst = true; // the page that is there already
    onEachPage(() => {
      if (isFirst) isFirst = false;
      else if (!signal.aborted) this.close();
    });
  }

  /** Escape ends it; Tab leads from the link into it, and from both its ends back. @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.key === "Escape") {
      event.stopPropagation();
      event.preventDefault(); // a dialog around it stays open
      this.close();
    }
    if (event.key !== "Tab") return;
    const [first, last] = [this.#focusable()[0], this.#focusable().at(-1)];
    const active = document.activeElement;
    if (active === this.link && !event.shiftKey) {
      event.preventDefault();
      first?.focus();
    } else if (active === (event.shiftKey ? first : last)) {
      event.preventDefault();
      this.close();
    }
  }

  #focusable() {
    return [.../** @type {NodeListOf<HTMLElement>} */ (this.#element.querySelectorAll(FOCUSABLE))].filter(
      (each) => each.getClientRects().length,
    );
  }

  /** Beside the link; on a phone it is a sheet at the thumb. */
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
 * A part of a section on this page: what isn't a form has no ids, which this page may have already.
 * @param {Element} part
 * @param {string} path
 * @param {string} id the link's
 */
function within(part, path, id) {
  const row = part.querySelector(`tr[id="${CSS.escape(id)}"]`);
  row?.classList.add("fb-found");
  const own = asOwn(part, path);
  for (const each of [own, ...own.querySelectorAll("[id]")]) {
    if (!each.closest("fb-roller, fb-calc, fb-order, fb-counted")) each.removeAttribute("id");
  }
  for (const each of own.querySelectorAll(".headerlink")) each.remove();
  return own;
}

/** @param {Element} from @param {HTMLElement} to */
function copyColours(from, to) {
  to.setAttribute("data-game", from.getAttribute("data-game") ?? "");
  if (!(from instanceof HTMLElement)) return;
  for (const name of ["--game-light", "--game-dark"]) to.style.setProperty(name, from.style.getPropertyValue(name));
}
