// Links, files, databases and localStorage that versions 0.1 and 0.2 wrote (tests/fixtures/): today's modules read all of
// them and lose nothing.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import "fake-indexeddb/auto";
import { openDB } from "idb";
import { Storage } from "./dom-stub.mjs";

globalThis.location = new URL("https://fieldbook.test/");
const { readNamedStates } = await import("../../page/js/lib/url-state.js");
const { isOfSetUps, readSetUps } = await import("../../page/js/components/forms/comparison-url.js");
const { readFragment } = await import("../../page/js/components/share-link.js");
const { parseRecords } = await import("../../page/js/lib/backup-format.js");
const { isFight, isSheet } = await import("../../page/js/lib/stored-data.js");
const { Store, keep } = await import("../../page/js/lib/store.js");
const { MIGRATIONS, STORES } = await import("../../page/js/lib/migrations.js");
const { validateScreen, readTiles } = await import("../../page/js/lib/validate-screen.js");
const { findLastUsed, readShown } = await import("../../page/js/features/gm-screen/recent-screens.js");
const { getActive } = await import("../../page/js/lib/active-character.js");
const { readFight } = await import("../../page/js/components/initiative-state.js");
const { loadPast } = await import("../../page/js/features/dice-tray/history.js");
const { toJson } = await import("../../page/js/features/dice-tray/export-text.js");
const { listRecentFormulas, loadSavedFormulas } = await import("../../page/js/features/dice-tray/saved-formulas.js");

const saved = (name, version = "0_1") =>
  JSON.parse(readFileSync(new URL(`../fixtures/version_${version}/${name}`, import.meta.url), { encoding: "utf-8" }));
/** Return the entries of a file of both versions, with names that say which. */
const savedByBoth = (name) =>
  ["0_1", "0_2"].flatMap((version) =>
    Object.entries(saved(name, version)).map(([entry, value]) => [`${entry} of ${version}`, value]),
  );
const databases = saved("databases.json");
after(() => keep.close());

/** Simulate a page at an address, with the page's calculator. */
function open({ address, calculator }) {
  globalThis.location = new URL(address, "https://fieldbook.test/");
  document.querySelector = (selector) => (selector === "fb-calc" && calculator ? { id: calculator } : null);
}

for (const [, link] of savedByBoth("links.json")) {
  test(`the link to ${link.name} is still read correctly`, async () => {
    open(link);
    const states = readNamedStates();
    assert.deepEqual(Object.fromEntries(states), link.reads);
    for (const [id, setUps] of Object.entries(link.compared ?? {})) {
      assert.deepEqual(readSetUps(states.get(id).filter(([name]) => isOfSetUps(name))), setUps);
    }
    for (const what of ["sheet", "fight", "screen"]) {
      const data = link.brings?.what === what ? link.brings.data : null;
      assert.deepEqual(await readFragment(what, location.hash), data);
    }
    if (link.brings?.what === "screen")
      assert.equal(validateScreen(link.brings.data).tiles.length, link.brings.data.tiles.length);
  });
}

/** Return a screen's tiles with only their original fields, because missing fields now have defaults. */
const tilesOf = ({ tiles }, before) =>
  tiles.map((tile, at) => Object.fromEntries(Object.keys(before.tiles[at]).map((part) => [part, tile[part]])));

for (const [name, { brings, file }] of savedByBoth("backups.json")) {
  test(`a file is imported completely: ${name}`, () => {
    const records = parseRecords(JSON.stringify(file));
    const counts = Object.fromEntries(
      Object.keys(brings).map((store) => [store, records.filter(([at]) => at === store).length]),
    );
    assert.deepEqual(counts, brings);
    for (const [store, record] of records) {
      const before = file.fieldbook ? file[store].find(({ id }) => id === record.id) : { data: file };
      if (store === "screens") assert.deepEqual(tilesOf(record.data, before.data), before.data.tiles);
      else assert.deepEqual(record.data, before.data);
      for (const part of ["id", "name", "game", "changed"]) {
        if (before[part] !== undefined) assert.deepEqual(record[part], before[part]);
      }
    }
  });
}

/** Create a database as an older version left it. */
async function restore(name, { version, stores }) {
  const database = await openDB(name, version, {
    upgrade(made) {
      for (const [store, { keyPath, indexes }] of Object.entries(stores)) {
        const records = made.createObjectStore(store, { keyPath });
        for (const [index, path] of Object.entries(indexes)) records.createIndex(index, path);
      }
    },
  });
  for (const [store, { records }] of Object.entries(stores)) {
    for (const record of records) await database.put(store, record);
  }
  database.close();
}

const byId = (records) => Object.fromEntries(records.map((record) => [record.id, record]));

for (const [name, dump] of savedByBoth("databases.json")) {
  test(`a database of ${name} is migrated, and keeps every record`, async () => {
    await restore(name, dump);
    const kept = new Store(name);
    for (const store of STORES) {
      assert.deepEqual(byId(await kept.list(store)), byId(dump.stores[store]?.records ?? []), store);
      const made = await kept.add(store, { game: "psiops", name: "New", data: { at: 1 } });
      assert.deepEqual(await kept.get(store, made.id), made);
      assert.ok((await kept.list(store, "psiops")).some(({ id }) => id === made.id));
    }
    assert.equal(kept.trouble, "");
    await kept.close();
    const database = await openDB(name);
    assert.equal(database.version, MIGRATIONS.length);
    database.close();
  });
}

test("all records stored by version 0.1 can be shown", async () => {
  globalThis.localStorage = new Storage();
  for (const [name, value] of Object.entries(saved("storage.json"))) localStorage.setItem(name, JSON.stringify(value));
  await restore("fieldbook", databases["version-3"]);
  assert.ok((await keep.list("sheets")).every(({ data }) => isSheet(data)));
  assert.ok((await keep.list("fights")).every(({ data }) => isFight(data)));
  for (const { data } of await keep.list("screens")) {
    assert.equal(readTiles(data).tiles.length, data.tiles.length);
    assert.deepEqual(readTiles(data).unread, []);
  }
  assert.deepEqual(
    (await loadSavedFormulas()).saved.map(({ name }) => name),
    ["Best of three", "Fireball"],
  );
  assert.equal((await loadSavedFormulas()).unread, 0);
  assert.deepEqual(
    listRecentFormulas().map(({ notation }) => notation),
    ["8d6", "3d6kh2+1"],
  );

  const { entries, unread } = await loadPast();
  assert.equal(unread, 0);
  assert.deepEqual(
    entries.map(({ id, data }) => [id, data.rolled.about.verdict, data.who]),
    [
      ["1760000000500-abc", "Success", "Ines"], // from the journal, by the character in use
      ["1760000000304-abc", "Success", ""],
      ["1760000000303-abc", "Success", "Guard"],
      ["1760000000302-abc", "9", ""],
      ["1760000000301-abc", "Success", "Ines"],
      ["1760000000300-abc", "Success", ""],
      ["old-1760000000000", "Success, total 10; dice 4, 5", ""], // stored as a sentence
    ],
  );
  assert.equal(getActive("psiops"), "00000000-0000-4000-8000-000000000003");
  assert.equal((await findLastUsed()).name, "Night raid");
  assert.equal(readShown("psiops"), "00000000-0000-4000-8000-000000000200");
});

test("past rolls are exported in the same form", () => {
  const site = new URL("../../", import.meta.url).href; // the site that a script under Node belongs to
  const stored = databases["version-3"].stores.rolls.records.map(({ data }) => data);
  const { rolls, ...file } = JSON.parse(
    toJson(stored.sort((one, other) => other.at - one.at)).replaceAll(site, "https://fieldbook.test/"),
  );
  const { rolls: before, ...fileBefore } = saved("rolls.export.json");
  assert.deepEqual(file, fileBefore);
  const partsOf = (roll, at) => Object.fromEntries(Object.keys(before[at]).map((part) => [part, roll[part]]));
  assert.deepEqual(rolls.map(partsOf), before);
});

test("an initiative order is read as it was stored, also with the older field names", () => {
  const stored = saved("storage.json");
  const now = stored["fieldbook:order-sideworld-initiative"];
  assert.deepEqual(readFight(now), now);
  const older = readFight(stored["fieldbook:order-combat-initiative"]);
  assert.equal(older.hasBegun, true);
  assert.deepEqual(
    older.entries.map(({ name, total, tie }) => [name, total, tie]),
    [["Ilse", 12, 3]],
  );
  assert.equal(older.unread, 0);
});
