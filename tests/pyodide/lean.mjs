// Sends a random sample of requests to the lean and the full runtime: all answers must be equal, and almost none may
// need the full one. Usage: node tests/pyodide/lean.mjs [count] [seed]
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
console.error = () => {}; // Pyodide logs its crash at length
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
