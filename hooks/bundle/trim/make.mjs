// Builds the lean module and its glue: node make.mjs <folder of Pyodide's files> <output folder>
// Standard input: a JSON list of the indices of the called functions.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { importNames, MISSED, withoutUncalled } from "./binary.mjs";
import { exportsOf, small, withoutUnusedExports } from "./glue.mjs";

const [LOADER, GLUE, WASM] = ["pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm"];

const [pyodide, folder] = process.argv.slice(2);
const called = new Set(await json(process.stdin));
const [loader, published] = [LOADER, GLUE].map((name) => readFileSync(join(pyodide, name), "utf8"));

const glue = withoutUnusedExports(published, loader);
const wasm = withoutUncalled(readFileSync(join(pyodide, WASM)), called, exportsOf(glue));
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, WASM), wasm);
writeFileSync(join(folder, GLUE), await small(glue, loader, importNames(wasm), MISSED));
copyFileSync(join(pyodide, LOADER), join(folder, LOADER));
