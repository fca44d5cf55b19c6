// Runs Python. One of these lives as long as the tab, across page changes.
import { expose } from "../vendor/comlink.mjs";
import { reportBytes } from "./progress.js";

const RUNTIME = new URL("../runtime/", import.meta.url).href;
const CORE = "rules-py";
const ODDS = "icepool";
const NEEDS_ODDS = new Set(["odds", "sweep", "calculate"]);
const gamePackage = (slug) => `${CORE}-${slug}`;

let python;
let rules;
const loaded = new Set();

// Dice in plain notation ("dice") belong to no game; every other id starts with its game's slug.
const slugOf = (id) => (id.includes(".") ? id.split(".")[0] : null);

async function need(packages) {
  const missing = packages.filter((name) => !loaded.has(name));
  if (!missing.length) return;
  await python.loadPackage(missing, { messageCallback: () => {}, errorCallback: console.error });
  const absent = missing.filter((name) => !(name in python.loadedPackages));
  if (absent.length) throw new Error(`${absent.join(", ")} did not load`);
  missing.forEach((name) => loaded.add(name));
  rules?.arrived();
}

expose({
  /** Start Python with the games of the page; `report` gets words and a share from 0 to 1. */
  async start(slugs, report) {
    const fresh = async (name) => {
      const answer = await fetch(RUNTIME + name, { cache: "no-cache" });
      if (!answer.ok) throw new Error(`${name} answered ${answer.status}`);
      return answer;
    };
    const { sizes } = await (await fresh("runtime.json")).json();
    const lockFileContents = await (await fresh("pyodide-lock.json")).text();
    const wanted = [CORE, ...slugs.map(gamePackage)];
    const known = Object.keys(JSON.parse(lockFileContents).packages);
    const bytes = reportBytes(sizes, wanted, report);
    const load = async () => {
      const { loadPyodide } = await import(`${RUNTIME}pyodide.mjs`);
      python = await loadPyodide({ indexURL: RUNTIME, packageBaseUrl: RUNTIME, lockFileContents });
      await need(wanted.filter((name) => known.includes(name)));
      report("Opening the rules", 1);
      rules = python.pyimport("rules_py.browser");
    };
    await Promise.race([load(), bytes.failed]).finally(bytes.stop);
  },

  /** Answer one question (roll, resolve, odds, sweep, calculate) about an id; JSON text, as rules_py.browser gives it. */
  async ask(question, id, ...args) {
    const slug = slugOf(id);
    await need([...(slug ? [gamePackage(slug)] : []), ...(NEEDS_ODDS.has(question) ? [ODDS] : [])]);
    return rules[question](id, ...args);
  },
});
