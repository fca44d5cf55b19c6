// Questions that wait for Python, answered or cancelled.
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { WaitingQuestion } from "../../page/js/rules-client/waiting-question.js";

test("a question that got its worker no longer listens to its asker", async () => {
  const asker = new AbortController();
  const left = [];
  const question = new WaitingQuestion("", asker.signal, (each) => left.push(each));
  assert.equal(getEventListeners(asker.signal, "abort").length, 1);
  question.proceed("worker");
  assert.equal(await question.python, "worker");
  assert.equal(getEventListeners(asker.signal, "abort").length, 0);
  asker.abort();
  assert.deepEqual(left, []);
});

test("a cancelled question leaves the line with the asker's reason", async () => {
  const asker = new AbortController();
  const left = [];
  const question = new WaitingQuestion("a report", asker.signal, (each) => left.push(each));
  asker.abort(new Error("not any more"));
  await assert.rejects(question.python, /not any more/);
  assert.deepEqual(left, [question]);
  assert.equal(getEventListeners(asker.signal, "abort").length, 0);
});

test("a question without a signal waits for the worker", async () => {
  const question = new WaitingQuestion("", null, () => {});
  question.proceed("worker");
  assert.equal(await question.python, "worker");
});
