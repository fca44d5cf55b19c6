// Pyodide in a module worker, following its documentation: loadPyodide, then the wheels, then Python.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const QUESTIONS = {
  roll: "str(rules_py.roll(id).to_dict())",
  calculate: "from rules_py.bridge import calculate; calculate(id, values)",
};

async function start() {
  const pyodide = await loadPyodide();
  await pyodide.loadPackage(WHEELS.map((name) => new URL(name, location.href).href));
  pyodide.runPython("import rules_py");
  return pyodide;
}

const started = start();

self.onmessage = async ({ data: [question, id, values] }) => {
  const pyodide = await started;
  pyodide.globals.set("id", id);
  pyodide.globals.set("values", values);
  self.postMessage(pyodide.runPython(QUESTIONS[question]));
};
