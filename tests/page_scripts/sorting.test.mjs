// Filtering and sorting the rows of a long table.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { hasAllWords, sortIndices } from "../../page/js/lib/sorting.js";

const sorted = (texts, direction = "ascending") => sortIndices(texts, direction).map((at) => texts[at]);

test("numbers are sorted by size, words alphabetically, empty cells last", () => {
  assert.deepEqual(sorted(["10", "−2", "–", "9", "+3"]), ["−2", "+3", "9", "10", "–"]);
  assert.deepEqual(sorted(["10", "−2", "–", "9", "+3"], "descending"), ["10", "9", "+3", "−2", "–"]);
  assert.deepEqual(sorted(["pistol", "Axe", "", "Övning"]), ["Axe", "Övning", "pistol", ""]);
  assert.deepEqual(sorted(["2D6", "1D6+1", "11–12", "3–5"]), ["3–5", "11–12", "1D6+1", "2D6"]);
});

test("sorting keeps every row once, and is stable", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.integer().map(String), fc.constant("–"))),
      fc.constantFrom("ascending", "descending"),
      (texts, direction) => {
        const places = sortIndices(texts, direction);
        assert.deepEqual(
          [...places].sort((one, other) => one - other),
          texts.map((_, at) => at),
        );
        for (const [at, place] of places.entries()) {
          if (at && texts[places[at - 1]] === texts[place]) assert.ok(places[at - 1] < place);
        }
      },
    ),
  );
});

test("a row matches all words in any order, ignoring case and accents", () => {
  assert.ok(
    hasAllWords("Rifle −1 Àmpère", "ampere RIFLE") && hasAllWords("Rifle −1", "-1") && hasAllWords("Rifle", " "),
  );
  assert.ok(!hasAllWords("Rifle", "rifle pistol"));
});
