// Validation of stored rolls and dice. The page reports invalid ones, and doesn't show, roll or overwrite them.

const LATEST = 8.64e15; // the latest time of a Date
const MOST_DICE = 10_000; // ten times the limit of notation
const LONGEST_NOTATION = 200;
const DEEPEST = LONGEST_NOTATION; // a notation has at most as many parts as characters

/** @param {any} value @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} value */
const isText = (value) => typeof value === "string";

/** @param {any} faces */
const areFaces = (faces) => Array.isArray(faces) && faces.every(Number.isInteger);

/** @param {any} die */
const isThrown = (die) =>
  isObject(die) && Number.isInteger(die.sides) && areFaces(die.faces) && areFaces(die.kept) && isText(die.label);

/**
 * Return true for a roll of the history or the journal.
 * @param {any} noted
 * @returns {noted is import("../../components/journal.js").Noted}
 */
export function isNoted(noted) {
  if (!isObject(noted) || !isObject(noted.rolled) || !isObject(noted.rolled.about)) return false;
  const { at, game, sheet, chosen, applied = [], rolled } = noted;
  const { id, params, faces, dice, outcome, sentence, source, steps, about } = rolled;
  return (
    Number.isInteger(at)
    && Math.abs(at) <= LATEST
    && [game, sheet, id, sentence, source].every(isText)
    && areFaces(faces)
    && Array.isArray(dice)
    && dice.every(isThrown)
    && Array.isArray(steps)
    && steps.every(isText)
    && [params, outcome, about.given, chosen].every(isObject)
    && Array.isArray(applied)
    && applied.every(isText)
    && [noted.who, noted.fight].every((each) => each === undefined || isText(each))
    && [about.title, about.verdict, about.home].every(isText)
    && (about.plan === undefined || isPlan(about.plan))
    && ["who", "place", "page", "grade", "sum"].every((name) => about[name] === undefined || isText(about[name]))
  );
}

/**
 * Return the notice about unreadable items.
 * @param {number} count
 * @param {string} one the singular, as in “One saved roll”
 * @param {string} more the plural, as in “2 saved rolls”
 */
export const describeUnread = (count, one, more) =>
  count === 1
    ? `One saved ${one} can't be read and isn't shown. It stays saved, unchanged.`
    : count
      ? `${count} saved ${more} can't be read and aren't shown. They stay saved, unchanged.`
      : "";

/**
 * Return true for dice that the page can roll (components/dice-evaluator.js) in reasonable time.
 * @param {any} plan
 * @param {number} [deep]
 * @returns {boolean}
 */
export function isPlan(plan, deep = 0) {
  if (Number.isSafeInteger(plan)) return true;
  if (!Array.isArray(plan) || deep > DEEPEST) return false;
  const [kind, left, right, side, keep] = plan;
  if (kind === "notation") return !deep && isText(left) && left.length <= LONGEST_NOTATION;
  if (kind === "+" || kind === "-" || kind === "*") return isPlan(left, deep + 1) && isPlan(right, deep + 1);
  const areDice =
    Number.isInteger(left) && left >= 0 && left <= MOST_DICE && Number.isInteger(right) && right > 0 && right < 2 ** 32;
  if (kind === "digits") return areDice && right < 10;
  return (
    kind === "dice"
    && areDice
    && (side === undefined || side === null || side === "highest" || side === "lowest")
    && (keep === undefined || keep === null || Number.isInteger(keep))
  );
}

/**
 * Return true for dice with their notation.
 * @param {any} formula
 * @returns {formula is import("./saved-formulas.js").Formula}
 */
export const isFormula = (formula) =>
  isObject(formula) && isText(formula.notation) && formula.notation.length <= LONGEST_NOTATION && isPlan(formula.plan);
