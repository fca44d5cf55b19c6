// Runs Python. One of these lives as long as the tab, across page changes.
import { unzipSync } from "fflate";
import { expose } from "../../vendor/comlink.js";
import { Failure, failureOf, imported, noMemory, tryWebAssembly } from "../lib/failure.js";
import { slugOf } from "../lib/slug.js";
import { Files } from "../rules-client/file-downloads.js";
import { Progress } from "../rules-client/loading-progress.js";

const CORE = "rules-py";
const ODDS = "icepool";
const NEEDS_ODDS = new Set(["odds", "sweep", "calculate", "forecast"]);
const OF_RULES = new Set(["odds", "sweep", "calculate", "roll", "resolve", "asks", "plan"]); // the others are of sheets and fights
const TURN = 100; // milliseconds that a question is worked on before others may have a turn
const gamePackage = (/** @type {string} */ slug) => `${CORE}-${slug}`;
const playPackages = (/** @type {string[]} */ slugs) => [
  `${CORE}-play`,
  ...slugs.map((slug) => `${CORE}-${slug}-play`),
];

const files = new Files();
/** @typedef {[string, Record<string, Uint8Array>][]} Unpacked packages by name, with their files by path */

/** @type {Set<string>} */
const loaded = new Set();
/** @type {Map<string, Promise<void>>} */
const onTheWay = new Map(); // packages that were asked for, by name
let fetching = new AbortController(); // those of now
/** Tell how far it is. @type {(words: string, share: number) => void} */
let report;
/** @type {any} */
let python; // Pyodide
/** @type {any} */
let rules; // rules_py.bridge
/** @type {any} */
let PythonError; // what rules raise; any other error is Python's own end
/** Its value is 1 once the lean runtime was to call what it lacks: nothing that it says counts then. @type {any} */
let missed = null;
/** Whether Python was refused more memory when it asked for it last. */
let isFull = false;

/**
 * Whether it was the lean runtime that failed. One that traps is no longer trusted, whatever it trapped on.
 * @param {unknown} [error]
 */
const isBroken = (error) => Boolean(missed?.value) || (files.isLean && error instanceof WebAssembly.RuntimeError);

/**
 * Note whether Python gets the memory that it asks for: the lean runtime breaks where it gets none, and lacks nothing.
 * @param {any} imports the program's
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
 * Packages with their files, unpacked at one go: the browser's own streams take turns, a hundred files ten times as long.
 * @param {string[]} packages
 * @param {AbortSignal} [signal]
 * @returns {Promise<Unpacked>}
 */
const fetched = (packages, signal) =>
  Promise.all(packages.map(async (name) => [name, unzipSync(new Uint8Array(await files.fetchWheel(name, signal)))]));

/** @param {Unpacked} packages */
function install(packages) {
  const folder = python.runPython("import site; site.getsitepackages()[0]"); // loadPackage takes longer than the rest
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
 * Fetch a package and install it, from the beginning where somebody wants that.
 * @param {string} name
 */
async function bring(name) {
  const { signal } = fetching;
  const wheels = [...onTheWay.keys(), name].flatMap((each) => files.wheel(each) ?? []);
  try {
    files.watch(new Progress(files.manifest.sizes, wheels, report)).catch(() => {}); // what was fetched says it too
    install(await fetched([name], signal));
    onTheWay.delete(name);
  } catch (error) {
    const reason = await files.explain(error, signal);
    if (!signal.aborted) throw reason;
    await bring(name);
  }
}

/**
 * The packages that a question about an id takes.
 * @param {string} question
 * @param {string} id
 */
function packagesFor(question, id) {
  const slugs = slugOf(id);
  return [
    ...slugs.map(gamePackage),
    ...(NEEDS_ODDS.has(question) ? [ODDS] : []),
    ...(OF_RULES.has(question) ? [] : playPackages(slugs)),
    ...(question === "forecast" ? [`${CORE}-forecasts-play`] : []),
  ];
}

/**
 * Whether packages are here before the turn is over. They stay on their way; one that failed is asked for again.
 * @param {string[]} packages
 */
async function areHere(packages) {
  const missing = packages.filter((name) => !loaded.has(name) && files.wheel(name));
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

/** Start Pyodide on our files. Left alone it would wait for ever for one that does not come. */
async function startPyodide() {
  const { pyodide, stdlib } = files.runtime;
  const plainFetch = globalThis.fetch;
  const { instantiateStreaming } = WebAssembly;
  const instantiate =
    instantiateStreaming
    ?? (async (
      source,
      imports, // it is younger than the rest
    ) => WebAssembly.instantiate(await (await source).arrayBuffer(), imports));
  const failed = new Promise((_, fail) => {
    // Pyodide itself only warns of a program that can't be opened, and waits.
    WebAssembly.instantiateStreaming = (source, imports) => {
      noteMemory(imports);
      return instantiate(source, imports).catch((error) => {
        fail(error instanceof RangeError ? error : new Failure("a file arrived incomplete (pyodide.asm.wasm)"));
        throw error;
      });
    };
    const fetched = (/** @type {string} */ name) =>
      files.fetch(name).catch((error) => {
        fail(error);
        return new Promise(() => {}); // the start has failed, and this worker with it
      });
    // The large files are on their way before the scripts that ask for them are there.
    const early = new Map([`${pyodide}pyodide.asm.wasm`, stdlib].map((name) => [name, fetched(name)]));
    globalThis.fetch = (request) => {
      const name = files.nameOf(request instanceof Request ? request.url : String(request));
      return early.get(name) ?? fetched(name);
    };
  });
  const load = async () => {
    // Pyodide tries it out, to learn what kind of worker this is; the site's policy would report that.
    /** @type {any} */ (globalThis).importScripts = undefined;
    const { loadPyodide } = await imported(files.address(`${pyodide}pyodide.js`));
    return loadPyodide({
      indexURL: files.address(pyodide),
      stdLibURL: files.address(stdlib),
      packageBaseUrl: files.address(""),
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
  const wanted = [CORE, ...slugs.map(gamePackage)].filter((name) => files.wheel(name));
  const { sizes } = files.manifest;
  const { pyodide, stdlib } = files.runtime;
  const script = `${pyodide}pyodide.asm.js`;
  const wheels = wanted.flatMap((name) => files.wheel(name) ?? []);
  const progress = new Progress(sizes, [script, `${pyodide}pyodide.asm.wasm`, stdlib, ...wheels], report);
  const broken = files.watch(progress);
  // Beside pyodide.js, which imports it too.
  const scriptCame = imported(files.address(script)).then(() => progress.whole(script));
  /** @type {Unpacked} */
  let packages;
  const started = startPyodide().catch(async (error) => {
    if (!(error instanceof Failure)) await scriptCame; // of one that did not come, Pyodide says less
    throw error;
  });
  const all = Promise.all([started, fetched(wanted), scriptCame]);
  [python, packages] = await Promise.race([all, broken]);
  missed = python._module.function_missed ?? null;
  report("Opening the rules", 1);
  install(packages);
  rules = python.pyimport("rules_py.bridge");
  ({ PythonError } = python.ffi);
  files.watch(null);
}

expose({
  /** Hold a lock for as long as this worker lives. */
  live: (/** @type {string} */ name) =>
    new Promise((held) =>
      navigator.locks.request(name, () => {
        held(undefined);
        return new Promise(() => {});
      }),
    ),

  /**
   * Start Python with the games of the page; `told` gets words and a share from 0 to 1, later on too while a file comes.
   *
   * One that lacks something already then is given back as `lacks`.
   * @param {string[]} slugs
   * @param {string | null} lacked the lean runtime that lacked something here before
   * @param {(words: string, share: number) => void} told
   * @returns {Promise<{ lacks?: string }>}
   */
  async start(slugs, lacked, told) {
    report = told;
    try {
      await begin(slugs, lacked);
      if (!isBroken()) return {};
    } catch (error) {
      if (!isBroken(error)) throw failureOf(error);
    }
    if (isFull) throw noMemory("them");
    return { lacks: files.runtime.pyodide };
  },

  /**
   * Answer one question (roll, resolve, asks, odds, sweep, calculate) about an id. `text` is JSON as rules_py.bridge gives
   * it, null where that takes another turn: asked again it goes on from there. `waits` where a file is on its way that
   * the answer takes: `arrival` tells when to ask again. `died` says in readers' words why this
   * worker is of no more use, `lacks` names the lean runtime that lacks what the answer takes.
   * @param {string} question
   * @param {string} id
   * @param {unknown[]} args
   * @returns {Promise<{ text?: string | null, waits?: true, died?: string, lacks?: string }>}
   */
  async ask(question, id, ...args) {
    let isHere = false;
    isFull = false;
    try {
      isHere = await areHere(packagesFor(question, id));
      if (!isHere) return { waits: true };
      const text = rules.ask(TURN, question, id, ...args) ?? null;
      if (!isBroken()) return { text };
    } catch (error) {
      if (!isBroken(error)) {
        if (error instanceof PythonError)
          throw /** @type {any} */ (error).type === "MemoryError" ? noMemory("it") : error;
        if (!isHere) throw error;
        console.warn(error);
        if (!isFull) return { died: "the dice stopped while working on it" };
      }
    }
    return isFull ? { died: noMemory("it").message } : { lacks: files.runtime.pyodide };
  },

  /**
   * Wait until the files for a question are here, or one has failed.
   * @param {string} question
   * @param {string} id
   */
  async arrival(question, id) {
    await Promise.all(packagesFor(question, id).map((name) => onTheWay.get(name))).catch(() => {}); // `ask` says why
  },

  /** Give up the files that are on their way, and fetch them once more: their lines may have stalled. */
  fetchAnew() {
    const before = fetching;
    fetching = new AbortController();
    before.abort();
  },
});
