// The first dice of a form as its page brings them: faces stay with their label and sides, and Python says what follows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { askedAtFirst } from "../../docs/assets/js/components/die-slot.js";

const slot = (label, sides, face = null) => ({ sides, label, face, throw: 0, of: label, read: "" });
const place = (but_for = []) => ({
  dataset: { opening: JSON.stringify({ slots: [slot("attacker", 20), slot("defender", 20)], but_for }) },
});

test("dice that have fallen take the slots that they were thrown for, the others are spare", () => {
  const fallen = [slot("defender", 20, 7), slot("parry", 20, 3), slot("defender", 20, 9)];
  const { slots, spare } = askedAtFirst(place(), {}, fallen);
  assert.deepEqual(
    slots.map(({ face }) => face),
    [null, 7],
  );
  assert.deepEqual(
    spare.map(({ face }) => face),
    [3, 9],
  );
});

test("Python is asked once all have fallen, where a field changes the dice, and where the page brings none", () => {
  assert.equal(askedAtFirst(place(), {}, [slot("defender", 20, 7), slot("attacker", 20, 1)]), null);
  assert.equal(askedAtFirst(place(["parry"]), { parry: "true" }, []), null);
  assert.notEqual(askedAtFirst(place(["parry"]), { attack: "12" }, []), null);
  assert.equal(askedAtFirst({ dataset: {} }, {}, []), null);
});
