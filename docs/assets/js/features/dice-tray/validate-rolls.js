// Whether a roll and dice that were kept on this device are as the site keeps them. What isn't so is left alone: neither
// shown nor rolled, nor overwritten; and that is said.

const LATEST = 8.64e15; // the last moment that a Date has
const MOST_DICE = 10_000; // ten times as many as notation takes
const DEEPEST = 200; // as many parts as notation of 200 characters may have

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
 * A roll of the history, or of the journal.
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
    && ["who", "place", "page"].every((name) => about[name] === undefined || isText(about[name]))
  );
}

/**
 * What a reader is told of what isn't so.
 * @param {number} count
 * @param {string} one of them, as in “One roll”
 * @param {string} more as in “2 rolls”
 */
export const unreadWords = (count, one, more) =>
  count === 1
    ? `One saved ${one} can't be read and isn't shown. It stays saved, unchanged.`
    : count
      ? `${count} saved ${more} can't be read and aren't shown. They stay saved, unchanged.`
      : "";

/**
 * Dice that the page can roll (components/dice-evaluator.js), and not so many that it would never end.
 * @param {any} plan
 * @param {number} [deep]
 * @returns {boolean}
 */
export function isPlan(plan, deep = 0) {
  if (Number.isSafeInteger(plan)) return true;
  if (!Array.isArray(plan) || deep > DEEPEST) return false;
  const [kind, left, right, side, keep] = plan;
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
 * Dice with how they are written.
 * @param {any} formula
 * @returns {formula is import("./saved-formulas.js").Formula}
 */
export const isFormula = (formula) =>
  isObject(formula) && isText(formula.notation) && formula.notation.length <= 200 && isPlan(formula.plan);
