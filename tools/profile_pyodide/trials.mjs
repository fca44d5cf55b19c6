// Runs a workload for the profile of called functions: node trials.mjs <name>
// TRIALS is the folder of the compiled Python files, so that Python's compiler isn't profiled.
import { readdirSync, readFileSync } from "node:fs";
import { LIBRARY, noted } from "./count-calls.mjs";
import { asker, startSites } from "../../tests/pyodide/runtime.mjs";

const QUESTIONS = 2000; // ten thousand more only added a single called function

const trials = {
  rules: (python) => python.pyimport("full_run"),
  // The time of garbage collection depends on earlier allocations. Collect as often as possible.
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
