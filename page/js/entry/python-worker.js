// Worker that runs Python, once a reader has asked for it. It lives as long as the tab, across page changes.
import { expose } from "../../vendor/comlink.js";
import { createMemoryFailure, Failure, importScript, toFailure, tryWebAssembly } from "../lib/failure.js";
import { findLine } from "../rules-client/compiled-files.js";
import { watchDownloads } from "../rules-client/python-downloads.js";
import { TimeSlices } from "../rules-client/time-slices.js";
import { holdLock } from "../rules-client/worker-process.js";

const SLICE = 100; // milliseconds of work before other questions may run
const { folder } = PYTHON_FILES;
const { packages, sizes } = PYTHON_PARTS;
const FOLDER = new URL(`../../python/${folder}/`, import.meta.url).href;

const questions = new TimeSlices();
/** Pyodide. @type {any} */
let python;
/** The module rules_py.bridge. @type {any} */
let rules;

async function loadPython() {
  // Pyodide calls it to detect the kind of worker, which would violate the site's policy.
  /** @type {any} */ (globalThis).importScripts = undefined;
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    importScript(`${FOLDER}pyodide.js`),
    importScript(`${FOLDER}pyodide.asm.js`),
  ]);
  python = await loadPyodide({ indexURL: FOLDER, packageBaseUrl: FOLDER, createPyodideModule, packages });
  rules = python.pyimport("rules_py.bridge");
}

/**
 * Work on a question for a time slice. Return its answer as JSON text, or null if there is more to do.
 * @param {string} question
 * @param {unknown[]} args
 * @returns {string | null}
 */
function workOn(question, args) {
  try {
    return rules.ask(SLICE, question, ...args) ?? null;
  } catch (error) {
    if (error instanceof python.ffi.PythonError) {
      throw /** @type {any} */ (error).type === "MemoryError" ? createMemoryFailure("it") : error;
    }
    console.warn(error);
    throw new Failure("Python stopped while working on it");
  }
}

expose({
  live: holdLock,

  /**
   * Start Python.
   * @param {(share: number) => void} report called with the share that has arrived, from 0 to 1
   */
  async start(report) {
    try {
      tryWebAssembly();
      await Promise.race([watchDownloads(sizes, report), loadPython()]);
    } catch (error) {
      throw toFailure(error);
    }
  },

  /**
   * Answer a question as JSON text, or return null if it was cancelled.
   * @param {number} number
   * @param {string} question
   * @param {[string, ...unknown[]]} args
   */
  answer(number, question, args) {
    return questions.answer(number, findLine(number, question, args), async () => () => workOn(question, args));
  },

  /** Cancel a question. @param {number} number */
  cancel(number) {
    questions.cancel(number);
  },
});
