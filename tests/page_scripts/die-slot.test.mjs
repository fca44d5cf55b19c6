// Initial dice from the page: entered faces stay with their label and sides, and Python computes dependent dice.
import assert from "node:assert/strict";
import { test } from "node:test";
import { requestInitialDice } from "../../page/js/components/die-slot.js";

const slot = (label, sides, face = null) => ({ sides, label, face, throw: 0, of: label, read: "" });
const place = (but_for = []) => ({
  dataset: { opening: JSON.stringify({ slots: [slot("attacker", 20), slot("defender", 20)], but_for }) },
});

test("entered dice fill their own slots, and the others are spare", () => {
  const fallen = [slot("defender", 20, 7), slot("parry", 20, 3), slot("defender", 20, 9)];
  const { slots, spare } = requestInitialDice(place(), {}, fallen);
  assert.deepEqual(
    slots.map(({ face }) => face),
    [null, 7],
  );
  assert.deepEqual(
    spare.map(({ face }) => face),
    [3, 9],
  );
});

test("Python is asked if all dice are entered, a field changes the dice, or the page has none", () => {
  assert.equal(requestInitialDice(place(), {}, [slot("defender", 20, 7), slot("attacker", 20, 1)]), null);
  assert.equal(requestInitialDice(place(["parry"]), { parry: "true" }, []), null);
  assert.notEqual(requestInitialDice(place(["parry"]), { attack: "12" }, []), null);
  assert.equal(requestInitialDice({ dataset: {} }, {}, []), null);
});
