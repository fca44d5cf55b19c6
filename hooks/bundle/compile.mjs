// Compiles Python to bytecode with the very Python that runs in browsers: no other version's would load there.
// Standard input: a JSON list of [file name for tracebacks, source, level of optimization, functions to keep or null,
// texts of its dataclasses].
// Standard output: a JSON list of .pyc files in base64, in the same order.
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { loadPyodide } from "pyodide";

// Tracebacks keep their lines and do without columns: those were a quarter of the bytes.
const python = await loadPyodide({ args: ["-X", "no_debug_ranges"] });
const compile = python.runPython(readFileSync(new URL("compile.py", import.meta.url), "utf8"));
process.stdout.write(compile(await text(process.stdin)));
