// First use of a block, which loads the buttons that appear at the blocks in use.
import { addStyles } from "../../lib/styles.js";

const BLOCKS = "fb-roller, fb-calc, fb-order, fb-counted, fb-dice-odds, fb-table, .fb-heat";

/** Load the buttons with the first pointer or focus in a block; without a connection, try again with the next. */
export function offerTools() {
  const load = async (/** @type {Event} */ event) => {
    if (!(event.target instanceof Element) || !event.target.closest(BLOCKS)) return;
    listen("removeEventListener");
    try {
      const [tools] = await Promise.all([import("#block-tools"), addStyles("block-tools")]);
      tools.showTools(event);
    } catch {
      listen("addEventListener");
    }
  };
  const listen = (/** @type {"addEventListener" | "removeEventListener"} */ how) => {
    for (const kind of ["pointerover", "focusin"]) document[how](kind, load);
  };
  listen("addEventListener");
}
