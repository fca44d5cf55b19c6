// Sharing of screens, as links with the screen in the fragment or as files, and import of both. The shared script loads
// only when a GM opens the panel of screens or a link with one.
import { make, makeAction, resolveAddress, say } from "#shared";
import { keep } from "#store";
import { validateScreen } from "../../lib/validate-screen.js";

/**
 * Load the shared script. A GM may be about to press a button that needs it: some browsers only let a page copy a link
 * right after a tap.
 * @param {string} [what] the part that the error names
 * @throws {Error} a sentence if it can't be loaded
 */
export const loadSharing = (what = "Sharing") =>
  import("#play-shared").catch(() => {
    throw new Error(`${what} couldn't be loaded. Reload the page once you're online.`);
  });

/** @typedef {{ name: string, game: string, tiles: import("../../lib/screen-tiles.js").Tile[] }} Shown */

/** @param {Shown} shown */
const toShared = ({ name, game, tiles }) => ({
  screen: 1,
  name,
  game,
  tiles: tiles.map(({ fight: _, ...tile }) => tile),
}); // links to fights work only on this device

/**
 * Return a link with a screen in it, or null if some apps would shorten it.
 * @param {Shown} shown
 * @throws {Error} a sentence if sharing can't be loaded
 */
export async function buildShareLink(shown) {
  const { buildLink, LONGEST_EVERYWHERE } = await loadSharing();
  const link = await buildLink(
    resolveAddress(shown.game ? `${shown.game}/screen/` : "screen/"),
    "screen",
    toShared(shown),
  );
  return link !== null && link.length <= LONGEST_EVERYWHERE ? link : null;
}

/**
 * @param {Shown} shown
 * @throws {Error} a sentence if sharing can't be loaded
 */
export async function saveFile(shown) {
  const { saveAs } = await loadSharing();
  saveAs(shown.name || "screen", JSON.stringify(toShared(shown), null, 1));
}

/**
 * Import all records of a file, or none.
 * @param {File} file
 * @returns {Promise<{ words: string, screen: import("#store").StoredRecord | null }>} the screen if the file had
 *   exactly one
 * @throws {Error} a sentence if the file can't be imported
 */
export async function importScreens(file) {
  const before = new Set((await keep.list("screens")).map(({ id }) => id));
  const { importFile } = await import("#data").catch(() => {
    throw new Error("The import couldn't be loaded. Reload the page once you're online.");
  });
  const words = await importFile(file);
  const fresh = (await keep.list("screens")).filter(({ id }) => !before.has(id));
  return { words, screen: fresh.length === 1 ? fresh[0] : null };
}

/**
 * Offer the screen in a link, which is saved only at the reader's request. Return true if there is one.
 * @param {import("./gm-screen.js").Screen} host
 */
export async function offerLinkedScreen(host) {
  if (!location.hash.startsWith("#screen=")) return false;
  const leave = () => history.replaceState(history.state, "", location.pathname + location.search);
  try {
    const { describeLengths, findNamesake, findSame, makeChoice, makeOpening, makeReplacement, readFragment } =
      await loadSharing("The screen in this link");
    const brought = await readFragment("screen", location.hash);
    const data = validateScreen(brought);
    const name =
      typeof brought.name === "string" && brought.name.trim() ? brought.name.trim().slice(0, 80) : "A shared screen";
    const saved = (await keep.list("screens")).filter((each) => each.game === host.game);
    const own = findSame("screens", saved, data);
    const namesake = own ? undefined : findNamesake("screens", saved, name, data);
    const words = `Someone shared a screen with you: ${name}, with ${data.tiles.length} ${data.tiles.length === 1 ? "tile" : "tiles"}.`;
    const differs = namesake
      ? ` You have one of that name already, which differs: ${describeLengths("tile", data.tiles, namesake.data?.tiles)}.`
      : "";
    const open = async (/** @type {string} */ id, /** @type {Node[]} */ notice = []) => {
      leave();
      await host.open(id);
      host.showNotice(notice);
    };
    const place = { store: /** @type {const} */ ("screens"), look: "fb-add", open };
    const save = async () => {
      const { id } = own ?? (await keep.add("screens", { game: host.game, name, data }));
      await open(id);
      say(own ? `${own.name} is open.` : `${name} is saved on this device.`);
    };
    const no = makeAction("fb-add", "No, thanks", () => {
      leave();
      host.showNotice([]);
    });
    const replaced = {
      label: "Replace mine",
      replaced: `The screen from the link has replaced ${namesake?.name}.`,
      back: "Bring mine back",
      returned: `${namesake?.name} is back as it was.`,
    };
    const question = own ? `${words} It is on this device already.` : `${words}${differs}`;
    const buttons = [
      makeChoice(place, own ? "Open it" : namesake ? "Save both" : "Save it", save),
      ...(namesake ? [makeReplacement(place, namesake, { data }, replaced), makeOpening(place, namesake)] : []),
      no,
    ];
    host.showNotice([make("p", {}, question, " ", ...buttons)]);
    say(question);
  } catch (error) {
    host.refuse(error instanceof Error ? error.message : String(error));
  }
  return true;
}
