// Stored dice: those of any notation are read back, and others aren't rolled.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isFormula, isPlan } from "../../page/js/features/dice-tray/validate-rolls.js";

test("plans of plain dice and of any other notation are read", () => {
  for (const plan of [5, ["dice", 2, 6], ["+", ["digits", 2, 6], 1], ["notation", "3d6!"]]) assert.ok(isPlan(plan));
  assert.ok(isFormula({ notation: "6d6>=5", plan: ["notation", "6d6>=5"] }));
});

test("plans that aren't text of a possible length are refused", () => {
  for (const plan of [["notation"], ["notation", 5], ["notation", "9".repeat(201)], ["+", ["notation", "3d6!"], 1]])
    assert.ok(!isPlan(plan));
});
