// Answers questions with compiled rules: a JSON list of lines comes in, a JSON list of answers goes out.
import { readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const load = (name) => import(pathToFileURL(`${folder}/${name}.js`).href);
const { answer } = await load("runtime");
for (const file of readdirSync(folder)) if (file.endsWith(".js")) await load(file.slice(0, -".js".length));

/** Return an answer, or the reason why there is none after a "!". */
function tryAnswer([question, args]) {
  try {
    return answer(question, args);
  } catch (error) {
    return `!${error.stack ?? `${error.$class?.name}: ${error.args}`}`;
  }
}

// Seeds may be larger than 2^53: they come as text with an n.
const read = (_, value) => (typeof value === "string" && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value);
const questions = JSON.parse(readFileSync(0, "utf8"), read);
process.stdout.write(JSON.stringify(questions.map(tryAnswer)));
