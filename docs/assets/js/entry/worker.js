// Worker that runs Python. It lives as long as the tab, across page changes.
import { unzipSync } from "fflate";
import { expose } from "../../vendor/comlink.js";
import { Failure, toFailure, importScript, createMemoryFailure, tryWebAssembly } from "../lib/failure.js";
import { extractSlugs } from "../lib/slug.js";
import { Files } from "../rules-client/file-downloads.js";
import { Progress } from "../rules-client/loading-progress.js";
import { holdLock } from "../rules-client/worker-process.js";

const CORE = "rules-py";
const OF_RULES = new Set(["odds", "sweep", "calculate", "roll", "resolve", "asks", "plan", "luck", "paste"]); // about rules
const TURN = 100; // milliseconds of work on a question before others may run
const namePackage = (/** @type {string} */ slug) => `${CORE}-${slug}`;
const namePlayPackages = (/** @type {string[]} */ slugs) => [
  `${CORE}-play`,
  ...slugs.map((slug) => `${CORE}-${slug}-play`),
];

const files = new Files();
/** @typedef {[string, Record<string, Uint8Array>][]} Unpacked files by path for each package's name */

/** @type {Set<string>} */
const loaded = new Set();
/** @type {Map<string, Promise<void>>} */
const onTheWay = new Map(); // requested packages by name
let fetching = new AbortController(); // cancels the current downloads
/** Reports progress. @type {(words: string, share: number) => void} */
let report;
/** @type {any} */
let python; // Pyodide
/** @type {any} */
let rules; // rules_py.bridge
/** @type {any} */
let PythonError; // raised by rules; any other error means that Python itself failed
/** Its value is 1 once the lean runtime called a removed function; its answers don't count then. @type {any} */
let missed = null;
/** True if Python's last request for memory was refused. */
let isFull = false;

/**
 * Return true if the lean runtime failed. After any trap it is no longer trusted.
 * @param {unknown} [error]
 */
const isBroken = (error) => Boolean(missed?.value) || (files.isLean && error instanceof WebAssembly.RuntimeError);

/**
 * Track whether Python gets the memory that it requests. Without memory the lean runtime traps although it lacks
 * nothing.
 * @param {any} imports the module's imports
 */
function noteMemory({ env }) {
  const { emscripten_resize_heap: resize } = env;
  env.emscripten_resize_heap = (/** @type {number} */ size) => {
    const isLarger = resize(size);
    isFull = !isLarger;
    return isLarger;
  };
}

/**
 * Fetch packages and unzip each synchronously; asynchronous streams take ten times as long for a hundred files.
 * @param {string[]} packages
 * @param {AbortSignal} [signal]
 * @returns {Promise<Unpacked>}
 */
const fetchPackages = (packages, signal) =>
  Promise.all(packages.map(async (name) => [name, unzipSync(new Uint8Array(await files.fetchWheel(name, signal)))]));

/** @param {Unpacked} packages */
function install(packages) {
  const folder = python.runPython("import site; site.getsitepackages()[0]"); // loadPackage is slower
  for (const [name, contents] of packages) {
    for (const [path, bytes] of Object.entries(contents)) {
      const place = `${folder}/${path}`;
      python.FS.mkdirTree(place.slice(0, place.lastIndexOf("/")));
      python.FS.writeFile(place, bytes);
    }
    loaded.add(name);
  }
  rules?.rescan_games();
}

/**
 * Fetch and install a package; start over if the reader asks for that.
 * @param {string} name
 */
async function bring(name) {
  const { signal } = fetching;
  const wheels = [...onTheWay.keys(), name].flatMap((each) => files.findWheel(each) ?? []);
  try {
    files.watch(new Progress(files.manifest.sizes, wheels, report)).catch(() => {}); // its download reports errors
    install(await fetchPackages([name], signal));
    onTheWay.delete(name);
  } catch (error) {
    const reason = await files.explain(error, signal);
    if (!signal.aborted) throw reason;
    await bring(name);
  }
}

/**
 * Return the packages that a question about an id needs.
 * @param {string} question
 * @param {string} id
 */
function listPackages(question, id) {
  const slugs = extractSlugs(id);
  return [
    ...slugs.map(namePackage),
    ...(OF_RULES.has(question) ? [] : namePlayPackages(slugs)),
    ...(question === "forecast" ? [`${CORE}-forecasts-play`] : []),
  ];
}

/**
 * Return true if the packages arrive within this time slice. Other downloads continue, and failed ones are fetched
 * again.
 * @param {string[]} packages
 */
async function haveArrived(packages) {
  const missing = packages.filter((name) => !loaded.has(name) && files.findWheel(name));
  if (!missing.length) return true;
  for (const name of missing) {
    if (!onTheWay.has(name)) onTheWay.set(name, bring(name));
  }
  const over = new Promise((end) => setTimeout(end, TURN, false));
  const all = Promise.all(missing.map((name) => onTheWay.get(name))).then(() => true);
  try {
    return await Promise.race([all, over]);
  } catch (error) {
    missing.forEach((name) => onTheWay.delete(name));
    throw error;
  }
}

/** Start Pyodide on our files. On its own it would wait forever for a missing file. */
async function startPyodide() {
  const { pyodide, stdlib } = files.runtime;
  const plainFetch = globalThis.fetch;
  const { instantiateStreaming } = WebAssembly;
  const instantiate =
    instantiateStreaming
    ?? (async (
      source,
      imports, // a browser may lack it
    ) => WebAssembly.instantiate(await (await source).arrayBuffer(), imports));
  const failed = new Promise((_, fail) => {
    // On an error here Pyodide only warns and then waits forever.
    WebAssembly.instantiateStreaming = (source, imports) => {
      noteMemory(imports);
      return instantiate(source, imports).catch((error) => {
        fail(error instanceof RangeError ? error : new Failure("a file arrived incomplete (pyodide.asm.wasm)"));
        throw error;
      });
    };
    const fetchEarly = (/** @type {string} */ name) =>
      files.fetch(name).catch((error) => {
        fail(error);
        return new Promise(() => {}); // the start has failed, and the page stops this worker
      });
    // Start the large downloads before the scripts that request them have arrived.
    const early = new Map([`${pyodide}pyodide.asm.wasm`, stdlib].map((name) => [name, fetchEarly(name)]));
    globalThis.fetch = (request) => {
      const name = files.getName(request instanceof Request ? request.url : String(request));
      return early.get(name) ?? fetchEarly(name);
    };
  });
  const load = async () => {
    // Pyodide calls it to detect the kind of worker, which would violate the site's policy.
    /** @type {any} */ (globalThis).importScripts = undefined;
    const { loadPyodide } = await importScript(files.buildAddress(`${pyodide}pyodide.js`));
    return loadPyodide({
      indexURL: files.buildAddress(pyodide),
      stdLibURL: files.buildAddress(stdlib),
      packageBaseUrl: files.buildAddress(""),
      lockFileContents: files.lock,
    });
  };
  return Promise.race([load(), failed]).finally(() => {
    globalThis.fetch = plainFetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  });
}

/**
 * @param {string[]} slugs
 * @param {string | null} lacked
 */
async function begin(slugs, lacked) {
  tryWebAssembly();
  await files.open(lacked);
  const wanted = [CORE, ...slugs.map(namePackage)].filter((name) => files.findWheel(name));
  const { sizes } = files.manifest;
  const { pyodide, stdlib } = files.runtime;
  const script = `${pyodide}pyodide.asm.js`;
  const wheels = wanted.flatMap((name) => files.findWheel(name) ?? []);
  const progress = new Progress(sizes, [script, `${pyodide}pyodide.asm.wasm`, stdlib, ...wheels], report);
  const broken = files.watch(progress);
  // Fetch it in parallel with pyodide.js, which imports it too.
  const scriptCame = importScript(files.buildAddress(script)).then(() => progress.addWhole(script));
  /** @type {Unpacked} */
  let packages;
  const started = startPyodide().catch(async (error) => {
    if (!(error instanceof Failure)) await scriptCame; // its error is more precise than Pyodide's
    throw error;
  });
  const all = Promise.all([started, fetchPackages(wanted), scriptCame]);
  [python, packages] = await Promise.race([all, broken]);
  missed = python._module.function_missed ?? null;
  report("Opening the rules", 1);
  install(packages);
  rules = python.pyimport("rules_py.bridge");
  ({ PythonError } = python.ffi);
  files.watch(null);
}

expose({
  live: holdLock,

  /**
   * Start Python with the page's games. `told` is called with words and a share from 0 to 1, also for later downloads.
   *
   * Return `lacks` if the lean runtime already lacks something.
   * @param {string[]} slugs
   * @param {string | null} lacked a lean runtime that lacked something on this device
   * @param {(words: string, share: number) => void} told
   * @returns {Promise<{ lacks?: string }>}
   */
  async start(slugs, lacked, told) {
    report = told;
    try {
      await begin(slugs, lacked);
      if (!isBroken()) return {};
    } catch (error) {
      if (!isBroken(error)) throw toFailure(error);
    }
    if (isFull) throw createMemoryFailure("them");
    return { lacks: files.runtime.pyodide };
  },

  /**
   * Answer one question (roll, resolve, asks, odds, sweep, calculate) about an id. `text` is the JSON from
   * rules_py.bridge, or null if the question needs another time slice and has to be asked again. `waits` means that a
   * file is still downloading; `arrival` then resolves when to ask again. `died` is a sentence about why this worker
   * can't continue. `lacks` names the lean runtime that lacks a needed function.
   * @param {string} question
   * @param {string} id
   * @param {unknown[]} args
   * @returns {Promise<{ text?: string | null, waits?: true, died?: string, lacks?: string }>}
   */
  async ask(question, id, ...args) {
    let isHere = false;
    isFull = false;
    try {
      isHere = await haveArrived(listPackages(question, id));
      if (!isHere) return { waits: true };
      const text = rules.ask(TURN, question, id, ...args) ?? null;
      if (!isBroken()) return { text };
    } catch (error) {
      if (!isBroken(error)) {
        if (error instanceof PythonError)
          throw /** @type {any} */ (error).type === "MemoryError" ? createMemoryFailure("it") : error;
        if (!isHere) throw error;
        console.warn(error);
        if (!isFull) return { died: "the dice stopped while working on it" };
      }
    }
    return isFull ? { died: createMemoryFailure("it").message } : { lacks: files.runtime.pyodide };
  },

  /**
   * Wait until the files for a question have arrived, or one has failed.
   * @param {string} question
   * @param {string} id
   */
  async arrival(question, id) {
    await Promise.all(listPackages(question, id).map((name) => onTheWay.get(name))).catch(() => {}); // `ask` reports it
  },

  /** Abort the current downloads and start them again, because they may have stalled. */
  fetchAnew() {
    const before = fetching;
    fetching = new AbortController();
    before.abort();
  },
});
