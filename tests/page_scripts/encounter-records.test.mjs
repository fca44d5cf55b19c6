// Encounters: a fresh copy has the players' characters as they are now, and fights of an earlier version get a state.
import "./dom-stub.mjs";
import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import "fake-indexeddb/auto";
import { answers } from "./page_exports.mjs";

const { copyEncounter } = await import("../../page/js/features/encounters/encounter-records.js");
const { completeSummary, describeEncounter, describeShort, readState } = await import(
  "../../page/js/components/fight-words.js"
);
const { keep } = await import("../../page/js/lib/store.js");

after(() => keep.close());
beforeEach(async () => {
  for (const store of ["sheets", "fights"]) await keep.clear(store);
});

const nick = (air) => ({ sheet: "moon.diver", fields: { name: "Nick", air } });
const join = (who, sheet) => ({ event: "join", who, sheet });
const summary = { line: "Nick and Eel", fallen: [], winner: "", state: "prepared", names: ["Nick", "Eel"] };

test("a fresh copy is of the characters as they are now, with the label, the note and clocks at zero", async () => {
  const { id } = await keep.add("sheets", { game: "moon", name: "Nick", data: nick(1) });
  const events = [join("n1", nick(5)), join("n2", { sheet: "moon.eel", fields: {} })];
  const fought = await keep.add("fights", {
    game: "moon",
    name: "The wreck",
    data: { fight: "moon", events },
    from: { n1: { id, fields: nick(4).fields }, n3: { id: "gone", fields: {} } },
    campaign: "Deep",
    note: "It is dark.",
    clocks: [{ name: "Air", filled: 3, segments: 6 }],
    players: { hidden: ["n2"] },
  });
  answers.fresh_fight = (all, sheets) => {
    assert.deepEqual(JSON.parse(sheets), { n1: nick(1) });
    return { events: [join("n1", nick(1)), JSON.parse(all)[1]], summary };
  };
  const copy = await copyEncounter(null, fought);
  assert.deepEqual(copy.from, { n1: { id, fields: nick(1).fields } });
  assert.deepEqual(
    [copy.name, copy.campaign, copy.note, copy.players],
    ["The wreck 2", "Deep", "It is dark.", fought.players],
  );
  assert.deepEqual(copy.clocks, [{ name: "Air", filled: 0, segments: 6 }]);
  assert.deepEqual([copy.data.events.length, copy.summary], [2, summary]);
  assert.equal((await copyEncounter(null, fought)).name, "The wreck 3");
});

test("a fight that the rules can't read isn't copied", async () => {
  answers.fresh_fight = () => ({ error: "The stored fight can't be read." });
  const fight = await keep.add("fights", { game: "moon", name: "Odd", data: { fight: "moon", events: [{}] } });
  await assert.rejects(copyEncounter(null, fight), { message: "The stored fight can't be read." });
  assert.equal((await keep.list("fights")).length, 1);
});

test("a fight of an earlier version gets its state from the rules and keeps its date", async () => {
  const events = [join("n1", nick(5))];
  const old = { changed: 5, summary: { line: "Nick", fallen: [], winner: "" } };
  const [fight] = await keep.addAll([
    ["fights", { game: "moon", name: "Old", data: { fight: "moon", events }, ...old }],
  ]);
  assert.equal(readState(fight), undefined);
  answers.foreign_fight = () => ({ events: [], html: "", said: "", summary });
  await completeSummary(null, fight);
  const now = await keep.get("fights", fight.id);
  assert.deepEqual([readState(now), now.changed], ["prepared", 5]);
  assert.match(describeEncounter(now), /^Prepared · Nick and Eel · .*1970/);
});

test("a line tells the campaign, the state and who is in it, also without a summary", () => {
  const empty = { data: { events: [] }, changed: 0 };
  assert.equal(describeShort(empty), "Prepared · Nobody yet");
  assert.equal(describeShort({ data: 5, changed: 0 }), "");
  assert.match(describeEncounter({ ...empty, campaign: "Deep" }), /^Deep · Prepared · Nobody yet · /);
});
