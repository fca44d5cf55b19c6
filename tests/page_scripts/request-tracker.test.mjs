// Pending requests of a result view: every roll's answer counts, and of other requests only the latest one's.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { RequestTracker } from "../../page/js/components/request-tracker.js";

const happening = fc.oneof(fc.constant(["roll"]), fc.constant(["odds"]), fc.constant(["cancel"]), {
  weight: 3,
  arbitrary: fc.tuple(fc.constant("answer"), fc.nat({ max: 40 })),
});

test("every roll's answer and the latest odds count, and the result view waits only for these", () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40, size: "max" }), (happenings) => {
      const pending = new RequestTracker();
      const asked = [];
      for (const [name, number] of happenings) {
        if (name === "answer") {
          const question = asked[number % asked.length];
          if (!question) continue;
          const isLatest = asked.findLast(({ isRoll }) => !isRoll) === question;
          const counts = !question.isOver && (question.isRoll || (isLatest && !question.isCancelled));
          assert.equal(pending.settle(question.made), counts);
          question.isOver = true;
        } else {
          for (const each of asked) if (name !== "roll" && !each.isRoll && !each.isOver) each.isCancelled = true;
          if (name === "cancel") pending.cancel();
          else asked.push({ isRoll: name === "roll", made: pending.add(name === "roll") });
        }
        for (const { isRoll, isOver, isCancelled, made } of asked) {
          assert.equal(made.signal.aborted, Boolean(isCancelled), isRoll ? "a roll was cancelled" : "odds");
          assert.ok(!(isRoll && isCancelled) && (isOver || isCancelled || !pending.isEmpty));
        }
        assert.equal(
          pending.isEmpty,
          asked.every(({ isOver, isCancelled }) => isOver || isCancelled),
        );
      }
    }),
    { numRuns: 1000 },
  );
});
