// A screen that somebody else brings, by a link or a file: taken only as it is right in all its parts.
import { HEIGHTS, MOST_TILES, WIDTHS } from "./tiles.js";

export const LONGEST_TEXT = 20_000;
const LONGEST = { title: 120, text: LONGEST_TEXT, value: 200, set: 60 };

/** page#id within the site: no other host, no way up. */
export const PLACE = /^([a-z0-9_-]+\/)*#[A-Za-z0-9][\w.-]*$/;

/**
 * What somebody brings as a screen, as it is kept: nothing but what a screen has.
 * @param {any} data
 * @returns {import("./tiles.js").Screen}
 * @throws {Error} a sentence: what is wrong with it
 */
export function screenFrom(data) {
  if (!isObject(data) || data.screen !== 1) throw wrong("none of version 1");
  if (!Array.isArray(data.tiles)) throw wrong("tiles that are no list");
  if (data.tiles.length > MOST_TILES) throw wrong(`${data.tiles.length} tiles, takes at most ${MOST_TILES} on`);
  const tiles = data.tiles.map(tileFrom);
  if (new Set(tiles.map(({ key }) => key)).size < tiles.length) throw wrong("two tiles with one key");
  return { screen: 1, tiles };
}

/**
 * @param {any} tile
 * @param {number} at
 * @returns {import("./tiles.js").Tile}
 */
function tileFrom(tile, at) {
  const where = `tile ${at + 1}`;
  if (!isObject(tile)) throw wrong(`something else as ${where}`);
  const refuse = (/** @type {string} */ name, /** @type {string} */ takes) => new Error(
    `screen: ${where}: ${name}: got ${shortened(tile[name])}, takes ${takes}.`);
  const text = (/** @type {string} */ name, most = LONGEST.title) => {
    const given = tile[name] ?? "";
    if (typeof given !== "string" || given.length > most) throw refuse(name, `text of at most ${most} characters`);
    return given;
  };
  const whole = (/** @type {string} */ name, /** @type {number} */ least, /** @type {number} */ most, /** @type {number} */ otherwise) => {
    const given = tile[name] ?? otherwise;
    if (!Number.isInteger(given) || given < least || given > most) throw refuse(name, `a whole number from ${least} to ${most}`);
    return given;
  };
  const common = {
    key: text("key", 60) || `t${at + 1}`,
    title: text("title"),
    width: whole("width", WIDTHS.least, WIDTHS.most, 4),
    height: whole("height", HEIGHTS.least, HEIGHTS.most, 0),
    folded: tile.folded === true,
  };
  switch (tile.kind) {
    case "block": {
      if (typeof tile.at !== "string" || tile.at.length > 200 || !PLACE.test(tile.at)) {
        throw refuse("at", "a page of this site and an id on it, such as game/combat/#game.attack");
      }
      return { ...common, kind: "block", at: tile.at, set: setFrom(tile.set, refuse) };
    }
    case "tracker":
      return { ...common, kind: "tracker", value: whole("value", -1e6, 1e6, 0), step: whole("step", 1, 1000, 1) };
    case "clock": {
      const segments = whole("segments", 2, 24, 4);
      return { ...common, kind: "clock", segments, filled: whole("filled", 0, segments, 0) };
    }
    case "note": return { ...common, kind: "note", text: text("text", LONGEST.text) };
    case "table": {
      const dice = tile.dice ?? "";
      if (dice !== "" && dice !== "none") throw refuse("dice", "none, or nothing");
      return { ...common, kind: "table", text: text("text", LONGEST.text), dice };
    }
    case "fight": return { ...common, kind: "fight", fight: text("fight", 36) };
    default: throw refuse("kind", "block, tracker, clock, note, table or fight");
  }
}

/**
 * @param {any} given
 * @param {(name: string, takes: string) => Error} refuse
 */
function setFrom(given, refuse) {
  const pairs = Object.entries(isObject(given) ? given : {});
  const isSound = pairs.length <= LONGEST.set && pairs.every(([name, value]) => (
    /^[\w.]{1,80}$/.test(name) && typeof value === "string" && value.length <= LONGEST.value));
  if (!isSound || (given !== undefined && !isObject(given))) throw refuse("set", "short texts by the names of a form's fields");
  return /** @type {Record<string, string>} */ (Object.fromEntries(pairs));
}

/** @param {any} value @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {any} value */
const shortened = (value) => (JSON.stringify(value) ?? "nothing").slice(0, 60);

/** @param {string} got */
const wrong = (got) => new Error(`screen: got ${got}, takes a screen that this site exported.`);
