// Pool of tapped dice. Its notation and its plan are equal as rules_py.notation reads them.

/** The available dice; 66 is two dice, one for the tens and one for the ones. */
export const DICE = [4, 6, 8, 10, 12, 20, 66, 100];
export const MOST = 100; // of one pool

/**
 * @typedef {object} Handful
 * @property {readonly number[]} dice their sides, in the order of the taps
 * @property {number} plus the added number
 */

/** @type {Handful} */
export const EMPTY = { dice: [], plus: 0 };

/** Add a die, unless the pool is full. @param {Handful} handful @param {number} sides @returns {Handful} */
export const addDie = (handful, sides) =>
  handful.dice.length < MOST ? { ...handful, dice: [...handful.dice, sides] } : handful;

/** Remove the last die. @param {Handful} handful @returns {Handful} */
export const removeLast = (handful) => ({ ...handful, dice: handful.dice.slice(0, -1) });

/** @param {Handful} handful @param {number} by @returns {Handful} */
export const addPlus = (handful, by) => ({ ...handful, plus: handful.plus + by });

/** Return the number of dice with these sides. @param {Handful} handful @param {number} sides */
export const countDice = ({ dice }, sides) => dice.filter((each) => each === sides).length;

/** Return the notation, such as `2d6+d8+1`; empty without dice. @param {Handful} handful */
export function toNotation(handful) {
  const parts = groupTerms(handful).map(({ count, sides }) => `${count > 1 ? count : ""}d${sides}`);
  if (!parts.length) return "";
  const { plus } = handful;
  return parts.join("+") + (plus > 0 ? `+${plus}` : plus < 0 ? plus : "");
}

/**
 * Return the plan, equal to that of `rules_py.notation.plan` for the notation.
 * @param {Handful} handful
 * @returns {import("../../components/dice-evaluator.js").Plan}
 */
export function toPlan(handful) {
  /** @type {import("../../components/dice-evaluator.js").Plan[]} */
  const parts = groupTerms(handful).map(({ count, sides }) =>
    sides === 66 ? ["digits", 2, 6] : ["dice", count, sides],
  );
  const { plus } = handful;
  const dice = parts.slice(1).reduce((left, right) => ["+", left, right], parts[0] ?? 0);
  return plus > 0 ? ["+", dice, plus] : plus < 0 ? ["-", dice, -plus] : dice;
}

/**
 * Group the dice by their sides. Each d66 is a separate term, because it is a number of two digits.
 * @param {Handful} handful
 */
function groupTerms(handful) {
  return DICE.flatMap((sides) => {
    const count = countDice(handful, sides);
    if (sides === 66) return Array.from({ length: count }, () => ({ count: 1, sides }));
    return count ? [{ count, sides }] : [];
  });
}
