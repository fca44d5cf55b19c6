// Button that opens the reader's own dice below a roller or a table. Their script loads with the first press at the latest.
import { showError } from "./result-view.js";

/** @typedef {import("#own-dice").OwnDice} OwnDice */

export class OwnDiceOpener {
  /** @type {OwnDice | null} */
  #own = null;
  #isLoading = false;

  /** @param {ConstructorParameters<typeof import("#own-dice").OwnDice>} settings */
  constructor(...settings) {
    const [place, opener] = settings;
    const open = async () => {
      if (this.#isLoading) return;
      this.#isLoading = true;
      try {
        const { OwnDice } = await import("#own-dice");
        opener.removeEventListener("click", open); // the loaded module listens from now on
        this.#own = new OwnDice(...settings);
        this.#own.toggle();
      } catch {
        place.hidden = false;
        showError(place, "The dice couldn't be loaded. Reload the page once you're online.");
      }
      this.#isLoading = false;
    };
    opener.addEventListener("click", open);
  }

  /** Ask for the dice again after the form has changed. */
  changed() {
    this.#own?.changed();
  }

  /** Show that the dice to ask for aren't known yet. */
  wait() {
    this.#own?.wait();
  }
}
