// Runs the page's modules for the Python tests: one request per line on standard input, one answer per line back.
import { createInterface } from "node:readline";
import { randomFace, rollPlan } from "../../docs/assets/js/components/dice-evaluator.js";
import { rowAnswer, totalText } from "../../docs/assets/js/components/result-html.js";
import { EMPTY, notationOf, planOf, withDie, withMore } from "../../docs/assets/js/features/dice-tray/dice-pool.js";

const QUESTIONS = {
  /** Roll a plan with given faces. */
  roll({ plan, faces }) {
    const left = [...faces];
    const { total, thrown } = rollPlan(plan, () => left.shift());
    return { total: String(total), text: totalText(total), thrown, left };
  },

  /** Render a table row that was rolled with given faces. */
  row({ plan, faces, ...row }) {
    const left = [...faces];
    const { thrown } = rollPlan(plan, () => left.shift());
    return rowAnswer({ ...row, thrown });
  },

  /** Build a dice pool from taps. */
  handful({ dice, plus }) {
    const handful = withMore(dice.reduce(withDie, EMPTY), plus);
    return { notation: notationOf(handful), plan: planOf(handful) };
  },

  /** Count the rolls of each face, from 1 upwards. */
  counts({ sides, rolls }) {
    const counts = Array(sides).fill(0);
    for (let roll = 0; roll < rolls; roll += 1) counts[randomFace(sides) - 1] += 1;
    return counts;
  },

  /** Return the face that random words give, and the number of words used. */
  face({ sides, words }) {
    const chance = crypto.getRandomValues;
    let taken = 0;
    crypto.getRandomValues = (array) => array.fill(words[taken++]);
    const face = randomFace(sides);
    crypto.getRandomValues = chance;
    return { face, taken };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const [question, about] = JSON.parse(line);
  console.log(JSON.stringify(QUESTIONS[question](about)));
}
