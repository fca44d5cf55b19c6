// Tiles of a screen as plain data, and functions that move, resize and fold them.

/** Limits of a tile's width in columns. */
export const WIDTHS = { least: 2, most: 12 };
/** Limits of a tile's height in steps; 0 fits the content. */
export const HEIGHTS = { least: 0, most: 12 };
export const MOST_TILES = 400;

/**
 * @typedef {"block" | "tracker" | "clock" | "note" | "fight" | "table"} Kind
 *
 * @typedef {object} Tile
 * @property {string} key unique on its screen
 * @property {Kind} kind
 * @property {string} title
 * @property {number} width in columns
 * @property {number} height in steps; 0 fits the content
 * @property {boolean} folded
 * @property {string} [at] of a block: its page#id
 * @property {Record<string, string>} [set] of a block: its form's values that differ from the page's presets
 * @property {number} [value] of a tracker
 * @property {number} [step] of a tracker: the change for each tap
 * @property {number} [segments] of a clock
 * @property {number} [filled] of a clock
 * @property {string} [text] of a note or a table: the typed text
 * @property {string} [dice] of a table: "" if its text determines the dice, "none" if it isn't rolled on
 * @property {string} [fight] the id of a stored fight
 *
 * @typedef {{ screen: 1, tiles: Tile[] }} Screen the stored data of a screen
 */

/** Width of new tiles. @type {Record<Kind, number>} */
export const USUAL_WIDTH = { block: 4, tracker: 3, clock: 3, note: 3, fight: 6, table: 4 };

/**
 * Move a tile by a number of places; it stops at the ends.
 * @param {readonly Tile[]} tiles
 * @param {string} key
 * @param {number} by
 */
export function moveTile(tiles, key, by) {
  const from = tiles.findIndex((tile) => tile.key === key);
  if (from === -1) return [...tiles];
  const to = clamp(from + by, 0, tiles.length - 1);
  const others = tiles.filter((_, at) => at !== from);
  return [...others.slice(0, to), tiles[from], ...others.slice(to)];
}

/**
 * Move a tile before another, or to the end.
 * @param {readonly Tile[]} tiles
 * @param {string} key
 * @param {string | null} before the other tile's key
 */
export function placeTile(tiles, key, before) {
  const tile = tiles.find((each) => each.key === key);
  if (!tile || key === before) return [...tiles];
  const others = tiles.filter((each) => each !== tile);
  const to = others.findIndex((each) => each.key === before);
  return to === -1 ? [...others, tile] : [...others.slice(0, to), tile, ...others.slice(to)];
}

/**
 * Change one of the tiles.
 * @param {readonly Tile[]} tiles
 * @param {string} key
 * @param {(tile: Tile) => Partial<Tile>} change
 */
export const changeTile = (tiles, key, change) =>
  tiles.map((tile) => (tile.key === key ? { ...tile, ...change(tile), key, kind: tile.kind } : tile));

/** @param {Tile} tile @param {number} by columns */
export const widenTile = ({ width }, by) => ({ width: clamp(width + by, WIDTHS.least, WIDTHS.most) });

/**
 * Make a tile higher or lower than its current height.
 * @param {Tile} tile
 * @param {number} by steps
 * @param {number} shown the current height in steps
 */
export const heightenTile = ({ height }, by, shown) => ({ height: clamp((height || shown) + by, 1, HEIGHTS.most) });

/** @param {readonly Tile[]} tiles @param {string} key */
export const removeTile = (tiles, key) => tiles.filter((tile) => tile.key !== key);

/**
 * Insert a tile at an index, or at the end.
 * @param {readonly Tile[]} tiles
 * @param {Tile} tile
 * @param {number} [at]
 */
export const insertTile = (tiles, tile, at = tiles.length) => [...tiles.slice(0, at), tile, ...tiles.slice(at)];

/**
 * Create a tile with a unique key.
 * @param {readonly Tile[]} tiles
 * @param {Partial<Tile> & { kind: Kind, title: string }} about
 * @param {Set<unknown>} [keys] the keys in use
 * @returns {Tile}
 */
export function createTile(tiles, about, keys = new Set(tiles.map(({ key }) => key))) {
  let number = tiles.length + 1;
  while (keys.has(`t${number}`)) number += 1;
  return { width: USUAL_WIDTH[about.kind], height: 0, folded: false, ...about, key: `t${number}` };
}

/** @param {number} number @param {number} least @param {number} most */
const clamp = (number, least, most) => Math.min(Math.max(number, least), most);
