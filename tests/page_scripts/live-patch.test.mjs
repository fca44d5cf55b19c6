// The elements that an open page keeps when a new version of it arrives.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findCommon } from "../../rules_site/live/patch.js";

test("elements that both versions have stay, in order", () => {
  for (const [before, after, common] of [
    [
      "abc",
      "abc",
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
    ],
    [
      "abc",
      "axbc",
      [
        [0, 0],
        [1, 2],
        [2, 3],
      ],
    ],
    [
      "abc",
      "ac",
      [
        [0, 0],
        [2, 1],
      ],
    ],
    [
      "aab",
      "ab",
      [
        [1, 0],
        [2, 1],
      ],
    ],
    ["", "a", []],
    ["a", "b", []],
  ]) {
    const found = findCommon([...before], [...after]);
    assert.equal(found.length, common.length);
    for (const [from, to] of found) assert.equal(before[from], after[to]);
  }
});
