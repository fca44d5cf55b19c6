// Links and files with fights and sheets: data round-trips, and anything else is rejected with a sentence before it is
// used.
import "./dom-stub.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";

const { readFragment, buildFragment, buildLink } = await import("../../page/js/components/share-link.js");
const { formatFile, parseRecords } = await import("../../page/js/lib/backup-format.js");

const about = { id: "01234567-89ab-4cde-8f01-23456789abcd", game: "moon", name: "Airlock", changed: 5, revision: 2 };
const fight = {
  fight: "moon",
  events: [{ event: "join", who: "n1", sheet: { sheet: "moon.diver", fields: { air: 3 } } }],
};
const sheet = { sheet: "moon.diver", fields: { air: 3 } };
const deep = (levels) => JSON.parse("[".repeat(levels) + "]".repeat(levels));

test("all stored records round-trip through one file", () => {
  const kept = { sheets: [{ ...about, data: sheet }], fights: [{ ...about, data: fight }] };
  const records = parseRecords(formatFile(kept));
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
  test(`a file with ${name} is rejected with a sentence`, () => {
    assert.throws(
      () => parseRecords(JSON.stringify({ fieldbook: 1, ...file })),
      /^Error: [A-Z].*\. Choose a file that this site exported\.$/,
    );
  });
}

test("shared data round-trips through a link", async () => {
  for (const data of [fight, { fight: "moon", events: Array.from({ length: 99 }, () => fight.events[0]) }]) {
    assert.deepEqual(await readFragment("fight", `#${await buildFragment("fight", data)}`), data);
  }
});

test("a link with data that no page shares is rejected before it is used", async () => {
  for (const data of [null, 0, false, "text", deep(2_000), { fight: "moon", events: deep(40) }]) {
    const hash = `#${await buildFragment("fight", data)}`;
    await assert.rejects(readFragment("fight", hash), /Copy the whole link as it was shared/);
  }
});

/** Create a fight with many events that all differ. */
const longFight = (count, sides = 6) => {
  let seed = 1;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647);
  const params = { attribute: 0, modifier: 0, damage: 1, advantage: false, weapon: "handgun", range_band: "nearby" };
  const roll = () => ({ event: "roll", mechanic: "moon.attack", faces: [random() % sides, random() % sides], params });
  return { fight: "moon", events: Array.from({ length: count }, roll) };
};
const PAGE = "https://example.org/moon/fight/";

test("a link to a fight with the maximum number of events can be created and opened", async () => {
  const data = longFight(5_000);
  assert.ok(JSON.stringify(data).length > 700_000);
  const link = await buildLink(PAGE, "fight", data);
  assert.deepEqual(await readFragment("fight", new URL(link).hash), data);
});

test("data too long for a link, as text or decompressed, is neither linked nor read", async () => {
  const loud = longFight(20_000, 2 ** 31);
  assert.equal(await buildLink(PAGE, "fight", loud), null);
  await assert.rejects(readFragment("fight", `#${await buildFragment("fight", loud)}`), /The site reads up to/);
  const same = { fight: "moon", events: Array(30_000).fill(longFight(1).events[0]) };
  const fragment = await buildFragment("fight", same);
  assert.ok(fragment.length < 60_000);
  assert.equal(await buildLink(PAGE, "fight", same), null);
  await assert.rejects(readFragment("fight", `#${fragment}`), /holds more than 2 MB/);
});

test("a fight that is too long for a link can be imported from its file", () => {
  const data = longFight(9_000);
  const file = formatFile({ fights: [{ ...about, data }] });
  assert.ok(JSON.stringify(JSON.parse(file), null, 1).length > 2_000_000);
  assert.deepEqual(parseRecords(file)[0][1].data, data);
});
