// Runs the Python tests of the core, over every game's mechanics, inside Pyodide, with the very files that the site serves to browsers.
// pytest and hypothesis come from build/pyodide-tests, where set-up put their builds for Pyodide.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const project = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const runtime = `${project}/site/assets/runtime/`;
const lockFileContents = readFileSync(`${runtime}pyodide-lock.json`, "utf8");
const packages = Object.keys(JSON.parse(lockFileContents).packages);

const { loadPyodide } = await import(pathToFileURL(`${runtime}pyodide.mjs`));
const python = await loadPyodide({ indexURL: runtime, packageBaseUrl: runtime, lockFileContents });
await python.loadPackage(packages, { messageCallback: () => {} });

for (const [from, to] of [[`${project}/tests`, "/work/tests"], [`${project}/build/pyodide-tests`, "/work/packages"]]) {
  python.FS.mkdirTree(to);
  python.mountNodeFS(to, from);
}

const code = await python.runPythonAsync(`
import os, sys
sys.path.append("/work/packages")  # last: the rules and icepool come from the wheels
os.chdir("/work")
sys.dont_write_bytecode = True
import pytest, rules_py
assert "site-packages" in rules_py.__file__, rules_py.__file__
pytest.main([
    "tests/rules_py", "--pyargs", "rules_py", "--doctest-modules", "-q", "-p", "no:cacheprovider",
    "--import-mode=importlib", "--ignore-glob=*process*", *sys.argv[1:],
])
`);
process.exit(Number(code));
