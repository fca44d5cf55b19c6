// Model checks that the queue loses no request: all orders of events up to a depth, and random longer ones.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { INITIAL_STATE, isWaitedFor, step } from "../../docs/assets/js/rules-client/queue.js";
import { FEW, FILES, MANY, SELDOM, World } from "./queue-model.mjs";

const DEPTH = 8;
const IS_TRIAL = Boolean(process.env.TRIAL); // everything, which takes a minute
const TURNS = ["short", "long", "endless", "stalled"];

/** Explore every order of events; return the number of distinct states, or the first problem and its path. */
function explore(left, depth, withStep = step, kinds = TURNS) {
  const seen = new Set();
  let worlds = [{ world: new World(left, withStep), path: null }];
  for (let deep = 0; deep <= depth && worlds.length; deep += 1) {
    const next = [];
    for (const { world, path } of worlds) {
      for (const turns of kinds) {
        const problem = problemOf(() => world.copy().endsWell(turns));
        if (problem) return { problem, path: told(path) };
      }
      for (const name of world.possible().keys()) {
        const after = world.copy();
        const problem = problemOf(after.possible().get(name));
        const further = { name, before: path };
        if (problem) return { problem, path: told(further) };
        const { key } = after;
        if (seen.has(key)) continue;
        seen.add(key);
        next.push({ world: after, path: further });
      }
    }
    worlds = next;
  }
  return { worlds: seen.size };
}

const told = (path) => (path ? [...told(path.before), path.name] : []);

function problemOf(act) {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof assert.AssertionError) return error.message;
    throw error;
  }
}

for (const left of IS_TRIAL ? SELDOM : SELDOM.slice(0, 2)) {
  test(`all orders of events, to the end: ${JSON.stringify(left)}`, (context) =>
    holds(explore(left, Infinity), context));
}

const depth = IS_TRIAL ? DEPTH : DEPTH - 2;
for (const left of IS_TRIAL ? [FEW, FILES] : [FEW]) {
  test(`all orders of events, to depth ${depth}: ${JSON.stringify(left)}`, (context) =>
    holds(explore(left, depth), context));
}

function holds({ problem, path, worlds }, context) {
  assert.equal(problem, undefined, `${problem} after: ${path?.join(", ")}`);
  context.diagnostic(`${worlds} worlds`);
  assert.ok(worlds > 5_000, "there was much to go through");
}

const anyStory = fc.array(fc.nat(), { minLength: 10, maxLength: 80 });

/** Trigger events chosen by numbers, then check that all requests are settled. */
function play(picks, withStep = step) {
  const world = new World(MANY, withStep);
  const path = [];
  for (const pick of picks) {
    const may = [...world.possible()];
    if (!may.length) break;
    const [name, act] = may[pick % may.length];
    path.push(name);
    act();
  }
  for (const turns of TURNS) world.copy().endsWell(turns);
  return { world, path };
}

test("long random sequences with many requests", () => {
  fc.assert(
    fc.property(anyStory, (picks) => {
      play(picks);
    }),
    { numRuns: IS_TRIAL ? 5000 : 500 },
  );
});

test("random sequences include answers, refusals, restarts, deaths and failures", () => {
  const seen = new Set();
  for (const picks of fc.sample(anyStory, { numRuns: 2000, seed: 1 })) {
    const counted = (state, event, now) => {
      const after = step(state, event, now);
      after.effects.forEach(({ type }) => seen.add(`${event.type}: ${type}`));
      if (after.state.phase !== state.phase) seen.add(after.state.phase);
      return after;
    };
    play(picks, counted);
  }
  for (const wanted of [
    "answer: answer",
    "die: refuse",
    "die: start",
    "tick: stop",
    "tick: refuse",
    "fail: stop",
    "retry: start",
    "retry: fetch",
    "pause: ask",
    "wait: ask",
    "arrive: ask",
    "lack: start",
    "slow",
    "failed",
  ]) {
    assert.ok(seen.has(wanted), `${wanted} is in no story; there are ${[...seen].sort().join(", ")}`);
  }
});

/** Return the state after some events, and the types of all effects. */
function stateAfter(...events) {
  return events.reduce(
    ({ state, effects }, event) => {
      const after = step(state, event, 0);
      return { state: after.state, effects: [...effects, ...after.effects.map(({ type }) => type)] };
    },
    { state: INITIAL_STATE, effects: [] },
  );
}

const START = { type: "start", slugs: [] };
const FAILURE = { type: "fail", worker: 1, reason: "no connection" };
const ROLL = { type: "ask", question: { number: 1, isRoll: true, slugs: [] } };

test("no request waits for a start while the reader rests, and a roll waits for it", () => {
  assert.equal(isWaitedFor(stateAfter(START).state), false);
  assert.equal(isWaitedFor(stateAfter(START, ROLL).state), true);
  assert.equal(isWaitedFor(stateAfter(START, ROLL, { type: "finishStart", worker: 1 }).state), false);
});

test("a start that fails while no request waits is tried again for the next one", () => {
  const { state, effects } = stateAfter(START, FAILURE, ROLL);
  assert.equal(state.phase, "starting");
  assert.deepEqual(effects, ["start", "stop", "start"]);
});

// Bugs that the queue had or could have, with the check that each violates. They prove that the model finds bugs.
const BUGS = {
  "a late report makes a ready worker start for ever": [
    /answered or told why; phase is slow/,
    (state, event, now) =>
      event.type === "report"
      && event.worker === state.workers
      && state.phase === "ready"
      && !state.work
      && !state.waiting.length
        ? { state: { ...state, phase: "starting", progressed: now }, effects: [] }
        : step(state, event, now),
  ],
  "work is cut after 700 milliseconds": [
    /nothing younger/,
    (state, event, now) => step({ ...state, cost: Math.min(state.cost, 700) }, event, now),
  ],
  "Python is restarted again and again": [
    /no two restarts/,
    (state, event, now) => step({ ...state, isRestarted: false }, event, now),
  ],
  "a question silences the one before": [
    /held once/,
    (state, event, now) => step(event.type === "ask" ? { ...state, queued: [] } : state, event, now),
  ],
  "what was cancelled goes on": [
    /held once/,
    (state, event, now) => (event.type === "cancel" ? { state, effects: [] } : step(state, event, now)),
  ],
  "a worker's death loses its question": [
    /held once/,
    (state, event, now) => step(event.type === "die" ? cancelled(state) : state, event, now),
  ],
  "what a worker lacks costs its question": [
    /held once/,
    (state, event, now) => step(event.type === "lack" ? cancelled(state) : state, event, now),
  ],
  "work that needs another turn is lost": [
    /held once/,
    (state, event, now) => step(event.type === "pause" ? cancelled(state) : state, event, now),
  ],
  "a question is refused with its first worker": [
    /two workers died/,
    (state, event, now) =>
      step(
        event.type === "die" ? withWork(state, ({ question }) => ({ question: { ...question, deaths: 1 } })) : state,
        event,
        now,
      ),
  ],
  "a worker that was given up is listened to": [
    /ready is asked|one question at a time|worker at rest/,
    (state, event, now) => step(state, "worker" in event ? { ...event, worker: state.workers } : event, now),
  ],
  "an answer to a cancelled question counts": [
    /a cancelled one never/,
    (state, event, now) =>
      step(event.type === "answer" ? withWork(state, () => ({ isCancelled: false })) : state, event, now),
  ],
  "a question asks for its file again and again": [
    /nothing else waits|for ever/,
    (state, event, now) => step(state, event.type === "wait" ? { ...event, type: "pause" } : event, now),
  ],
  "a file that came calls nobody back": [
    /answered or told why; phase is ready/,
    (state, event, now) => (event.type === "arrive" ? { state, effects: [] } : step(state, event, now)),
  ],
  "nobody is told of a file that stalls": [
    /for ever/,
    (state, event, now) => {
      const { state: after, effects } = step(state, event, now);
      return { state: { ...after, isStalled: false }, effects };
    },
  ],
  "a stalled file is not fetched again": [
    /for ever/,
    (state, event, now) => {
      const { state: after, effects } = step(state, event, now);
      return { state: after, effects: effects.filter(({ type }) => type !== "fetch") };
    },
  ],
  "a later roll overtakes one that waits": [
    /in their order/,
    (state, event, now) =>
      step(state, event.type === "ask" ? { ...event, question: { ...event.question, slugs: [] } } : event, now),
    SELDOM[1],
  ],
  "nobody is asked after an answer": [
    /free is asked/,
    (state, event, now) => {
      if (event.type !== "answer" || !state.queued.length) return step(state, event, now);
      const { queued } = state;
      const { state: after, effects } = step({ ...state, queued: [] }, event, now);
      return { state: { ...after, queued }, effects };
    },
  ],
};

const withWork = (state, change) => (state.work ? { ...state, work: { ...state.work, ...change(state.work) } } : state);
const cancelled = (state) => withWork(state, () => ({ isCancelled: true }));

for (const [bug, [sentence, withStep, left = FEW]] of Object.entries(BUGS)) {
  test(`the model finds this bug: ${bug}`, (context) => {
    const { problem, path } = explore(left, DEPTH, withStep, ["short", "long", "stalled"]);
    assert.match(problem ?? "nothing", sentence);
    context.diagnostic(`after: ${path.join(", ")}`);
  });
}
