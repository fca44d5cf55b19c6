// Asks the Python that browsers run. Argument: the folder with its files. Standard input: a JSON list of questions.
// Standard output: a JSON list of the answers of rules_py.bridge.
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { loadPyodide } from "pyodide";

const folder = process.argv[2];
const python = await loadPyodide({
  stdLibURL: `${folder}/python_stdlib.zip`,
  packageBaseUrl: `${folder}/`,
  lockFileContents: readFileSync(`${folder}/pyodide-lock.json`, "utf8"),
});
await python.loadPackage("rules-py", { messageCallback: () => {} });
const rules = python.pyimport("rules_py.bridge");
const answers = JSON.parse(await text(process.stdin)).map((question) => rules.ask(60_000, ...question));
process.stdout.write(JSON.stringify(answers));
