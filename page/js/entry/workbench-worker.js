// Worker that runs a rule which a reader types. Its script is a data address, so the browser gives it an origin of its
// own: it has no database, no caches and no channel to other tabs, and the page's policy keeps it from every other host.
// The page hands it Python's files, and it takes and gives texts alone.
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { loadPyodide } from "pyodide/pyodide.mjs";

const FOLDER = "https://files.invalid/"; // never fetched, see below

/** @type {any} */
let bench;

/**
 * Start Python with files that the page has downloaded.
 * @param {Record<string, ArrayBuffer>} files by name
 * @param {string[]} packages
 */
async function start(files, packages) {
  /** @type {any} */ (globalThis).importScripts = undefined; // Pyodide would call it to detect the kind of worker
  globalThis.fetch = async (request) => {
    const name = String(request instanceof Request ? request.url : request).replace(FOLDER, "");
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return name in files
      ? new Response(files[name], { headers: { "Content-Type": type } })
      : new Response(null, { status: 404 });
  };
  /** @type {any} */
  const python = await loadPyodide({ indexURL: FOLDER, packageBaseUrl: FOLDER, createPyodideModule, packages });
  bench = python.pyimport("rules_py.workbench");
  for (const name of ["js", "pyodide_js"]) python.unregisterJsModule(name); // rules have no use for the worker's own
}

addEventListener("message", async ({ data: { number, files, packages, question } }) => {
  try {
    const text = files ? await start(files, packages) : bench.ask(...question);
    postMessage({ number, text });
  } catch (error) {
    console.warn(error);
    postMessage({ number, failure: String(error) });
  }
});
