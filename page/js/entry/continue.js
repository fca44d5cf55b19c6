// Script for pages that list what a reader can continue, and for addresses that ask for the last character.
import { Continue, goToLast } from "../features/continue-list/continue-list.js";

export { goToLast };

customElements.define("fb-continue", Continue);
