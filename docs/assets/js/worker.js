// Runs Python. One of these lives as long as the tab, across page changes.
import { expose } from "../vendor/comlink.mjs";
import { Files } from "./files.js";
import { Progress } from "./progress.js";
import { unpack } from "./wheel.js";

const CORE = "rules-py";
const ODDS = "icepool";
const NEEDS_ODDS = new Set(["odds", "sweep", "calculate"]);
const gamePackage = (slug) => `${CORE}-${slug}`;

const files = new Files();
const loaded = new Set();
let python;
let rules;

// Dice in plain notation ("dice") belong to no game; every other id starts with its game's slug.
const slugOf = (id) => (id.includes(".") ? id.split(".")[0] : null);

/** Packages with their files, unpacked. */
const fetched = (packages) =>
  Promise.all(packages.map(async (name) => [name, await unpack(await files.fetchWheel(name))]));

function install(packages) {
  const folder = python.runPython("import site; site.getsitepackages()[0]"); // loadPackage takes longer than the rest
  for (const [name, contents] of packages) {
    for (const [path, bytes] of contents) {
      const place = `${folder}/${path}`;
      python.FS.mkdirTree(place.slice(0, place.lastIndexOf("/")));
      python.FS.writeFile(place, bytes);
    }
    loaded.add(name);
  }
  rules?.arrived();
}

async function need(packages) {
  const missing = packages.filter((name) => !loaded.has(name) && files.wheel(name));
  if (missing.length) install(await fetched(missing));
}

/** Start Pyodide on our files. Left alone it would wait for ever for one that does not come. */
async function startPyodide() {
  const { pyodide, stdlib } = files.manifest;
  const plainFetch = globalThis.fetch;
  const failed = new Promise((_, fail) => {
    const fetched = (name) => files.fetch(name).catch((error) => {
      fail(error);
      return new Promise(() => {}); // the start has failed, and this worker with it
    });
    // The large files are on their way before the scripts that ask for them are there.
    const early = new Map([`${pyodide}pyodide.asm.wasm`, stdlib].map((name) => [name, fetched(name)]));
    globalThis.fetch = (request) => {
      const name = files.nameOf(String(request.url ?? request));
      return early.get(name) ?? fetched(name);
    };
  });
  const load = async () => {
    const { loadPyodide } = await import(files.address(`${pyodide}pyodide.mjs`));
    return loadPyodide({
      indexURL: files.address(pyodide), stdLibURL: files.address(stdlib), packageBaseUrl: files.address(""),
      lockFileContents: files.lock,
    });
  };
  return Promise.race([load(), failed]).finally(() => { globalThis.fetch = plainFetch; });
}

expose({
  /** Start Python with the games of the page; `report` gets words and a share from 0 to 1. */
  async start(slugs, report) {
    await files.open();
    const wanted = [CORE, ...slugs.map(gamePackage)].filter((name) => files.wheel(name));
    const { pyodide, stdlib, sizes } = files.manifest;
    const script = `${pyodide}pyodide.asm.mjs`;
    const progress = new Progress(sizes, [script, `${pyodide}pyodide.asm.wasm`, stdlib, ...wanted.map((name) => files.wheel(name))], report);
    files.watch(progress);
    const scriptCame = import(files.address(script)).then(() => progress.whole(script)); // beside pyodide.mjs, which imports it too
    let packages;
    [python, packages] = await Promise.all([startPyodide(), fetched(wanted), scriptCame]);
    report("Opening the rules", 1);
    install(packages);
    rules = python.pyimport("rules_py.browser");
    files.watch(null);
  },

  /** Answer one question (roll, resolve, odds, sweep, calculate) about an id; JSON text, as rules_py.browser gives it. */
  async ask(question, id, ...args) {
    const slug = slugOf(id);
    await need([...(slug ? [gamePackage(slug)] : []), ...(NEEDS_ODDS.has(question) ? [ODDS] : [])]);
    return rules[question](id, ...args);
  },
});
