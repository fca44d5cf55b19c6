// Captures the code that the dataclasses of some modules generate. Runs the Python that browsers run, because the
// generated code differs between versions.
// Standard input: JSON with `files`, path -> text, and `modules`, path -> name. Standard output: JSON, path -> texts.
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { text } from "node:stream/consumers";
import { loadPyodide } from "pyodide";

const FOLDER = "/packages";

const python = await loadPyodide();
const { files, modules } = JSON.parse(await text(process.stdin));
for (const [path, content] of Object.entries(files)) {
  python.FS.mkdirTree(dirname(`${FOLDER}/${path}`));
  python.FS.writeFile(`${FOLDER}/${path}`, content);
}
const record = python.runPython(readFileSync(new URL("capture_exec.py", import.meta.url), "utf8"));
process.stdout.write(record(FOLDER, JSON.stringify(modules)));
