// The choice of cards to print, and the number of sheets of paper they take.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { describeSheets, hasAllWords, ON_A_SHEET } from "../../page/js/features/print/card-filter.js";

test("a card matches if it has every typed word", () => {
  assert.ok(hasAllWords("Kinetic shield 34 +1 armor", "shield KINETIC"));
  assert.ok(hasAllWords("Kinetic shield", ""));
  assert.ok(!hasAllWords("Kinetic shield", "kinetic sword"));
});

test("eight cards fit on a sheet, and ticking none means all", () => {
  assert.equal(describeSheets(1, 40), "1 card on 1 sheet.");
  assert.equal(describeSheets(9, 40), "9 cards on 2 sheets.");
  assert.equal(describeSheets(0, 40), "None ticked, so all: 40 cards on 5 sheets.");
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), (cards) => {
      const sheets = Number(/on (\d+) sheet/.exec(describeSheets(cards, 500))?.[1]);
      return ON_A_SHEET * sheets >= cards && ON_A_SHEET * (sheets - 1) < cards;
    }),
  );
});
