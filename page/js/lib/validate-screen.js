// Validation of screens. A screen from a link or a file must be valid in every part. In a stored one, unreadable tiles
// of another version or an extension stay unchanged.
import { HEIGHTS, MOST_TILES, WIDTHS } from "./screen-tiles.js";

/** @typedef {import("./screen-tiles.js").Tile} Tile */

export const LONGEST_TEXT = 20_000;
const LONGEST = { title: 120, text: LONGEST_TEXT, value: 200, set: 60 };

/** page#id within the site: no other host, no parent folder. */
export const PLACE = /^([a-z0-9_-]+\/)*#[A-Za-z0-9][\w.-]*$/;

/**
 * Return the valid content of a screen from a link or a file.
 * @param {any} data
 * @returns {import("./screen-tiles.js").Screen}
 * @throws {Error} a sentence about the problem
 */
export function validateScreen(data) {
  if (!isObject(data) || data.screen !== 1) throw createError("This site can't read this as a screen.");
  if (!Array.isArray(data.tiles)) throw createError("The list of tiles is damaged.");
  if (data.tiles.length > MOST_TILES)
    throw createError(`This screen has ${data.tiles.length} tiles, and a screen can have up to ${MOST_TILES}.`);
  const tiles = data.tiles.map((/** @type {any} */ tile, /** @type {number} */ at) => validateTile(tile, at));
  if (new Set(tiles.map(({ key }) => key)).size < tiles.length) throw createError("Two tiles have the same key.");
  return { screen: 1, tiles };
}

/** Notice about an unreadable screen. */
export const UNREADABLE = "This saved screen can't be read. It stays saved, unchanged; “New screen” starts another.";

/** Return true for a stored screen, even if some of its tiles are unreadable. @param {any} data */
export const isScreen = (data) => isObject(data) && data.screen === 1 && Array.isArray(data.tiles);

/**
 * Return the readable tiles of a stored screen, with all their properties, and its unreadable ones.
 * @param {any} data
 */
export function readTiles(data) {
  /** @type {Map<string, Tile>} */
  const tiles = new Map();
  /** @type {any[]} */
  const unread = [];
  (isScreen(data) ? data.tiles : []).forEach((/** @type {any} */ each, /** @type {number} */ at) => {
    try {
      const tile = { ...each, ...validateTile(each, at, true) };
      if (tiles.has(tile.key)) throw createError("Two tiles have the same key.");
      tiles.set(tile.key, tile);
    } catch {
      unread.push(each);
    }
  });
  return { tiles: [...tiles.values()], unread };
}

/**
 * Return a change of a stored screen's tiles for `keep.update`. Unreadable tiles stay.
 * @param {(tiles: Tile[], keys: Set<unknown>) => Tile[]} change called with the tiles and with the keys of all tiles,
 *   including unreadable ones
 * @returns {(before: { data: any }) => { data: any } | null}
 */
export const buildTilesChange =
  (change) =>
  ({ data }) => {
    if (!isScreen(data)) return null;
    const { tiles, unread } = readTiles(data);
    const after = change(tiles, new Set([...tiles, ...unread].map((each) => each?.key)));
    return after === tiles ? null : { data: { ...data, tiles: [...after, ...unread] } };
  };

/**
 * @param {any} tile
 * @param {number} at
 * @param {boolean} [isKept] true for a stored screen, whose texts may have any length
 * @returns {Tile}
 */
function validateTile(tile, at, isKept = false) {
  const where = `Tile ${at + 1}`;
  if (!isObject(tile)) throw createError(`${where} is damaged.`);
  const refuse = (/** @type {string} */ name, /** @type {string} */ takes) =>
    createError(`${where} is damaged: “${name}” can be ${takes}, but is ${abbreviate(tile[name])}.`);
  const readText = (/** @type {string} */ name, most = LONGEST.title) => {
    const given = tile[name] ?? "";
    if (typeof given !== "string" || (given.length > most && !isKept))
      throw refuse(name, `text of at most ${most} characters`);
    return given;
  };
  const readWhole = (
    /** @type {string} */ name,
    /** @type {number} */ least,
    /** @type {number} */ most,
    /** @type {number} */ otherwise,
  ) => {
    const given = tile[name] ?? otherwise;
    if (!Number.isInteger(given) || given < least || given > most)
      throw refuse(name, `a whole number from ${least} to ${most}`);
    return given;
  };
  const common = {
    key: readText("key", 60) || `t${at + 1}`,
    title: readText("title"),
    width: readWhole("width", WIDTHS.least, WIDTHS.most, 4),
    height: readWhole("height", HEIGHTS.least, HEIGHTS.most, 0),
    folded: tile.folded === true,
  };
  switch (tile.kind) {
    case "block": {
      if (typeof tile.at !== "string" || (!isKept && (tile.at.length > 200 || !PLACE.test(tile.at)))) {
        throw refuse("at", "a page of this site and an id on it, such as game/combat/#game.attack");
      }
      return { ...common, kind: "block", at: tile.at, set: validateSet(tile.set, refuse, isKept) };
    }
    case "tracker":
      return {
        ...common,
        kind: "tracker",
        value: readWhole("value", -1e6, 1e6, 0),
        step: readWhole("step", 1, 1000, 1),
      };
    case "clock": {
      const segments = readWhole("segments", 2, 24, 4);
      return { ...common, kind: "clock", segments, filled: readWhole("filled", 0, segments, 0) };
    }
    case "note":
      return { ...common, kind: "note", text: readText("text", LONGEST.text) };
    case "table": {
      const dice = tile.dice ?? "";
      if (dice !== "" && dice !== "none") throw refuse("dice", "“none” or empty");
      return { ...common, kind: "table", text: readText("text", LONGEST.text), dice };
    }
    case "fight":
      return { ...common, kind: "fight", fight: readText("fight", 36) };
    default:
      throw refuse("kind", "block, tracker, clock, note, table or fight");
  }
}

/**
 * @param {any} given
 * @param {(name: string, takes: string) => Error} refuse
 * @param {boolean} isKept
 */
function validateSet(given, refuse, isKept) {
  const pairs = Object.entries(isObject(given) ? given : {});
  const isSound =
    pairs.every(([, value]) => typeof value === "string")
    && (isKept
      || (pairs.length <= LONGEST.set
        && pairs.every(([name, value]) => /^[\w.]{1,80}$/.test(name) && value.length <= LONGEST.value)));
  if (!isSound || (given !== undefined && !isObject(given)))
    throw refuse("set", "short texts by the names of a form's fields");
  return /** @type {Record<string, string>} */ (Object.fromEntries(pairs));
}

/** @param {any} value @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {any} value */
const abbreviate = (value) => (JSON.stringify(value) ?? "nothing").slice(0, 60);

/** @param {string} reason a sentence */
const createError = (reason) => new Error(`${reason} Use a screen that this site exported.`);
