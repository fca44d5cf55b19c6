// Reasons for failures in readers' words. Messages of the browser or of Python are only logged to the console.

/** An error whose message follows a colon. The worker passes on only its name and message. */
export class Failure extends Error {
  name = "Failure";
}

/** Milliseconds without progress after which a download, a start or another tab counts as stalled. */
export const STALLED_AFTER = 15_000;

/** Reason why the host no longer has a file of this page's version; the host's may be newer, or older after a rollback. */
export const SITE_CHANGED = "this site has changed; reload the page to go on";

/** The error of a question without an answer, such as one that a newer question has replaced. */
export const NOT_ANSWERED = "This was not answered; try it again.";

export const createMemoryFailure = (/** @type {string} */ what) =>
  new Failure(`this device has no memory left for ${what}`);

/** Return true for an error with words for readers, also if a worker has sent it. @param {unknown} error @returns {error is Failure} */
export const isFailure = (error) => error instanceof Error && error.name === "Failure";

/**
 * Return the failure to show for any error.
 * @param {unknown} error
 * @param {string} [otherwise] the message for an error without words for readers
 */
export function toFailure(error, otherwise = "it doesn't work in this browser") {
  if (isFailure(error)) return error;
  console.warn(error);
  return error instanceof RangeError ? createMemoryFailure("it") : new Failure(otherwise);
}

/** Compile the smallest module, which fails at once if the browser or the host's policy blocks WebAssembly. */
export function tryWebAssembly() {
  if (!globalThis.WebAssembly) throw new Failure("this browser is too old for it (it has no WebAssembly)");
  try {
    new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
  } catch {
    throw new Failure("the host of this page or this browser's settings block it (WebAssembly can't run)");
  }
}

/**
 * Import a script that a reader needs now.
 * @param {string} address
 * @returns {Promise<any>}
 */
export async function importScript(address) {
  try {
    return await import(address);
  } catch (error) {
    console.warn(error);
    const came = error instanceof TypeError ? "couldn't be downloaded" : "arrived incomplete";
    throw new Failure(`a file ${came} (${address.split("/").pop()})`);
  }
}
