// Script for rolls that a GM asks a player for, loaded with the first one and on the page that opens their links.
import { addStyles } from "#shared";
import { AskedRoll } from "../features/requests/asked-roll.js";

export { openFightAnswer } from "../features/requests/fight-answer.js";
export { offerFightRequest, offerRequest } from "../features/requests/offer-request.js";

await addStyles("requests");
if (!customElements.get("fb-asked")) customElements.define("fb-asked", AskedRoll);
