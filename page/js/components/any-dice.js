// Rolls of any dice: the page rolls plain plans itself, and the rules roll all other notation.
import { formatTotal, rollPlan } from "./dice-evaluator.js";

/**
 * Return the notation of a plan that only the rules roll, or "" for any other.
 * @param {import("./dice-evaluator.js").Plan} plan
 * @returns {string}
 */
export const readNotation = (plan) => (Array.isArray(plan) && plan[0] === "notation" ? plan[1] : "");

/**
 * Roll any plan.
 * @param {import("./dice-evaluator.js").Plan} plan
 * @param {number[] | null} [faces] the faces that a reader rolled, or null for random ones
 * @returns {Promise<{ total: bigint, text: string, thrown: import("./dice-evaluator.js").Thrown[], steps: string[] }>}
 *   the total, the total in words, the dice, and the steps in words
 * @throws {Error} the dice can't be rolled, or the faces don't fit
 */
export async function rollAnyPlan(plan, faces = null) {
  const notation = readNotation(plan);
  if (!notation) {
    const { total, thrown } = rollPlan(plan);
    return { total, text: formatTotal(total), thrown, steps: [] };
  }
  const script = await import("#shared").catch(() => null); // the page loads it, too
  if (!script) throw new Error("The dice couldn't be loaded. Reload the page once you're online.");
  const answer = await script.fetchAnswer(null, "throw_dice", "dice", notation, faces ? `${faces.join(",")},` : "");
  if (answer.error !== undefined) throw new Error(answer.error);
  return { ...answer, total: BigInt(answer.total) };
}
