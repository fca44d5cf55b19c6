// The board of a fight on the page. A new drawing replaces it: the focus, the scrolled parts and the rows stay in place.
import { changeAround, findControls, nameControl } from "#shared";
import { arrangeRows } from "./board-keyboard.js";
import { redrawAround } from "./kept-fields.js";

const SCROLLED = ".fb-mat, .fb-board-side, .fb-decisions, .fb-log, .fb-rounds, .fb-drawer, .fb-board-hand, .fb-chips";
/** The controls that a reader goes on with if theirs is gone, the first ones before others. */
const NEXT = [".fb-decisions button", ".fb-why button", ".fb-play", ".fb-board-hand button", ".fb-board-bar button"];

/**
 * @typedef {{ name: string, at: number, kind: string, among: number, piece: string }} FocusPlace the focused control:
 *   its name and its index among those with the name, its classes and its index among those with the classes, and what
 *   opens the card of its piece
 */

export class Board {
  /** The radio button that is chosen in each group. @type {Map<string, HTMLInputElement>} */
  #chosen = new Map();
  /** The control that opened the drawer. @type {FocusPlace | null} */
  #opener = null;

  /** @param {HTMLElement} stage */
  constructor(stage) {
    this.stage = stage;
    stage.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLInputElement && target.type === "radio") this.#chosen.set(target.name, target);
    });
  }

  get drawer() {
    return this.stage.querySelector(".fb-drawer, .fb-log-open");
  }

  /**
   * Draw the board.
   * @param {string} html
   * @param {() => void} [complete] adds the parts that only the page knows
   * @param {{ isNew?: boolean, isOther?: boolean }} [about] true if dice have just fallen, and if this is another fight
   */
  draw(html, complete = () => {}, { isNew = false, isOther = false } = {}) {
    const { stage } = this;
    const focused = stage.contains(document.activeElement) ? describePlace(stage, document.activeElement) : null;
    const scrolled = noteScrolled(stage);
    const before = this.drawer?.getAttribute("aria-label") ?? "";
    const unfolded = noteUnfolded(this.drawer);
    changeAround([() => stage], () => {
      redrawAround(
        stage,
        () => {
          stage.innerHTML = html;
          if (this.drawer?.getAttribute("aria-label") === before) unfold(this.drawer, unfolded);
          complete();
        },
        !isOther,
      );
      if (isNew) stage.querySelector(".fb-mat")?.setAttribute("data-new", "");
      restoreScrolled(stage, scrolled, isNew);
    });
    this.#chosen.clear();
    for (const input of stage.querySelectorAll("input[type=radio]")) {
      if (input instanceof HTMLInputElement && input.checked) this.#chosen.set(input.name, input);
    }
    arrangeRows(stage);
    this.#restoreFocus(focused, before);
  }

  /** Return true if a radio button is chosen already. @param {HTMLInputElement} input */
  isChosen(input) {
    return this.#chosen.get(input.name) === input;
  }

  /**
   * Focus the control that was focused. In a drawer that has just opened it is the first control, and after it the
   * control that opened it.
   * @param {FocusPlace | null} focused
   * @param {string} before the label of the drawer that was open
   */
  #restoreFocus(focused, before) {
    const { stage, drawer } = this;
    const now = drawer?.getAttribute("aria-label") ?? "";
    if (!focused || stage.contains(document.activeElement)) return;
    if (drawer && !before) {
      this.#opener = focused;
      focus(drawer.querySelector("button"));
      return;
    }
    const opener = !drawer && before ? this.#opener : null;
    if (!drawer) this.#opener = null;
    const found =
      findPlace(stage, focused) ?? (opener && findPlace(stage, opener)) ?? (now && drawer?.querySelector("button"));
    focus(found || findNext(stage));
    if (!stage.contains(document.activeElement)) focus(drawer?.querySelector("button") ?? findNext(stage));
  }
}

/**
 * @param {Element} stage
 * @param {Element | null} element
 * @returns {FocusPlace}
 */
function describePlace(stage, element) {
  const control = element ?? stage;
  const name = nameControl(control);
  const kind = describeKind(control);
  return {
    name,
    at: Math.max(findControls(stage, name).indexOf(/** @type {HTMLElement} */ (control)), 0),
    kind,
    among: [...stage.querySelectorAll(kind)].indexOf(control),
    piece: control.closest("[data-again]")?.getAttribute("data-again") ?? "",
  };
}

/** Return a selector for the controls like this one. @param {Element} control */
function describeKind(control) {
  const row = control.closest(".fb-board-side, .fb-board-actions, .fb-weapons, .fb-chips, .fb-offers, .fb-drawer");
  const parts = [row, control].map((each) => each && describeElement(each));
  return parts.filter(Boolean).join(" ");
}

/** Return a selector for an element without the classes of states, such as the theme's for focus. @param {Element} element */
const describeElement = (element) =>
  [element.localName, ...[...element.classList].filter((name) => name.startsWith("fb-"))].join(".")
  + (element.hasAttribute("data-foes") ? "[data-foes]" : "");

/**
 * @param {Element} stage
 * @param {FocusPlace} place
 */
function findPlace(stage, { name, at, kind, among, piece }) {
  const named = findControls(stage, name);
  return named[at] ?? named[0] ?? findPiece(stage, piece) ?? stage.querySelectorAll(kind)[among];
}

/**
 * Return the control of a piece, which is a button once its combatant can't be chosen.
 * @param {Element} stage
 * @param {string} piece
 */
function findPiece(stage, piece) {
  const found = piece ? stage.querySelector(`[data-again="${CSS.escape(piece)}"]`) : null;
  return found?.querySelector("input") ?? found;
}

/** @param {Element} stage */
function findNext(stage) {
  const found = NEXT.map((selector) => [...stage.querySelectorAll(selector)].find((each) => each.checkVisibility()));
  return found.find(Boolean);
}

/** @param {Element | null | undefined} element */
function focus(element) {
  if (element instanceof HTMLElement && element !== document.activeElement) element.focus({ preventScroll: true });
}

/** @param {Element | null} drawer @returns {Set<string>} the titles of the unfolded parts of a drawer */
const noteUnfolded = (drawer) =>
  new Set([...(drawer?.querySelectorAll("details[open] > summary") ?? [])].map(({ textContent }) => textContent ?? ""));

/**
 * @param {Element | null} drawer
 * @param {Set<string>} titles
 */
function unfold(drawer, titles) {
  for (const summary of drawer?.querySelectorAll("details > summary") ?? []) {
    if (titles.has(summary.textContent ?? "")) summary.parentElement?.setAttribute("open", "");
  }
}

/** @param {Element} stage @returns {Map<string, { top: number, left: number, isAtEnd: boolean }>} */
function noteScrolled(stage) {
  return new Map(
    [...stage.querySelectorAll(SCROLLED)].map((part) => {
      const { scrollTop: top, scrollLeft: left, scrollHeight, clientHeight } = part;
      return [describePart(part), { top, left, isAtEnd: top + clientHeight >= scrollHeight - 1 }];
    }),
  );
}

/**
 * Scroll the parts of a new drawing like the old ones; the log stays at its end, and the mat shows a new result's start.
 * @param {Element} stage
 * @param {ReturnType<typeof noteScrolled>} scrolled
 * @param {boolean} isNew
 */
function restoreScrolled(stage, scrolled, isNew) {
  for (const part of stage.querySelectorAll(SCROLLED)) {
    const { top = 0, left = 0, isAtEnd = true } = scrolled.get(describePart(part)) ?? {};
    if (part.matches(".fb-log, .fb-rounds") && isAtEnd) part.scrollTop = part.scrollHeight;
    else if (!isNew || !part.matches(".fb-mat")) part.scrollTop = top;
    part.scrollLeft = left;
  }
}

/** @param {Element} part */
const describePart = (part) =>
  `${part.classList[0]} ${part.hasAttribute("data-foes")} ${part.getAttribute("aria-label") ?? ""}`;

const REFERENCES = ["aria-labelledby", "aria-describedby", "aria-controls", "for"];

/**
 * Give the radio groups and the ids of a board names that no other board of the page has.
 * @param {Element} stage
 * @param {string} suffix
 */
export function renameParts(stage, suffix) {
  for (const input of stage.querySelectorAll("input[type=radio]")) {
    if (input instanceof HTMLInputElement) input.name += suffix;
  }
  const ids = new Set([...stage.querySelectorAll("[id]")].map(({ id }) => id));
  for (const each of stage.querySelectorAll("[id]")) each.id += suffix;
  for (const name of REFERENCES) {
    for (const each of stage.querySelectorAll(`[${name}]`)) {
      const id = each.getAttribute(name) ?? "";
      if (ids.has(id)) each.setAttribute(name, id + suffix);
    }
  }
}
