// Transformations of a WebAssembly module, tested on a small one that calls its functions in every possible way.
import assert from "node:assert/strict";
import { test } from "node:test";
import binaryen from "binaryen";
import {
  counting,
  exportedFunctions,
  importNames,
  MISSED,
  withoutUncalled,
} from "../../../../hooks/bundle/trim/binary.mjs";
import { calledIn, uncounted, watchInstances } from "../../../../hooks/bundle/trim/counters.mjs";

const TEXT = `(module
  (type $number (func (param i32) (result i32)))
  (import "env" "tell" (func $tell (param i32)))
  (import "env" "draw" (func $draw (param i32)))
  (memory (export "memory") 1)
  (data (i32.const 16) "kept")
  (table $table (export "table") 2 funcref)
  (elem (i32.const 0) $twice $thrice)
  (func $twice (export "twice") (param i32) (result i32) (call $tell (local.get 0)) (i32.mul (local.get 0) (i32.const 2)))
  (func $thrice (export "thrice") (param i32) (result i32) (i32.mul (local.get 0) (i32.const 3)))
  (func $through (export "through") (param i32 i32) (result i32)
    (call_indirect (type $number) (local.get 0) (local.get 1)))
  (func $either (export "either") (param i32) (result i32)
    (if (result i32) (local.get 0) (then (call $thrice (local.get 0))) (else (call $twice (i32.const 5)))))
  (func $drawn (export "drawn") (call $draw (i32.const 1)))
  (func $guarded (export "guarded") (param i32) (result i32)
    (block $out (result i32)
      (drop (block $caught (result i32) (br $out (call $thrice (local.get 0)))))
      (i32.const -1))))`;
const INDEX = { twice: 2, thrice: 3, through: 4, either: 5, drawn: 6, guarded: 7 };
const DYLINK = [1, 4, 0, 6, 2, 0]; // a subsection of 4 bytes: sizes and alignments of memory and table
const MODULE = moduleOf(TEXT);

function moduleOf(text) {
  const module = binaryen.parseText(text);
  module.addCustomSection("dylink.0", new Uint8Array(DYLINK));
  return module.emitBinary();
}

async function instance(bytes) {
  const told = [];
  const { instance } = await WebAssembly.instantiate(bytes, {
    env: { tell: (it) => told.push(it), draw: () => told.push("drawn") },
  });
  return { ...instance.exports, told };
}

const only = (...names) => new Set(names.map((name) => INDEX[name]));
const ALL = new Set(["memory", "table", ...Object.keys(INDEX)]);

test("a counting module behaves the same and records direct and indirect calls", async () => {
  const plain = await instance(MODULE);
  const made = await instance(counting(MODULE));
  assert.deepEqual(calledIn(made), []);
  assert.equal(made.either(0), plain.either(0));
  assert.deepEqual(calledIn(made), [INDEX.twice, INDEX.either]);
  assert.equal(made.through(7, 1), plain.through(7, 1));
  assert.deepEqual(calledIn(made), [INDEX.twice, INDEX.thrice, INDEX.through, INDEX.either]);
  assert.deepEqual(made.told, plain.told);
  const { told, ...exports } = made;
  assert.deepEqual(
    Object.keys(uncounted(exports)),
    Object.keys(await instance(MODULE)).filter((name) => name !== "told"),
  );
});

test("watching instances is invisible to the code that creates them", async () => {
  const plain = { instantiate: WebAssembly.instantiate, instantiateStreaming: WebAssembly.instantiateStreaming };
  const called = watchInstances();
  try {
    const made = await instance(counting(MODULE));
    assert.equal(calledIn(made).length, 0);
    assert.ok(!Object.keys(made).some((name) => name.startsWith("called_")));
    made.drawn();
    await instance(MODULE);
    assert.deepEqual(called(), [INDEX.drawn]);
  } finally {
    Object.assign(WebAssembly, plain);
  }
});

for (const optimize of [true, false]) {
  test(`called functions are unchanged, optimize ${optimize}`, async () => {
    const plain = await instance(MODULE);
    const made = await instance(withoutUncalled(MODULE, only("twice", "through", "either"), ALL, { optimize }));
    for (const value of [0, 1, -5, 2 ** 31 - 1]) {
      assert.equal(made.twice(value), plain.twice(value));
      assert.equal(made.through(value, 0), plain.through(value, 0));
    }
    assert.equal(made.either(0), plain.either(0));
    assert.deepEqual(made.told, plain.told);
    assert.equal(made[MISSED].value, 0);
    assert.equal(new TextDecoder().decode(new Uint8Array(made.memory.buffer, 16, 4)), "kept");
  });

  for (const [how, call] of Object.entries({
    "from outside": (made) => made.thrice(1),
    "from another function": (made) => made.either(1),
    "through the table": (made) => made.through(7, 1),
    "from the table's own entry": (made) => made.table.get(1)(4),
    "in the middle of a function": (made) => made.guarded(1),
  })) {
    test(`a trimmed function traps and sets the flag, called ${how}, optimize ${optimize}`, async () => {
      const called = only("twice", "through", "either", "guarded");
      const made = await instance(withoutUncalled(MODULE, called, ALL, { optimize }));
      assert.equal(made[MISSED].value, 0);
      assert.throws(() => call(made), WebAssembly.RuntimeError);
      assert.equal(made[MISSED].value, 1);
      assert.equal(made.twice(4), 8); // kept functions still work, and the flag stays set
      assert.equal(made[MISSED].value, 1);
    });
  }
}

test("unused exports are removed, with the imports that only they need", async () => {
  const made = withoutUncalled(MODULE, only("twice"), new Set(["twice", "memory"]));
  assert.deepEqual(Object.keys(await instance(made)).sort(), [MISSED, "memory", "told", "twice"].sort());
  assert.deepEqual(importNames(made), ["tell"]);
  assert.deepEqual(importNames(withoutUncalled(MODULE, only("drawn"), new Set(["drawn"]))), ["draw"]);
});

test("the custom section that the glue reads is kept", () => {
  const made = new WebAssembly.Module(withoutUncalled(MODULE, only("twice"), ALL));
  assert.deepEqual([...new Uint8Array(WebAssembly.Module.customSections(made, "dylink.0")[0])], DYLINK);
});

test("exported functions are listed by index, counting imported ones first", () => {
  assert.deepEqual(
    Object.fromEntries(exportedFunctions(MODULE)),
    Object.fromEntries(Object.entries(INDEX).map(([name, index]) => [index, name])),
  );
});
