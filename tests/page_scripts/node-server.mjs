// Runs the page's own modules for the tests beside it: a question a line on standard input, an answer a line back.
import { createInterface } from "node:readline";
import { randomFace, rollPlan } from "../../docs/assets/js/components/dice-evaluator.js";
import { rowAnswer, totalText } from "../../docs/assets/js/components/result-html.js";
import { EMPTY, notationOf, planOf, withDie, withMore } from "../../docs/assets/js/features/dice-tray/dice-pool.js";

const QUESTIONS = {
  /** A plan rolled with given faces. */
  roll({ plan, faces }) {
    const left = [...faces];
    const { total, thrown } = rollPlan(plan, () => left.shift());
    return { total: String(total), text: totalText(total), thrown, left };
  },

  /** A row that was found with given faces. */
  row({ plan, faces, ...row }) {
    const left = [...faces];
    const { thrown } = rollPlan(plan, () => left.shift());
    return rowAnswer({ ...row, thrown });
  },

  /** A handful as taps fill it. */
  handful({ dice, plus }) {
    const handful = withMore(dice.reduce(withDie, EMPTY), plus);
    return { notation: notationOf(handful), plan: planOf(handful) };
  },

  /** How often each face fell, from 1 up. */
  counts({ sides, rolls }) {
    const counts = Array(sides).fill(0);
    for (let roll = 0; roll < rolls; roll += 1) counts[randomFace(sides) - 1] += 1;
    return counts;
  },

  /** The face that random words lead to, and how many of them it took. */
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
