// First module of every page: defines the dice in the text, so that they roll before the main script has arrived.
import { DiceSet, Die } from "../components/die.js";

const { documentElement: page } = document;
// like entry/main.js
if (page.hasAttribute("data-first") && !page.hasAttribute("data-unscripted")) {
  customElements.define("fb-die", Die);
  customElements.define("fb-dice", DiceSet);
}
