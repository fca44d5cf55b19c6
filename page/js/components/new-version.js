// Offer to reload when the host has a new version of the site and no longer has all files of this page's version. The
// page reloads only at the reader's request, because their input may exist nowhere else.
import { makeAction } from "../lib/dom.js";
import { SITE_CHANGED } from "../lib/failure.js";
import { refreshFile } from "../lib/fetch.js";
import { notify } from "../lib/notice.js";
import { resolveScript } from "../rules-client/host-version.js";
import { runtime } from "../rules-client/runtime.js";

const CHECKED = /\/assets\/(css|js|vendor)\//;
const WORKERS = ["rules-worker.js", "python-worker.js"].map(resolveScript);

/** Show the offer in the header once. A sentence that names the cause has its own button. */
export function offerNewVersion() {
  runtime.addEventListener("outdated", () => notify("Site changed: reload", reload), { once: true });
}

/** Fetch Python's worker from the host, because a failed start may have run an old one from the browser's cache. */
export const refreshWorker = () => refreshFile(resolveScript("python-worker.js"));

/**
 * Return the reload button for a sentence that reports a new version, or an empty list.
 * @param {string} sentence
 */
export function reloadButtons(sentence) {
  if (!sentence.includes(SITE_CHANGED)) return [];
  const made = makeAction("fb-reload", "Reload", () => {
    made.textContent = "Reloading…";
    reload();
  });
  return [made];
}

/**
 * Reload the page on the new version. Chromium revalidates only the page and may run old scripts from its cache, so
 * fetch those first.
 */
export async function reload() {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name.split("#")[0]);
  const addresses = new Set([...WORKERS, ...loaded.filter((name) => CHECKED.test(name))]);
  await Promise.all(Array.from(addresses, refreshFile));
  location.reload();
}
