// Button that opens manual dice below a roller or a table. Their script loads with the first press at the latest.
import { showError } from "./result-view.js";

/** @typedef {import("#manual-dice").ManualDice} ManualDice */

export class ManualDiceOpener {
  /** @type {ManualDice | null} */
  #dice = null;
  #isLoading = false;

  /** @param {ConstructorParameters<typeof import("#manual-dice").ManualDice>} settings */
  constructor(...settings) {
    const [place, opener] = settings;
    const open = async () => {
      if (this.#isLoading) return;
      this.#isLoading = true;
      try {
        const { ManualDice, styles } = await import("#manual-dice");
        await styles;
        opener.removeEventListener("click", open); // the loaded module listens from now on
        this.#dice = new ManualDice(...settings);
        place.hidden = true; // an earlier press may have shown an error in it
        this.#dice.toggle();
      } catch {
        place.hidden = false;
        showError(place, "The dice couldn't be loaded. Reload the page once you're online.");
      }
      this.#isLoading = false;
    };
    opener.addEventListener("click", open);
  }

  /** Ask for the dice again after the form has changed. */
  update() {
    this.#dice?.update();
  }

  /** Show that the dice to ask for aren't known yet. */
  wait() {
    this.#dice?.wait();
  }
}
