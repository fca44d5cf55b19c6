// Compiles Python to bytecode with the very Python that runs in browsers: no other version's would load there.
// Standard input: a JSON list of [file name for tracebacks, source, level of optimization].
// Standard output: a JSON list of .pyc files in base64, in the same order.
import { text } from "node:stream/consumers";
import { loadPyodide } from "pyodide";

// Tracebacks keep their lines and do without columns: those were a quarter of the bytes.
const python = await loadPyodide({ args: ["-X", "no_debug_ranges"] });
const compile = python.runPython(`
import base64, json, py_compile

def compiled(name, source, optimize):
    with open("source.py", "w", encoding="utf-8") as file:
        file.write(source)
    py_compile.compile("source.py", "source.pyc", name, doraise=True, optimize=optimize,
                       invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    with open("source.pyc", "rb") as file:
        return base64.b64encode(file.read()).decode()

lambda jobs: json.dumps([compiled(*job) for job in json.loads(jobs)])
`);
process.stdout.write(compile(await text(process.stdin)));
