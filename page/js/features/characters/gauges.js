// Gauges of an open sheet: a tap on − or + moves the value, a tap on a pip sets it, and a tap on the value or a long
// press asks for a number.
import { bringIntoView, find, make } from "#shared";

/**
 * @typedef {{ change: string, title: string, param: string }} Amount a change, and its parameter that says how many
 *
 * @typedef {object} Gauge
 * @property {string} label
 * @property {number} value
 * @property {number} low
 * @property {number | null} high
 * @property {string} [field] the sheet's field
 * @property {boolean} [missing] true if the field has what is missing from the maximum
 * @property {Amount | null} [fewer] the change that takes points off
 * @property {Amount | null} [more] the change that adds points
 * @property {string} [list] the field with the list whose entry it belongs to
 * @property {number} [entry] the index of the entry
 * @property {string} [part] the part of the entry
 */

const LONG_PRESS = 500; // milliseconds

/** @param {HTMLElement} element @returns {Gauge} */
const readGauge = (element) => JSON.parse(element.dataset.gauge ?? "{}");

/**
 * Return the value that a gauge or a mark shows, from a sheet's fields.
 * @param {Record<string, any>} fields
 * @param {Partial<Gauge>} gauge
 * @returns {any}
 */
export function readValue(fields, { list, entry, part, field, missing, high }) {
  if (list && part) return fields[list][entry ?? 0][part];
  const value = fields[field ?? ""];
  return missing ? Number(high) - Number(value) : value;
}

/**
 * Return the fields that give a gauge or a mark another value.
 * @param {Record<string, any>} fields
 * @param {Partial<Gauge>} gauge
 * @param {unknown} to
 */
export function buildFields(fields, { list, entry, part, field, missing, high }, to) {
  if (list && part) {
    return {
      [list]: fields[list].map((/** @type {object} */ each, /** @type {number} */ at) =>
        at === entry ? { ...each, [part]: to } : each,
      ),
    };
  }
  return { [field ?? ""]: missing ? Number(high) - Number(to) : to };
}

/**
 * @callback Move
 * @param {HTMLElement} element the gauge
 * @param {Gauge} gauge
 * @param {(value: number) => number} choose returns the new value
 * @param {boolean} isSet true if the number is set itself, not changed by a rule
 * @returns {void}
 */

export class Gauges {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #press;
  #isLongPress = false;
  #pressedAt = 0;
  /** The open field of a gauge, which nothing may replace. @type {HTMLInputElement | null} */
  #typing = null;

  /**
   * @param {HTMLElement} root
   * @param {Move} move
   * @param {() => void} finish called when a field is closed
   */
  constructor(root, move, finish) {
    this.move = move;
    this.finish = finish;
    root.addEventListener("pointerdown", ({ target, timeStamp }) => {
      this.#isLongPress = false;
      this.#pressedAt = timeStamp;
      const isOther = target instanceof Element && target.closest("input, .fb-answer-place, .fb-change-place");
      const gauge = target instanceof Element && !isOther && target.closest(".fb-gauge");
      if (gauge instanceof HTMLElement) this.#press = setTimeout(() => this.#pressLong(gauge), LONG_PRESS);
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      root.addEventListener(end, () => clearTimeout(this.#press));
    }
  }

  /** True while the reader types a value. */
  get isTyping() {
    return Boolean(this.#typing?.isConnected);
  }

  /** Forget a press, because the gauge may be drawn again. */
  cancelPress() {
    clearTimeout(this.#press);
  }

  /** @param {HTMLElement} gauge */
  #pressLong(gauge) {
    if (!gauge.isConnected || this.isTyping) return;
    this.#isLongPress = true;
    this.#ask(gauge);
  }

  /** Return true for the click at the end of a long press, which does nothing else. @param {MouseEvent} event */
  finishPress(event) {
    if (!this.#isLongPress) return false;
    this.#isLongPress = false;
    if (event.timeStamp - this.#pressedAt >= LONG_PRESS) return true;
    this.#typing?.blur(); // it was a short tap, which a slow device reports late
    return false;
  }

  /** Handle a click in a gauge. @param {HTMLElement} element @param {Element} target */
  tap(element, target) {
    const gauge = readGauge(element);
    const { low, high } = gauge;
    const step = target.closest("[data-step]");
    const pip = target.closest("[data-to]");
    if (target.closest(".fb-gauge-set")) this.#ask(element);
    else if (step instanceof HTMLElement) {
      const by = Number(step.dataset.step);
      const isWithin = (/** @type {number} */ to) => to >= low && (high === null || to <= high);
      this.move(element, gauge, (value) => (isWithin(value + by) ? value + by : value), false);
    } else if (pip instanceof HTMLElement) {
      const to = Number(pip.dataset.to);
      this.move(element, gauge, (value) => (value === to ? to - 1 : to), false);
    }
  }

  /** Ask for a gauge's value in its place. @param {HTMLElement} element */
  #ask(element) {
    clearTimeout(this.#press);
    const gauge = readGauge(element);
    const opener = find(element, ".fb-gauge-set", HTMLButtonElement);
    const field = make("input", { type: "number", className: "fb-gauge-input", value: String(gauge.value) });
    field.setAttribute("aria-label", `${gauge.label}: set`);
    field.inputMode = gauge.low < 0 ? "text" : "numeric"; // phones' number pads have no minus
    field.min = String(gauge.low);
    if (gauge.high !== null) field.max = String(gauge.high);
    let isOver = false;
    let isTyped = false;
    field.addEventListener("input", () => {
      isTyped = true;
    });
    const end = (/** @type {boolean} */ isKept) => {
      if (isOver) return;
      isOver = true;
      const value = Number(field.value);
      const hadFocus = field === document.activeElement;
      asked.replaceWith(opener);
      if (hadFocus) opener.focus({ preventScroll: true });
      this.#typing = null;
      this.finish();
      if (isKept && isTyped && field.value !== "") this.move(element, gauge, () => value, true);
    };
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault(); // the key would press the button that gets the focus
      end(event.key === "Enter");
    });
    field.addEventListener("blur", () => end(true));
    const label = opener.querySelector("span")?.cloneNode(true) ?? "";
    const asked = make("div", { className: "fb-gauge-asked" }, label, field);
    opener.replaceWith(asked);
    this.#typing = field;
    field.focus({ preventScroll: true });
    field.select();
    bringIntoView(field);
  }
}
