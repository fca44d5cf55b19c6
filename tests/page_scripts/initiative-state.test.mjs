// The initiative order: after any events in any order, no combatant is lost and each roll counts once.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import * as fights from "../../page/js/components/initiative-state.js";

const place = fc.record(
  { total: fc.integer({ min: -3, max: 12 }), tie: fc.option(fc.integer({ min: 1, max: 3 })) },
  { noNullPrototype: true },
);
const who = fc.nat({ max: 30 });

/** An event caused by a reader or by dice; numbers become keys modulo the number of combatants so far. */
const happening = fc.oneof(
  { weight: 4, arbitrary: fc.constant(["join"]) },
  { weight: 6, arbitrary: fc.tuple(fc.constant("arrive"), who, place) },
  fc.tuple(fc.constant("refuse"), who),
  { weight: 2, arbitrary: fc.constant(["advanceTurn"]) },
  fc.tuple(fc.constant("leave"), who),
  fc.tuple(fc.constant("moveUp"), who),
  fc.constant(["rollAgain"]),
  { weight: 6, arbitrary: fc.tuple(fc.constant("arriveAgain"), who, place) },
  { weight: 1, arbitrary: fc.constant(["end"]) },
  { weight: 1, arbitrary: fc.constant(["bringBack"]) },
  { weight: 2, arbitrary: fc.constant(["reload"]) },
);

/** A fight, and the expected set of combatants: those who were added and did not leave. */
class Told {
  fight = fights.EMPTY;
  inside = new Set();
  before = null;

  do([name, number, landed]) {
    const key = number === undefined ? undefined : (number % this.fight.nextKey) + 1;
    switch (name) {
      case "join":
        this.inside.add(this.fight.nextKey);
        this.before = null;
        this.fight = fights.join(this.fight, { name: "Kat", params: "{}", faces: "" });
        break;
      case "leave": {
        const { again, entries, turn, round } = this.fight;
        const isActing = key === actingOf(this.fight);
        const isLast = isActing && turn === entries.length - 1 && entries.length > 1;
        this.inside.delete(key);
        this.fight = fights.leave(this.fight, key);
        if (this.fight.again === again && actingOf(this.fight) !== undefined) {
          const acts = isActing ? entries[(turn + 1) % entries.length].key : entries[turn]?.key;
          assert.equal(actingOf(this.fight), acts, "another one acts");
          assert.equal(this.fight.round, round + (isLast ? 1 : 0), "a round is missing or there twice");
        }
        break;
      }
      case "arrive":
        this.fight = fights.arrive(this.fight, key, landed);
        for (const { joining } of [this.fight, this.fight.ended ?? this.fight]) {
          assert.ok(
            joining.every((each) => each.key !== key),
            "dice that fell are still waited for",
          );
        }
        break;
      case "end":
        this.before = this.inside;
        this.inside = new Set();
        this.fight = fights.end(this.fight);
        break;
      case "bringBack":
        if (this.before) [this.inside, this.before] = [this.before, null];
        this.fight = fights.bringBack(this.fight);
        break;
      case "reload":
        this.fight = reloaded(this.fight);
        break;
      case "refuse":
        this.fight = fights.refuse(this.fight, key, "no such die");
        break;
      case "advanceTurn":
      case "rollAgain":
        if (this.fight.entries.length) this.fight = fights[name](this.fight);
        break;
      default:
        this.fight = fights[name](this.fight, key, landed);
    }
  }
}

const reloaded = (fight) => fights.readFight(JSON.parse(JSON.stringify(fight)));

const actingOf = ({ entries, turn }) => entries[turn]?.key;

const keysOf = ({ entries, joining }) => [...entries, ...joining].map(({ key }) => key);

function check({ fight, inside, before }) {
  assert.deepEqual(keysOf(fight).sort(), [...inside].sort(), "somebody is lost or there twice");
  if (before) assert.deepEqual(keysOf(fight.ended).sort(), [...before].sort(), "somebody of the ended fight is lost");
  assert.ok(fight.turn >= 0 && fight.turn < Math.max(1, fight.entries.length), "nobody acts");
  assert.ok(
    fight.entries.every(({ total }) => Number.isFinite(total)),
    "somebody has a place without dice",
  );
  if (fight.again) assert.ok(fights.listRollingAgain(fight).length, "all have rolled again, and no new turn has begun");
}

test("after any events no combatant is lost and one acts", () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 60, size: "max" }), (happenings) => {
      const told = new Told();
      for (const each of happenings) {
        const before = structuredClone(told.fight);
        const { fight } = told;
        told.do(each);
        assert.deepEqual(fight, before, "the fight before was changed");
        check(told);
      }
    }),
    { numRuns: 1000 },
  );
});

test("a reroll takes effect only once all have rolled, in any order", () => {
  const several = fc.array(place, { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(several, fc.infiniteStream(place), fc.nat(), (first, again, cut) => {
      let fight = first.reduce(
        (all, each, at) => fights.arrive(fights.join(all, somebody), at + 1, each),
        fights.EMPTY,
      );
      const { entries, round } = fight;
      fight = fights.rollAgain(fight);
      const turn = (key) => (key * 7 + cut) % 5;
      const order = fights
        .listRollingAgain(fight)
        .map(({ key }) => key)
        .sort((a, b) => turn(a) - turn(b));
      for (const [at, key] of order.entries()) {
        assert.deepEqual(fight.entries, entries, "a place has changed before all have rolled");
        assert.equal(fight.round, round);
        if (at === cut % order.length) fight = fights.rollAgain(reloaded(fight));
        fight = fights.arriveAgain(fight, key, again.next().value);
        const twice = fights.arriveAgain(fight, key, { total: 99, tie: null });
        assert.deepEqual(twice.again, fight.again, "dice have fallen twice");
      }
      assert.equal(fight.round, round + 1);
      assert.equal(fight.turn, 0);
      assertSorted(fight.entries);
    }),
  );
});

const somebody = { name: "Kat", params: "{}", faces: "" };

function assertSorted(entries) {
  for (const [at, entry] of entries.slice(1).entries()) {
    const above = entries[at];
    assert.ok(above.total > entry.total || (above.total === entry.total && (above.tie ?? 0) >= (entry.tie ?? 0)));
  }
}

test("combatants are sorted by their rolls, and the acting one keeps the turn", () => {
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 8 }), fc.nat(), (places, turns) => {
      let fight = fights.EMPTY;
      for (const [at, each] of places.entries()) {
        if (at && turns % 3 === at % 3) fight = fights.advanceTurn(fight);
        const acting = fight.entries[fight.turn]?.key;
        fight = fights.arrive(fights.join(fight, somebody), fight.nextKey, each);
        assertSorted(fight.entries);
        assert.equal(fight.entries[fight.turn].key, fight.hasBegun ? acting : fight.entries[0].key);
      }
    }),
  );
});

test("a fight stored by an earlier version continues", () => {
  const entries = [
    { name: "Ox", params: "{}", total: 12, tie: null },
    { name: "Kat", params: "{}", total: 5, tie: 2 },
  ];
  const fight = fights.readFight({ entries, turn: 1, round: 3, begun: true });
  const people = fight.entries.map(({ name, key, total, tie }) => [name, key, total, tie]);
  assert.deepEqual(people, [
    ["Ox", 1, 12, null],
    ["Kat", 2, 5, 2],
  ]);
  assert.deepEqual([fight.turn, fight.round, fight.hasBegun, fight.nextKey], [1, 3, true, 3]);
});

test("of a malformed stored fight, readable parts are used and the others counted", () => {
  const broken = [
    7,
    "x",
    [],
    {},
    { entries: 7 },
    { entries: [null] },
    { entries: [{ name: 1, params: "{}", total: 2 }] },
    { entries: [{ name: "Ox", params: "{}", total: "high" }] },
    { entries: [], joining: {} },
    ...["no JSON", "null", "[]", "7"].map((params) => ({ entries: [], joining: [{ name: "Ox", params, key: 1 }] })),
  ];
  const none = { ...fights.EMPTY, unread: 1 };
  for (const each of broken) assert.deepEqual(fights.readFight(each), none, JSON.stringify(each));
  assert.deepEqual(fights.readFight(null), fights.EMPTY);
  assert.deepEqual(fights.readFight({ entries: [], turn: "x", round: null }), fights.EMPTY);
  const kat = { name: "Kat", params: "{}", total: 5, tie: 2, key: 4 };
  const fight = fights.readFight({
    entries: [7, kat, { name: "Ox" }],
    joining: [null],
    round: 2,
    turn: 9,
    nextKey: "x",
  });
  assert.deepEqual(fight.entries, [{ faces: "", ...kat }]);
  assert.deepEqual([fight.turn, fight.round, fight.nextKey, fight.unread], [0, 2, 5, 3]);
  const keys = fights.readFight({ entries: [kat, kat], joining: [{ ...kat, key: "4" }] });
  assert.equal(new Set([...keys.entries, ...keys.joining].map(({ key }) => key)).size, 3);
  fc.assert(
    fc.property(fc.json(), (text) => {
      const fight = fights.readFight(JSON.parse(text));
      assert.deepEqual(fights.readFight(fight), fight);
    }),
  );
});
