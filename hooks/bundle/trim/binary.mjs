// Transformations of Pyodide's WebAssembly module: counting calls, and removing functions that are never called.
// Functions are identified by their index in the module's function index space, where imported functions come first.
import binaryen from "binaryen";
import { counterOf } from "./counters.mjs";

export const MISSED = "function_missed"; // exported global: 1 once a removed function was called

// The features that Pyodide is built with. Binaryen may use no others, so that the module runs in the same browsers.
const { Features } = binaryen;
const FEATURES =
  Features.MVP
  | Features.MutableGlobals
  | Features.NontrappingFPToInt
  | Features.BulkMemory
  | Features.BulkMemoryOpt
  | Features.SignExt
  | Features.ExceptionHandling
  | Features.ReferenceTypes
  | Features.Multivalue;

/** Returns the module with an exported global for each of its own functions: 0 until the function is called. */
export function counting(bytes) {
  const module = read(bytes);
  for (const [index, { ref, imported }] of functions(module).entries()) {
    if (imported) continue;
    const name = counterOf(index);
    module.addGlobal(name, binaryen.i32, true, module.i32.const(0));
    module.addGlobalExport(name, name);
    const set = module.global.set(name, module.i32.const(1));
    const body = binaryen.Function.getBody(ref);
    binaryen.Function.setBody(ref, module.block(null, [set, body], binaryen.getFunctionInfo(ref).results));
  }
  return written(module);
}

/**
 * Returns the module without unneeded functions and exports.
 *
 * A function that is not in `called` becomes a stub that sets the global `function_missed` and traps. So a module whose
 * global is 0 has behaved like the published one. Exports that are not in `exported` are removed, along with
 * everything that is no longer referenced. `optimize` makes the rest smaller but is slow.
 */
export function withoutUncalled(bytes, called, exported, { optimize = true } = {}) {
  const module = read(bytes);
  for (const { name } of exports(module)) if (!exported.has(name)) module.removeExport(name);
  module.addGlobal(MISSED, binaryen.i32, true, module.i32.const(0));
  module.addGlobalExport(MISSED, MISSED);
  for (const [index, { ref, imported }] of functions(module).entries()) {
    if (imported || called.has(index)) continue;
    const stub = [module.global.set(MISSED, module.i32.const(1)), module.unreachable()];
    binaryen.Function.setBody(ref, module.block(null, stub));
  }
  if (optimize) {
    binaryen.setOptimizeLevel(3);
    binaryen.setShrinkLevel(0);
    module.optimize();
  } else {
    module.runPasses(["remove-unused-module-elements"]);
  }
  return written(module);
}

/** Returns the names of a module's exported functions, by index. */
export function exportedFunctions(bytes) {
  const module = read(bytes);
  const indices = new Map(functions(module).map(({ name }, index) => [name, index]));
  const found = exports(module).filter(({ kind }) => kind === binaryen.ExternalFunction);
  module.dispose();
  return new Map(found.map(({ name, value }) => [indices.get(value), name]));
}

/** Returns the names of a module's imports. */
export function importNames(bytes) {
  return WebAssembly.Module.imports(new WebAssembly.Module(bytes)).map(({ name }) => name);
}

function read(bytes) {
  const module = binaryen.readBinary(bytes);
  module.setFeatures(FEATURES);
  return module;
}

function written(module) {
  if (!module.validate()) throw new Error("the module that was made is not valid");
  const bytes = module.emitBinary();
  module.dispose();
  return bytes;
}

function functions(module) {
  return Array.from({ length: module.getNumFunctions() }, (_, index) => {
    const ref = module.getFunctionByIndex(index);
    const { name, module: from } = binaryen.getFunctionInfo(ref);
    return { ref, name, imported: Boolean(from) };
  });
}

function exports(module) {
  return Array.from({ length: module.getNumExports() }, (_, index) =>
    binaryen.getExportInfo(module.getExportByIndex(index)),
  );
}
