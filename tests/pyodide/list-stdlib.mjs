// Writes hooks/bundle/stdlib.txt: the files of Python's library that Pyodide and the rules import.
import { writeFileSync } from "node:fs";
import { fullRun, project, start } from "./runtime.mjs";

// Those who import these do without them where they are missing, and nothing here unpacks archives or opens sockets.
const NOT_NEEDED = /^(bz2|lzma|_?ssl)\.py$|^compression\//;

const python = await start(`${project}/node_modules/pyodide/`);
python.runPython(fullRun);
const files = python.runPython(`
import sys
archive = next(path for path in sys.path if path.endswith(".zip")) + "/"
sorted({module.__file__.removeprefix(archive) for module in sys.modules.values()
        if (getattr(module, "__file__", None) or "").startswith(archive)})
`).toJs();
writeFileSync(`${project}/hooks/bundle/stdlib.txt`, files.filter((file) => !NOT_NEEDED.test(file)).join("\n") + "\n");
