// Downloads of Python's files: their progress, and a failure when one doesn't arrive.
import { createMemoryFailure, Failure } from "../lib/failure.js";

const WASM = "application/wasm";

/**
 * Watch everything that this worker fetches, and report the share of it that has arrived, from 0 to 1.
 * @param {Record<string, number>} sizes bytes by file name
 * @param {(share: number) => void} report
 * @returns {Promise<never>} rejects if a file doesn't arrive or can't run, because Pyodide would wait for it forever
 */
export function watchDownloads(sizes, report) {
  const all = Object.values(sizes).reduce((total, size) => total + size, 0);
  let arrived = 0;
  /** @param {number} bytes */
  const add = (bytes) => {
    arrived += bytes;
    report(Math.min(1, arrived / all));
  };
  return new Promise((_, fail) => {
    const plainFetch = globalThis.fetch;
    globalThis.fetch = async (request, options) => {
      const name = getFileName(request);
      const answer = await plainFetch(request, options).catch(() => null);
      if (!answer?.ok) {
        const failure = new Failure(
          `a file couldn't be downloaded (${name}${answer ? `: error ${answer.status}` : ""})`,
        );
        fail(failure);
        throw failure;
      }
      countBytes(answer.clone(), name, sizes[name], add).catch(fail);
      return name.endsWith(".wasm") ? replaceType(answer) : answer;
    };
    const { instantiateStreaming } = WebAssembly;
    WebAssembly.instantiateStreaming = (source, imports) =>
      instantiateStreaming(source, imports).catch((error) => {
        const isFull = error instanceof RangeError;
        fail(isFull ? createMemoryFailure("it") : new Failure("a file arrived incomplete (pyodide.asm.wasm)"));
        throw error;
      });
  });
}

/**
 * Return a response with the type that browsers demand of WebAssembly, because some hosts don't know it. Other responses
 * stay as they are, because a copy would lose the code that the browser has compiled and cached.
 * @param {Response} answer
 */
const replaceType = (answer) =>
  answer.headers.get("Content-Type")?.startsWith(WASM)
    ? answer
    : new Response(answer.body, { headers: { "Content-Type": WASM } });

/** @param {RequestInfo | URL} request */
const getFileName = (request) =>
  new URL(request instanceof Request ? request.url : request).pathname.split("/").pop() ?? "";

/**
 * Read a response to its end.
 * @param {Response} answer
 * @param {string} name
 * @param {number | undefined} size its bytes, if known
 * @param {(bytes: number) => void} add
 * @throws {Failure} if it is incomplete
 */
async function countBytes(answer, name, size, add) {
  const reader = answer.body?.getReader();
  let arrived = 0;
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      arrived += part.value.byteLength;
      add(part.value.byteLength);
    }
  } catch {
    throw new Failure(`a file arrived incomplete (${name})`);
  }
  if (size !== undefined && arrived !== size) {
    throw new Failure(`a file arrived incomplete (${name}: ${arrived} of ${size} bytes)`);
  }
}
