// Pyodide under Node with wheels as the site's worker has them.
import { readFileSync, readdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { unpack } from "../../docs/assets/js/wheel.js";

export const project = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** Start the Pyodide of a folder with the wheels of the site; `options` are loadPyodide's. */
export async function start(folder, options = {}) {
  const site = `${project}/site/assets/runtime/`;
  const lockFileContents = readFileSync(`${site}pyodide-lock.json`, "utf8");
  const { loadPyodide } = await import(pathToFileURL(`${folder}pyodide.mjs`));
  const python = await loadPyodide({ indexURL: folder, lockFileContents, ...options });
  const packages = python.runPython("import site; site.getsitepackages()[0]");
  for (const wheel of readdirSync(site).filter((name) => name.endsWith(".whl"))) {
    for (const [path, bytes] of await unpack(new Uint8Array(readFileSync(site + wheel)).buffer)) {
      python.FS.mkdirTree(dirname(`${packages}/${path}`));
      python.FS.writeFile(`${packages}/${path}`, bytes);
    }
  }
  return python;
}

export const fullRun = readFileSync(`${project}/tests/pyodide/full_run.py`, "utf8");
