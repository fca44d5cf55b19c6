// The version of the site that the host has, which may be newer than the page's.
import { Failure, SITE_CHANGED } from "../lib/failure.js";

/** Return the address of a script in assets/js/entry. @param {string} script */
export const resolveScript = (script) => new URL(`../entry/${script}`, import.meta.url).href;

/**
 * Return the failure to show for one that a missing file may have caused: after a deploy the host no longer has the
 * files of the page's version, or has others at their addresses, and its main script names another version.
 * @param {Failure} failure
 * @returns {Promise<Failure>} the same one if the host still has the same version, or can't be reached
 */
export async function explainFailure(failure) {
  try {
    const answer = await fetch(resolveScript("main.js"), { cache: "no-cache" });
    const text = await answer.text();
    return !answer.ok || text.includes(SITE_VERSION) ? failure : new Failure(SITE_CHANGED);
  } catch {
    return failure;
  }
}
