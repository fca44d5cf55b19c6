// Prints a JSON list of the files that Pyodide and the rules import from a standard library archive:
// node list-imported.mjs <archive>
import { fullRun, project, start } from "../tests/pyodide/runtime.mjs";

const python = await start(`${project}/node_modules/pyodide/`, { stdLibURL: process.argv[2] });
python.runPython(fullRun);
const files = python
  .runPython(`
import sys
archive = next(path for path in sys.path if path.endswith(".zip")) + "/"
sorted({module.__file__.removeprefix(archive) for module in sys.modules.values()
        if (getattr(module, "__file__", None) or "").startswith(archive)})
`)
  .toJs();
process.stdout.write(JSON.stringify(files));
