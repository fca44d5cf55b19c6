// Fetches the runtime's files, each in as few bytes as the host allows.
//
// Compression by the host is best: it may know Brotli, and the browser keeps compiled code only of WebAssembly that
// comes as it is. A host that sends even the manifest plain compresses nothing, so it is asked for the gzipped copies.
// One that compresses, but not this type, is found out by the first answer's headers, whose body is then cancelled.

import { Failure, NEW_VERSION } from "../lib/failure.js";

const FOLDER = new URL("../../runtime/", import.meta.url).href;
const plainFetch = globalThis.fetch.bind(globalThis); // the worker lends Pyodide another

/**
 * What hooks/bundle writes into runtime.json.
 * @typedef {{ pyodide: string, stdlib: string }} Start Pyodide's folder, and Python's library
 * @typedef {Start & { full: Start, sizes: Record<string, number>, zipped: string[] }} Manifest
 */

/** What lies in the runtime's folder: by its manifest (runtime.json) and its lock (pyodide-lock.json). */
export class Files {
  /** @type {Manifest} */
  manifest = { pyodide: "", stdlib: "", full: { pyodide: "", stdlib: "" }, sizes: {}, zipped: [] };
  /** What Python starts on. @type {Start} */
  runtime = this.manifest;
  isLean = false; // whether that lacks something
  lock = "";
  /** @type {Record<string, { file_name: string, sha256: string }>} */
  #packages = {};
  #hostCompresses = false;
  #manifestText = "";
  /** @type {import("./loading-progress.js").Progress | null} */
  #watch = null;
  #broken = (/** @type {Error} */ _) => {};

  /**
   * Ask for manifest and lock again: they alone change without changing their names.
   * @param {string | null} lacked the folder of a lean runtime that is not to be used
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
  address(name) {
    return FOLDER + name;
  }

  /**
   * A file's name by its address.
   * @param {string} address
   */
  nameOf(address) {
    return address.slice(FOLDER.length);
  }

  /**
   * A package's wheel by name; undefined where there is no such package.
   * @param {string} packageName
   * @returns {string | undefined}
   */
  wheel(packageName) {
    return this.#packages[packageName]?.file_name;
  }

  /**
   * Let `progress` know of bytes as they come, until there is none; rejects once a file came in part only.
   * @param {import("./loading-progress.js").Progress | null} progress
   * @returns {Promise<never>}
   */
  watch(progress) {
    this.#watch = progress;
    return new Promise((_, fail) => {
      this.#broken = fail;
    });
  }

  /**
   * A file as it is unpacked. It rejects with words that name the file.
   * @param {string} name
   */
  async fetch(name) {
    const isZipped = this.manifest.zipped.includes(name) && Boolean(globalThis.DecompressionStream);
    if (!isZipped) return this.#counted(name, await this.#get(name));
    if (this.#hostCompresses) {
      const answer = await this.#get(name);
      if (answer.headers.has("Content-Encoding") || (await isCached(this.address(name))))
        return this.#counted(name, answer);
      answer.body?.cancel();
    } else if (await isCached(this.address(name))) return this.#counted(name, await this.#get(name));
    return this.#counted(name, unzipped(await this.#get(`${name}.gz`)));
  }

  /**
   * A package's wheel, which has to be the one that the lock promises.
   * @param {string} packageName
   * @param {AbortSignal} [signal]
   */
  async fetchWheel(packageName, signal) {
    const { file_name: name, sha256 } = this.#packages[packageName];
    const digest = String.fromCharCode(...(sha256.match(/../g) ?? []).map((byte) => parseInt(byte, 16)));
    const answer = await this.#get(name, { integrity: `sha256-${btoa(digest)}`, signal }, packageName);
    return this.#counted(name, answer)
      .arrayBuffer()
      .catch(() => {
        throw new Failure(`a file arrived incomplete (${packageName})`);
      });
  }

  /**
   * Ask the host for the manifest again when a file has failed: after a deploy it lists other files, and those of the
   * version that was opened are gone.
   * @param {unknown} failure
   * @param {AbortSignal} [signal]
   * @returns {Promise<unknown>} what to tell the reader: the failure itself where the host still has the same version
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
   * What a file says, whether the host compressed it, and its text.
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
   * @param {string} [called] in a refusal
   */
  async #get(name, options, called = name.split("/").pop()) {
    const answer = await plainFetch(this.address(name), options).catch(() => null);
    if (answer?.ok) return answer;
    throw new Failure(`a file couldn't be downloaded (${called}${answer ? `: error ${answer.status}` : ""})`);
  }

  // Bytes are counted on a copy: an answer that was wrapped would lose its compiled code.
  /**
   * @param {string} name
   * @param {Response} answer
   */
  #counted(name, answer) {
    const broken = this.#broken;
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
 * Whether a service worker's cache has a file: then it costs nothing as it is.
 * @param {string} address
 */
async function isCached(address) {
  try {
    return Boolean(await caches.match(address, { ignoreSearch: true }));
  } catch {
    return false; // no such storage here
  }
}

/** @param {Response} answer */
function unzipped(answer) {
  const plain = answer.headers.has("Content-Encoding"); // some hosts declare what the name says
  const body = plain ? answer.body : answer.body?.pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { headers: { "Content-Type": "application/wasm" } });
}
