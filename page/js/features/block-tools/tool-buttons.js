// Buttons at the block under the pointer, the last tap or the focus: one puts it on a GM's screen, the other gives the code
// that shows it on another site. The page has each only once, and its first use loads the script.
import { make, notify } from "#shared";

const BLOCKS = "fb-roller, fb-calc, fb-order, fb-counted, fb-dice-odds, fb-table, .fb-heat:not(fb-counted *)";
const ELSEWHERE = "fb-screen, fb-fight, fb-sheets, fb-workbench, dialog, .fb-result, details.fb-odds";
const EMBEDDED = "fb-roller[mechanic], fb-table[table]:not([own]), fb-calc";
const LINES = ".fb-actions, .fb-table-bar, .fb-calc-tools"; // existing rows of buttons in a block

/** @param {string} path */
const drawIcon = (path) => `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
const PIN = drawIcon("M16 12V4h1V2H7v2h1v8l-2 2v2h5.2v6h1.6v-6H18v-2z");
const CODE = drawIcon("M9.4 16.6 4.8 12l4.6-4.6L8 6l-6 6 6 6zm5.2 0 4.6-4.6-4.6-4.6L16 6l6 6-6 6z");

/**
 * Show the buttons at the block that the reader uses, now and later.
 * @param {Event} first the event that has loaded this
 */
export function showTools(first) {
  const pin = makeTool("fb-block-tool fb-pin", PIN, "Put this on your screen");
  const embed = makeTool("fb-block-tool fb-embed-open", CODE, "Copy embed code");
  let [x, y] = [-1, -1];
  const offer = (/** @type {Event} */ event) => {
    const { target } = event;
    if (event instanceof PointerEvent) {
      const isStill = event.clientX === x && event.clientY === y; // ignore blocks that scroll under a resting pointer
      [x, y] = [event.clientX, event.clientY];
      if (isStill) return;
    }
    const block = target instanceof Element ? target.closest(BLOCKS) : null;
    if (!block || block.contains(pin) || block.closest(ELSEWHERE)) return;
    if (!block.id && !block.querySelector("table[id]")) return; // an address couldn't name it
    const name = findName(block);
    pin.setAttribute("aria-label", `Put ${name || "this"} on your screen`);
    embed.setAttribute("aria-label", `Copy embed code of ${name || "this"}`);
    const hasPage = document.querySelector("meta[name=fb-embeds]") && block.matches(EMBEDDED);
    const line = block.querySelector(LINES);
    const tools = hasPage ? [embed, pin] : [pin];
    embed.remove();
    if (line) line.append(...tools);
    else block.prepend(...tools);
  };
  for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, offer);
  offer(first);
  pin.addEventListener("click", async () => {
    const block = pin.closest(BLOCKS);
    try {
      const screens = await import("#screen");
      if (block) await screens.pin(block, pin);
    } catch {
      notify("Your screens couldn't be loaded. Reload the page once you're online");
    }
  });
  embed.addEventListener("click", async () => {
    const block = embed.closest(BLOCKS);
    try {
      const { showCode } = await import("#embed-code");
      if (block) await showCode(block, findName(block), embed);
    } catch {
      notify("The embed code couldn't be loaded. Reload the page once you're online");
    }
  });
}

/** @param {string} className @param {string} innerHTML @param {string} title */
const makeTool = (className, innerHTML, title) => make("button", { type: "button", className, innerHTML, title });

/** Return the title of a block, or "". @param {Element} block */
const findName = (block) =>
  block.querySelector(".fb-calc-body, .fb-dice-odds-body")?.getAttribute("aria-label")
  ?? block.querySelector(".fb-title > span, caption")?.textContent?.trim().split(" · ")[0]
  ?? "";
