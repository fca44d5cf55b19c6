// Pyodide in a module worker, following its documentation: loadPyodide, then the wheels, then Python.
import { loadPyodide } from "./pyodide/pyodide.mjs";

async function start() {
  const pyodide = await loadPyodide();
  await pyodide.loadPackage(WHEELS.map((name) => new URL(name, location.href).href));
  pyodide.runPython("import rules_py");
  return pyodide;
}

const started = start();

self.onmessage = async ({ data }) => {
  const pyodide = await started;
  pyodide.globals.set("mechanic", data);
  self.postMessage(pyodide.runPython("str(rules_py.roll(mechanic).to_dict())"));
};
