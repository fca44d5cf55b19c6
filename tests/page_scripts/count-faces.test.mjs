// The dice of the history by face, for the comparison with fair dice.
import assert from "node:assert/strict";
import { test } from "node:test";
import { countFaces, describeLeftOut } from "../../page/js/features/dice-tray/count-faces.js";

const thrown = (sides, faces, kept = faces) => ({ sides, faces, kept, label: "" });
const entry = (at, dice, more = {}) => ({ data: { at, rolled: { dice, source: "random", ...more } } });

test("every die that the site has rolled counts, dropped ones included", () => {
  const counted = countFaces([entry(3, [thrown(6, [1, 6, 6], [6, 6]), thrown(4, [2])]), entry(2, [thrown(6, [6, 1])])]);
  assert.deepEqual(counted, { faces: { 4: [0, 1, 0, 0], 6: [2, 0, 0, 0, 0, 3] }, own: 0, shared: 0 });
  assert.equal(describeLeftOut(counted), "");
});

test("typed dice and shared rolls are left out, and said so", () => {
  const counted = countFaces([
    entry(3, [thrown(6, [1])], { source: "own dice" }),
    entry(2, [thrown(6, [5, 5])], { source: "shared" }),
  ]);
  assert.deepEqual(counted, { faces: {}, own: 1, shared: 2 });
  assert.equal(
    describeLeftOut(counted),
    "Not counted: 1 die that you typed in yourself, and 2 dice of rolls that others shared with you.",
  );
});

test("dice that can't be compared with expectation don't count", () => {
  const { faces } = countFaces([entry(1, [thrown(1, [1]), thrown(5000, [7]), thrown(6, [9, 1]), thrown(6, [0])])]);
  assert.deepEqual(faces, {});
});
