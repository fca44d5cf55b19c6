// Runs the page's modules for the Python tests: one request per line on standard input, one answer per line back.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { drawFace, formatTotal, rollPlan } from "../../page/js/components/dice-evaluator.js";
import { buildRowAnswer, describeNotation } from "../../page/js/components/result-html.js";
import { addDie, addPlus, EMPTY, toNotation, toPlan } from "../../page/js/features/dice-tray/dice-pool.js";
import { Finder } from "../../page/js/features/search/finder.js";

const finders = new Map();

const QUESTIONS = {
  /** Roll a plan with given faces. */
  roll({ plan, faces }) {
    const left = [...faces];
    const { total, thrown } = rollPlan(plan, () => left.shift());
    return { total: String(total), text: formatTotal(total), thrown, left };
  },

  /** Return a notation as the page speaks it. */
  spoken: ({ notation }) => describeNotation(notation, notation),

  /** Render a table row that was rolled with given faces. */
  row({ plan, faces, ...row }) {
    const left = [...faces];
    const { thrown } = rollPlan(plan, () => left.shift());
    return buildRowAnswer({ ...row, thrown });
  },

  /** Build a dice pool from taps. */
  handful({ dice, plus }) {
    const handful = addPlus(dice.reduce(addDie, EMPTY), plus);
    return { notation: toNotation(handful), plan: toPlan(handful) };
  },

  /** Count the rolls of each face, from 1 upwards. */
  counts({ sides, rolls }) {
    const counts = Array(sides).fill(0);
    for (let roll = 0; roll < rolls; roll += 1) counts[drawFace(sides) - 1] += 1;
    return counts;
  },

  /** Return the face that random words give, and the number of words used. */
  face({ sides, words }) {
    const chance = crypto.getRandomValues;
    let taken = 0;
    crypto.getRandomValues = (array) => array.fill(words[taken++]);
    const face = drawFace(sides);
    crypto.getRandomValues = chance;
    return { face, taken };
  },

  /** Answer a search of a site's index, with each entry as its address. */
  async search({ index, asked, game }) {
    if (!finders.has(index)) finders.set(index, await Finder.prepare(JSON.parse(readFileSync(index, "utf8"))));
    const { entries, terms, ...remarks } = finders.get(index).find(asked, game);
    return { ...remarks, places: entries.map(({ url, anchor }) => (anchor ? `${url}#${anchor}` : url)) };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const [question, about] = JSON.parse(line);
  console.log(JSON.stringify(await QUESTIONS[question](about)));
}
