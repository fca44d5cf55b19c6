// Slots for the dice that a rule requests from a reader who rolls manually.
import { rollPlan } from "./dice-evaluator.js";

/** The label of dice that are read as digits, such as d66; other dice have their number before the d. */
const DIGITS = /^d(\d)\1+$/;
const PLACES = ["hundreds", "tens", "ones"];

/**
 * See rules_py.dice.manual: `label` and `sides` match a face to its slot, `of` and `read` name the die, and `throw` is
 * the number of its request.
 * @typedef {{ sides: number, label: string, face: number | null, throw: number, of: string, read: string }} Slot
 * @typedef {{ slots: Slot[], spare: Slot[], error?: undefined }} Asking the requested dice in order, up to the missing
 *   ones, and entered dice that weren't requested
 */

/**
 * Return a die's name: its purpose, its number among several dice, and its sides.
 * @param {Slot} slot
 */
export function nameDie({ of, read, sides }) {
  const isNotation = /^\d*d\d+$/i.test(of);
  return [of, read, isNotation ? "" : `D${sides}`].filter(Boolean).join(", ");
}

/**
 * Return the form's initial dice from the page, with the entered faces filled in. Return null if a changed field could
 * change the dice, or if all faces are entered, because then Python has to say which dice are next.
 * @param {HTMLElement} place
 * @param {import("./forms/values.js").Values} changed values that differ from the page's presets
 * @param {Slot[]} fallen
 * @returns {Asking | null}
 */
export function requestInitialDice(place, changed, fallen) {
  /** @type {{ slots: Slot[], but_for: string[] }} */
  const { slots, but_for: others } = JSON.parse(place.dataset.opening ?? '{ "slots": [], "but_for": [] }');
  if (others.some((name) => name in changed)) return null;
  const left = [...fallen];
  const asked = slots.map((slot) => {
    const at = left.findIndex(({ label, sides }) => label === slot.label && sides === slot.sides);
    return at === -1 ? slot : { ...slot, face: left.splice(at, 1)[0].face };
  });
  return asked.some(({ face }) => face === null) ? { slots: asked, spare: left } : null;
}

/**
 * Return the dice of a plan, which requests the same dice whatever faces they show.
 * @param {import("./dice-evaluator.js").Plan} plan
 * @param {Slot[]} fallen
 * @returns {Asking}
 */
export function requestPlanDice(plan, fallen) {
  const left = [...fallen];
  const takeFace = (/** @type {number} */ sides) => {
    const at = left.findIndex((each) => each.sides === sides);
    return at === -1 ? null : left.splice(at, 1)[0].face;
  };
  const { thrown } = rollPlan(plan, () => 1);
  const slots = thrown.flatMap(({ sides, faces, label }, at) =>
    faces.map((_, number) => {
      const ofSeveral = faces.length > 1 ? `${number + 1} of ${faces.length}` : "";
      const read = DIGITS.test(label) ? PLACES.slice(-faces.length)[number] : ofSeveral;
      return {
        sides,
        label: "",
        face: takeFace(sides),
        throw: at,
        of: label.replace(/^1(?=d)/, "").toUpperCase(),
        read,
      };
    }),
  );
  return { slots, spare: left };
}
