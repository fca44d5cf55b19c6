// Scenarios in an address: they round-trip, and invalid ones are limited and reported.
import "./dom-stub.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  toName,
  isOfSetUps,
  LONGEST,
  MOST,
  readSetUps,
  shortenName,
  formatSetUps,
} from "../../page/js/components/forms/comparison-url.js";

const name = fc.string({ unit: "grapheme", maxLength: 60 }).map(toName);
const values = fc.dictionary(fc.stringMatching(/^[a-z][a-z_]{0,8}$/), fc.string(), {
  maxKeys: 4,
  noNullPrototype: true,
});
const held = fc.record({ name, dice: fc.constantFrom("", "2d6+1"), changed: values });

test("scenarios round-trip through an address", () => {
  fc.assert(
    fc.property(name, fc.array(held, { maxLength: MOST - 1 }), (own, all) => {
      const pairs = Object.entries(formatSetUps(own, all));
      assert.ok(pairs.every(([key]) => isOfSetUps(key)));
      assert.deepEqual(readSetUps(pairs), {
        name: own,
        problems: [],
        held: all.map(({ name, dice, changed }) => ({ name, dice, pairs: Object.entries(changed) })),
      });
    }),
  );
});

test("an address of an earlier version keeps its meaning", () => {
  assert.deepEqual(
    readSetUps([
      ["vs", "1"],
      ["vs.armor", "3"],
    ]),
    { name: "", held: [{ name: "", dice: "", pairs: [["armor", "3"]] }], problems: [] },
  );
  assert.deepEqual(formatSetUps("", [{ name: "", changed: { armor: "3" } }]), { vs: "1", "vs.armor": "3" });
});

test("a form's own values don't belong to scenarios", () => {
  for (const key of ["armor", "versus", "vs_2", "vsx", "odds-count", "faces"]) assert.ok(!isOfSetUps(key), key);
});

test("a sixth scenario is rejected with a sentence, and the first five stay", () => {
  const six = Array.from({ length: 5 }, (_, at) => ({ name: `S${at}`, changed: {} }));
  const { held, problems } = readSetUps(Object.entries(formatSetUps("", six)));
  assert.deepEqual(
    held.map((each) => each.name),
    ["S0", "S1", "S2", "S3"],
  );
  assert.deepEqual(problems, ["The link compares 6 set-ups. You can compare up to 5, so only the first 5 are shown."]);
});

test("any name becomes one line of limited length, and a changed name is reported", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 90 }), (text) => {
      const { name: read, problems } = readSetUps([["set-up", text]]);
      assert.ok([...read].length <= LONGEST && !/[\n\r\t\0\u2028]/.test(read));
      assert.equal(problems.length, read === text ? 0 : 1);
      assert.equal(toName(read), read);
      assert.ok([...shortenName(text)].length <= LONGEST);
    }),
  );
});
