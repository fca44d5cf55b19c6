// Main script of an embedded block: defines the block's elements, without the site around them and without storage.
import { Die } from "../components/die.js";
import { Next } from "../components/follow-up-roll.js";
import { Calculator } from "../components/forms/calculator.js";
import { List } from "../components/forms/list.js";
import { OddsModeSwitch } from "../components/forms/odds-mode.js";
import { Roller } from "../components/roller.js";
import { listPageIds, Status } from "../components/status.js";
import { Table } from "../components/table.js";
import { leaveFrame } from "../features/embed/outward-links.js";
import { answerHere, hasNoOrigin, replaceSubmission } from "../features/embed/without-origin.js";
import { runWhenIdle } from "../lib/lifecycle.js";
import { guardNumberFields } from "../lib/number-fields.js";
import { settleScrollers } from "../lib/scrollers.js";
import { prepareRolls, prepareWorker } from "../rules-client/compiled-rules.js";
import { runtime } from "../rules-client/runtime.js";

export * from "../components/embed-shared.js";

/** Elements in the order of definition: lists come before forms, which set their lists from the address. */
const ELEMENTS = {
  "fb-list": List,
  "fb-status": Status,
  "fb-die": Die,
  "fb-next": Next,
  "fb-table": Table,
  "fb-roller": Roller,
  "fb-calc": Calculator,
  "fb-counted": OddsModeSwitch,
};

const game = document.querySelector("[data-game]")?.getAttribute("data-game") ?? "";
if (hasNoOrigin) {
  runtime.answerElsewhere(game, answerHere);
  replaceSubmission();
}
for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element);
for (const roller of document.querySelectorAll("fb-roller")) roller.setAttribute("filled", ""); // nobody fills it here
prepareRolls(listPageIds("mechanic"));
if (!hasNoOrigin) for (const id of listPageIds("calculator")) runWhenIdle(() => prepareWorker(id, "odds"));
leaveFrame();
guardNumberFields();
settleScrollers();
document.documentElement.setAttribute("data-first", ""); // checked by entry/embed-start.js
