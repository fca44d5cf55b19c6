// Manual dice: a labelled slot for each requested die, and a keypad on which the reader taps or types its face.
import {
  addStyles,
  makeButton,
  nameDie,
  findClicked,
  ignoreRepeats,
  make,
  noteScroll,
  say,
  sayWaiting,
  showError,
  showWaiting,
  values,
} from "#shared";
import { FacePad } from "./face-pad.js";

/**
 * @typedef {import("./die-slot.js").Slot} Slot
 * @typedef {import("./die-slot.js").Asking} Asking
 * @typedef {import("../rules-client/client.js").Refusal} Refusal
 */

const NO_SCRIPT = "The link couldn't be made. Reload the page once you're online.";

/** Ends once the styles of dice apply. */
export const styles = addStyles("manual-dice");

export class ManualDice {
  /** @type {Slot[]} */
  #slots = [];
  /** @type {Slot[]} */
  #spare = [];
  #current = -1;
  #isTyping = false; // true while the reader types faces rather than presses buttons
  #isKnown = false; // true once the requested dice are known
  /** @type {AbortController | null} */
  #asking = null;
  /** Keys typed while the next dice were being requested. @type {string[]} */
  #typed = [];

  /**
   * @param {HTMLElement} place
   * @param {HTMLButtonElement} opener
   * @param {(fallen: Slot[], signal: AbortSignal) => Promise<Asking | Refusal | null>} asks returns the requested dice
   *   for the entered faces; null once the signal cancels it
   * @param {(faces: string) => void} use called with the faces
   * @param {string} useText the label of the button that uses them
   * @param {boolean} isPrompt true if the last face uses them
   */
  constructor(place, opener, asks, use, useText = "Use these dice", isPrompt = false) {
    this.place = place;
    this.opener = opener;
    this.asks = asks;
    this.use = use;
    this.isPrompt = isPrompt;
    this.slots = make("div", { className: "fb-slots", role: "group", "aria-label": "Your dice" });
    this.note = make("p", { className: "fb-slots-note" });
    this.problem = make("div", { hidden: true });
    this.pad = new FacePad((face) => this.#enterFace(face));
    this.useButton = makeButton("fb-roll fb-own-use", useText);
    this.clearButton = makeButton("fb-again", "Clear");
    const actions = make("div", { className: "fb-own-actions" }, this.useButton, this.clearButton);
    place.replaceChildren(this.problem, this.slots, this.note, this.pad.element, actions, ...makeAsking(place));
    opener.addEventListener("click", () => this.toggle());
    this.useButton.addEventListener("click", () => this.#use());
    this.clearButton.addEventListener("click", () => this.#startOver());
    this.slots.addEventListener("click", (event) => this.#choose(findClicked(event, ".fb-slot")));
    place.addEventListener("keydown", (event) => this.#handleKey(event));
    this.#draw();
  }

  /** True if all requested dice are entered. */
  get isWhole() {
    return this.#isKnown && !this.#asking && this.#slots.every(({ face }) => face !== null);
  }

  get faces() {
    return this.#slots.map(({ face }) => face).join(",");
  }

  #scrollIntoView() {
    if (this.isPrompt) return; // its drawer is in view, and the page behind it stays
    noteScroll(() => this.place.scrollIntoView({ block: "nearest" }));
  }

  async toggle() {
    this.place.hidden = !this.place.hidden;
    this.opener.setAttribute("aria-expanded", String(!this.place.hidden));
    if (this.place.hidden) return;
    const asked = this.update();
    this.#scrollIntoView();
    await asked;
    const { activeElement } = document;
    if (this.place.hidden || (activeElement !== this.opener && activeElement !== document.body)) return;
    this.#focus();
    this.#scrollIntoView();
    say(this.#describeNext());
  }

  /** Show what the rule's dice wait for. */
  wait() {
    this.problem.hidden = false;
    showWaiting(this.problem, "You'll be asked for your dice one at a time.");
    sayWaiting("You'll be asked for your dice one at a time.");
  }

  /** Update the slots after the request changed: faces that fit stay, and the others are requested. */
  async update() {
    if (this.place.hidden) return;
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    this.#draw();
    const fallen = [...this.#slots, ...this.#spare].filter(({ face }) => face !== null);
    const answer = await this.asks(fallen, asking.signal);
    if (this.#asking !== asking) return;
    this.#asking = null;
    if (!answer) return;
    this.problem.hidden = true;
    this.#isKnown = answer.error === undefined;
    if (answer.error === undefined) {
      const hadFocus = this.place.contains(document.activeElement);
      [this.#slots, this.#spare] = [answer.slots, answer.spare];
      this.#current = this.#slots.findIndex(({ face }) => face === null);
      this.#draw();
      if (hadFocus) this.#focus();
      const typed = this.#typed.splice(0);
      typed.forEach((key) => {
        if (this.#asking) this.#typed.push(key);
        else this.pad.type(key);
      });
    } else {
      this.#typed = [];
      showError(this.problem, answer.error);
      this.#draw();
    }
  }

  /** Check the dice again before using them, because a script may have changed the form. */
  async #use() {
    await this.update();
    if (this.isWhole) this.use(this.faces);
  }

  /** @param {number} face */
  #enterFace(face) {
    const slot = this.#slots[this.#current];
    if (!slot || this.#asking) return;
    this.#slots = this.#slots.with(this.#current, { ...slot, face });
    this.#current = this.#slots.findIndex((each) => each.face === null);
    const told = `${nameDie(slot)}: ${face}.`;
    // The next dice may depend on this face if it was the last requested one or replaces another face.
    if (slot.face === null && this.#current !== -1) {
      this.#draw();
      say(`${told} ${this.#describeNext()}`);
    } else this.update().then(() => this.#finishFace(told));
  }

  /** Use the dice after the last face, or say which is next. @param {string} told what was entered */
  #finishFace(told) {
    if (this.isPrompt && this.isWhole && this.#slots.length) this.use(this.faces);
    else say(`${told} ${this.#describeNext()}`);
  }

  /** @param {HTMLButtonElement | null} pressed */
  #choose(pressed) {
    if (!pressed) return;
    this.#current = Number(pressed.dataset.at);
    this.#draw();
    this.pad.focus();
    say(this.#describeNext());
  }

  async #startOver() {
    await this.clear();
    this.#focus();
    say(this.#describeNext());
  }

  /** Clear all entered faces. */
  clear() {
    [this.#slots, this.#spare, this.#typed] = [[], [], []];
    return this.update();
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const wasTyping = this.#isTyping;
    this.#isTyping = /^\d$/.test(event.key) || (wasTyping && " ,".includes(event.key));
    // After a complete number, a space or Enter only ends it and presses nothing.
    const isEnd = event.key === " " || (event.key === "Enter" && this.pad.element.contains(document.activeElement));
    if (event.key === "Backspace" && !this.pad.isHalf) this.#stepBack();
    else if (this.#asking && /^[\d ,]$/.test(event.key)) this.#typed.push(event.key);
    else if (!this.pad.type(event.key) && !(isEnd && wasTyping)) return;
    event.preventDefault();
    event.stopPropagation(); // otherwise a comma opens another page
  }

  /** Select the previous die again. */
  #stepBack() {
    const at = this.#current === -1 ? this.#slots.length : this.#current;
    if (at < 1) return;
    this.#current = at - 1;
    this.#draw();
    this.pad.focus();
    say(this.#describeNext());
  }

  #focus() {
    if (this.isWhole && this.#current === -1) this.useButton.focus({ preventScroll: true });
    else this.pad.focus();
  }

  #describeNext() {
    const slot = this.#slots[this.#current];
    if (slot) return `${slot.face === null ? "Next" : "Change"}: ${nameDie(slot)}.`;
    return this.isWhole ? "All your dice are entered." : "";
  }

  #draw() {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement?.closest(".fb-slot"))?.dataset.at;
    this.slots.replaceChildren(...this.#groupThrows().map((dice) => this.#drawThrow(dice)));
    const current = this.slots.querySelector("[aria-current]");
    if (current instanceof HTMLElement) showWithin(this.slots, current);
    const again = focused && this.slots.querySelector(`[data-at="${focused}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    const spare = this.#spare.map((slot) => `${slot.of} ${slot.face}`).join(", ");
    const isNone = this.isWhole && !this.#slots.length;
    this.note.textContent = [
      isNone && "This roll needs no dice now.",
      spare && `${this.isWhole ? "Not needed" : "Saved for later"}: ${spare}.`,
    ]
      .filter(Boolean)
      .join(" ");
    this.pad.show(this.#slots[this.#current] ?? null, Boolean(this.#asking));
    if (!this.#asking) this.useButton.hidden = !this.isWhole;
    this.clearButton.hidden = ![...this.#slots, ...this.#spare].some(({ face }) => face !== null);
  }

  /** Return the slots with their indices, grouped by throw. */
  #groupThrows() {
    /** @type {[number, Slot][][]} */
    const throws = [];
    this.#slots.forEach((slot, at) => {
      (throws[slot.throw] ??= []).push([at, slot]);
    });
    return throws;
  }

  /** @param {[number, Slot][]} dice */
  #drawThrow(dice) {
    const label = make("span", { className: "fb-slot-label", "aria-hidden": "true" }, dice[0][1].of);
    return make(
      "div",
      { className: "fb-throw" },
      label,
      ...dice.map(([at, slot]) => {
        const drawn = makeButton(
          "fb-slot",
          String(slot.face ?? ""),
          `${nameDie(slot)}: ${slot.face ?? "not entered yet"}`,
        );
        drawn.dataset.at = String(at);
        drawn.dataset.sides = String(slot.sides);
        if (at === this.#current) drawn.setAttribute("aria-current", "true");
        return drawn;
      }),
    );
  }
}

/**
 * Make the button that asks a player for the roll of a form, with the place for the link; nothing for other dice.
 * @param {HTMLElement} place
 */
function makeAsking(place) {
  const roller = place.closest("fb-roller, fb-table");
  const id = roller?.getAttribute("mechanic") ?? roller?.getAttribute("table");
  if (!roller || !id || roller.hasAttribute("unshared") || place.closest(".fb-fight-form")) return [];
  const ask = makeButton("fb-again fb-ask", "Ask a player for this roll");
  const shown = make("div", { className: "fb-asking", hidden: true });
  const open = async () => {
    const form = roller.querySelector("form");
    const params = form ? values.readChangedValues(form) : {};
    const chosen = JSON.parse(roller.getAttribute("chosen") ?? "{}");
    try {
      const { offerRequest } = await import("#requests");
      await offerRequest(shown, { id, params, chosen, ...(id === "dice" && { title: params.notation }) });
    } catch {
      showError(shown, NO_SCRIPT);
    }
  };
  ask.addEventListener("click", ignoreRepeats(open));
  return [ask, shown];
}

/**
 * Scroll only a box to show an element in it.
 * @param {HTMLElement} box
 * @param {HTMLElement} part
 */
function showWithin(box, part) {
  const [around, there] = [box.getBoundingClientRect(), part.getBoundingClientRect()];
  if (there.bottom > around.bottom) box.scrollTop += there.bottom - around.bottom;
  if (there.top < around.top) box.scrollTop -= around.top - there.top;
}
