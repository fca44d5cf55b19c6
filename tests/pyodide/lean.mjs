// Plays a fresh random sample of questions on the lean runtime and on the full one: every answer has to be the same, and
// hardly any may need the full one. node tests/pyodide/lean.mjs [how many] [seed]
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { asker, leanAsker, manifest, project, startFull, startSites } from "./runtime.mjs";

const COUNT = 5000;
const MOST = 1 / 1000;

const [count = COUNT, seed = Math.floor(Math.random() * 2 ** 32)] = process.argv.slice(2).map(Number);
console.log(`${count} questions, seed ${seed}`);
assert.notEqual(manifest.pyodide, manifest.full.pyodide, "the site starts on the lean runtime");

const full = await startFull();
const source = readFileSync(`${project}/tests/pyodide/random_requests.py`, "utf8");
const questions = JSON.parse(full.runPython(`${source}\nquestions(${count}, ${seed})`));
const askFull = asker(full);
const wanted = questions.map((question) => askFull(question));

let ask = await leanAsker(startSites);
const lacking = [];
console.error = () => {}; // Pyodide tells at length of its end
for (const [index, question] of questions.entries()) {
  const answer = ask(question);
  if (answer === null) {
    lacking.push(question);
    ask = await leanAsker(startSites);
  } else {
    assert.equal(answer, wanted[index], `seed ${seed}: ${JSON.stringify(question)}`);
  }
}
for (const question of lacking) console.log(`needs the full runtime: ${JSON.stringify(question)}`);
assert.ok(
  lacking.length <= Math.ceil(count * MOST),
  `${lacking.length} of ${count} need the full runtime: run \`make profile\``,
);
console.log(`all answers are the same; ${lacking.length} needed the full runtime`);
process.exit(0);
