// Questions of a worker: those in one line are answered in turn, others in between, and any can be cancelled.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { findLine } from "../../page/js/rules-client/compiled-files.js";
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

test("questions of one line are answered in turn", async () => {
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

const SCHEDULING = readFileSync(new URL("../../rules_py/scheduling.py", import.meta.url), "utf8");
const MOST_QUESTIONS = Number(/MOST_QUESTIONS = (\d+)/.exec(SCHEDULING)?.[1]);
const ROLL_EVERY = 10; // units of work; one roll a second has twice as many, as a slice takes 50 ms

/** The questions of a page, each with what it asks about: one of each kind, and looks at fights. */
const KINDS =
  "odds paste open_sheet roll_form fight fight_odds past players_view check_answer forecast forecast_sample paper making";
const KIND = fc.constantFrom(...KINDS.split(" "));
const LONG = fc.record({
  question: KIND,
  units: fc.integer({ min: 1, max: 60 }),
  after: fc.integer({ max: 80, min: 0 }),
});

/** As many questions as a page may have: more than a worker keeps the work of, in all lines. */
const MANY = fc.array(LONG, { maxLength: 40, size: "max" });

/**
 * Ask questions while others are worked on, and roll again and again. Each unit of work is a time slice; the rules keep
 * the work of the latest questions only, as rules_py.scheduling does.
 * @param {{ question: string, units: number, after: number }[]} asked `after` is the unit of work at which it is asked
 * @param {number} rolls
 */
async function play(asked, rolls) {
  const worker = new TimeSlices(() => new Promise((done) => setImmediate(done)));
  const [work, begun, ended, lost] = [new Map(), new Map(), new Map(), []];
  const coming = [
    ...asked.map((each, at) => ({ ...each, number: at })),
    ...Array.from({ length: rolls }, (_, at) => ({
      question: "act",
      units: 1,
      after: at * ROLL_EVERY,
      number: 1000 + at,
    })),
  ];
  coming.sort((one, other) => one.after - other.after);
  let unit = 0;
  const answers = [];
  const askNext = () => {
    while (coming.length && (coming[0].after <= unit || answers.length === ended.size)) ask(coming.shift());
  };
  const ask = ({ question, units, number }) => {
    begun.set(number, unit);
    const workForSlice = () => {
      unit += 1;
      const done = (work.get(number) ?? 0) + 1;
      work.delete(number);
      work.set(number, done);
      if (work.size > MOST_QUESTIONS) {
        const [oldest] = work.keys();
        work.delete(oldest);
        if (!ended.has(oldest)) lost.push(oldest);
      }
      if (unit > 10_000) throw new Error("no end");
      if (done === units) ended.set(number, unit);
      askNext();
      return done === units ? "answer" : null;
    };
    answers.push(worker.answer(number, findLine(number, question, ["", "", ""]), async () => workForSlice));
  };
  askNext();
  for (let at = 0; at < answers.length; at += 1) await answers[at];
  return { begun, ended, lost };
}

test("no question loses its work, however many others there are", async () => {
  await fc.assert(
    fc.asyncProperty(MANY, fc.integer({ min: 0, max: 20 }), async (asked, rolls) => {
      const { ended, lost } = await play(asked, rolls);
      assert.deepEqual(lost, []);
      assert.equal(ended.size, asked.length + rolls);
    }),
    { numRuns: 30 },
  );
});

test("a question takes at most three times its own work while a roll comes again and again and another one is long", async () => {
  const two = fc.tuple(LONG, LONG).filter(([one, other]) => one.question !== other.question);
  await fc.assert(
    fc.asyncProperty(two, async (asked) => {
      const { begun, ended } = await play(asked, 20);
      for (const [number, { units }] of asked.entries()) {
        const took = ended.get(number) - begun.get(number);
        assert.ok(took <= 3 * units + 1, `${took} units instead of ${units}`);
      }
    }),
    { numRuns: 60 },
  );
});

test("a roll waits for at most one time slice of each other line", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(LONG, { maxLength: 12, size: "max" }), async (asked) => {
      const { begun, ended } = await play(asked, 20);
      const lines = new Set(asked.map(({ question }) => question)).size;
      for (let roll = 1000; roll < 1020; roll += 1) {
        assert.ok(ended.get(roll) - begun.get(roll) <= lines + 2, `roll ${roll - 999}`);
      }
    }),
    { numRuns: 60 },
  );
});
