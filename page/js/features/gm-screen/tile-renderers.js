// Renderers of the contents of a GM's own tiles, by kind.
import { makeClockBody } from "./clock.js";
import { makeFightBody } from "./fight-body.js";
import { makeNoteBody } from "./note.js";
import { makeTableBody } from "./table-body.js";
import { makeTrackerBody } from "./tracker.js";

/**
 * @typedef {import("../../lib/screen-tiles.js").Tile} Tile
 * @typedef {(change: (tile: Tile) => Partial<Tile>, then?: (after: Tile) => void) => void} Change
 * @typedef {(tile: Tile, change: Change) => import("./tile.js").Body} MakesBody
 */

/** @type {Map<import("../../lib/screen-tiles.js").Kind, MakesBody>} */
export const BODIES = new Map([
  ["tracker", makeTrackerBody],
  ["clock", makeClockBody],
  ["note", makeNoteBody],
  ["fight", makeFightBody],
  ["table", makeTableBody],
]);
