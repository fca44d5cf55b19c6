// Notes what the dataclasses of some modules write, in the very Python that runs in browsers: another's would differ.
// Standard input: JSON of files, path -> text, and of modules, path -> name. Standard output: JSON, path -> texts.
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
