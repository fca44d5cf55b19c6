// Labels of dice as screen readers read them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { describeNotation } from "../../page/js/components/result-html.js";

for (const [label, notation, spoken] of [
  ["D6", "d6", "D6"],
  ["1D20-2", "1d20-2", "1D20−2"],
  ["Room 3-4, 2d6*10-1", "2d6*10-1", "Room 3-4, 2d6×10−1"],
  ["well-known damage", "1d6-1", "well-known damage"],
]) {
  test(`${label} is spoken as ${spoken}`, () => assert.equal(describeNotation(label, notation), spoken));
}
