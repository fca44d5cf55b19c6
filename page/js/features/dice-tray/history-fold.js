// A fold of the history's page that follows the history, but draws only while it is open.
import { make } from "#shared";
import { watchPast } from "./history.js";

export class HistoryFold extends HTMLElement {
  place = make("div");
  #details;
  #stopWatching = () => {};

  /** @param {string} title @param {string} className */
  constructor(title, className) {
    super();
    this.#details = make("details", { className: `fb-fold ${className}` }, make("summary", {}, title), this.place);
    this.#details.addEventListener("toggle", () => this.#draw(true));
  }

  connectedCallback() {
    if (!this.contains(this.#details)) this.replaceChildren(this.#details);
    this.#stopWatching = watchPast(() => this.#draw(false));
    if (location.hash === `#${this.id}`) this.#details.open = true;
  }

  disconnectedCallback() {
    this.#stopWatching();
  }

  /** @param {boolean} isOpened */
  #draw(isOpened) {
    if (this.#details.open) this.draw(isOpened);
  }

  /**
   * Draw the history as it is now.
   * @param {boolean} _isOpened true if the reader has just opened it
   */
  async draw(_isOpened) {}
}
