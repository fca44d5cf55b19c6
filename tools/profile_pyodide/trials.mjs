// Has Python do all that the rules may ask of it, for the profile of what is called: node trials.mjs <which>
// TRIALS names the folder of the Python files, compiled: Python's own compiler is no part of what is tried.
import { readdirSync, readFileSync } from "node:fs";
import { LIBRARY, noted } from "./count-calls.mjs";
import { asker, startSites } from "../../tests/pyodide/runtime.mjs";

const QUESTIONS = 2000; // ten thousand more called a single function that nothing before them had called

const trials = {
  rules: (python) => python.pyimport("full_run"),
  // When garbage is collected depends on what was allocated before. Here it is as often as can be.
  garbage: (python) => {
    python.pyimport("gc").set_threshold(1, 1, 1);
    python.pyimport("full_run");
  },
  language: (python) => ["types_and_library", "language"].forEach((name) => python.pyimport(name).run()),
  questions: (python) => {
    const ask = asker(python);
    for (const question of JSON.parse(python.pyimport("random_requests").questions(QUESTIONS, 1))) ask(question);
  },
};

const python = await startSites();
const packages = python.pyimport("site").getsitepackages().get(0);
for (const name of readdirSync(process.env.TRIALS)) {
  python.FS.writeFile(`${packages}/${name}`, readFileSync(`${process.env.TRIALS}/${name}`));
}
trials[process.argv[2]](python);
noted.library = JSON.parse(python.runPython(LIBRARY));
