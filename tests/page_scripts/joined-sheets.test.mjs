// Combatants and the stored sheets that they joined as: what has changed since, and what saving back does.
import "./dom-stub.mjs";
import assert from "node:assert/strict";
import { after, test } from "node:test";
import "fake-indexeddb/auto";
import { answers } from "./page_exports.mjs";

const { updateJoined, findChanged, findJoined } = await import("../../page/js/features/encounters/joined-sheets.js");
const { returnSheet } = await import("../../page/js/components/sheet-changes.js");
const { keep } = await import("../../page/js/lib/store.js");

const nick = { sheet: "moon.pilot", fields: { name: "Nick", air: 3, kit: ["rope"] } };
const WITH_DEFAULTS = { name: "", air: 5, fuel: 2, kit: [] };
const changed = (fields) => ({ ...nick, fields: { ...nick.fields, ...fields } });

/** Answer like the rules: a sheet has all of its fields. */
answers.sheet = (fields) => ({ sheet: { sheet: "moon.pilot", fields: { ...WITH_DEFAULTS, ...fields } } });

after(() => keep.close());

const stored = new Map([
  ["same", { data: changed({}) }],
  ["hurt", { data: changed({ air: 1 }) }],
  ["reordered", { data: { ...nick, fields: { kit: ["rope"], air: 3, name: "Nick" } } }],
  ["unreadable", { data: 5 }],
]);
const getSheet = async (id) => stored.get(id) ?? null;

test("only combatants whose stored sheets have changed are found", async () => {
  const from = Object.fromEntries([...stored.keys(), "deleted"].map((id) => [id, { id, fields: nick.fields }]));
  const found = await findChanged({ from: { ...from, odd: 5, none: null } }, getSheet);
  assert.deepEqual(found, { hurt: { data: changed({ air: 1 }), since: nick.fields } });
  for (const without of [null, {}, { from: null }]) assert.deepEqual(await findChanged(without, getSheet), {});
});

test("a combatant who has been brought up to date matches the stored sheet again", () => {
  const from = { n1: { id: "hurt", fields: nick.fields }, n2: { id: "same", fields: nick.fields } };
  const now = { n1: { data: changed({ air: 1 }) }, n2: { data: changed({ air: 2 }) } };
  const events = [
    { event: "edit", who: "n1", fields: { air: 1 }, stored: true },
    { event: "edit", who: "n2", fields: { air: 9 } },
    { event: "edit", who: "n3", fields: { air: 1 }, stored: true },
  ];
  const after = updateJoined(from, events, now);
  assert.deepEqual(after, { n1: { id: "hurt", fields: now.n1.data.fields }, n2: from.n2 });
  assert.deepEqual(findJoined({ from: after }, "n1").fields, { ...nick.fields, air: 1 });
  assert.deepEqual(findJoined({ from: after }, "toString"), {});
});

/** Store Nick's sheet, and return its id. */
const add = async (data) => (await keep.add("sheets", { game: "moon", name: "Nick", data })).id;

test("a fight's result is saved to an unchanged sheet", async () => {
  const id = await add(nick);
  const result = await returnSheet(id, nick.fields, changed({ air: 0, fuel: 1 }));
  assert.deepEqual([result.error, result.record.data.fields.air], [undefined, 0]);
});

test("a field that an older version did not store is no change", async () => {
  const id = await add(changed({ fuel: 2 }));
  const result = await returnSheet(id, nick.fields, changed({ air: 0, fuel: 2 }));
  assert.equal(result.error, undefined);
});

test("a changed sheet is not saved over, and merging keeps the changes of both", async () => {
  const id = await add(changed({ kit: ["rope", "torch"], air: 2 }));
  const fought = changed({ air: 0, fuel: 2 });
  const refused = await returnSheet(id, nick.fields, fought);
  assert.deepEqual(
    [refused.error, refused.hasChanged, refused.name],
    ["Nick has changed since it joined this fight, so it wasn't saved over.", true, "Nick"],
  );
  const merged = await returnSheet(id, nick.fields, fought, true);
  assert.deepEqual(merged.record.data.fields, { name: "Nick", air: 0, fuel: 2, kit: ["rope", "torch"] });
});

test("an entry that waits on the sheet is not lost", async () => {
  const id = await add(nick);
  await keep.update("sheets", id, () => ({ typed: { air: "x" } }));
  const refused = await returnSheet(id, nick.fields, changed({ air: 0 }), true);
  assert.deepEqual([refused.hasChanged, (await keep.get("sheets", id)).typed], [false, { air: "x" }]);
  assert.equal(refused.error, "Nick has an entry that isn't saved yet. Open it on the characters page first.");
});

test("a deleted sheet is not saved to", async () => assert.equal(await returnSheet("nobody", {}, nick), null));
