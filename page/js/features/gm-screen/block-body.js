// Content of a block's tile: the block from its page. The tile stores the values of its form.
import { explainFailure, fillPage, make, makeAction, resolveAddress, toFailure } from "#shared";
import { fetchBlock, findForm, readSet, setForms } from "./blocks.js";
import { debounce } from "./debounce.js";

/**
 * @param {import("../../lib/screen-tiles.js").Tile} tile
 * @param {import("./tile-renderers.js").Change} change
 * @param {HTMLElement} [there] the element if it is on the page already
 * @returns {import("./tile.js").Body}
 */
export function makeBlockBody(tile, change, there) {
  const element = there ?? make("div", { className: "fb-tile-block" });
  const saving = debounce(() => change(() => ({ set: readSet(element) })));
  let isSetting = false; // by this script rather than by a reader
  if (!there) load();
  element.addEventListener("input", (event) => {
    if (event.target instanceof Element && event.target.closest("form") === findForm(element) && !isSetting)
      saving.schedule();
  });
  return { element, show() {}, end: saving.runNow };

  async function load() {
    element.setAttribute("aria-busy", "true");
    try {
      const blocks = await fetchBlock(tile.at ?? "");
      if (blocks.some((block) => block.matches("fb-dice-odds"))) await import("#dice-odds");
      element.replaceChildren(...blocks);
      isSetting = true;
      setForms(element, tile.set ?? {});
      isSetting = false;
      await fillPage();
    } catch (error) {
      const again = makeAction("fb-add", "Try again", load);
      const { message } = await explainFailure(toFailure(error, "something it needs couldn't be downloaded"));
      element.replaceChildren(
        make(
          "p",
          { className: "fb-error" },
          `This couldn't be loaded: ${message}. See `,
          make("a", { href: resolveAddress(tile.at ?? "") }, "its own page"),
          ".",
        ),
        again,
      );
    }
    element.removeAttribute("aria-busy");
  }
}
