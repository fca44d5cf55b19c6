// Transformations of the glue code, tested on a small script in Emscripten's format.
import assert from "node:assert/strict";
import { test } from "node:test";
import { exportsOf, small, withoutUnusedExports } from "../../../../hooks/bundle/trim/glue.mjs";

const LOADER = `export const load = async (make, Module) => { await make(Module); Module._main(); return Module; };`;
const GLUE = `async function _create(moduleArg={}){var Module=moduleArg;
var DRAWING={line:()=>"a line",width:5};Module["DRAWING"]=DRAWING;var FILES={read:()=>"read"};Module["FILES"]=FILES;
function _draw(x){return DRAWING.line(x)}_draw.sig="vi";function _tell(x){Module.told.push(x);return FILES.read()}_tell.sig="ii";
function _run(text){return eval(text)}Module["_draw"]=_draw;var ready=()=>{_start()};
var _start,_main,_PyAnything,_helped,_stack,wasmTable;function assignWasmExports(wasmExports){_start=Module["_start"]=wasmExports["start"];_main=Module["_main"]=wasmExports["main"];_PyAnything=Module["_PyAnything"]=wasmExports["PyAnything"];_helped=Module["_helped"]=wasmExports["helped"];_stack=Module["_stack"]=wasmExports["stack"].value>>>0;wasmTable=wasmExports["table"]}var wasmImports={draw:_draw,tell:_tell,run:_run};
function wrapped(wasmExports){var makeWrapper_p=f=>()=>f()>>>0;wasmExports["main"]=makeWrapper_p(wasmExports["main"]);wasmExports["PyAnything"]=makeWrapper_p(wasmExports["PyAnything"]);return wasmExports}
assignWasmExports(wrapped(await Module.instantiate({env:wasmImports})));ready();if(wasmTable)Module.stack=_stack;return Module}export default _create;`;

const EXPORTED = { start: () => {}, main: () => -1, table: [], stack: { value: 9 } };

async function run(glue, exports) {
  const { default: create } = await import(`data:text/javascript,${encodeURIComponent(glue)}`);
  const Module = {
    told: [],
    instantiate: async ({ env }) => {
      Module.env = env;
      return { ...exports };
    },
  };
  return create(Module);
}

const pruned = () => withoutUnusedExports(GLUE, LOADER);

test("exports that neither the glue nor its loader names are removed, with their variables", () => {
  assert.deepEqual([...exportsOf(pruned())].sort(), ["main", "stack", "start", "table"]);
  assert.ok(!/PyAnything|helped/.test(pruned()));
});

test("pruned glue code runs without the removed exports", async () => {
  const made = await run(pruned(), EXPORTED);
  assert.equal(made._main(), 2 ** 32 - 1);
  assert.equal(made.stack, 9);
});

test("minimal glue code provides exactly the module's imports", async () => {
  const glue = await small(pruned(), LOADER, ["tell"], "missed");
  const made = await run(glue, { ...EXPORTED, missed: { value: 0 } });
  assert.deepEqual(Object.keys(made.env), ["tell"]);
  assert.equal(made.env.tell(3), "read");
  assert.deepEqual(made.told, [3]);
  assert.equal(made.missed.value, 0);
  assert.equal(made._main(), 2 ** 32 - 1);
  assert.ok(!glue.includes("a line") && glue.length < pruned().length / 2);
});

test("shared objects are kept if they are referenced", async () => {
  const loader = `${LOADER} const drawing = (Module) => Module.DRAWING.width;`;
  const made = await run(await small(pruned(), loader, [], "missed"), EXPORTED);
  assert.equal(made.DRAWING.line(), "a line");
  assert.equal(made.FILES, undefined);
});

test("glue code in another format is rejected with the missing part", async () => {
  assert.throws(
    () => withoutUnusedExports("var wasmImports={}", LOADER),
    /otherwise than .*glue\.mjs expects.*assignWasmExports/,
  );
  await assert.rejects(small(pruned(), LOADER, ["tell", "sing"], "missed"), /without sing/);
});
