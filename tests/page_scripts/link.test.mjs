// What a link or a file brings of fights and sheets: as the page writes it, it comes in again; what is none is refused in
// a sentence before anything looks into it.
import "./dom-stub.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";

const { broughtBy, fragmentOf } = await import("../../docs/assets/js/play/link.js");
const { fileOf, recordsIn } = await import("../../docs/assets/js/play/files.js");

const about = { id: "01234567-89ab-4cde-8f01-23456789abcd", game: "moon", name: "Airlock", changed: 5, revision: 2 };
const fight = {
  fight: "moon",
  events: [{ event: "join", who: "n1", sheet: { sheet: "moon.diver", fields: { air: 3 } } }],
};
const sheet = { sheet: "moon.diver", fields: { air: 3 } };
const deep = (levels) => JSON.parse("[".repeat(levels) + "]".repeat(levels));

test("everything that is kept goes into one file and comes in again", () => {
  const kept = { sheets: [{ ...about, data: sheet }], fights: [{ ...about, data: fight }] };
  const records = recordsIn(fileOf(kept));
  assert.deepEqual(
    records.map(([store, { game, data }]) => [store, game, data]),
    [
      ["sheets", "moon", sheet],
      ["fights", "moon", fight],
    ],
  );
});

for (const [name, file] of Object.entries({
  "a sheet without a game": { sheets: [{ data: { ...sheet, sheet: "diver" } }] },
  "a fight of nothing": { fights: [{ data: { events: [] } }] },
  "a fight of a sheet": { fights: [{ data: { ...fight, fight: "moon.diver" } }] },
  "events that are no list": { fights: [{ data: { ...fight, events: {} } }] },
  "a version that is an object": { fieldbook: { toString: 1 } },
})) {
  test(`a file with ${name} is refused in a sentence`, () => {
    assert.throws(
      () => recordsIn(JSON.stringify({ fieldbook: 1, ...file })),
      /^Error: file: got .*, takes a file that this site exported\.$/,
    );
  });
}

test("what a link brings is what was shared", async () => {
  for (const data of [fight, { fight: "moon", events: Array.from({ length: 99 }, () => fight.events[0]) }]) {
    assert.deepEqual(await broughtBy("fight", `#${await fragmentOf("fight", data)}`), data);
  }
});

test("a link that brings what no page shares is refused before anything looks into it", async () => {
  for (const data of [null, 0, false, "text", deep(2_000), { fight: "moon", events: deep(40) }]) {
    const hash = `#${await fragmentOf("fight", data)}`;
    await assert.rejects(broughtBy("fight", hash), /takes the whole link as it was shared/);
  }
});
