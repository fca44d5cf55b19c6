// Answers questions with compiled rules: a line has a JSON list of questions, and each answer is a line.
import { readdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";

// A proof calls many functions a few hundred times each. Optimizing them takes longer than it saves.
setFlagsFromString("--interrupt-budget=200000");
setFlagsFromString("--always-sparkplug");
const [folder, ...names] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/${name}.js`).href);
const { answer, LeftOutError } = await load("runtime");
const all = readdirSync(folder).filter((file) => file.endsWith(".js"));
for (const name of names.length ? names : all.map((file) => file.slice(0, -".js".length))) await load(name);

/** Return an answer, or the reason why there is none after a "!". */
function tryAnswer([question, args]) {
  try {
    return answer(question, args);
  } catch (error) {
    if (error instanceof LeftOutError) return `!${JSON.stringify(`!left out: ${error.message}`)}`;
    return `!${JSON.stringify(`!${error.stack ?? `${error.$class?.name}: ${error.args}`}`)}`;
  }
}

// Seeds may be larger than 2^53: they come as text with an n.
const read = (_, value) => (typeof value === "string" && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value);
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(
    JSON.parse(line, read)
      .map((question) => `${tryAnswer(question)}\n`)
      .join(""),
  );
}
