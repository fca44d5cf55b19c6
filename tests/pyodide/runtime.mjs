// Pyodide in Node, with the wheels that the site's worker uses.
import { readFileSync, readdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { unzipSync } from "fflate";

export const project = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const site = `${process.env.SITE_DIR ?? `${project}/site`}/assets/runtime/`;

export const pyodide = `${project}/node_modules/pyodide/`;
export const manifest = JSON.parse(readFileSync(`${site}runtime.json`, "utf8"));

const startOn = ({ pyodide, stdlib }) => start(site + pyodide, { stdLibURL: site + stdlib }, "pyodide.js");

/** Start the site's lean Python, as its worker does first. */
export const startSites = () => startOn(manifest);

/** Start the site's full Python, as its worker does if the lean one lacks something. */
export const startFull = () => startOn(manifest.full);

/** Start the Pyodide in a folder, with its published file names and the site's complete standard library. */
export const startFrom = (folder) => start(folder, { stdLibURL: site + manifest.full.stdlib });

/** Start the Pyodide in a folder with the site's wheels; `loader` exports loadPyodide, which gets `options`. */
export async function start(folder, options = {}, loader = "pyodide.mjs") {
  const lockFileContents = readFileSync(`${site}pyodide-lock.json`, "utf8");
  const { loadPyodide } = await import(pathToFileURL(folder + loader));
  const python = await loadPyodide({ indexURL: folder, lockFileContents, ...options });
  const packages = python.runPython("import site; site.getsitepackages()[0]");
  for (const wheel of readdirSync(site).filter((name) => name.endsWith(".whl"))) {
    for (const [path, bytes] of Object.entries(unzipSync(readFileSync(site + wheel)))) {
      python.FS.mkdirTree(dirname(`${packages}/${path}`));
      python.FS.writeFile(`${packages}/${path}`, bytes);
    }
  }
  return python;
}

export const fullRun = readFileSync(`${project}/tests/pyodide/full_run.py`, "utf8");

/** Return a function that sends requests (kind, id, arguments) as the site's worker does and returns JSON text. */
export function asker(python) {
  const rules = python.pyimport("rules_py.bridge");
  rules.rescan_games();
  return ([kind, id, given, ...rest]) => rules[kind](id, given, ...(SEEDED.has(kind) ? rest.map(wide) : rest));
}

const SEEDED = new Set(["roll", "fight"]);

/** Widen a seed to the 128 bits that pages send. */
const wide = (value) => (typeof value === "number" ? (BigInt(value) << 96n) + BigInt(value) : value);

/** Like `asker`, for a lean runtime; the answer is null if it lacks a function, and then it is unusable. */
export async function leanAsker(start) {
  const python = await start();
  const { function_missed: missed } = python._module;
  const ask = asker(python);
  return (question) => {
    let answer = null;
    try {
      answer = ask(question);
    } catch (error) {
      if (!missed.value) throw error;
    }
    return missed.value ? null : answer;
  };
}
