// Script for pages with a fight.
import { addStyles } from "#shared";
import { Fight } from "../features/encounters/encounter.js";

await addStyles("fight"); // the link in a page applies too late if the reader came by a link
customElements.define("fb-fight", Fight);
