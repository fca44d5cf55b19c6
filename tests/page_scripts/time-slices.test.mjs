// Questions of a worker: those of one kind are answered in turn, others in between, and any can be cancelled.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TimeSlices } from "../../page/js/rules-client/time-slices.js";

/**
 * Return a question that takes some time slices, and notes each.
 * @param {string} name
 * @param {number} slices
 * @param {string[]} notes
 */
const makeQuestion = (name, slices, notes) => async () => () => {
  notes.push(name);
  return notes.filter((each) => each === name).length === slices ? `answer to ${name}` : null;
};

test("questions of one kind are answered in turn", async () => {
  const [questions, notes] = [new TimeSlices(), []];
  const answers = ["one", "two"].map((name, at) => questions.answer(at, "long", makeQuestion(name, 2, notes)));
  assert.deepEqual(await Promise.all(answers), ["answer to one", "answer to two"]);
  assert.deepEqual(notes, ["one", "one", "two", "two"]);
});

test("a short question doesn't wait for a long one", async () => {
  const [questions, notes] = [new TimeSlices(), []];
  const long = questions.answer(1, "long", makeQuestion("odds", 20, notes));
  assert.equal(await questions.answer(2, "short", makeQuestion("roll", 1, notes)), "answer to roll");
  assert.ok(notes.length < 20);
  assert.equal(await long, "answer to odds");
});

test("a cancelled question has no answer, and the next one is answered", async () => {
  const [questions, notes] = [new TimeSlices(), []];
  const endless = questions.answer(1, "long", async () => () => null);
  const next = questions.answer(2, "long", makeQuestion("next", 1, notes));
  questions.cancel(1);
  assert.equal(await endless, null);
  assert.equal(await next, "answer to next");
});

test("a question that was cancelled before its turn does no work", async () => {
  const [questions, notes] = [new TimeSlices(), []];
  const first = questions.answer(1, "long", makeQuestion("first", 3, notes));
  const second = questions.answer(2, "long", makeQuestion("second", 1, notes));
  questions.cancel(2);
  assert.deepEqual(await Promise.all([first, second]), ["answer to first", null]);
  assert.ok(!notes.includes("second"));
});

test("a failed question doesn't stop the next one", async () => {
  const [questions, notes] = [new TimeSlices(), []];
  const failing = questions.answer(1, "long", async () => {
    throw new Error("no rules");
  });
  const next = questions.answer(2, "long", makeQuestion("next", 1, notes));
  await assert.rejects(failing, /no rules/);
  assert.equal(await next, "answer to next");
});
