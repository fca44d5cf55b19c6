// What stands on a screen, as plain data: tiles in their order, and how they are moved, resized and folded.

/** How many columns a tile may take. */
export const WIDTHS = { least: 2, most: 12 };
/** Its height in steps; 0 is as high as what is in it. */
export const HEIGHTS = { least: 0, most: 12 };
export const MOST_TILES = 400;

/**
 * @typedef {"block" | "tracker" | "clock" | "note" | "fight" | "table"} Kind
 *
 * @typedef {object} Tile
 * @property {string} key tells it from the others of its screen
 * @property {Kind} kind
 * @property {string} title
 * @property {number} width in columns
 * @property {number} height in steps; 0 is as high as what is in it
 * @property {boolean} folded
 * @property {string} [at] of a block: page#id, where it stands
 * @property {Record<string, string>} [set] of a block: what its form is set to, besides what its page presets
 * @property {number} [value] of a tracker
 * @property {number} [step] of a tracker: by how much a tap changes it
 * @property {number} [segments] of a clock
 * @property {number} [filled] of a clock
 * @property {string} [text] of a note or a table: what was typed
 * @property {string} [dice] of a table: what is rolled on it; "" where its numbers say it, "none" where nothing is
 * @property {string} [fight] the id of a kept fight
 *
 * @typedef {{ screen: 1, tiles: Tile[] }} Screen what is kept of one
 */

/** How wide a new tile is. @type {Record<Kind, number>} */
export const USUAL_WIDTH = { block: 4, tracker: 3, clock: 3, note: 3, fight: 4, table: 4 };

/**
 * The tiles with one of them so many places later, or earlier below 0; it stops at the ends.
 * @param {readonly Tile[]} tiles
 * @param {string} key
 * @param {number} by
 */
export function moved(tiles, key, by) {
  const from = tiles.findIndex((tile) => tile.key === key);
  if (from === -1) return [...tiles];
  const to = between(from + by, 0, tiles.length - 1);
  const others = tiles.filter((_, at) => at !== from);
  return [...others.slice(0, to), tiles[from], ...others.slice(to)];
}

/**
 * The tiles with one of them before another, or last.
 * @param {readonly Tile[]} tiles
 * @param {string} key
 * @param {string | null} before the other one's key
 */
export function placed(tiles, key, before) {
  const tile = tiles.find((each) => each.key === key);
  if (!tile || key === before) return [...tiles];
  const others = tiles.filter((each) => each !== tile);
  const to = others.findIndex((each) => each.key === before);
  return to === -1 ? [...others, tile] : [...others.slice(0, to), tile, ...others.slice(to)];
}

/**
 * The tiles with a change to one of them.
 * @param {readonly Tile[]} tiles
 * @param {string} key
 * @param {(tile: Tile) => Partial<Tile>} change
 */
export const changed = (tiles, key, change) =>
  tiles.map((tile) => (tile.key === key ? { ...tile, ...change(tile), key, kind: tile.kind } : tile));

/** @param {Tile} tile @param {number} by columns */
export const wider = ({ width }, by) => ({ width: between(width + by, WIDTHS.least, WIDTHS.most) });

/**
 * A step higher or lower than it is shown.
 * @param {Tile} tile
 * @param {number} by steps
 * @param {number} shown how many steps high it is shown
 */
export const taller = ({ height }, by, shown) => ({ height: between((height || shown) + by, 1, HEIGHTS.most) });

/** @param {readonly Tile[]} tiles @param {string} key */
export const without = (tiles, key) => tiles.filter((tile) => tile.key !== key);

/**
 * The tiles with another one: at a place, or last.
 * @param {readonly Tile[]} tiles
 * @param {Tile} tile
 * @param {number} [at]
 */
export const including = (tiles, tile, at = tiles.length) => [...tiles.slice(0, at), tile, ...tiles.slice(at)];

/**
 * A new tile, with a key that none of the others has.
 * @param {readonly Tile[]} tiles
 * @param {Partial<Tile> & { kind: Kind, title: string }} about
 * @param {Set<unknown>} [keys] those that are taken
 * @returns {Tile}
 */
export function tileOf(tiles, about, keys = new Set(tiles.map(({ key }) => key))) {
  let number = tiles.length + 1;
  while (keys.has(`t${number}`)) number += 1;
  return { width: USUAL_WIDTH[about.kind], height: 0, folded: false, ...about, key: `t${number}` };
}

/** @param {number} number @param {number} least @param {number} most */
const between = (number, least, most) => Math.min(Math.max(number, least), most);
