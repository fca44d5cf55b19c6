// The nameplate of a sheet: the way back, the character's name and one line about them, and what can be done with the
// sheet.
import { findClicked, make, makeAction, makeButton, resolveAddress } from "#shared";

/**
 * @typedef {object} Tool
 * @property {string} name its class
 * @property {string} label
 * @property {string} [icon] of a tool that a wide screen shows next to the menu
 * @property {() => void} act
 */

export class Nameplate {
  /** The name, which gets the focus when the sheet opens. */
  name = make("h3", { className: "fb-sheet-name", tabIndex: -1 });
  #line = make("p", { className: "fb-plate-line" });
  #menu = make("div", { className: "fb-plate-menu", role: "group", "aria-label": "This sheet", hidden: true });
  #opener = makeButton("fb-plate-button fb-plate-more fb-icon fb-icon--dots", "", "More: edit, print, share");
  /** @type {Map<string, HTMLButtonElement[]>} the buttons of each tool */
  #buttons = new Map();

  /**
   * @param {() => void} goBack
   * @param {Tool[]} tools
   */
  constructor(goBack, tools) {
    const back = makeAction("fb-plate-button fb-sheet-back fb-icon fb-icon--arrow", "", goBack, "All characters");
    this.#opener.setAttribute("aria-expanded", "false");
    const wide = tools.filter(({ icon }) => icon).map((tool) => this.#makeTool(tool, true));
    this.#menu.append(...tools.map((tool) => this.#makeTool(tool, false)));
    this.element = make(
      "header",
      { className: "fb-plate" },
      ...makeArt(),
      back,
      make("div", { className: "fb-plate-name" }, this.name, this.#line),
      make("div", { className: "fb-plate-tools" }, ...wide, this.#opener, this.#menu),
    );
    this.#listen();
  }

  /** @param {string} name @param {string} line */
  show(name, line) {
    if (this.name.textContent !== name) this.name.textContent = name;
    if (this.#line.textContent !== line) this.#line.textContent = line;
  }

  /** @param {string} name the tool's class @param {boolean} isPressed */
  press(name, isPressed) {
    for (const button of this.#buttons.get(name) ?? []) button.setAttribute("aria-pressed", String(isPressed));
  }

  /** @param {Tool} tool @param {boolean} isWide */
  #makeTool({ name, label, icon, act }, isWide) {
    const look = isWide ? `fb-plate-button fb-plate-button--wide fb-icon--before fb-icon--${icon}` : name;
    const button = makeAction(look, label, () => {
      this.#close(!isWide);
      act();
    });
    this.#buttons.set(name, [...(this.#buttons.get(name) ?? []), button]);
    return button;
  }

  #listen() {
    this.#opener.addEventListener("click", () => {
      const opens = this.#menu.hidden;
      this.#menu.hidden = !opens;
      this.#opener.setAttribute("aria-expanded", String(opens));
      if (opens) this.#menu.querySelector("button")?.focus({ preventScroll: true });
    });
    this.element.addEventListener("keydown", (event) => this.#handleKey(event));
    const close = (/** @type {Event} */ { target }) => {
      if (!(target instanceof Node) || this.#menu.hidden) return;
      if (!this.#menu.contains(target) && !this.#opener.contains(target)) this.#close(false);
    };
    for (const kind of ["pointerdown", "focusin"]) document.addEventListener(kind, close, { signal: this.#end.signal });
  }

  #end = new AbortController();

  /** Stop listening to the page. */
  end() {
    this.#end.abort();
  }

  /** @param {boolean} isFocusing true if the focus returns to the button that opened the menu */
  #close(isFocusing) {
    if (this.#menu.hidden) return;
    this.#menu.hidden = true;
    this.#opener.setAttribute("aria-expanded", "false");
    if (isFocusing) this.#opener.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    if (this.#menu.hidden) return;
    if (event.key === "Escape") this.#close(true);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const pressed = findClicked(event, ".fb-plate-menu > button");
    if (!step || !pressed) return;
    const all = [...this.#menu.querySelectorAll("button")];
    event.preventDefault();
    all[(all.indexOf(pressed) + step + all.length) % all.length].focus();
  }
}

/** Make the game's drawing, if the page has one. */
function makeArt() {
  const path = document.querySelector("[data-art]")?.getAttribute("data-art");
  if (!path) return [];
  const art = make("span", { className: "fb-plate-art", "aria-hidden": "true" });
  const fade = "linear-gradient(90deg, transparent, #000 60%)";
  art.style.maskImage = `url("${resolveAddress(path)}"), ${fade}`;
  return [art];
}
