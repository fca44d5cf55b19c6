// Backup files: everything that a record has round-trips, and an import adds, replaces or leaves what its preview says.
import { Storage } from "./dom-stub.mjs";
import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import "fake-indexeddb/auto";

const { BACKUP_STORES, formatFile, parseDrafts, parseRecords } = await import("../../page/js/lib/backup-format.js");
const { findSame } = await import("../../page/js/lib/stored-data.js");
const { keep } = await import("../../page/js/lib/store.js");
const { isBackupDue, MANY, noteBackup, readBackup, putOffReminder } = await import("../../page/js/lib/backups.js");
const { countByStore, NOTHING_NEW, compareRecords, summarizeImport } = await import(
  "../../page/js/features/saved-data/import-plan.js"
);
const { addDrafts, listDraftTexts, storeDraft } = await import("../../page/js/components/rule-drafts.js");
const { runImport } = await import("../../page/js/features/saved-data/import-run.js");

after(() => keep.close());
beforeEach(async () => {
  for (const store of BACKUP_STORES) await keep.clear(store);
  globalThis.localStorage = new Storage();
});

const id = (number) => `01234567-89ab-4cde-8f01-${String(number).padStart(12, "0")}`;
const sheet = (air) => ({ sheet: "moon.diver", fields: { name: "Nick", air } });
const nick = { id: id(1), game: "moon", name: "Nick", changed: 5, revision: 2, data: sheet(3) };
const join = { event: "join", who: "n1", sheet: sheet(3) };
const fight = {
  id: id(2),
  game: "moon",
  name: "Airlock",
  changed: 7,
  revision: 3,
  data: { fight: "moon", events: [join] },
  from: { n1: { id: id(1), fields: { name: "Nick", air: 3 } } },
  summary: { line: "Nick, round 1", fallen: [], winner: "", state: "prepared", names: ["Nick"] },
  campaign: "The long night",
  note: "They come by the stairs.",
  clocks: [{ name: "Alarm", filled: 2, segments: 6 }],
  players: { hidden: ["n2"] },
};
const roll = { id: "1700000000000-abc", game: "moon", name: "", changed: 9, revision: 1, data: { at: 9, rolled: {} } };
const formula = { id: id(3), game: "", name: "Fall", changed: 9, revision: 1, data: { notation: "2d6", plan: 3 } };
const all = { sheets: [{ ...nick, typed: { air: "2" } }], fights: [fight], rolls: [roll], formulas: [formula] };

const plan = (records) =>
  compareRecords(
    records,
    (store, id) => keep.get(store, id),
    (store) => keep.list(store),
  );
const planFile = (kept) => plan(parseRecords(formatFile(kept)));
const kinds = (items) => items.map(({ kind }) => kind);

test("everything that a record has round-trips through a file", () => {
  for (const [store, record] of parseRecords(formatFile(all))) {
    const { revision: _, ...before } = all[store][0];
    assert.deepEqual(record, before, store);
  }
});

test("a part of another form is left out, and the record stays", () => {
  const odd = {
    from: { n1: { id: "x", fields: {} } },
    summary: { line: 3 },
    campaign: "x".repeat(200),
    note: 5,
    clocks: [{ name: "Alarm" }],
    players: [],
  };
  const { id: own, game, name, changed, data } = fight;
  const [[, record]] = parseRecords(JSON.stringify({ fieldbook: 1, fights: [{ ...fight, ...odd }] }));
  assert.deepEqual(record, { id: own, game, name, changed, data });
});

test("rolls and formulas that are none are refused with the whole file", () => {
  for (const file of [{ rolls: [{ data: { rolled: {} } }] }, { formulas: [{ data: {} }] }]) {
    assert.throws(() => parseRecords(JSON.stringify({ fieldbook: 1, ...file })), /in this file is damaged/);
  }
});

test("a restore on a new device brings everything back, and another one nothing", async () => {
  const items = await planFile(all);
  assert.deepEqual(kinds(items), ["add", "add", "add", "add"]);
  assert.equal(countByStore(items), "1 sheet, 1 fight, 1 roll and 1 formula");
  await runImport(items, "both");
  assert.equal(summarizeImport(items, "both"), "Imported 4.");
  const restored = await keep.get("fights", fight.id);
  assert.deepEqual({ ...restored, revision: 3 }, fight);
  const again = await planFile(all);
  assert.deepEqual(kinds(again), ["same", "same", "same", "same"]);
  assert.equal(summarizeImport(again, "both"), NOTHING_NEW);
  assert.match(summarizeImport(again, "both", { requests: 2 }), /^Imported 2 asked rolls\. Everything else/);
  assert.equal(summarizeImport(items, "both", { requests: 1 }), "Imported 4. Imported 1 asked roll.");
});

test("an export of 25 MB is read again on a new device, with every event and reference", async () => {
  const roll = { event: "roll", mechanic: "moon.drill", by: "n1", targets: ["n2"], params: { air: 3 }, faces: [4, 1] };
  const events = [join, ...Array.from({ length: 1_000 }, (_, at) => ({ id: `e${at + 2}`, ...roll, seed: at }))];
  const fights = Array.from({ length: 220 }, (_, at) => ({
    ...fight,
    id: id(at + 100),
    name: `Evening ${at}`,
    data: { fight: "moon", events },
  }));
  const file = formatFile({ sheets: [nick], fights });
  assert.ok(file.length > 25_000_000, `${file.length} characters`);
  const { added } = await runImport(await plan(parseRecords(file)), "both");
  assert.equal(added, 221);
  for (const { revision: _, ...before } of [fights[0], fights.at(-1)]) {
    const { revision: __, ...stored } = await keep.get("fights", before.id);
    assert.deepEqual(stored, before);
  }
  assert.equal(keep.trouble, "");
});

test("records that differ are kept beside, replaced or left, and the import is undone", async () => {
  await keep.addAll([["sheets", nick]]);
  const file = { sheets: [{ ...nick, changed: 9, data: sheet(1) }], fights: [fight] };
  const read = async () => (await keep.list("sheets")).map(({ data }) => data.fields.air).sort();

  const kept = await runImport(await planFile(file), "both");
  assert.deepEqual(await read(), [1, 3]);
  await kept.undo();
  assert.deepEqual([await read(), (await keep.list("fights")).length], [[3], 0]);

  const left = await runImport(await planFile(file), "leave");
  assert.deepEqual([await read(), left.added, left.replaced], [[3], 1, 0]);
  await left.undo();

  const items = await planFile(file);
  const replaced = await runImport(items, "replace");
  assert.deepEqual([await read(), replaced.replaced], [[1], 1]);
  assert.equal((await keep.get("sheets", nick.id)).changed, 9);
  assert.equal(summarizeImport(items, "replace"), "Imported 1. 1 is replaced.");
  await replaced.undo();
  assert.deepEqual([await read(), (await keep.get("sheets", nick.id)).changed], [[3], 5]);
});

test("a fight in a file joins the copies of the sheets that came with it", async () => {
  await keep.addAll([["sheets", nick]]);
  const file = { sheets: [{ ...nick, data: sheet(1) }], fights: [fight] };
  await runImport(await planFile(file), "both");
  const copy = (await keep.list("sheets")).find(({ data }) => data.fields.air === 1);
  assert.notEqual(copy.id, nick.id);
  assert.equal((await keep.get("fights", fight.id)).from.n1.id, copy.id);
});

test("a fight whose label or note has changed differs, and one from an older file is the same", async () => {
  await keep.addAll([["fights", fight]]);
  assert.deepEqual(kinds(await planFile({ fights: [{ ...fight, note: "They come by the roof." }] })), ["differs"]);
  const { id: own, game, name, data } = fight;
  const older = JSON.stringify({ fieldbook: 1, fights: [{ id: own, game, name, data }] });
  assert.deepEqual(kinds(await plan(parseRecords(older))), ["same"]);
});

test("the file of a single sheet is imported once, and again after a change", async () => {
  const importAgain = async (data) => {
    const items = await plan(parseRecords(JSON.stringify(data)));
    await runImport(items, "both");
    return summarizeImport(items, "both");
  };
  assert.equal(await importAgain(sheet(3)), "Imported 1.");
  assert.equal(await importAgain(sheet(3)), NOTHING_NEW);
  assert.equal(await importAgain(sheet(2)), "Imported 1.");
  assert.equal((await keep.list("sheets")).length, 2);
  const before = { data: { ...sheet(3), derived: { depth: 3 } }, name: "Other" };
  assert.equal(findSame("sheets", [{ data: 5 }, { data: null }, before], sheet(3)), before);
});

test("many changes without a backup are reported until there is one, or until as many more", async () => {
  const made = await keep.add("sheets", { game: "moon", name: "Nick", data: sheet(3) });
  for (let count = 1; count < MANY; count += 1) {
    assert.equal(isBackupDue(), false);
    await keep.update("sheets", made.id, () => ({ data: sheet(count) }));
  }
  assert.deepEqual([isBackupDue(), readBackup().changes], [true, MANY]);
  putOffReminder();
  assert.equal(isBackupDue(), false);
  noteBackup();
  assert.deepEqual([readBackup().changes, readBackup().at > 0], [0, true]);
  await runImport(await planFile(all), "both");
  assert.equal(readBackup().changes, 0);
  localStorage.setItem("fieldbook:backup", "[");
  assert.deepEqual(readBackup(), { at: 0, changes: 0, later: 0 });
});

test("a single sheet of a file is compared with the one of the same name and kind", async () => {
  const { id: own } = await keep.add("sheets", { game: "moon", name: "Nick", data: sheet(3) });
  await keep.add("sheets", { game: "moon", name: "Nick", data: { sheet: "moon.robot", fields: {} } });
  const get = (store, of) => keep.get(store, of);
  const list = (store) => keep.list(store);
  const file = (name, data) => [["sheets", { game: "moon", name, data }]];
  const compare = async (name, data) => (await compareRecords(file(name, data), get, list))[0];
  assert.equal((await compare("Nick", sheet(3))).kind, "same");
  const changed = await compare(" nick ", sheet(1));
  assert.deepEqual([changed.kind, changed.stored.id], ["differs", own]);
  assert.equal((await compare("Nora", sheet(1))).kind, "add");
  assert.equal((await compare("", sheet(1))).kind, "add");
  const { undo } = await runImport([changed], "replace");
  assert.equal((await keep.get("sheets", own)).data.fields.air, 1);
  await undo();
  assert.equal((await keep.get("sheets", own)).data.fields.air, 3);
});

test("drafts of rules go along in a backup, and a draft that differs stays unless it is replaced", async () => {
  storeDraft("moon.drill", "mine", "printed");
  storeDraft("", "new", "template");
  const text = formatFile({}, undefined, listDraftTexts());
  globalThis.localStorage = new Storage();
  storeDraft("moon.drill", "another", "printed");
  assert.deepEqual(parseRecords(text), []);
  const drafts = parseDrafts(text);
  const kept = await runImport([], "both", { drafts });
  assert.equal(summarizeImport([], "both", kept), "Imported the draft of 1 rule.");
  assert.deepEqual(listDraftTexts(), [
    { rule: "", text: "new" },
    { rule: "moon.drill", text: "another" },
  ]);
  const replaced = await runImport([], "replace", { drafts });
  assert.equal(listDraftTexts()[1].text, "mine");
  await replaced.undo();
  assert.equal(listDraftTexts()[1].text, "another");
  assert.equal(addDrafts(drafts, true).count, 1);
  assert.deepEqual(parseDrafts('{"drafts": [7, null, {"rule": "a/b", "text": ""}, {"rule": ""}]}'), []);
});
