// Why there is no answer, in words for readers. What a browser or Python itself says stays in the console.

/** Its message goes on after a colon; from the worker only the name comes with it. */
export class Failure extends Error {
  name = "Failure";
}

/** Milliseconds without any progress after which the page stops waiting. */
export const SLOW_AFTER = 15_000;

/** Why a file of this page's version is gone from the host. */
export const NEW_VERSION = "there is a new version of this site; reload the page to go on";

export const noMemory = (/** @type {string} */ what) => new Failure(`this device has no memory left for ${what}`);

/**
 * The failure that a reader is told of.
 * @param {unknown} error
 * @param {string} [otherwise] where it is none that has words
 */
export function failureOf(error, otherwise = "they don't work in this browser") {
  if (error instanceof Error && error.name === "Failure") return error;
  console.warn(error);
  return error instanceof RangeError ? noMemory("them") : new Failure(otherwise);
}

/** A browser, or the policy of a host, that runs no WebAssembly says so at once of the smallest program there is. */
export function tryWebAssembly() {
  if (!globalThis.WebAssembly) throw new Failure("this browser is too old for them (it has no WebAssembly)");
  try {
    new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
  } catch {
    throw new Failure("the host of this page or this browser's settings block them (WebAssembly can't run)");
  }
}

/**
 * A script of the runtime.
 * @param {string} address
 * @returns {Promise<any>}
 */
export async function imported(address) {
  try {
    return await import(address);
  } catch (error) {
    console.warn(error);
    const came = error instanceof TypeError ? "couldn't be downloaded" : "arrived incomplete";
    throw new Failure(`a file ${came} (${address.split("/").pop()})`);
  }
}
