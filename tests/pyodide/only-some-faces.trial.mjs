// A lean runtime that lacks functions needed only for some faces: the other faces must not become more frequent.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { counting, importNames, MISSED, withoutUncalled } from "../../hooks/bundle/trim/binary.mjs";
import { calledIn, watchInstances } from "../../hooks/bundle/trim/counters.mjs";
import { exportsOf, small, withoutUnusedExports } from "../../hooks/bundle/trim/glue.mjs";
import { asker, leanAsker, pyodide, startFrom, startFull } from "./runtime.mjs";

const [LOADER, GLUE, WASM] = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"];

// Low faces give a negative total, which Python formats with functions that it needs for nothing else here.
const roll = (seed) => ["roll", "dice", JSON.stringify({ notation: "2d6-7" }), seed];
const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);

const folder = mkdtempSync(join(tmpdir(), "lean-"));
after(() => rmSync(folder, { recursive: true }));

/** Return the functions that only the second requests call, not the first ones or the start. */
async function onlyCalledBy(second, first) {
  cpSync(pyodide, `${folder}/counting`, { recursive: true });
  writeFileSync(`${folder}/counting/${WASM}`, counting(readFileSync(pyodide + WASM)));
  const called = watchInstances();
  const ask = asker(await startFrom(`${folder}/counting/`));
  first.forEach((question) => ask(question));
  const before = new Set(called());
  second.forEach((question) => ask(question));
  return { only: called().filter((index) => !before.has(index)), called: called() };
}

test("rolls are the same on a runtime that lacks functions for some faces", async () => {
  const askFull = asker(await startFull());
  const wanted = SEEDS.map((seed) => askFull(roll(seed)));
  const isLow = (seed) => JSON.parse(wanted[seed]).roll.outcome.total < 0;
  const [low, others] = [SEEDS.filter(isLow), SEEDS.filter((seed) => !isLow(seed))];

  const { only, called } = await onlyCalledBy(low.map(roll), others.map(roll));
  assert.ok(only.length, "low faces call nothing of their own");
  const [loader, published] = [LOADER, GLUE].map((name) => readFileSync(pyodide + name, "utf8"));
  const glue = withoutUnusedExports(published, loader);
  const kept = new Set(called.filter((index) => !only.includes(index)));
  const wasm = withoutUncalled(readFileSync(pyodide + WASM), kept, exportsOf(glue), { optimize: false });
  cpSync(pyodide, `${folder}/lean`, { recursive: true });
  writeFileSync(`${folder}/lean/${WASM}`, wasm);
  writeFileSync(`${folder}/lean/${GLUE}`, await small(glue, loader, importNames(wasm), MISSED));

  console.error = () => {}; // Pyodide logs its crash at length
  const lacking = [];
  let ask = await leanAsker(() => startFrom(`${folder}/lean/`));
  for (const seed of SEEDS) {
    const answer = ask(roll(seed));
    if (answer === null) {
      lacking.push(seed);
      ask = await leanAsker(() => startFrom(`${folder}/lean/`));
    }
    assert.equal(answer ?? askFull(roll(seed)), wanted[seed]);
  }
  assert.deepEqual(lacking, low);
});
