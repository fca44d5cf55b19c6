// Downloads of the runtime's files, with as few bytes as the host allows.
//
// Compression by the host is best: it may support Brotli, and browsers cache compiled code only for unmodified
// WebAssembly responses. If a host sends even the manifest uncompressed, the gzipped copies are fetched. If a host
// compresses only other types, the first response's headers show it, and its body is cancelled.

import { Failure, NEW_VERSION } from "../lib/failure.js";

const FOLDER = new URL("../../runtime/", import.meta.url).href;
const plainFetch = globalThis.fetch.bind(globalThis); // the worker replaces it for Pyodide

/**
 * Content of runtime.json, written by hooks/bundle.
 * @typedef {{ pyodide: string, stdlib: string }} Start Pyodide's folder, and Python's standard library
 * @typedef {Start & { full: Start, sizes: Record<string, number>, zipped: string[] }} Manifest
 */

/** Files in the runtime's folder, according to its manifest (runtime.json) and its lock (pyodide-lock.json). */
export class Files {
  /** @type {Manifest} */
  manifest = { pyodide: "", stdlib: "", full: { pyodide: "", stdlib: "" }, sizes: {}, zipped: [] };
  /** The runtime in use. @type {Start} */
  runtime = this.manifest;
  isLean = false; // true if the runtime lacks functions
  lock = "";
  /** @type {Record<string, { file_name: string, sha256: string }>} */
  #packages = {};
  #hostCompresses = false;
  #manifestText = "";
  /** @type {import("./loading-progress.js").Progress | null} */
  #watch = null;
  #reject = (/** @type {Error} */ _) => {};

  /**
   * Fetch the manifest and the lock again; only they change without changing their names.
   * @param {string | null} lacked the folder of a lean runtime to avoid
   */
  async open(lacked) {
    const [[manifest, compresses, text], [{ packages }, , lock]] = await Promise.all([
      this.#getJson("runtime.json"),
      this.#getJson("pyodide-lock.json"),
    ]);
    this.#hostCompresses = compresses;
    this.manifest = manifest;
    this.#manifestText = text;
    const { full, pyodide } = this.manifest;
    this.runtime = pyodide === lacked ? full : this.manifest;
    this.isLean = this.runtime.pyodide !== full.pyodide;
    this.lock = lock;
    this.#packages = packages;
  }

  /** @param {string} name */
  buildAddress(name) {
    return FOLDER + name;
  }

  /**
   * Return a file's name from its address.
   * @param {string} address
   */
  getName(address) {
    return address.slice(FOLDER.length);
  }

  /**
   * Return the name of a package's wheel, or undefined.
   * @param {string} packageName
   * @returns {string | undefined}
   */
  findWheel(packageName) {
    return this.#packages[packageName]?.file_name;
  }

  /**
   * Report received bytes to `progress`. Reject if a file arrives incomplete.
   * @param {import("./loading-progress.js").Progress | null} progress
   * @returns {Promise<never>}
   */
  watch(progress) {
    this.#watch = progress;
    return new Promise((_, fail) => {
      this.#reject = fail;
    });
  }

  /**
   * Fetch a file uncompressed. Reject with a message that names the file.
   * @param {string} name
   */
  async fetch(name) {
    const isZipped = this.manifest.zipped.includes(name) && Boolean(globalThis.DecompressionStream);
    if (!isZipped) return this.#countBytes(name, await this.#get(name));
    if (this.#hostCompresses) {
      const answer = await this.#get(name);
      if (answer.headers.has("Content-Encoding") || (await isCached(this.buildAddress(name))))
        return this.#countBytes(name, answer);
      answer.body?.cancel();
    } else if (await isCached(this.buildAddress(name))) return this.#countBytes(name, await this.#get(name));
    return this.#countBytes(name, unzip(await this.#get(`${name}.gz`)));
  }

  /**
   * Fetch a package's wheel, and check its hash in the lock.
   * @param {string} packageName
   * @param {AbortSignal} [signal]
   */
  async fetchWheel(packageName, signal) {
    const { file_name: name, sha256 } = this.#packages[packageName];
    const digest = String.fromCharCode(...(sha256.match(/../g) ?? []).map((byte) => parseInt(byte, 16)));
    const answer = await this.#get(name, { integrity: `sha256-${btoa(digest)}`, signal }, packageName);
    return this.#countBytes(name, answer)
      .arrayBuffer()
      .catch(() => {
        throw new Failure(`a file arrived incomplete (${packageName})`);
      });
  }

  /**
   * Fetch the manifest again after a failure, because after a deploy the host no longer has the files of the opened
   * version.
   * @param {unknown} failure
   * @param {AbortSignal} [signal]
   * @returns {Promise<unknown>} the error to show: the same one if the host still has the same version
   */
  async explain(failure, signal) {
    if (!(failure instanceof Failure)) return failure;
    const isSame = await this.#getJson("runtime.json", { cache: "reload", signal }).then(
      ([, , text]) => text === this.#manifestText,
      () => true,
    );
    return isSame ? failure : new Failure(NEW_VERSION);
  }

  /**
   * Fetch JSON. Return its value, true if the host compressed it, and its text.
   * @param {string} name
   * @param {RequestInit} [options]
   * @returns {Promise<[any, boolean, string]>}
   */
  async #getJson(name, options = { cache: "no-cache" }) {
    const answer = await this.#get(name, options);
    const text = await answer.text().catch(() => "");
    try {
      return [JSON.parse(text), answer.headers.has("Content-Encoding"), text];
    } catch {
      throw new Failure(`the network sent something else instead of a file (${name})`);
    }
  }

  /**
   * @param {string} name
   * @param {RequestInit} [options]
   * @param {string} [called] the name in error messages
   */
  async #get(name, options, called = name.split("/").pop()) {
    const answer = await plainFetch(this.buildAddress(name), options).catch(() => null);
    if (answer?.ok) return answer;
    throw new Failure(`a file couldn't be downloaded (${called}${answer ? `: error ${answer.status}` : ""})`);
  }

  // Count bytes on a clone: wrapping a response would lose its compiled code.
  /**
   * @param {string} name
   * @param {Response} answer
   */
  #countBytes(name, answer) {
    const broken = this.#reject;
    const reader = this.#watch && answer.body && answer.clone().body?.getReader();
    if (!reader) return answer;
    const size = this.manifest.sizes[name];
    const count = async () => {
      let came = 0;
      for (let part; !(part = await reader.read()).done; ) {
        came += part.value.byteLength;
        this.#watch?.add(name, part.value.byteLength);
      }
      if (size !== undefined && came !== size) throw new Failure(`${came} of ${size} bytes`);
    };
    count().catch((error) => {
      const of = error instanceof Failure ? `: ${error.message}` : "";
      broken(new Failure(`a file arrived incomplete (${name.split("/").pop()}${of})`));
    });
    return answer;
  }
}

/**
 * Return true if a service worker has cached a file, which is then free.
 * @param {string} address
 */
async function isCached(address) {
  try {
    return Boolean(await caches.match(address, { ignoreSearch: true }));
  } catch {
    return false; // no cache storage here
  }
}

/** @param {Response} answer */
function unzip(answer) {
  const plain = answer.headers.has("Content-Encoding"); // some hosts derive the headers from the name
  const body = plain ? answer.body : answer.body?.pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { headers: { "Content-Type": "application/wasm" } });
}
