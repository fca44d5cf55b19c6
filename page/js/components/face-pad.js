// A keypad for a die's face. It shows every face as a button; for a d100 first the tens and then the ones, and digits
// for other large dice. Readers can also type faces: a number counts once no further digit fits, or after Enter, space
// or a comma.
import { makeButton, nameDie, findClicked, make } from "#shared";

const MOST_BUTTONS = 20;

export class FacePad {
  /** @type {import("./die-slot.js").Slot | null} */
  #slot = null;
  /** The digits entered so far of a face with several digits. */
  #half = "";
  /** The keys on show, so that the same keys aren't redrawn under a finger. */
  #drawn = "";

  /** @param {(face: number) => void} fall called with the chosen face */
  constructor(fall) {
    this.fall = fall;
    this.title = make("p", { className: "fb-pad-title", "aria-hidden": "true" });
    this.keys = make("div", { className: "fb-pad-keys" });
    this.element = make("div", { className: "fb-pad", role: "group", hidden: true }, this.title, this.keys);
    this.keys.addEventListener("click", (event) => {
      const pressed = findClicked(event, "[data-key]");
      if (pressed) this.#press(pressed.dataset.key ?? "");
    });
    this.keys.addEventListener("keydown", (event) => this.#move(event));
  }

  /** True if only some digits of a face are entered. */
  get isHalf() {
    return this.#half !== "";
  }

  /**
   * @param {import("./die-slot.js").Slot | null} slot the requested die's slot
   * @param {boolean} isBusy true while the next dice are unknown
   */
  show(slot, isBusy) {
    this.#half = "";
    this.#slot = slot;
    if (isBusy) this.element.setAttribute("aria-busy", "true");
    else this.element.removeAttribute("aria-busy");
    if (!isBusy) this.element.hidden = !slot;
    if (slot && !isBusy) this.#draw();
  }

  focus() {
    const first = this.keys.querySelector('[tabindex="0"]');
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  /**
   * Handle a typed key. Return false if it means nothing here.
   * @param {string} key
   * @returns {boolean}
   */
  type(key) {
    if (!this.#slot) return false;
    if (key === "Backspace" && this.#half) this.#half = "";
    else if (["Enter", " ", ","].includes(key) && this.#half) return this.#settle(this.#half);
    else if (/^\d$/.test(key)) {
      const { sides } = this.#slot;
      const text = this.#half + key;
      if (isFace(text, sides) || (text === "0" && sides > 10)) this.#half = text;
      else if (this.#settle(this.#half)) return this.type(key);
      else return true; // the die doesn't have that face
      if (!couldGoOn(text, sides)) return this.#settle(text);
    } else return key === ",";
    this.#draw();
    return true;
  }

  /** @param {string} text the digits of a face */
  #settle(text) {
    const face = parseFace(text, this.#slot?.sides ?? 0);
    if (!face) return false;
    this.#half = "";
    this.fall(face);
    return true;
  }

  /** @param {string} key the key of a button */
  #press(key) {
    if (!this.#slot || this.element.hasAttribute("aria-busy")) return;
    const { sides } = this.#slot;
    if (sides === 100 && this.#half.length !== 1) this.#half = key;
    else if (sides === 100) {
      this.fall(Number(this.#half) * 10 + Number(key) || 100);
      return;
    } else if (sides > MOST_BUTTONS) {
      if (key === "ok") this.#settle(this.#half);
      else this.type(key);
      return;
    } else {
      this.fall(Number(key));
      return;
    }
    this.#draw();
    this.focus();
  }

  #draw() {
    if (!this.#slot) return;
    const { sides } = this.#slot;
    this.title.textContent = `${nameDie(this.#slot)}${this.#half && ` ${this.#half}…`}`;
    this.element.setAttribute("aria-label", nameDie(this.#slot));
    const isHundred = sides === 100;
    const wanted = `${sides} ${isHundred && this.#half.length === 1 ? this.#half : ""}`;
    if (wanted === this.#drawn) return;
    this.#drawn = wanted;
    const hadFocus = this.keys.contains(document.activeElement);
    this.keys.dataset.columns = String(countColumns(sides));
    this.keys.replaceChildren(
      ...(isHundred ? this.#makeHundredKeys() : sides > MOST_BUTTONS ? makeDigitKeys() : makeFaceKeys(sides)),
    );
    this.keys.firstElementChild?.setAttribute("tabindex", "0");
    if (hadFocus) this.focus();
  }

  /** Return the keys of a d100: the tens, then the ones, as two ten-sided dice show them. */
  #makeHundredKeys() {
    return Array.from({ length: 10 }, (_, at) =>
      this.#half.length !== 1
        ? makeKey(String(at), `${at}0`)
        : makeKey(String(at), String(at), String(Number(this.#half) * 10 + at || 100)),
    );
  }

  /**
   * Move among the buttons with the arrow keys.
   * @param {KeyboardEvent} event
   */
  #move(event) {
    const all = /** @type {HTMLElement[]} */ ([...this.keys.children]);
    const at = all.indexOf(/** @type {HTMLElement} */ (event.target));
    const columns = getComputedStyle(this.keys).gridTemplateColumns.split(" ").length;
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    const next = by && all[at + by];
    if (!next) return;
    event.preventDefault();
    all[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}

/** @param {string} value @param {string} text @param {string} [label] */
function makeKey(value, text, label) {
  const made = makeButton("fb-key", text, label);
  made.dataset.key = value;
  made.tabIndex = -1;
  return made;
}

/** @param {number} sides */
const makeFaceKeys = (sides) => Array.from({ length: sides }, (_, at) => makeKey(String(at + 1), String(at + 1)));

const makeDigitKeys = () =>
  [..."1234567890"].map((digit) => makeKey(digit, digit)).concat(makeKey("ok", "OK", "Use this face"));

/** @param {number} sides */
const countColumns = (sides) =>
  sides === 100 ? 5 : sides > MOST_BUTTONS ? 6 : sides <= 6 ? sides : sides === 8 ? 4 : sides % 5 === 0 ? 5 : 6;

/**
 * Return the face that the digits mean, or 0. On a d10 a 0 means 10, on a d100 00 means 100.
 * @param {string} text
 * @param {number} sides
 */
function parseFace(text, sides) {
  const isAllNoughts = Number(text) === 0 && text.length === String(sides).length - 1;
  const face = isAllNoughts && (sides === 10 || sides === 100) ? sides : Number(text);
  return face >= 1 && face <= sides ? face : 0;
}

/** @param {string} text @param {number} sides */
const isFace = (text, sides) => parseFace(text, sides) > 0;

/**
 * Return true if one more digit could make another face.
 * @param {string} text
 * @param {number} sides
 */
const couldGoOn = (text, sides) =>
  Number(text) * 10 <= sides && text.length < (text.startsWith("0") ? String(sides - 1).length : String(sides).length);
