// The site's custom elements, and the one decision when Python starts: while the reader reads.
import "./list.js"; // first: forms take over the address by way of their lists
import "./calc.js";
import "./order.js";
import "./roller.js";
import "./table.js";
import "./die.js";
import { missingRoller } from "./address.js";
import { failureWords, say, showError } from "./answer.js";
import { gamesOnPage } from "./status.js";
import { runtime } from "./runtime.js";

const whenIdle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 200));

// Tables and dice in the text roll without Python.
function startWhileReading() {
  const wantsLittle = navigator.connection?.saveData; // then the first tap starts it
  if (document.querySelector("fb-roller, fb-calc, fb-order") && !wantsLittle) {
    whenIdle(() => runtime.start(gamesOnPage()));
  }
}

/** A link that names a roller this page does not have says so, and the page stays as it is. */
function checkAddress() {
  const missing = document.querySelector("fb-calc") ? null : missingRoller();
  if (missing === null) return;
  const place = document.createElement("div");
  document.querySelector(".fb-page .md-content__inner, .fb-page, main").prepend(place);
  const here = [...document.querySelectorAll("fb-roller")].map((roller) => roller.id).join(", ") || "none";
  showError(place, `roll: got “${missing}”, takes a roller of this page: ${here}.`);
}

runtime.addEventListener("change", () => {
  const { phase, reason } = runtime.state;
  if (phase === "failed") say(failureWords(reason));
});

function arrived() {
  checkAddress();
  startWhileReading();
}

// Material says here when instant navigation has brought another page, and once for the first.
globalThis.document$ ? globalThis.document$.subscribe(arrived) : arrived();
