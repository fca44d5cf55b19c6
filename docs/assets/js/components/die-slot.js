// A die that is asked for.
import { rollPlan } from "./dice-evaluator.js";

/**
 * See rules_py.dice.manual: `label` and `sides` say what a face stays with, `of` and `read` what the die is called, and
 * `throw` which request it is a part of.
 * @typedef {{ sides: number, label: string, face: number | null, throw: number, of: string, read: string }} Slot
 * @typedef {{ slots: Slot[], spare: Slot[], error?: undefined }} Asking dice in order up to those that are missing, and
 *   those that fell and were not asked for
 */

/**
 * What a die is called: what it is for, which of several, and its sides.
 * @param {Slot} slot
 */
export function called({ of, read, sides }) {
  const isNotation = /^\d*d\d+$/i.test(of);
  return [of, read, isNotation ? "" : `D${sides}`].filter(Boolean).join(", ");
}

/**
 * The first dice of a form, as the page brought them, with what has fallen in them; null where it is set so that Python
 * has to say which they are, or where they have all fallen and it has to say what follows.
 * @param {HTMLElement} place
 * @param {import("./forms/values.js").Values} changed what differs from what the page presets
 * @param {Slot[]} fallen
 * @returns {Asking | null}
 */
export function askedAtFirst(place, changed, fallen) {
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
 * The dice of a plan that asks for the same ones whatever they show.
 * @param {import("./dice-evaluator.js").Plan} plan
 * @param {Slot[]} fallen
 * @returns {Asking}
 */
export function askedByPlan(plan, fallen) {
  const left = [...fallen];
  const fell = (/** @type {number} */ sides) => {
    const at = left.findIndex((each) => each.sides === sides);
    return at === -1 ? null : left.splice(at, 1)[0].face;
  };
  const { thrown } = rollPlan(plan, () => 1);
  const slots = thrown.flatMap(({ sides, faces, label }, at) =>
    faces.map((_, number) => {
      const read =
        label === "d66" ? ["tens", "ones"][number] : faces.length > 1 ? `${number + 1} of ${faces.length}` : "";
      return { sides, label: "", face: fell(sides), throw: at, of: label.replace(/^1(?=d)/, "").toUpperCase(), read };
    }),
  );
  return { slots, spare: left };
}
