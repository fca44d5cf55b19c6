// The store on a browser with faults: a fault that passes costs nothing, one that stays is reported truly, and no record
// takes others with it.
import assert from "node:assert/strict";
import { after, afterEach, beforeEach, mock, test } from "node:test";
import fc from "fast-check";
import { FULL, Faults } from "./faulty-database.mjs";

const { Store, keep: ofThePage, TROUBLE_WORDS } = await import("../../page/js/lib/store.js");

let number = 0;
let name = "";
let tabs = [];
let faults;

beforeEach(() => {
  name = `faulty-${(number += 1)}`;
  faults = new Faults();
});
afterEach(async () => {
  faults.heal();
  mock.timers.reset();
  await Promise.all(tabs.map((tab) => tab.close()));
  tabs = [];
});
after(() => ofThePage.close());

function tab() {
  const opened = new Store(name);
  tabs.push(opened);
  return opened;
}

const nick = (air = 3) => ({ game: "moon", name: "Nick", data: { sheet: "moon.pilot", fields: { air } } });
const setAir = (air) => () => ({ data: { sheet: "moon.pilot", fields: { air } } });
const roll = (id, at) => ({ id, game: "", name: "", changed: at, revision: 1, data: { at } });

for (const withEvent of [false, true]) {
  test(`a connection that dies ${withEvent ? "with" : "without"} an event costs nothing`, async () => {
    const keep = tab();
    const { id } = await keep.add("sheets", nick());
    faults.kill(withEvent);
    await keep.update("sheets", id, setAir(2));
    assert.equal(keep.trouble, "");
    faults.kill(withEvent);
    assert.equal((await tab().get("sheets", id)).data.fields.air, 2);
    assert.equal((await keep.list("sheets")).length, 1);
  });
}

test("a database that can't be opened for a while gets every change once it can", async () => {
  const keep = tab();
  const { id } = await keep.add("sheets", nick());
  const end = faults.failToOpen();
  faults.kill();
  await keep.update("sheets", id, setAir(2));
  await keep.update("sheets", id, setAir(1));
  const other = await keep.add("sheets", nick(7));
  assert.equal(keep.trouble, "failing");
  assert.match(TROUBLE_WORDS.failing, /kept in this tab.*saves them as soon as it can.*export them.*reload/);
  assert.equal((await keep.get("sheets", id)).data.fields.air, 1, "nothing that was done is lost here");
  end();
  await keep.heal();
  assert.equal(keep.trouble, "");
  const there = tab();
  assert.equal((await there.get("sheets", id)).data.fields.air, 1);
  assert.equal((await there.get("sheets", other.id)).data.fields.air, 7);
});

test("a deletion that failed is made up for", async () => {
  const keep = tab();
  const { id } = await keep.add("sheets", nick());
  const end = faults.failToOpen();
  faults.kill();
  await keep.remove("sheets", id);
  assert.equal(await keep.get("sheets", id), null);
  end();
  await keep.heal();
  assert.equal(await tab().get("sheets", id), null);
});

test("a change that another tab made meanwhile isn't overwritten", async () => {
  const [here, there] = [tab(), tab()];
  const { id } = await here.add("sheets", nick());
  const end = faults.failToOpen();
  faults.kill();
  await here.update("sheets", id, setAir(2));
  end();
  await there.update("sheets", id, setAir(9));
  await here.heal();
  assert.equal((await tab().get("sheets", id)).data.fields.air, 9);
  assert.equal((await here.get("sheets", id)).data.fields.air, 2, "this tab still has its own");
});

for (const isBroken of [false, true]) {
  test(`the next change resolves a conflict with another tab, ${isBroken ? "also if it waits too" : "at once"}`, async () => {
    const [here, there] = [tab(), tab()];
    const { id } = await here.add("sheets", nick());
    let end = faults.failToOpen();
    faults.kill();
    await here.update("sheets", id, setAir(2));
    end();
    await there.update("sheets", id, setAir(9));
    await here.heal();
    if (isBroken) {
      faults.kill();
      end = faults.failToOpen();
    }
    await here.update("sheets", id, setAir(1));
    end();
    await here.heal();
    assert.equal((await tab().get("sheets", id)).data.fields.air, 1);
    assert.equal(here.trouble, "");
  });
}

test("an unreadable record doesn't hide the others", async () => {
  const keep = tab();
  const added = [];
  for (const air of [1, 2, 3, 4]) added.push(await keep.add("sheets", nick(air)));
  faults.breakRecord(added[1].id);
  for (const game of [undefined, "moon"]) {
    const found = (await keep.list("sheets", game)).map(({ data }) => data.fields.air);
    assert.deepEqual(found.sort(), [1, 3, 4]);
  }
  assert.equal(keep.trouble, "unreadable");
  assert.equal(keep.isSaved, true);
  await keep.update("sheets", added[0].id, setAir(8));
  assert.equal((await tab().get("sheets", added[0].id)).data.fields.air, 8);
});

for (const [at, error] of FULL.entries()) {
  test(`a full disk is told as one in each engine's words (${at + 1})`, async () => {
    const keep = tab();
    const { id } = await keep.add("sheets", nick());
    const end = faults.failToWrite(error);
    await keep.update("sheets", id, setAir(2));
    assert.equal(keep.trouble, "full");
    assert.equal((await keep.get("sheets", id)).data.fields.air, 2);
    end();
    await keep.heal();
    assert.equal(keep.trouble, "");
    assert.equal((await tab().get("sheets", id)).data.fields.air, 2);
  });
}

test("rolls from a clock that was ahead don't push out later ones", async () => {
  mock.timers.enable({ apis: ["Date"], now: 1_000 });
  const keep = tab();
  for (const at of [1, 2, 3]) await keep.putLatest("rolls", [roll(`r${at}`, at)], 4);
  for (const at of [900_001, 900_002]) await keep.putLatest("rolls", [roll(`r${at}`, at)], 4); // the clock was ahead
  for (const at of [1_001, 1_002, 1_003]) {
    mock.timers.setTime(at + 10);
    await keep.putLatest("rolls", [roll(`r${at}`, at)], 4);
  }
  const found = (await keep.list("rolls")).map(({ id }) => id);
  assert.deepEqual(new Set(found), new Set(["r3", "r1001", "r1002", "r1003"]));
});

test("rolls from a clock that was set back push out the oldest", async () => {
  mock.timers.enable({ apis: ["Date"], now: 900_000 });
  const keep = tab();
  for (const at of [500_001, 500_002, 500_003]) await keep.putLatest("rolls", [roll(`r${at}`, at)], 3);
  mock.timers.setTime(100);
  for (const at of [51, 52]) await keep.putLatest("rolls", [roll(`r${at}`, at)], 3);
  assert.deepEqual(new Set((await keep.list("rolls")).map(({ id }) => id)), new Set(["r500003", "r51", "r52"]));
});

const STEP = fc.oneof(
  fc.record({ act: fc.constant("set"), tab: fc.nat(1), sheet: fc.nat(2), air: fc.nat(99) }),
  fc.record({ act: fc.constantFrom("kill", "close", "break", "mend", "hide", "reload"), tab: fc.nat(1) }),
);

test("any schedule of two tabs, changes, faults and reloads ends as a model says", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { maxLength: 25 }), async (steps) => {
      name = `faulty-${(number += 1)}`;
      const two = [tab(), tab()];
      const sheets = [];
      for (const air of [1, 2, 3]) sheets.push(await two[0].add("sheets", nick(air)));
      await two[1].list("sheets"); // a page has read what it shows
      const model = [1, 2, 3]; // what the device has to have in the end
      const pending = [new Map(), new Map()]; // changes that a tab alone has
      let end = null;
      for (const step of steps) {
        const at = step.tab;
        if (step.act === "set") {
          await two[at].update("sheets", sheets[step.sheet].id, setAir(step.air));
          if (end) pending[at].set(step.sheet, step.air);
          else {
            model[step.sheet] = step.air;
            pending[at].delete(step.sheet);
            await two[1 - at].get("sheets", sheets[step.sheet].id); // a page that watches reads it again
          }
        } else if (step.act === "kill") faults.kill();
        else if (step.act === "close") faults.kill(true);
        else if (step.act === "break" && !end) {
          if (pending.some(({ size }) => size)) continue; // conflicts have a test of their own
          faults.kill();
          end = faults.failToOpen();
        } else if (step.act === "mend" && end) {
          end();
          end = null;
          const both = [...pending[0].keys()].filter((sheet) => pending[1].has(sheet));
          for (const [here, changes] of pending.entries()) {
            await two[here].heal();
            for (const [sheet, air] of changes) if (here === 0 || !both.includes(sheet)) model[sheet] = air;
            changes.clear();
          }
          for (const each of two) await each.list("sheets");
        } else if (step.act === "hide") await two[at].heal();
        else if (step.act === "reload" && !end && !pending[at].size) {
          two[at] = tab();
          await two[at].list("sheets");
        }
      }
      if (end) {
        end();
        end = null;
        for (const [here, changes] of pending.entries()) {
          await two[here].heal();
          for (const [sheet, air] of changes) if (here === 0 || !pending[0].has(sheet)) model[sheet] = air;
        }
      }
      const found = await Promise.all(sheets.map(async ({ id }) => (await tab().get("sheets", id)).data.fields.air));
      assert.deepEqual(found, model);
    }),
    { numRuns: process.env.TRIAL ? 1000 : 50 },
  );
});

/** Delete a database, as a browser's settings do: the open pages lose their connections first. @param {string} named */
const deleteDatabase = (named) =>
  new Promise((done, fail) => {
    const request = indexedDB.deleteDatabase(named);
    request.onsuccess = () => done(undefined);
    request.onerror = () => fail(request.error);
  });

/** Resolve once a store reports that its data vanished, with the number of records that it wrote back. */
const noteVanished = (keep) =>
  new Promise((done) => keep.addEventListener("vanished", ({ detail }) => done(detail), { once: true }));

test("data that are deleted under two open tabs are written back from what each of them knows", async () => {
  const [one, other] = [tab(), tab()];
  const nicks = [await one.add("sheets", nick(1)), await one.add("sheets", nick(2))];
  const screen = await other.add("screens", { game: "", name: "Mine", data: { screen: 1, tiles: [] } });
  const reports = Promise.all([noteVanished(one), noteVanished(other)]);
  await deleteDatabase(name);
  const restored = await reports;
  assert.equal(restored[0] + restored[1], 3);
  const later = tab();
  assert.deepEqual(new Set((await later.list("sheets")).map(({ id }) => id)), new Set(nicks.map(({ id }) => id)));
  assert.equal((await later.get("screens", screen.id)).name, "Mine");
  assert.deepEqual([one.trouble, other.trouble], ["", ""]);
  await one.update("sheets", nicks[0].id, setAir(9));
  assert.equal((await later.get("sheets", nicks[0].id)).data.fields.air, 9);
});

test("what the reader deleted stays deleted when data vanish", async () => {
  const keep = tab();
  const [gone, left] = [await keep.add("sheets", nick(1)), await keep.add("sheets", nick(2))];
  await keep.remove("sheets", gone.id);
  const report = noteVanished(keep);
  await deleteDatabase(name);
  assert.equal(await report, 1);
  assert.deepEqual(
    (await keep.list("sheets")).map(({ id }) => id),
    [left.id],
  );
});

test("a connection that is closed without a deletion reports nothing", async () => {
  const keep = tab();
  await keep.add("sheets", nick());
  keep.addEventListener("vanished", () => assert.fail("nothing has vanished"));
  faults.kill(true);
  assert.equal((await keep.list("sheets")).length, 1);
  assert.equal((await tab().list("sheets")).length, 1);
});
