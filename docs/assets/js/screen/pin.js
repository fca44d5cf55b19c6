// Putting a block of a page on the screen that was used last, from where it stands.
import { button, make, say } from "../page/main.js";
import { keep, TROUBLE_WORDS } from "../play/keep.js";
import { placeOfBlock, setOf, widthOf } from "./blocks.js";
import { including, MOST_TILES, tileOf, without } from "./tiles.js";
import { lastUsed, linkTo, use } from "./used.js";

/**
 * Put a block on a screen; a line says so.
 * @param {Element} block
 * @param {Element} pinned the pin, which the line stands beside
 */
export async function pin(block, pinned) {
  const about = placeOfBlock(block);
  if (!about) return;
  const screen = await lastUsed() ?? await keep.add("screens", { game: "", name: "My screen", data: { screen: 1, tiles: [] } });
  let key = "";
  let isThere = false;
  const after = await keep.update("screens", screen.id, ({ data }) => {
    isThere = data.tiles.some((/** @type {any} */ tile) => tile.at === about.at);
    if (isThere || data.tiles.length >= MOST_TILES) return null;
    const tile = tileOf(data.tiles, { kind: "block", ...about, set: setOf(block), width: widthOf(block) });
    ({ key } = tile);
    return { data: { ...data, tiles: including(data.tiles, tile) } };
  });
  if (!after) return;
  use(after.game, after.id);
  const title = about.title || "This";
  tell(pinned, isThere ? `${title} stands there already: ` : key ? `${title} is on ` : `There is no room for ${title} on `,
    after, key && (() => keep.update("screens", after.id, ({ data }) => ({ data: { ...data, tiles: without(data.tiles, key) } }))));
}

/**
 * @param {Element} pinned
 * @param {string} words
 * @param {import("../play/keep.js").Kept} screen
 * @param {"" | (() => Promise<unknown>)} takeBack
 */
function tell(pinned, words, screen, takeBack) {
  const link = make("a", { href: linkTo(screen) }, screen.name);
  const line = make("p", { className: "fb-pinned" }, words, link, ".");
  if (keep.trouble) line.append(` ${TROUBLE_WORDS[keep.trouble]}`);
  if (takeBack) {
    const undo = button("fb-add", "Undo");
    undo.addEventListener("click", async () => {
      await takeBack();
      line.replaceChildren("It is off again.");
      say("It is off the screen again.");
    });
    line.append(" ", undo);
  }
  document.querySelectorAll(".fb-pinned").forEach((each) => each.remove());
  const buttons = pinned.parentElement?.matches("div:not(.fb-heat)") ? pinned.parentElement : null;
  if (buttons) buttons.after(line);
  else pinned.before(line);
  link.focus();
  say(line.textContent ?? "");
}
