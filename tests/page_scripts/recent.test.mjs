// The list of the latest sheets, fights and screens, which pages read before the database is open.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Storage } from "./dom-stub.mjs";

const { dropRecent, selectLatest, noteRecent, readRecent, setRecent } = await import("../../page/js/lib/recent.js");

const NAME = "fieldbook:continue";
beforeEach(() => {
  globalThis.localStorage = new Storage();
});

const record = (id, changed, game = "moon") => ({ id, game, name: id.toUpperCase(), changed });
const ids = (entries) => entries.map(({ id }) => id);

test("changed records come first, and deleted ones go", () => {
  noteRecent("sheets", record("a", 1));
  noteRecent("screens", record("b", 2));
  noteRecent("fights", { ...record("c", 3), summary: { line: "Nick, round 2", fallen: [], winner: "" } });
  noteRecent("rolls", record("d", 4));
  assert.deepEqual(ids(readRecent()), ["c", "b", "a"]);
  assert.equal(readRecent()[0].detail, "Nick, round 2");
  noteRecent("sheets", record("a", 5));
  assert.deepEqual(ids(readRecent()), ["a", "c", "b"]);
  for (const [store, id] of [
    ["fights", "c"],
    ["rolls", "a"],
    ["sheets", "a"],
    ["screens", "b"],
  ])
    dropRecent(store, id);
  assert.equal(localStorage.getItem(NAME), null);
});

test("at most three are shown, two of them of a kind, and their number is stored for the first paint", () => {
  ["a", "b", "c"].forEach((id, at) => noteRecent("sheets", record(id, 9 - at)));
  noteRecent("fights", record("d", 2));
  noteRecent("screens", record("e", 1, "sea"));
  assert.deepEqual(ids(selectLatest("")), ["a", "b", "d"]);
  assert.deepEqual(ids(selectLatest("moon")), ["a", "b", "d"]);
  assert.deepEqual(ids(selectLatest("sea")), ["e"]);
  assert.deepEqual(JSON.parse(localStorage.getItem(NAME)).counts, { "": 3, moon: 3, sea: 1 });
});

test("the list stays short", () => {
  setRecent(Array.from({ length: 90 }, (_, at) => ({ store: "sheets", id: `${at}`, game: "", name: "", at })));
  assert.equal(readRecent().length, 40);
  assert.equal(readRecent()[0].id, "89");
});

test("a damaged list, or blocked storage, is an empty one", () => {
  for (const text of ["{", "7", "null", '{"entries": 7}', '{"entries": [null, 1, {"store": "rolls"}]}']) {
    localStorage.setItem(NAME, text);
    assert.deepEqual(readRecent(), []);
  }
  globalThis.localStorage = {
    getItem() {
      throw new Error("blocked");
    },
    setItem() {
      throw new Error("blocked");
    },
  };
  noteRecent("sheets", record("a", 1));
  assert.deepEqual(readRecent(), []);
});
