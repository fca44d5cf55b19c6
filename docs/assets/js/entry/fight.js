// Script for pages with a fight.
import { Fight } from "../features/encounters/encounter.js";

customElements.define("fb-fight", Fight);
