// Pace of a forecast: the first answer after few fights, then about one a second, after a round number of fights.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findNextLook } from "../../page/js/features/encounters/forecast-pace.js";

/**
 * Return the numbers of fights at which a forecast looks, if each fight takes as long.
 * @param {number} milliseconds for a fight
 * @param {number} seconds
 */
function listLooks(milliseconds, seconds) {
  const looks = [];
  let [fights, gained] = [0, 0];
  for (let time = 0; time < seconds * 1000; time += gained * milliseconds) {
    const next = findNextLook(fights, gained, gained * milliseconds);
    gained = next - fights;
    fights = next;
    looks.push(fights);
  }
  return looks;
}

test("slow fights are answered within two seconds, and then about once a second", () => {
  const looks = listLooks(350, 20);
  assert.ok(looks[0] * 350 <= 2000);
  for (const [at, look] of looks.slice(1).entries()) {
    const took = (look - looks[at]) * 350;
    assert.ok(took > 500 && took <= 1000, `${look} fights after ${looks[at]}`);
  }
});

test("quick fights are answered after hundreds, and no more than 500 apart", () => {
  const looks = listLooks(1, 5);
  assert.equal(looks[0], 5);
  assert.ok(looks.slice(2).every((look) => look % 100 === 0));
  assert.ok(looks.slice(1).every((look, at) => look - looks[at] <= 500));
});

test("each answer has more fights than the one before", () => {
  for (const milliseconds of [0, 0.1, 7, 90, 5000]) {
    for (const gained of [0, 1, 10, 500]) {
      for (const fights of [1, 5, 99, 100, 4321]) assert.ok(findNextLook(fights, gained, milliseconds) > fights);
    }
  }
});
