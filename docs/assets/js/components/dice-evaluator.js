// Rolls dice by the plan that the build read from their notation (rules_py.notation.plan).

/**
 * @typedef {import("../rules-client/client.js").Thrown} Thrown
 * @typedef {number | [kind: string, ...rest: any[]]} Plan a number, or a kind of part with what it takes
 */

const WORDS = 2 ** 32;

/**
 * A face of a fair die, 1 to `sides`: a random word past the last whole run of `sides` is drawn again.
 * @param {number} sides
 */
export function randomFace(sides) {
  const word = new Uint32Array(1);
  const end = WORDS - (WORDS % sides);
  do crypto.getRandomValues(word);
  while (word[0] >= end);
  return (word[0] % sides) + 1;
}

/**
 * Roll a plan. Gives the total, a BigInt as products may be large, and the dice in the order they fell.
 * @param {Plan} plan
 * @param {(sides: number) => number} [face] gives the face of a die of so many sides
 * @returns {{ total: bigint, thrown: Thrown[] }}
 */
export function rollPlan(plan, face = randomFace) {
  /** @type {Thrown[]} */
  const thrown = [];
  const fall = (/** @type {number} */ count, /** @type {number} */ sides) =>
    Array.from({ length: count }, () => face(sides));

  /** @type {Record<string, (...rest: any[]) => bigint>} */
  const kinds = {
    dice(count, sides, side, keep = count) {
      const faces = fall(count, sides);
      const kept = without(faces, count - keep, side);
      const label = `${count}d${sides}${side ? `k${side[0]}${keep}` : ""}`;
      thrown.push({ sides, faces, kept, label });
      return BigInt(kept.reduce((all, each) => all + each, 0));
    },
    digits(count, sides) {
      const faces = fall(count, sides);
      thrown.push({ sides, faces, kept: faces, label: `d${String(sides).repeat(count)}` });
      return faces.reduce((number, each) => number * 10n + BigInt(each), 0n);
    },
    "+": (left, right) => value(left) + value(right),
    "-": (left, right) => value(left) - value(right),
    "*": (left, right) => value(left) * value(right),
  };

  /** @param {Plan} part @returns {bigint} */
  const value = (part) => {
    if (!Array.isArray(part)) return BigInt(part);
    const [kind, ...rest] = part;
    return kinds[kind](...rest);
  };
  return { total: value(plan), thrown };
}

/**
 * Faces without so many of the worst ones, in the order they fell.
 * @param {number[]} faces
 * @param {number} count
 * @param {"highest" | "lowest"} side the one that is kept
 */
function without(faces, count, side) {
  const worst = side === "lowest" ? -1 : 1;
  const dropped = new Set([...faces.keys()].sort((a, b) => worst * (faces[a] - faces[b]) || a - b).slice(0, count));
  return faces.filter((_, at) => !dropped.has(at));
}
