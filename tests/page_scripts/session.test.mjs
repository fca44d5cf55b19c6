// The session since the last long pause: its best roll, who fell and what was won.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  describeOdds,
  findChance,
  findLatestSession,
  listCandidates,
  PAUSE,
} from "../../page/js/features/dice-tray/session.js";

const entry = (at, dice = [], more = {}, about = {}) => ({
  data: {
    at,
    game: "moon",
    rolled: {
      id: "moon.walk",
      params: {},
      dice,
      outcome: {},
      source: "random",
      ...more,
      about: { given: {}, ...about },
    },
  },
});

const ROLLS = [entry(9 * PAUSE + 5), entry(9 * PAUSE), entry(8 * PAUSE + 1), entry(8 * PAUSE), entry(7 * PAUSE)];

test("a session ends at a pause of six hours", () => {
  assert.equal(findLatestSession([], []), null);
  const session = findLatestSession(ROLLS, []);
  assert.deepEqual([session.rolls.length, session.start, session.end], [4, 8 * PAUSE, 9 * PAUSE + 5]);
  assert.equal(session.game, "moon");
  const shared = { ...ROLLS[0], data: { ...ROLLS[0].data, rolled: { ...ROLLS[0].data.rolled, source: "shared" } } };
  assert.equal(findLatestSession([shared, ...ROLLS.slice(1)], []).end, 9 * PAUSE);
  assert.equal(findLatestSession([shared], []), null);
});

test("a session's fights say who fell and who won", () => {
  const fight = (name, changed, summary) => ({ name, changed, summary });
  const fell = (name, side = "Enemies") => ({ name, side });
  const session = findLatestSession(ROLLS, [
    fight("Gate", 9 * PAUSE + 9, { line: "", fallen: [fell("Ghoul"), fell("Nick", "Crew")], winner: "Crew" }),
    fight("Yard", 8 * PAUSE + 9, { line: "", fallen: [fell("Imp")], winner: "" }),
    fight("Before", 7 * PAUSE, { line: "", fallen: [fell("Rat")], winner: "Crew" }),
    fight("Older version", 9 * PAUSE),
  ]);
  assert.deepEqual(session.fallen, [
    { side: "Enemies", names: ["Ghoul", "Imp"] },
    { side: "Crew", names: ["Nick"] },
  ]);
  assert.deepEqual(session.won, [{ fight: "Gate", winner: "Crew" }]);
});

test("the best roll is one of those with the best result", () => {
  const rolls = [
    entry(5, [], { outcome: { band: "good" } }, { tone: 0.9 }),
    entry(4, [], { outcome: { band: "best" } }, { tone: 1 }),
    entry(3, [], { outcome: { band: "best" } }, { tone: 1 }),
    entry(2, [], { id: "dice", outcome: { total: 6 } }),
  ];
  assert.deepEqual(listCandidates(rolls), [rolls[1]]);
  assert.deepEqual(listCandidates([entry(9, [], {}, { tone: 0.2 }), rolls[3]]), [rolls[3]]);
  assert.deepEqual(listCandidates([entry(9, [], {}, { tone: 0.2 })]), []);
});

test("the chance is that of the rated result, or of this total of plain dice or more", () => {
  const odds = { outcomes: { total: { 2: "1/4", 3: "1/2", 4: "1/4" }, band: { bad: "3/4", best: "1/4" } } };
  assert.equal(findChance({ id: "moon.walk", outcome: { total: 4, band: "best" } }, odds), 0.25);
  assert.equal(findChance({ id: "dice", outcome: { total: 3 } }, odds), 0.75);
  assert.equal(findChance({ id: "moon.walk", outcome: { total: 4 } }, odds), null);
  assert.equal(findChance({ id: "moon.walk", outcome: {} }, undefined), null);
  assert.equal(describeOdds(0.0834), "1 time in 12");
  assert.equal(describeOdds(1), "1 time in 1");
});
