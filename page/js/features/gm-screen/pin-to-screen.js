// Pinning of a page's block to the last used screen.
import { focusOn, make, makeAction, say } from "#shared";
import { keep, TROUBLE_WORDS } from "#store";
import { createTile, insertTile, MOST_TILES, removeTile } from "../../lib/screen-tiles.js";
import { buildTilesChange } from "../../lib/validate-screen.js";
import { chooseWidth, findBlockPlace, readSet } from "./blocks.js";
import { buildScreenLink, findLastUsed, use } from "./recent-screens.js";

/**
 * Add a block to a screen and report it in a line.
 * @param {Element} block
 * @param {Element} pinned the pin button, next to which the line appears
 */
export async function pin(block, pinned) {
  const about = findBlockPlace(block);
  if (!about) return;
  const screen =
    (await findLastUsed())
    ?? (await keep.add("screens", { game: "", name: "My screen", data: { screen: 1, tiles: [] } }));
  let key = "";
  let isThere = false;
  const after = await keep.update(
    "screens",
    screen.id,
    buildTilesChange((tiles, keys) => {
      isThere = tiles.some((tile) => tile.at === about.at);
      if (isThere || tiles.length >= MOST_TILES) return tiles;
      const tile = createTile(tiles, { kind: "block", ...about, set: readSet(block), width: chooseWidth(block) }, keys);
      ({ key } = tile);
      return insertTile(tiles, tile);
    }),
  );
  if (!after) return;
  use(after.game, after.id);
  const title = about.title || "This";
  tell(
    pinned,
    isThere ? `${title} is already on ` : key ? `${title} is on ` : `There is no room for ${title} on `,
    after,
    key
      && (() =>
        keep.update(
          "screens",
          after.id,
          buildTilesChange((tiles) => removeTile(tiles, key)),
        )),
  );
}

/**
 * @param {Element} pinned
 * @param {string} words
 * @param {import("#store").StoredRecord} screen
 * @param {"" | (() => Promise<unknown>)} takeBack
 */
function tell(pinned, words, screen, takeBack) {
  const link = make("a", { href: buildScreenLink(screen) }, screen.name);
  const line = make("p", { className: "fb-pinned" }, words, link, ".");
  if (keep.trouble) line.append(` ${TROUBLE_WORDS[keep.trouble]}`);
  say(line.textContent ?? ""); // without the button's text
  if (takeBack) {
    const undo = makeAction("fb-add", "Undo", async () => {
      await takeBack();
      line.replaceChildren("Removed from your screen.");
      say("Removed from your screen.");
      if (line.parentElement?.contains(pinned)) focusOn(pinned); // the pointer may have moved it to another block
    });
    line.append(" ", undo);
  }
  document.querySelectorAll(".fb-pinned").forEach((each) => each.remove());
  const buttons = pinned.parentElement?.matches("div:not(.fb-heat)") ? pinned.parentElement : null;
  if (buttons) buttons.after(line);
  else pinned.before(line);
  link.focus();
}
