// Evaluator of dice plans, which the build reads from dice notation (rules_py.notation.build_plan).

/**
 * @typedef {import("../rules-client/client.js").Thrown} Thrown
 * @typedef {number | [kind: string, ...rest: any[]]} Plan a number, or the kind of a part with its arguments
 */

const WORDS = 2 ** 32;

/**
 * Return a fair die's face from 1 to `sides`. Random words past the last full run of `sides` are drawn again.
 * @param {number} sides
 */
export function drawFace(sides) {
  const word = new Uint32Array(1);
  const end = WORDS - (WORDS % sides);
  do crypto.getRandomValues(word);
  while (word[0] >= end);
  return (word[0] % sides) + 1;
}

/**
 * Roll a plan and return its total, a BigInt because products may be large, and its dice in rolled order.
 * @param {Plan} plan
 * @param {(sides: number) => number} [face] returns the face of a die with this number of sides
 * @returns {{ total: bigint, thrown: Thrown[] }}
 */
export function rollPlan(plan, face = drawFace) {
  /** @type {Thrown[]} */
  const thrown = [];
  const throwDice = (/** @type {number} */ count, /** @type {number} */ sides) =>
    Array.from({ length: count }, () => face(sides));

  /** @type {Record<string, (...rest: any[]) => bigint>} */
  const kinds = {
    dice(count, sides, side, keep = count) {
      const faces = throwDice(count, sides);
      const kept = dropWorst(faces, count - keep, side);
      const label = `${count}d${sides}${side ? `k${side[0]}${keep}` : ""}`;
      thrown.push({ sides, faces, kept, label });
      return BigInt(kept.reduce((all, each) => all + each, 0));
    },
    digits(count, sides) {
      const faces = throwDice(count, sides);
      thrown.push({ sides, faces, kept: faces, label: `d${String(sides).repeat(count)}` });
      return faces.reduce((number, each) => number * 10n + BigInt(each), 0n);
    },
    "+": (left, right) => evaluatePart(left) + evaluatePart(right),
    "-": (left, right) => evaluatePart(left) - evaluatePart(right),
    "*": (left, right) => evaluatePart(left) * evaluatePart(right),
  };

  /** @param {Plan} part @returns {bigint} */
  const evaluatePart = (part) => {
    if (!Array.isArray(part)) return BigInt(part);
    const [kind, ...rest] = part;
    return kinds[kind](...rest);
  };
  return { total: evaluatePart(plan), thrown };
}

/**
 * Format a total.
 * @param {bigint} total
 */
export const formatTotal = (total) => String(total).replace("-", "−");

/**
 * Return the faces in rolled order without the `count` worst.
 * @param {number[]} faces
 * @param {number} count
 * @param {"highest" | "lowest"} side the side to keep
 */
function dropWorst(faces, count, side) {
  const worst = side === "lowest" ? -1 : 1;
  const dropped = new Set([...faces.keys()].sort((a, b) => worst * (faces[a] - faces[b]) || a - b).slice(0, count));
  return faces.filter((_, at) => !dropped.has(at));
}
