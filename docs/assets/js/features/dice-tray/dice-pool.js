// A handful of dice, as taps fill it. Its notation and its plan say the same: rules_py.notation reads one as the other.

/** The dice on offer; 66 is two dice, one for the tens and one for the ones. */
export const DICE = [4, 6, 8, 10, 12, 20, 66, 100];
export const MOST = 100; // in a handful

/**
 * @typedef {object} Handful
 * @property {readonly number[]} dice their sides, in the order of the taps
 * @property {number} plus what is added
 */

/** @type {Handful} */
export const EMPTY = { dice: [], plus: 0 };

/** One die more; as many as a handful holds. @param {Handful} handful @param {number} sides @returns {Handful} */
export const withDie = (handful, sides) =>
  handful.dice.length < MOST ? { ...handful, dice: [...handful.dice, sides] } : handful;

/** Without the last die that was taken. @param {Handful} handful @returns {Handful} */
export const withoutLast = (handful) => ({ ...handful, dice: handful.dice.slice(0, -1) });

/** @param {Handful} handful @param {number} by @returns {Handful} */
export const withMore = (handful, by) => ({ ...handful, plus: handful.plus + by });

/** How many there are of so many sides. @param {Handful} handful @param {number} sides */
export const countOf = ({ dice }, sides) => dice.filter((each) => each === sides).length;

/** Such as `2d6+d8+1`; empty where there are no dice. @param {Handful} handful */
export function notationOf(handful) {
  const parts = termsOf(handful).map(({ count, sides }) => `${count > 1 ? count : ""}d${sides}`);
  if (!parts.length) return "";
  const { plus } = handful;
  return parts.join("+") + (plus > 0 ? `+${plus}` : plus < 0 ? plus : "");
}

/** What `rules_py.notation.plan` makes of its notation. @param {Handful} handful @returns {import("../../components/dice-evaluator.js").Plan} */
export function planOf(handful) {
  /** @type {import("../../components/dice-evaluator.js").Plan[]} */
  const parts = termsOf(handful).map(({ count, sides }) => (sides === 66 ? ["digits", 2, 6] : ["dice", count, sides]));
  const { plus } = handful;
  const dice = parts.slice(1).reduce((left, right) => ["+", left, right], parts[0] ?? 0);
  return plus > 0 ? ["+", dice, plus] : plus < 0 ? ["-", dice, -plus] : dice;
}

/** Its dice by their sides; two of 66 stand apart, as each is a number of two digits. @param {Handful} handful */
function termsOf(handful) {
  return DICE.flatMap((sides) => {
    const count = countOf(handful, sides);
    if (sides === 66) return Array.from({ length: count }, () => ({ count: 1, sides }));
    return count ? [{ count, sides }] : [];
  });
}
