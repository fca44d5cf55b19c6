// Loaded before a script (node --import): writes the functions called in a counting Pyodide to the file CALLED.
import { writeFileSync } from "node:fs";
import { watchInstances } from "../../hooks/bundle/trim/counters.mjs";

const called = watchInstances();

export const LIBRARY = "import json, sys; json.dumps(sorted(sys.called_functions))"; // recorded by note_calls.py
export const noted = { library: [] };

process.on("exit", () => writeFileSync(process.env.CALLED, JSON.stringify({ functions: called(), ...noted })));
