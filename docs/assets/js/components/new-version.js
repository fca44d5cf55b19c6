// The host has a new version of the site, and no longer all files of the version that this page is of. Nothing is
// reloaded before the reader says so: what they have typed may be nowhere else.
import { button } from "../lib/dom.js";
import { NEW_VERSION } from "../lib/failure.js";
import { notify } from "../lib/notice.js";
import { runtime } from "../rules-client/runtime.js";

const LONGEST = 3_000; // milliseconds that a reload, or another try, waits for scripts
const CHECKED = /\/assets\/(css|js|vendor)\//;
const WORKER = new URL("../entry/worker.js", import.meta.url).href;

/** Show the offer in the header, once: a sentence that names the cause has a button of its own. */
export function offerNewVersion() {
  runtime.addEventListener("outdated", () => notify("New version: reload", reload), { once: true });
}

/** Get the worker's script from the host: a start that failed may have run an old one from the browser's cache. */
export const refreshWorker = () => refresh(WORKER);

/**
 * The button for a sentence that tells of a new version; none for any other sentence.
 * @param {string} sentence
 */
export function reloadButtons(sentence) {
  if (!sentence.includes(NEW_VERSION)) return [];
  const made = button("fb-reload", "Reload");
  made.addEventListener("click", () => {
    made.textContent = "Reloading…";
    reload();
  });
  return [made];
}

/**
 * Reload the page on the new version. Chromium asks the host for the page alone, and may run scripts of the old version
 * from its cache, so those are fetched first.
 */
export async function reload() {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name.split("#")[0]);
  const addresses = new Set([WORKER, ...loaded.filter((name) => CHECKED.test(name))]);
  await Promise.all(Array.from(addresses, refresh));
  location.reload();
}

/** @param {string} address */
async function refresh(address) {
  try {
    const answer = await fetch(address, { cache: "no-cache", signal: AbortSignal.timeout(LONGEST) });
    await answer.arrayBuffer(); // the cache keeps what was read to its end
  } catch {
    // The page is reloaded all the same.
  }
}
