// Trims Pyodide's glue, the script between its WebAssembly module and the browser (pyodide.asm.js), to the needs of a
// module without uncalled functions.
//
// The glue assigns every export of the module to a variable, `_name=Module["_name"]=wasmExports["name"];`, and passes
// the functions in `wasmImports` to the module as imports. Nearly all of these exports are for extension modules in
// WebAssembly, which this site doesn't load, and most of these imports draw, play sound or open sockets. Emscripten
// generates both; if their form changes, this fails with an error.
import { minify } from "terser";

const ASSIGNED = /([\w$]+)=Module\["\1"\]=wasmExports\["([\w$]+)"\](?:\.value>>>0)?(?:;|(?=\}))/g;
const WRAPPED = /wasmExports\["([\w$]+)"\]=makeWrapper_\w+\(wasmExports\["\1"\]\);/g;
const SHARED = /Module\["([\w$]+)"\]=\1;/g;
const SIGNATURE = /(?<=[;}])[\w$]+\.sig="\w*";/g; // for functions that extension modules use
const DIRECT_EVAL = /(?<![\w$.])eval\(/g; // for code of extension modules; a direct eval prevents renaming variables

/** Returns the glue without exports that neither it nor `loader` (pyodide.js) uses. */
export function withoutUnusedExports(glue, loader) {
  const from = place(glue, "function assignWasmExports(wasmExports){");
  const to = place(glue, "}var wasmImports={", from) + 1;
  const variables = glue.lastIndexOf("var ", from);
  const assignments = glue.slice(from, to);
  const rest = glue.slice(0, variables) + glue.slice(to).replace(/var wasmImports=\{[^}]*\}/, "");
  const words = new Set(`${rest} ${loader}`.match(/[\w$]+/g));
  const quoted = new Set(Array.from(rest.replace(WRAPPED, "").matchAll(/"([\w$]+)"/g), ([, name]) => name));
  const isUsed = (variable, name) => words.has(variable) || quoted.has(name);
  const used = new Map(
    Array.from(assignments.matchAll(ASSIGNED), ([, variable, name]) => [name, isUsed(variable, name)]),
  );
  if (!used.size || glue.slice(variables, from).includes("{")) throw changed("its exports' variables");
  const unused = new Set(
    Array.from(assignments.matchAll(ASSIGNED), ([, variable, name]) => !used.get(name) && variable),
  );
  const declared = glue
    .slice(variables + "var ".length, from - 1)
    .split(",")
    .filter((name) => !unused.has(name));
  return (
    glue.slice(0, variables).replace(WRAPPED, (text, name) => (used.get(name) ? text : ""))
    + `var ${declared.join(",")};`
    + assignments.replace(ASSIGNED, (text, _, name) => (used.get(name) ? text : ""))
    + glue.slice(to).replace(WRAPPED, (text, name) => (used.get(name) ? text : ""))
  );
}

/** Returns the names of the module's exports that a glue uses. */
export function exportsOf(glue) {
  return new Set(
    Array.from(glue.matchAll(/\bwasmExports(?:\["([\w$]+)"\]|\.([\w$]+))/g), ([, one, other]) => one ?? other),
  );
}

/**
 * Returns the minified glue for a module with these imports, without what serves only other imports.
 *
 * `added` is the name of an additional export, assigned to `Module[added]`.
 */
export async function small(glue, loader, imports, added) {
  const list = /var wasmImports=\{([^{}]*)\};?/.exec(glue)?.[1];
  if (!list) throw changed("its imports");
  const entries = new Map(list.split(",").map((entry) => [entry.split(":")[0], entry]));
  const missing = imports.filter((name) => !entries.has(name));
  if (missing.length) throw changed(`its imports: without ${missing.join(", ")}`);
  const text = glue
    .replace(list, imports.map((name) => entries.get(name)).join(","))
    .replace(SIGNATURE, "")
    .replace(DIRECT_EVAL, "(0,eval)(")
    .replace("function assignWasmExports(wasmExports){", `$&Module["${added}"]=wasmExports["${added}"];`);
  // Remove assignments to properties of Module that no code reads.
  const elsewhere = `${text.replace(SHARED, "")} ${loader}`;
  const named = new Set(Array.from(elsewhere.matchAll(/[."']([\w$]+)/g), ([, name]) => name));
  const unshared = text.replace(SHARED, (statement, name) => (named.has(name) ? statement : ""));
  const { code } = await minify(unshared, { module: true, ecma: 2022, compress: { passes: 2 }, mangle: true });
  return code;
}

function place(glue, text, from = 0) {
  const found = glue.indexOf(text, from);
  if (found < 0) throw changed(`no ${text}`);
  return found;
}

function changed(what) {
  return new Error(`pyodide.asm.js is written otherwise than hooks/bundle/trim/glue.mjs expects: ${what}`);
}
