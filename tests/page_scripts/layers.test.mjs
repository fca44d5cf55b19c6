// The folders of the page's modules: imports point down the layers, never in a circle, and no two files share a name.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, normalize } from "node:path/posix";
import { test } from "node:test";

const ROOT = "page/js/";
const LAYERS = ["lib", "rules-client", "components", "features", "entry"];

/** Modules that may load a script with the first need for it, though it is of a higher layer. */
const LOADS = {
  "components/journal.js": ["#tray"],
  "components/manual-dice.js": ["#requests"],
  "components/prefill.js": ["#play"],
  "components/site-index.js": ["#search-engine"],
  "features/block-tools/tool-buttons.js": ["#screen", "#embed-code"],
  "features/block-tools/offer-tools.js": ["#block-tools"],
  "features/characters/cards.js": ["#making"],
  "features/characters/roll-form.js": ["#requests"],
  "features/characters/sheets.js": ["#sheet", "#data"],
  "features/continue-list/continue-list.js": ["#characters", "#sheet"],
  "features/dice-tray/apply-to-sheet.js": ["#play"],
  "features/dice-tray/tray-button.js": ["#tray"],
  "features/encounters/encounter.js": ["#requests", "#requests", "#players", "#players", "#fight-past"],
  "features/encounters/fight-shelf.js": ["#data", "#data"],
  "features/gm-screen/fight-body.js": ["#fight"],
  "features/gm-screen/gm-screen.js": ["#picker", "#tiles"],
  "features/gm-screen/sharing.js": ["#data"],
  "features/previews/preview-links.js": ["#preview"],
  "features/requests/asked-roll.js": ["#play"],
};

/** Scripts that pass on modules to others, which import them by name. */
const SHARES = {
  "entry/main.js": ["components/shared.js"],
  "entry/play.js": ["components/play-shared.js"],
};

const SCRIPTS = JSON.parse(readFileSync("package.json", "utf8")).imports;
const MODULES = readdirSync(ROOT, { recursive: true }).filter((path) => path.endsWith(".js"));

/** The modules that a module imports, and the names that it loads. */
function importsOf(module) {
  const code = readFileSync(ROOT + module, "utf8").replaceAll(/\/\*[^]*?\*\//g, "");
  const named = (pattern) => Array.from(code.matchAll(pattern), ([, name]) => name);
  const found = (name) =>
    name.startsWith("#") ? SCRIPTS[name].slice(ROOT.length + 2) : normalize(`${dirname(module)}/${name}`);
  return {
    modules: named(/^(?:import|export|\})[^;"]*"([.#][^"]+)";$/gm)
      .filter((name) => !name.includes("/vendor/"))
      .map(found),
    loads: named(/\bimport\("([^"]+)"\)/g),
  };
}

const IMPORTS = new Map(MODULES.map((module) => [module, importsOf(module)]));
const layerOf = (module) => LAYERS.indexOf(module.split("/")[0]);
const featureOf = (module) => module.match(/^features\/([^/]+)\//)?.[1];

test("imports point down the layers, and not from one feature to another", () => {
  const wrong = [];
  for (const [module, { modules, loads }] of IMPORTS) {
    const isAllowed = (other) =>
      layerOf(other) <= layerOf(module)
      && (featureOf(other) === undefined || [featureOf(other), undefined].includes(featureOf(module)));
    const upward = loads.filter((name) => !isAllowed(SCRIPTS[name].slice(ROOT.length + 2)));
    assert.deepEqual(upward, LOADS[module] ?? [], module);
    wrong.push(...modules.filter((other) => !isAllowed(other)).map((other) => `${module} → ${other}`));
  }
  assert.deepEqual(wrong, []);
});

test("modules with a script of their own are imported by its name", () => {
  const named = Object.values(SCRIPTS).map((path) => path.slice(ROOT.length + 2));
  for (const module of MODULES) {
    const code = readFileSync(ROOT + module, "utf8");
    const relative = Array.from(code.matchAll(/"(\.[^"]+\.js)"/g), ([, name]) =>
      normalize(`${dirname(module)}/${name}`),
    );
    const own = relative.filter((other) => named.includes(other));
    assert.deepEqual(own, SHARES[module] ?? [], module);
  }
});

test("no module imports itself by way of others", () => {
  const done = new Set();
  const visit = (module, path) => {
    assert.ok(!path.includes(module), [...path, module].join(" → "));
    if (done.has(module)) return;
    for (const other of IMPORTS.get(module).modules) visit(other, [...path, module]);
    done.add(module);
  };
  for (const module of MODULES) visit(module, []);
});

test("no two modules share a file name", () => {
  const names = MODULES.map((module) => basename(module));
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  );
});
