// Counts of the faces of each kind of dice in the history of rolls.
/** @typedef {import("./history.js").Entry} Entry */

const MOST_SIDES = 1_000; // of rules_py.bridge.history

/**
 * @typedef {object} Counted
 * @property {Record<string, number[]>} faces by the number of sides: how often each face came up, from face 1
 * @property {number} own the number of dice that the reader typed
 * @property {number} shared the number of dice of other readers' rolls
 */

/**
 * Count the dice that this device has rolled, dropped ones included. Typed dice and shared rolls are only counted.
 * @param {Pick<Entry, "data">[]} entries
 * @returns {Counted}
 */
export function countFaces(entries) {
  /** @type {Counted} */
  const counted = { faces: {}, own: 0, shared: 0 };
  for (const { data } of entries) {
    const { dice, source } = data.rolled;
    for (const { sides, faces } of dice) {
      if (source === "own dice") counted.own += faces.length;
      else if (source === "shared" || source === "asked") counted.shared += faces.length;
      else if (sides > 1 && sides <= MOST_SIDES) count(counted.faces, sides, faces);
    }
  }
  return counted;
}

/** @param {Counted["faces"]} counts @param {number} sides @param {number[]} faces */
function count(counts, sides, faces) {
  if (!faces.every((face) => face >= 1 && face <= sides)) return; // something else has written them
  const own = (counts[sides] ??= Array(sides).fill(0));
  for (const face of faces) own[face - 1] += 1;
}

/** Return a sentence about the dice that aren't compared with expectation, or "". @param {Counted} counted */
export function describeLeftOut({ own, shared }) {
  const parts = [
    own && `${formatAmount(own, "die", "dice")} that you typed in yourself`,
    shared && `${formatAmount(shared, "die", "dice")} of rolls that others shared with you`,
  ].filter(Boolean);
  return parts.length ? `Not counted: ${parts.join(", and ")}.` : "";
}

/** @param {number} number @param {string} one @param {string} more */
const formatAmount = (number, one, more) => `${number.toLocaleString("en")} ${number === 1 ? one : more}`;
