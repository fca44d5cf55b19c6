// The site's custom elements, and the one decision when Python starts: while the reader reads.
import "./list.js";
import "./order.js";
import "./roller.js";
import "./table.js";
import "./die.js";
import { gamesOnPage } from "./status.js";
import { runtime } from "./runtime.js";

const whenIdle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 200));

function startWhileReading() {
  const wantsLittle = navigator.connection?.saveData; // then the first tap starts it
  if (document.querySelector("fb-roller, fb-order, fb-table[die], fb-die") && !wantsLittle) {
    whenIdle(() => runtime.start(gamesOnPage()));
  }
}

// Material says here when instant navigation has brought another page, and once for the first.
globalThis.document$ ? globalThis.document$.subscribe(startWhileReading) : startWhileReading();
