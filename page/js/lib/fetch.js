// Requests to the site's host, with a timeout and with failures in readers' words.
import { Failure, STALLED_AFTER } from "./failure.js";

const NO_ANSWER = "nothing arrived; your connection may be slow";
const OF_ANOTHER = "the network sent something else; you may need to sign in to it";

/** Return the failure for a response that isn't the requested file, such as a network's sign-in page. */
export const createForeignFailure = () => new Failure(OF_ANOTHER);

/**
 * Fetch a file's text. Time out after a period without data.
 * @param {string | URL} address
 * @returns {Promise<string>}
 * @throws {Failure}
 */
export async function fetchText(address) {
  const over = new AbortController();
  let alarm = 0;
  const noteProgress = () => {
    clearTimeout(alarm);
    alarm = setTimeout(() => over.abort(new Failure(NO_ANSWER)), STALLED_AFTER);
  };
  noteProgress();
  try {
    const answer = await fetch(address, { signal: over.signal });
    const { ok, status } = answer;
    if (!ok) throw new Failure(status === 404 ? "it's no longer there" : `the server sent an error (${status})`);
    return await readText(answer, noteProgress);
  } catch (error) {
    if (over.signal.aborted) throw over.signal.reason;
    if (error instanceof Failure) throw error;
    console.warn(error);
    throw new Failure(globalThis.navigator?.onLine === false ? "there is no connection" : "it couldn't be downloaded");
  } finally {
    clearTimeout(alarm);
  }
}

/** @param {Response} answer @param {() => void} noteProgress called when data arrives */
async function readText(answer, noteProgress) {
  const reader = answer.body?.getReader();
  const decoder = new TextDecoder();
  for (let text = ""; ; ) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    noteProgress();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * Add a timeout to a promise without visible progress, such as the import of a script.
 * @template T
 * @param {Promise<T>} coming
 * @returns {Promise<T>}
 */
export function limitTime(coming) {
  return new Promise((done, fail) => {
    const alarm = setTimeout(() => fail(new Failure(NO_ANSWER)), STALLED_AFTER);
    coming.then(done, fail).finally(() => clearTimeout(alarm));
  });
}

const LONGEST_REFRESH = 3_000; // milliseconds

/**
 * Fetch a file from the host, because the browser's cache may have an old one. It may fail.
 * @param {string} address
 */
export async function refreshFile(address) {
  try {
    const answer = await fetch(address, { cache: "no-cache", signal: AbortSignal.timeout(LONGEST_REFRESH) });
    await answer.arrayBuffer(); // browsers cache only complete responses
  } catch {
    // The file's user reports it.
  }
}
