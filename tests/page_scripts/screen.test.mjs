// Screens and their tiles: moving loses no tile, custom tables are parsed or rejected with a sentence, and shared
// screens are accepted only if all their parts are valid.
import "./dom-stub.mjs";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import Ajv from "ajv/dist/2020.js";
import fc from "fast-check";

const tiles = await import("../../page/js/lib/screen-tiles.js");
const { buildTilesChange, isScreen, validateScreen, readTiles } = await import("../../page/js/lib/validate-screen.js");
const { formatFile, countOmitted, parseRecords } = await import("../../page/js/lib/backup-format.js");
const { isFight, isSheet } = await import("../../page/js/lib/stored-data.js");
const { compareRecords } = await import("../../page/js/features/saved-data/import-plan.js");

const text = fc.string({ maxLength: 30 });
const common = {
  title: text,
  width: fc.integer({ min: 2, max: 12 }),
  height: fc.integer({ min: 0, max: 12 }),
  folded: fc.boolean(),
};
const kinds = fc.oneof(
  fc.record({
    kind: fc.constant("block"),
    at: fc.constantFrom("moon/air/#moon.air", "screen/#own", "#calc"),
    set: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), text, { noNullPrototype: true }),
    ...common,
  }),
  fc.record({
    kind: fc.constant("tracker"),
    value: fc.integer({ min: -1e6, max: 1e6 }),
    step: fc.integer({ min: 1, max: 1000 }),
    ...common,
  }),
  fc
    .record({ kind: fc.constant("clock"), segments: fc.integer({ min: 2, max: 24 }), ...common })
    .map((clock) => ({ ...clock, filled: clock.segments - 1 })),
  fc.record({ kind: fc.constant("note"), text, ...common }),
  fc.record({ kind: fc.constant("table"), text, dice: fc.constantFrom("", "none"), ...common }),
  fc.record({ kind: fc.constant("fight"), fight: fc.uuid(), ...common }),
);
const screens = fc
  .array(kinds, { maxLength: 12 })
  .map((all) => all.reduce((made, about) => tiles.insertTile(made, tiles.createTile(made, about)), []));
const keysOf = (all) => all.map(({ key }) => key);

test("moving a tile loses none, and moving it back undoes it", () =>
  fc.assert(
    fc.property(screens, fc.nat(11), fc.integer({ min: -3, max: 3 }), (all, at, by) => {
      fc.pre(all.length > 0);
      const { key } = all[at % all.length];
      const moved = tiles.moveTile(all, key, by);
      assert.deepEqual(new Set(moved), new Set(all));
      const went = keysOf(moved).indexOf(key) - keysOf(all).indexOf(key);
      assert.ok(Math.abs(went) <= Math.abs(by));
      assert.deepEqual(tiles.moveTile(moved, key, -went), all);
    }),
  ));

test("a tile dropped before another is placed there", () =>
  fc.assert(
    fc.property(screens, fc.nat(11), fc.nat(11), (all, from, to) => {
      fc.pre(all.length > 1 && from % all.length !== to % all.length);
      const [key, before] = [all[from % all.length].key, all[to % all.length].key];
      const keys = keysOf(tiles.placeTile(all, key, before));
      assert.equal(keys.indexOf(key) + 1, keys.indexOf(before));
      assert.equal(keysOf(tiles.placeTile(all, key, null)).at(-1), key);
    }),
  ));

test("sizes stay within the grid, and keys are unique on a screen", () =>
  fc.assert(
    fc.property(screens, fc.integer({ min: -20, max: 20 }), (all, by) => {
      assert.equal(new Set(keysOf(all)).size, all.length);
      for (const tile of all) {
        const { width } = tiles.widenTile(tile, by);
        const { height } = tiles.heightenTile(tile, by, 5);
        assert.ok(width >= 2 && width <= 12 && height >= 1 && height <= 12);
      }
    }),
  ));

test("an exported screen round-trips", () =>
  fc.assert(
    fc.property(screens, (all) => {
      const data = { screen: 1, tiles: all };
      assert.deepEqual(validateScreen(JSON.parse(JSON.stringify(data))), data);
      const record = {
        id: "00000000-0000-4000-8000-000000000000",
        game: "moon",
        name: "Base",
        data,
        changed: 5,
        revision: 3,
      };
      const [[store, about]] = parseRecords(formatFile({ screens: [record] }));
      assert.deepEqual([store, about], ["screens", { id: record.id, game: "moon", name: "Base", changed: 5, data }]);
    }),
  ));

const isValid = new Ajv({ strict: false }).compile(
  JSON.parse(readFileSync(new URL("../../docs/assets/screen.schema.json", import.meta.url))),
);

test("an exported screen conforms to the schema", () =>
  fc.assert(
    fc.property(screens, (all) => {
      assert.ok(
        isValid(JSON.parse(JSON.stringify({ screen: 1, name: "Base", game: "", tiles: all }))),
        JSON.stringify(isValid.errors),
      );
    }),
  ));

const tile = { key: "t1", kind: "note", title: "A", text: "" };
for (const [what, data, said] of [
  ["no screen", { tiles: [] }, /can't read this as a screen/],
  ["no list", { screen: 1, tiles: {} }, /list of tiles is damaged/],
  ["an unknown kind", { screen: 1, tiles: [{ ...tile, kind: "script" }] }, /Tile 1 .* “kind”/],
  ["too many", { screen: 1, tiles: Array.from({ length: 401 }, (_, at) => ({ ...tile, key: `t${at}` })) }, /401 tiles/],
  ["one key twice", { screen: 1, tiles: [tile, tile] }, /same key/],
  ["a place elsewhere", { screen: 1, tiles: [{ ...tile, kind: "block", at: "//evil.example/#a" }] }, /Tile 1 .* “at”/],
  ["a place above", { screen: 1, tiles: [{ ...tile, kind: "block", at: "../secret/#a" }] }, /Tile 1 .* “at”/],
  [
    "a script for a place",
    { screen: 1, tiles: [{ ...tile, kind: "block", at: "javascript:alert(1)#a" }] },
    /Tile 1 .* “at”/,
  ],
  [
    "numbers that are none",
    { screen: 1, tiles: [{ ...tile, kind: "tracker", value: "9" }] },
    /Tile 1 .* “value” .* is "9"/,
  ],
  [
    "a clock over its end",
    { screen: 1, tiles: [{ ...tile, kind: "clock", segments: 4, filled: 5 }] },
    /Tile 1 .* “filled”/,
  ],
  ["a novel", { screen: 1, tiles: [{ ...tile, text: "x".repeat(20_001) }] }, /Tile 1 .* “text”/],
]) {
  test(`rejected with a sentence: ${what}`, () => {
    assert.throws(() => validateScreen(data), said);
    assert.throws(() => parseRecords(JSON.stringify({ fieldbook: 1, screens: [{ name: "A", data }] })), said);
    if (!/same key|over its end/.test(what + said)) assert.ok(!isValid(data)); // if a schema can express it
  });
}

test("any data is accepted as a screen or rejected with a sentence", () =>
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const data of [
        value,
        { screen: 1, tiles: value },
        { screen: 1, tiles: [value] },
        { screen: 1, tiles: [{ kind: "block", at: value }] },
      ]) {
        try {
          validateScreen(data);
        } catch (error) {
          assert.match(error.message, /^[A-Z].* Use a screen that this site exported\.$/s);
        }
      }
    }),
  ));

const WRONG = [undefined, null, 7, "x", [], {}, { screen: 2, tiles: [] }, { screen: 1, tiles: {} }];

test("a malformed stored screen is not recognized and is never changed", () => {
  for (const data of WRONG) {
    assert.deepEqual([isScreen(data), readTiles(data)], [false, { tiles: [], unread: [] }]);
    assert.equal(buildTilesChange(() => [tile])({ data }), null);
  }
});

test("of a stored screen, readable tiles work with all their fields, and unreadable ones stay stored", () => {
  const unread = [
    null,
    7,
    [],
    {},
    { ...tile, kind: "constructor", key: "t4" },
    { ...tile, kind: "__proto__" },
    { ...tile, width: "4" },
    { ...tile, kind: "block", at: "moon/#air", set: { air: null } },
    { ...tile, kind: "tracker", value: "9" },
    { ...tile, title: "again" },
  ];
  const ours = { ...tile, width: 4, height: 0, folded: false, text: "x".repeat(30_000), colour: "of a later version" };
  const screen = { screen: 1, by: "another version", tiles: [null, ours, ...unread.slice(1)] };
  assert.deepEqual(readTiles(screen), { tiles: [ours], unread });
  const { data } = buildTilesChange((all, keys) =>
    tiles.insertTile(all, tiles.createTile(all, { kind: "note", title: "New", text: "" }, keys)),
  )({ data: screen });
  assert.deepEqual(
    [data.by, keysOf(readTiles(data).tiles), data.tiles.slice(2)],
    ["another version", ["t1", "t2"], unread],
  );
  assert.equal(buildTilesChange((all) => all)({ data: screen }), null);
  const fourth = tiles.createTile([ours, ours, ours], { kind: "note", title: "" }, new Set(["t1", "t4"]));
  assert.equal(fourth.key, "t5", "a key that something unread has");
});

test("any screen arranged on this site can be read again", () =>
  fc.assert(
    fc.property(screens, (all) => {
      assert.deepEqual(readTiles({ screen: 1, tiles: all }), { tiles: all, unread: [] });
    }),
  ));

test("malformed records are not recognized as sheets or fights", () => {
  for (const data of [
    ...WRONG,
    { sheet: "moon.pilot" },
    { sheet: "moon.pilot", fields: null },
    { sheet: 7, fields: {} },
    { sheet: "x", fields: {} },
  ]) {
    assert.equal(isSheet(data), false, JSON.stringify(data));
  }
  for (const data of [...WRONG, { fight: "moon", events: "none" }])
    assert.equal(isFight(data), false, JSON.stringify(data));
  assert.ok(isSheet({ sheet: "moon.pilot", fields: {} }) && isFight({ fight: "moon", events: [] }));
});

test("a file contains the readable records, counts the others, and is imported next to unreadable ones", async () => {
  const id = "00000000-0000-4000-8000-000000000000";
  const record = (data) => ({ id, game: "moon", name: "Base", changed: 5, data });
  const pilot = { sheet: "moon.pilot", fields: {} };
  const kept = {
    sheets: [...WRONG, pilot].map(record),
    screens: [...WRONG, { screen: 1, tiles: [null, tile] }].map(record),
  };
  assert.equal(countOmitted(kept), 2 * WRONG.length + 1);
  const brought = parseRecords(formatFile(kept));
  assert.deepEqual(
    brought.map(([store, { data }]) => [store, data.tiles?.length ?? data]),
    [
      ["sheets", pilot],
      ["screens", 1],
    ],
  );
  const items = await compareRecords(brought, async () => record(null));
  assert.deepEqual(
    items.map(({ kind }) => kind),
    ["differs", "differs"],
  );
});

test("a shared screen round-trips through a link", () =>
  fc.assert(
    fc.asyncProperty(screens, async (all) => {
      const data = { screen: 1, name: "Base", game: "moon", tiles: all };
      const { readFragment, buildFragment } = await import("../../page/js/components/share-link.js");
      const brought = await readFragment("screen", `#${await buildFragment("screen", data)}`);
      assert.deepEqual(brought, JSON.parse(JSON.stringify(data)));
      assert.deepEqual(validateScreen(brought).tiles, all);
    }),
  ));

test("sharing works without CompressionStream", async () => {
  const { CompressionStream } = globalThis;
  delete globalThis.CompressionStream;
  try {
    const { readFragment, buildFragment } = await import("../../page/js/components/share-link.js");
    const data = { screen: 1, name: "Base", game: "moon", tiles: [] };
    assert.deepEqual(await readFragment("screen", `#${await buildFragment("screen", data)}`), data);
  } finally {
    globalThis.CompressionStream = CompressionStream;
  }
});

test("a file that this site did not export is rejected with a sentence", () => {
  const refuses = (text, reason) =>
    assert.throws(() => parseRecords(text), { message: `${reason} Choose a file that this site exported.` });
  refuses("", "This file is empty.");
  refuses("\u0000\u0001\ufffd", "This file can't be read.");
  refuses('{ "fieldbook"', "This file can't be read.");
  refuses("[]", "This file has no sheets, fights or screens of this site.");
  refuses("{}", "This file has no sheets, fights or screens of this site.");
});

test("a file with one screen is imported with its name and game", () => {
  const [[store, about]] = parseRecords(JSON.stringify({ screen: 1, name: "Base", game: "moon", tiles: [tile] }));
  assert.equal(store, "screens");
  assert.deepEqual([about.name, about.game, about.data.tiles.length], ["Base", "moon", 1]);
});

test("a file of 25 MB and 3,500 items is read as it was written", () => {
  const events = Array.from({ length: 80 }, (_, at) => ({ event: "turn", id: `e${at}`, note: "x".repeat(70) }));
  const fights = Array.from({ length: 3_000 }, (_, at) => ({
    id: `${String(at).padStart(8, "0")}-0000-4000-8000-000000000000`,
    game: "moon",
    name: `Fight ${at}`,
    changed: at,
    revision: 1,
    data: { fight: "moon", events },
  }));
  const sheets = Array.from({ length: 500 }, (_, at) => ({
    ...fights[at],
    id: `${String(at).padStart(8, "0")}-0000-4000-8000-000000000001`,
    data: { sheet: "moon.pilot", fields: { air: at } },
  }));
  const text = formatFile({ sheets, fights });
  assert.ok(text.length > 25_000_000, `${text.length}`);
  const found = parseRecords(text);
  assert.equal(found.length, 3_500);
  assert.deepEqual(found[700][1].data, fights[200].data);
});

test("a file that is larger than any export is refused", () =>
  assert.throws(() => parseRecords(" ".repeat(100_000_001)), { message: /larger than 100 MB/ }));
