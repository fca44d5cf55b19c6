// Writes a module that counts calls: node count.mjs <Pyodide's folder> <output file>
// Standard output: JSON of the names of its exported functions, by index.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { counting, exportedFunctions } from "./binary.mjs";

const [pyodide, file] = process.argv.slice(2);
const published = readFileSync(join(pyodide, "pyodide.asm.wasm"));
writeFileSync(file, counting(published));
process.stdout.write(JSON.stringify(Object.fromEntries(exportedFunctions(published))));
