// Pin button that puts the block under the pointer, the last tap or the focus on a GM's screen. The page has only one,
// and its first use loads the script.
import { make } from "../../lib/dom.js";
import { notify } from "../../lib/notice.js";

const BLOCKS = "fb-roller, fb-calc, fb-order, fb-counted, fb-dice-odds, fb-table, .fb-heat:not(fb-counted *)";
const LINES = ".fb-actions, .fb-table-bar, .fb-calc-tools"; // existing rows of buttons in a block
const ICON =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M16 12V4h1V2H7v2h1v8l-2 2v2h5.2v6h1.6v-6H18v-2z"/></svg>';

/** Show the pin at the block that the reader uses. */
export function offerPins() {
  const pin = make("button", { type: "button", className: "fb-pin", innerHTML: ICON });
  let [x, y] = [-1, -1];
  const offer = (/** @type {Event} */ event) => {
    const { target } = event;
    if (event instanceof PointerEvent) {
      const isStill = event.clientX === x && event.clientY === y; // ignore blocks that scroll under a resting pointer
      [x, y] = [event.clientX, event.clientY];
      if (isStill) return;
    }
    const block = target instanceof Element ? target.closest(BLOCKS) : null;
    if (
      !block
      || block.contains(pin)
      || block.closest("fb-screen, fb-fight, fb-sheets, fb-workbench, dialog, .fb-result, details.fb-odds")
    )
      return;
    if (!block.id && !block.querySelector("table[id]")) return; // an address couldn't name it
    const name =
      block.querySelector(".fb-calc-body, .fb-dice-odds-body")?.getAttribute("aria-label")
      ?? block.querySelector(".fb-title > span, caption")?.textContent?.trim().split(" · ")[0]
      ?? "";
    pin.setAttribute("aria-label", `Put ${name || "this"} on your screen`);
    pin.title = "Put this on your screen";
    const line = block.querySelector(LINES);
    if (line) line.append(pin);
    else block.prepend(pin);
  };
  for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, offer);
  pin.addEventListener("click", async () => {
    const block = pin.closest(BLOCKS);
    try {
      const screens = await import("#screen");
      if (block) await screens.pin(block, pin);
    } catch {
      notify("Your screens couldn't be loaded. Reload the page once you're online");
    }
  });
}
