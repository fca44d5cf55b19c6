// Numbers as readers type and paste them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readNumber } from "../../page/js/lib/number-fields.js";

test("a number with any minus sign is read as it is", () => {
  for (const minus of ["-", "−", "–", "‐", "‑", "﹣", "－"]) assert.equal(readNumber(`${minus}2`), "-2");
  assert.deepEqual([" 12 ", "+3", "1\u00a0000", "2,5", "−0.5"].map(readNumber), ["12", "3", "1000", "2.5", "-0.5"]);
});

test("text that is no number is left to the browser", () => {
  for (const text of ["", "−", "2−", "1d6", "1−2", "abc", "1.2.3"]) assert.equal(readNumber(text), null);
});
