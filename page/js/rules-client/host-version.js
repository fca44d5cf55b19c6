// The version of the site that the host has, which may be newer than the page's.
import { Failure, SITE_CHANGED } from "../lib/failure.js";

/** Return the address of a script in assets/js/entry. @param {string} script */
export const resolveScript = (script) => new URL(`../entry/${script}`, import.meta.url).href;

/**
 * Return the failure to show for one that a missing file may have caused: after a deploy the host no longer has the
 * files of the page's version, and its main script names the folders of others.
 * @param {Failure} failure
 * @returns {Promise<Failure>} the same one if the host still has the same version, or can't be reached
 */
export async function explainFailure(failure) {
  try {
    const answer = await fetch(resolveScript("main.js"), { cache: "no-cache" });
    const text = await answer.text();
    const isSame = [COMPILED_RULES.folder, PYTHON_FILES.folder].every((folder) => text.includes(folder));
    return isSame || !answer.ok ? failure : new Failure(SITE_CHANGED);
  } catch {
    return failure;
  }
}
