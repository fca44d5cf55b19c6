// Rules in the order of their likeness to the misspelt one in an address.
import assert from "node:assert/strict";
import { test } from "node:test";

const { sortByLikeness } = await import("../../page/js/features/workbench/likeness.js");

const RULES = ["combat.attack", "psiops.action", "psiops.attack", "psiops.psychic-attack", "xmas.task"].map((id) => [
  id,
  "",
]);

for (const [wanted, first] of [
  ["psiops.atack", "psiops.attack"],
  ["psiops.acton", "psiops.action"],
  ["attack", "combat.attack"],
  ["psychic", "psiops.psychic-attack"],
  ["xmas", "xmas.task"],
]) {
  test(`${wanted} is most like ${first}`, () => {
    assert.equal(sortByLikeness(wanted, RULES)[0][0], first);
  });
}
