// Renderers of the contents of a GM's own tiles, by kind.
import { clockBody } from "./clock.js";
import { fightBody } from "./fight-body.js";
import { noteBody } from "./note.js";
import { tableBody } from "./table-body.js";
import { trackerBody } from "./tracker.js";

/**
 * @typedef {import("../../lib/screen-tiles.js").Tile} Tile
 * @typedef {(change: (tile: Tile) => Partial<Tile>, then?: (after: Tile) => void) => void} Change
 * @typedef {(tile: Tile, change: Change) => import("./tile.js").Body} MakesBody
 */

/** @type {Map<import("../../lib/screen-tiles.js").Kind, MakesBody>} */
export const BODIES = new Map([
  ["tracker", trackerBody],
  ["clock", clockBody],
  ["note", noteBody],
  ["fight", fightBody],
  ["table", tableBody],
]);
