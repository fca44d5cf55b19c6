// Whether Python starts on all of Pyodide. The lean runtime lacks what was never called when everything was tried
// (hooks/bundle/trim). Where one lacked something, this device starts on the full one until the next version.
import { notify } from "../lib/notice.js";
import { read, write } from "../lib/storage.js";

const NAME = "lacking-runtime";

/** The lean runtime that lacked something here; null where none did. */
export function lacked() {
  const runtime = read(NAME);
  return typeof runtime === "string" ? runtime : null;
}

/**
 * A lean runtime lacks something, which the reader is told once.
 * @param {string} runtime
 */
export function noteLack(runtime) {
  if (lacked() === runtime) return;
  write(NAME, runtime);
  notify("Downloading the full Python runtime (one time only)");
}
