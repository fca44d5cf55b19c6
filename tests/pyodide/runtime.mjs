// Pyodide under Node with wheels as the site's worker has them.
import { readFileSync, readdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { unzipSync } from "fflate";

export const project = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const site = `${process.env.SITE_DIR ?? `${project}/site`}/assets/runtime/`;

export const pyodide = `${project}/node_modules/pyodide/`;
export const manifest = JSON.parse(readFileSync(`${site}runtime.json`, "utf8"));

const startOn = ({ pyodide, stdlib }) => start(site + pyodide, { stdLibURL: site + stdlib }, "pyodide.js");

/** Start the site's Python as its worker does at first. */
export const startSites = () => startOn(manifest);

/** Start the site's Python as its worker does where the first one lacks something. */
export const startFull = () => startOn(manifest.full);

/** Start the Pyodide of a folder, named as Pyodide publishes it, with all of the site's library. */
export const startFrom = (folder) => start(folder, { stdLibURL: site + manifest.full.stdlib });

/** Start the Pyodide of a folder with the wheels of the site; `options` are loadPyodide's, `loader` has it. */
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

/** Asks the rules as the site's worker does: a kind of question, an id and the rest, answered by JSON text. */
export function asker(python) {
  const rules = python.pyimport("rules_py.bridge");
  rules.rescan_games();
  return ([kind, id, given, ...rest]) => rules[kind](id, given, ...(SEEDED.has(kind) ? rest.map(wide) : rest));
}

const SEEDED = new Set(["roll", "fight"]);

/** Pages give what rolls 128 bits of seed. */
const wide = (value) => (typeof value === "number" ? (BigInt(value) << 96n) + BigInt(value) : value);

/** Asks what `start` gives; null where a lean runtime lacks what the answer takes, and then it is of no more use. */
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
