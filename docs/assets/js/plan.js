// Rolls dice by the plan that the build read from their notation (rules_py.notation.plan).

const WORDS = 2 ** 32;

/** A face of a fair die, 1 to `sides`: a random word past the last whole run of `sides` is drawn again. */
export function randomFace(sides) {
  const word = new Uint32Array(1);
  const end = WORDS - (WORDS % sides);
  do crypto.getRandomValues(word); while (word[0] >= end);
  return (word[0] % sides) + 1;
}

/**
 * Roll a plan. Gives the total, a BigInt as products may be large, and the dice in the order they fell: each of `thrown`
 * is { sides, faces, dropped }, where dropped are the faces that do not count. `face` gives the face of a die of so many sides.
 */
export function rollPlan(plan, face = randomFace) {
  const thrown = [];
  const fall = (count, sides) => Array.from({ length: count }, () => face(sides));
  const kinds = {
    dice(count, sides, kept, keep = count) {
      const faces = fall(count, sides);
      const rising = [...faces].sort((a, b) => a - b);
      const dropped = kept === "lowest" ? rising.slice(keep) : rising.slice(0, count - keep);
      thrown.push({ sides, faces, dropped });
      return sum(faces) - sum(dropped);
    },
    digits(count, sides) {
      const faces = fall(count, sides);
      thrown.push({ sides, faces, dropped: [] });
      return faces.reduce((number, each) => number * 10n + BigInt(each), 0n);
    },
    "+": (left, right) => value(left) + value(right),
    "-": (left, right) => value(left) - value(right),
    "*": (left, right) => value(left) * value(right),
  };
  const value = (part) => {
    if (!Array.isArray(part)) return BigInt(part);
    const [kind, ...rest] = part;
    return kinds[kind](...rest);
  };
  return { total: value(plan), thrown };
}

const sum = (faces) => BigInt(faces.reduce((all, each) => all + each, 0));
