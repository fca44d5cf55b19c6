// Loaded ahead of a script (node --import): what the script calls of a Pyodide that counts goes to the file CALLED.
import { writeFileSync } from "node:fs";
import { watchInstances } from "../../hooks/bundle/trim/counters.mjs";

const called = watchInstances();

export const LIBRARY = "import json, sys; json.dumps(sorted(sys.called_functions))"; // what note_calls.py has noted
export const noted = { library: [] };

process.on("exit", () => writeFileSync(process.env.CALLED, JSON.stringify({ functions: called(), ...noted })));
