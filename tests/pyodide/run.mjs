// Runs the Python tests of the core and the games in Pyodide, with the files that the site serves.
// `make setup` puts builds of pytest and hypothesis for Pyodide into build/pyodide-tests.
import { readFileSync } from "node:fs";
import { fullRun, project, startFull } from "./runtime.mjs";

const python = await startFull();
python.runPython(fullRun);

python.FS.writeFile("/stock.zip", readFileSync(`${project}/node_modules/pyodide/python_stdlib.zip`));
for (const [from, to] of [
  ["tests", "tests"],
  ["build/pyodide-tests", "packages"],
  ["rules_py", "source"],
]) {
  python.FS.mkdirTree(`/work/${to}`);
  python.mountNodeFS(`/work/${to}`, `${project}/${from}`);
}
python.globals.set("arguments", process.argv.slice(2));

const code = python.runPython(`
import os, sys
sys.path += ["/work/tests/pyodide", "/work/packages"]  # last: the rules come from the wheels
os.chdir("/work")
sys.dont_write_bytecode = True
import extra_stdlib
extra_stdlib.install("/stock.zip")
import doctest, pytest, rules_py
rules_py.__path__.append("/work/source")  # for its command line, which browsers don't get
assert "site-packages" in rules_py.__file__ and rules_py.__file__.endswith(".pyc"), rules_py.__file__
documented = [module for name, module in sys.modules.items() if name.split(".")[0] == "rules_py"]
failed = sum(doctest.testmod(module).failed for module in documented)
folders = [each for each in arguments if each.startswith("tests/")] or ["tests/rules_py", "tests/systems"]
failed or pytest.main([
    *folders, "-q", "-p", "no:cacheprovider", "--import-mode=importlib",
    "--ignore=tests/systems/rules_coverage", "--ignore-glob=*process*", "--ignore-glob=*million*", "--ignore-glob=*referee*",
    # Odds by brute force and by many rolls take minutes here, and the same code passes them outside.
    "-k", "not (match_enumeration or reference_model or resolving_every_face or follow_the_odds or match_counted_faces)",
    *(each for each in arguments if each not in folders),
])
`);
process.exit(Number(code));
