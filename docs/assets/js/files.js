// Fetches the runtime's files, each in as few bytes as the host allows.
//
// Compression by the host is best: it may know Brotli, and the browser keeps compiled code only of WebAssembly that
// comes as it is. A host that sends even the manifest plain compresses nothing, so it is asked for the gzipped copies.
// One that compresses, but not this type, is found out by the first answer's headers, whose body is then let go.

const FOLDER = new URL("../runtime/", import.meta.url).href;
const plainFetch = globalThis.fetch.bind(globalThis); // the worker lends Pyodide another

/** What lies in the runtime's folder: by its manifest (runtime.json) and its lock (pyodide-lock.json). */
export class Files {
  manifest;
  lock;
  #packages;
  #hostCompresses;
  #watch;

  /** Ask for manifest and lock anew: they alone change without changing their names. */
  async open() {
    const [manifest, lock] = await Promise.all(
      ["runtime.json", "pyodide-lock.json"].map((name) => this.#get(name, { cache: "no-cache" })),
    );
    this.#hostCompresses = manifest.headers.has("Content-Encoding");
    this.manifest = await manifest.json();
    this.lock = await lock.text();
    this.#packages = JSON.parse(this.lock).packages;
  }

  address(name) {
    return FOLDER + name;
  }

  /** A file's name by its address. */
  nameOf(address) {
    return address.slice(FOLDER.length);
  }

  /** A package's wheel by name; undefined where there is no such package. */
  wheel(packageName) {
    return this.#packages[packageName]?.file_name;
  }

  /** Let `progress` know of bytes as they come. */
  watch(progress) {
    this.#watch = progress;
  }

  /** A file as it is unpacked. It rejects with words that name the file. */
  async fetch(name) {
    if (!this.manifest.zipped.includes(name)) return this.#counted(name, await this.#get(name));
    const kept = await isKept(this.address(name));
    if (kept || this.#hostCompresses) {
      const answer = await this.#get(name);
      if (kept || answer.headers.has("Content-Encoding")) return this.#counted(name, answer);
      answer.body?.cancel();
    }
    return this.#counted(name, unzipped(await this.#get(`${name}.gz`)));
  }

  /** A package's wheel, which has to be the one that the lock promises. */
  async fetchWheel(packageName) {
    const { file_name: name, sha256 } = this.#packages[packageName];
    const digest = String.fromCharCode(...sha256.match(/../g).map((byte) => parseInt(byte, 16)));
    const answer = await this.#get(name, { integrity: `sha256-${btoa(digest)}` }, packageName);
    return (await this.#counted(name, answer)).arrayBuffer();
  }

  async #get(name, options, called = name.split("/").pop()) {
    try {
      const answer = await plainFetch(this.address(name), options);
      if (!answer.ok) throw new Error(`it answered ${answer.status}`);
      return answer;
    } catch (error) {
      throw new Error(`${called} did not come (${error.message})`);
    }
  }

  // Bytes are counted on a copy: an answer that was wrapped would lose its compiled code.
  #counted(name, answer) {
    const progress = this.#watch;
    if (progress && answer.body) {
      answer.clone().body.pipeTo(new WritableStream({ write: (chunk) => progress.add(name, chunk.byteLength) })).catch(() => {});
    }
    return answer;
  }
}

/** Whether a service worker's cache has a file: then it costs nothing as it is. */
async function isKept(address) {
  try {
    return Boolean(await caches.match(address, { ignoreSearch: true }));
  } catch {
    return false; // no such storage here
  }
}

function unzipped(answer) {
  const plain = answer.headers.has("Content-Encoding"); // some hosts declare what the name says
  const body = plain ? answer.body : answer.body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { headers: { "Content-Type": "application/wasm" } });
}
