// The tray's dialog: at the bottom of phones, at the side of wide screens. A tap outside, Escape and the back button
// close it.
import { make, makeAction } from "#shared";
import { CoreRoll } from "./core-roll.js";
import { Dice } from "./dice.js";

const PANES = { dice: "Dice", past: "Rolls" };

export class Tray {
  #core = new CoreRoll();
  #dice = new Dice();
  #dialog = make("dialog", { className: "fb-tray md-typeset", "aria-label": "Dice tray" });
  /** True if the tray has an entry in the browser's history, so that the back button closes it. */
  #isInHistory = false;
  /** Called once that entry is left; browsers navigate asynchronously. @type {(() => void) | null} */
  #onLeft = null;

  constructor() {
    const close = makeAction("fb-tray-close", "×", () => this.close(), "Close the dice tray");
    const tabs = Object.entries(PANES).map(([name, words]) => {
      const tab = make(
        "button",
        { type: "button", role: "tab", id: `fb-tray-${name}`, "aria-controls": `fb-tray-${name}-pane` },
        words,
      );
      tab.addEventListener("click", () => this.#turnTo(name));
      return tab;
    });
    const list = make("div", { className: "fb-tray-tabs", role: "tablist", "aria-label": "Dice tray" }, ...tabs);
    list.addEventListener("keydown", ({ key }) => {
      if (!["ArrowLeft", "ArrowRight"].includes(key)) return;
      const other = tabs.find((tab) => tab !== document.activeElement);
      other?.focus();
      other?.click();
    });
    const makePane = (/** @type {string} */ name, /** @type {HTMLElement[]} */ ...content) =>
      make(
        "div",
        {
          className: `fb-tray-pane fb-tray-pane--${name}`,
          id: `fb-tray-${name}-pane`,
          role: "tabpanel",
          "aria-labelledby": `fb-tray-${name}`,
        },
        ...content,
      );
    this.#dialog.append(
      make("div", { className: "fb-tray-head" }, list, close),
      makePane("dice", this.#core.element, this.#dice.element),
      makePane("past"),
    );
    this.#dialog.addEventListener("click", (event) => this.#handleClick(event));
    this.#dialog.addEventListener("close", () => this.#leave());
    addEventListener("stepped", () => this.#handleLeave());
    document.addEventListener("click", (event) => this.#isLeaving && this.#follow(event), true); // back would undo it
    document.body.append(this.#dialog);
    this.#turnTo("dice");
  }

  async toggle() {
    if (this.#dialog.open) this.close();
    else await this.open();
  }

  async open() {
    if (document.querySelector("dialog:modal")) return; // the search is open
    if (this.#isLeaving) {
      this.#onLeft = () => this.open();
      return;
    }
    this.#turnTo("dice");
    this.#dialog.showModal();
    history.pushState(history.state, "");
    this.#isInHistory = true;
    await Promise.all([this.#core.show(), this.#dice.show()]);
  }

  close() {
    this.#dialog.close();
  }

  /** @param {string} name */
  #turnTo(name) {
    for (const each of Object.keys(PANES)) {
      const [tab, pane] = [`#fb-tray-${each}`, `#fb-tray-${each}-pane`].map((part) => this.#dialog.querySelector(part));
      tab?.setAttribute("aria-selected", String(each === name));
      tab?.setAttribute("tabindex", each === name ? "0" : "-1");
      if (pane instanceof HTMLElement) pane.hidden = each !== name;
    }
    const pane = this.#dialog.querySelector("#fb-tray-past-pane");
    if (name === "past" && pane && !pane.childElementCount) pane.append(document.createElement("fb-history"));
  }

  /** True if the tray is closed but the browser hasn't gone back yet. */
  get #isLeaving() {
    return this.#onLeft !== null || (this.#isInHistory && !this.#dialog.open);
  }

  /** Remove the tray's entry from the browser's history after it closed. */
  #leave() {
    if (!this.#isInHistory) return;
    this.#isInHistory = false;
    this.#onLeft ??= () => {};
    history.back();
  }

  #handleLeave() {
    if (this.#onLeft) {
      const act = this.#onLeft;
      this.#onLeft = null;
      act();
    } else if (this.#isInHistory) {
      this.#isInHistory = false;
      this.#dialog.close();
    }
  }

  /** @param {MouseEvent} event */
  #handleClick(event) {
    if (event.target === this.#dialog) this.close();
    if (this.#follow(event)) this.close();
  }

  /**
   * Follow a link once the tray's entry is gone, so that the back button returns to this page.
   * @param {MouseEvent} event
   */
  #follow(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link?.href || link.download || event.ctrlKey || event.metaKey || event.shiftKey) return false;
    event.preventDefault();
    event.stopPropagation();
    this.#onLeft = () => (this.#dialog.contains(link) ? go(link.href) : link.click());
    return true;
  }
}

/** @param {string} href */
function go(href) {
  const way = make("a", { href, hidden: true });
  document.body.append(way);
  way.click();
  way.remove();
}
