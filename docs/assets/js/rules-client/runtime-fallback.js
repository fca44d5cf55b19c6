// Fallback to the full Pyodide. The lean runtime lacks functions that no test called (hooks/bundle/trim). If one was
// missing, this device uses the full runtime until the next version.
import { notify } from "../lib/notice.js";
import { read, write } from "../lib/storage.js";

const NAME = "lacking-runtime";

/** Return the lean runtime that lacked something on this device, or null. */
export function lacked() {
  const runtime = read(NAME);
  return typeof runtime === "string" ? runtime : null;
}

/**
 * Note that a lean runtime lacks something, and tell the reader once.
 * @param {string} runtime
 */
export function noteLack(runtime) {
  if (lacked() === runtime) return;
  write(NAME, runtime);
  notify("Downloading the full Python runtime (one time only)");
}
