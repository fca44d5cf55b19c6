// The store on the device: changes of several tabs are all applied, older versions are migrated, and records that the
// browser rejects stay in the tab.
import assert from "node:assert/strict";
import { after, afterEach, beforeEach, mock, test } from "node:test";
import "fake-indexeddb/auto";
import fc from "fast-check";
import { openDB } from "idb";
import { Store, keep as ofThePage } from "../../page/js/lib/store.js";
import { MIGRATIONS, STORES } from "../../page/js/lib/migrations.js";
import { STALLED_AFTER } from "../../page/js/lib/failure.js";

let number = 0;
let name = "";
let tabs = [];

beforeEach(() => {
  name = `test-${(number += 1)}`;
});
afterEach(async () => {
  await Promise.all(tabs.map((tab) => tab.close()));
  tabs = [];
});

after(() => ofThePage.close()); // an open BroadcastChannel would keep Node running

/** Open a tab's store, shared with tabs of the same database name. */
function tab(...about) {
  const opened = new Store(name, ...about);
  tabs.push(opened);
  return opened;
}

const nick = { game: "moon", name: "Nick", data: { sheet: "moon.pilot", fields: { air: 3 } } };
const more =
  (by = 1) =>
  ({ data }) => ({ data: { ...data, fields: { ...data.fields, air: data.fields.air + by } } });

test("added records can be read, all or by game", async () => {
  const keep = tab();
  const one = await keep.add("sheets", nick);
  const other = await keep.add("sheets", { ...nick, game: "sun", name: "Ra" });
  assert.deepEqual(await keep.list("sheets", "moon"), [one]);
  assert.deepEqual(new Set((await keep.list("sheets")).map(({ id }) => id)), new Set([one.id, other.id]));
  assert.deepEqual(await keep.list("fights"), []);
  assert.equal(one.revision, 1);
  assert.match(one.id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

test("another tab can read a record and is notified", async () => {
  const [here, there] = [tab(), tab()];
  const told = new Promise((tell) => there.watch("sheets", tell));
  const { id } = await here.add("sheets", nick);
  assert.deepEqual(await told, { store: "sheets", id, isGone: false });
  assert.equal((await there.get("sheets", id)).name, "Nick");
});

test("a watcher is notified of its own tab's changes to its store until it stops", async () => {
  const keep = tab();
  const heard = [];
  const stop = keep.watch("sheets", ({ id }) => heard.push(id));
  const { id } = await keep.add("sheets", nick);
  await keep.add("fights", { game: "moon", name: "", data: { fight: "moon.fight", events: [] } });
  stop();
  await keep.update("sheets", id, more());
  assert.deepEqual(heard, [id]);
});

test("concurrent changes of several tabs are all applied", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 9 }), fc.nat(3))), async (changes) => {
      name = `test-${(number += 1)}`;
      const three = [tab(), tab(), tab()];
      const { id } = await three[0].add("sheets", nick);
      await Promise.all(
        changes.map(([at, by, turns]) =>
          three[at].update("sheets", id, async (before) => {
            for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
            return more(by)(before);
          }),
        ),
      );
      const { data, revision } = await three[1].get("sheets", id);
      assert.equal(data.fields.air, 3 + changes.reduce((all, [, by]) => all + by, 0));
      assert.equal(revision, 1 + changes.length);
    }),
    { numRuns: 30 },
  );
});

test("a change that throws has no effect", async () => {
  const keep = tab();
  const before = await keep.add("sheets", nick);
  await assert.rejects(
    keep.update("sheets", before.id, () => {
      throw new Error("no air");
    }),
    /no air/,
  );
  assert.equal(await keep.update("sheets", before.id, () => null).then(({ revision }) => revision), 1);
  assert.deepEqual(await keep.get("sheets", before.id), before);
});

test("a deleted record is gone in every tab, and undo restores it", async () => {
  const [here, there] = [tab(), tab()];
  const { id } = await here.add("sheets", nick);
  const undo = await here.remove("sheets", id);
  assert.equal(await there.get("sheets", id), null);
  assert.equal(await there.update("sheets", id, more()), null);
  await undo();
  assert.deepEqual((await there.get("sheets", id)).data, nick.data);
});

test("several records are added atomically", async () => {
  const keep = tab();
  const { id } = await keep.add("sheets", nick);
  await keep.addAll([
    ["sheets", nick],
    ["fights", { game: "moon", name: "", data: {} }],
  ]);
  assert.equal((await keep.list("sheets")).length + (await keep.list("fights")).length, 3);
  await keep.addAll([
    ["sheets", nick],
    ["sheets", { ...nick, id }],
  ]); // the second id is already used
  const fresh = tab();
  assert.equal((await fresh.list("sheets")).length, 2);
});

test("adding no records is no error", async () => {
  const keep = tab();
  assert.deepEqual(await keep.addAll([]), []);
  assert.equal(keep.trouble, "");
});

test("if the browser refuses storage, records stay in the tab and one event reports it", async () => {
  const open = indexedDB.open;
  indexedDB.open = () => {
    throw new DOMException("no", "SecurityError");
  };
  try {
    const keep = tab();
    let said = 0;
    keep.addEventListener("trouble", () => {
      said += 1;
    });
    const { id } = await keep.add("sheets", nick);
    await keep.update("sheets", id, more());
    assert.equal((await keep.get("sheets", id)).data.fields.air, 4);
    assert.equal((await keep.list("sheets", "moon")).length, 1);
    assert.equal(keep.trouble, "refused");
    assert.equal(said, 1);
    const undo = await keep.remove("sheets", id);
    assert.deepEqual(await keep.list("sheets"), []);
    await undo();
    assert.equal((await keep.list("sheets")).length, 1);
  } finally {
    indexedDB.open = open;
  }
});

test("on a full device a change stays in the tab, and is stored with the next change that fits", async () => {
  const keep = tab();
  const { id } = await keep.add("sheets", nick);
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  await keep.update("sheets", id, more()).finally(() => {
    IDBObjectStore.prototype.put = put;
  });
  assert.equal(keep.trouble, "full");
  assert.equal((await keep.get("sheets", id)).data.fields.air, 4);
  assert.equal((await tab().get("sheets", id)).data.fields.air, 3);
  await keep.update("sheets", id, more());
  assert.equal(keep.trouble, "");
  assert.equal((await tab().get("sheets", id)).data.fields.air, 5);
});

test("an unfinished change of a page in the back/forward cache blocks no tab, and is repeated on return", async () => {
  const page = new EventTarget();
  const here = tab(MIGRATIONS, page);
  const { id } = await here.add("sheets", nick);
  let asked = 0;
  let go = () => {};
  const begun = new Promise((begin) => {
    here.update("sheets", id, async (record) => {
      asked += 1;
      begin();
      if (asked === 1)
        await new Promise((answer) => {
          go = answer;
        });
      return more(10)(record);
    });
  });
  await begun;
  page.dispatchEvent(new Event("pagehide"));
  const reading = here.get("sheets", id);
  const there = tab();
  assert.equal((await there.update("sheets", id, more())).data.fields.air, 4);
  go(); // an answer after the reader has left
  await there.get("sheets", id);
  assert.equal(asked, 1);
  page.dispatchEvent(new Event("pageshow"));
  await reading;
  const told = new Promise((tell) => there.watch("sheets", tell));
  await told;
  assert.equal((await there.get("sheets", id)).data.fields.air, 14);
  assert.equal(asked, 2);
  assert.ok(here.isSaved && there.isSaved);
});

test("a migration of a page in the back/forward cache blocks no tab, and continues on return", {
  timeout: 30_000,
}, async () => {
  const page = new EventTarget();
  let begin = () => {};
  const begun = new Promise((done) => {
    begin = done;
  });
  const here = tab(
    [
      ...MIGRATIONS,
      async (_, upgrade) => {
        begin();
        for (;;) await upgrade.objectStore("sheets").count(); // like a frozen page
      },
    ],
    page,
  );
  const adding = here.add("sheets", nick);
  await begun;
  page.dispatchEvent(new Event("pagehide"));
  const there = tab([...MIGRATIONS, () => {}]);
  await there.add("sheets", { ...nick, name: "Abe" });
  page.dispatchEvent(new Event("pageshow"));
  const { id } = await adding;
  assert.equal((await there.get("sheets", id)).name, nick.name);
  assert.equal((await here.list("sheets")).length, 2);
  assert.ok(here.isSaved && there.isSaved);
});

test("the latest version has the expected stores and indexes", async () => {
  await tab().add("sheets", nick);
  const database = await openDB(name);
  assert.equal(database.version, MIGRATIONS.length);
  assert.deepEqual([...database.objectStoreNames].sort(), [...STORES].sort());
  for (const store of STORES) {
    assert.deepEqual([...database.transaction(store).store.indexNames], store === "rolls" ? ["at", "game"] : ["game"]);
    assert.equal(database.transaction(store).store.keyPath, "id");
  }
  database.close();
});

/** Migrations of future versions: a new store, and records with a renamed field. */
const LATER = [
  ...MIGRATIONS,
  (database) => database.createObjectStore("maps", { keyPath: "id" }),
  async (_, upgrade) => {
    for (const record of await upgrade.objectStore("sheets").getAll()) {
      await upgrade.objectStore("sheets").put({ ...record, title: record.name });
    }
  },
];

for (const older of MIGRATIONS.map((_, at) => at + 1)) {
  test(`records of version ${older} can be read after all later migrations`, async () => {
    const before = tab(MIGRATIONS.slice(0, older));
    const { id } = await before.add("sheets", nick);
    const after = tab(LATER);
    assert.equal((await after.get("sheets", id)).title, "Nick");
    assert.deepEqual((await after.get("sheets", id)).data, nick.data);
    assert.equal((await openDB(name)).version, LATER.length);
  });
}

const rollAt = (at, by = "") => ({ id: `${at}${by}`, game: "moon", name: "", data: { at }, changed: at, revision: 1 });
const timesIn = async (keep) => (await keep.list("rolls")).map(({ data }) => data.at).sort((one, other) => one - other);

test("the migration of version 1 adds rolls to sheets and fights", async () => {
  const before = tab(MIGRATIONS.slice(0, 1));
  const { id } = await before.add("sheets", nick);
  await before.close();
  const after = tab();
  await after.putLatest("rolls", [rollAt(5)], 9);
  assert.deepEqual(await timesIn(after), [5]);
  assert.deepEqual((await after.get("sheets", id)).data, nick.data);
});

test("putLatest keeps only the latest records, without duplicates, from any tab in any order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(2), fc.nat(30))), fc.integer({ min: 1, max: 8 }), async (puts, most) => {
      name = `test-${(number += 1)}`;
      const three = [tab(), tab(), tab()];
      await Promise.all(puts.map(([at, time]) => three[at].putLatest("rolls", [rollAt(time)], most)));
      const times = [...new Set(puts.map(([, time]) => time))].sort((one, other) => one - other);
      const found = await timesIn(three[0]);
      assert.equal(found.length, Math.min(most, times.length));
      assert.ok(!times.length || found.includes(times.at(-1)), "the latest of all is there");
      await three[1].putLatest(
        "rolls",
        puts.map(([, time]) => rollAt(time)),
        most,
      );
      assert.deepEqual(await timesIn(three[2]), times.slice(-most));
    }),
    { numRuns: 40 },
  );
});

/** Write records without any checks. */
async function writeAsIs(store, ...records) {
  await tab().list(store); // creates the database
  const database = await openDB(name);
  for (const record of records) await database.put(store, record);
  database.close();
}

test("a malformed record gets default fields, can be changed, and keeps its other fields", async () => {
  const [keep, other] = [tab(), tab()];
  const strange = {
    id: "a",
    game: 7,
    name: { first: "Nick" },
    changed: "long ago",
    revision: NaN,
    from: 7,
    typed: [],
    data: null,
  };
  await writeAsIs("sheets", strange, { id: "b", game: "moon" });
  const sound = { game: "", name: "", changed: 0, revision: 0, from: undefined, typed: undefined };
  assert.deepEqual(await keep.get("sheets", "a"), { ...strange, ...sound });
  assert.deepEqual(
    (await keep.list("sheets", "moon")).map((record) => record.name),
    [""],
  );
  for (let times = 1; times <= 2; times += 1) {
    const [{ revision }] = await Promise.all([
      keep.update("sheets", "a", () => ({ data: { times } })),
      other.get("sheets", "a"),
    ]);
    assert.equal(revision, times);
  }
  const back = await keep.remove("sheets", "a");
  await back();
  const written = await openDB(name).then(async (database) => [await database.get("sheets", "a"), database.close()][0]);
  assert.deepEqual([written.name, written.game, written.from, written.data], [strange.name, 7, 7, { times: 2 }]);
});

test("records without a time stay, and don't count towards the limit", async () => {
  const keep = tab();
  const none = Array.from({ length: 5 }, (_, at) => ({
    id: `none-${at}`,
    game: "",
    data: at % 2 ? null : { at: "x" },
  }));
  await writeAsIs("rolls", ...none);
  await keep.putLatest("rolls", [rollAt(1), rollAt(2), rollAt(3)], 2);
  const found = await keep.list("rolls");
  assert.deepEqual(found.flatMap(({ data }) => (Number.isInteger(data?.at) ? [data.at] : [])).sort(), [2, 3]);
  assert.equal(found.length, 2 + none.length);
});

test("undo restores a cleared store in addition to newer records", async () => {
  const [here, there] = [tab(), tab()];
  await here.putLatest("rolls", [rollAt(1), rollAt(2)], 9);
  const gone = await there.clear("rolls");
  assert.deepEqual(await here.list("rolls"), []);
  await here.putLatest("rolls", [rollAt(3)], 9);
  await there.putLatest("rolls", gone, 9);
  assert.deepEqual(await timesIn(here), [1, 2, 3]);
});

test("on a full device rolls stay in the tab, and are stored with the next roll that fits", async () => {
  const keep = tab();
  await keep.putLatest("rolls", [rollAt(1)], 3);
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  await keep.putLatest("rolls", [rollAt(2)], 3);
  await keep.putLatest("rolls", [rollAt(3)], 3).finally(() => {
    IDBObjectStore.prototype.put = put;
  });
  assert.equal(keep.trouble, "full");
  assert.deepEqual(await timesIn(keep), [1, 2, 3]);
  assert.deepEqual(await timesIn(tab()), [1]);
  await keep.putLatest("rolls", [rollAt(4)], 3);
  assert.equal(keep.trouble, "");
  assert.deepEqual(await timesIn(tab()), [2, 3, 4]);
});

test("a tab blocked by another continues in memory and reports it, until it is unblocked", async () => {
  const old = tab(MIGRATIONS.slice(0, 1));
  const { id: earlier } = await old.add("sheets", { ...nick, name: "Abe" });
  await old.close();
  const other = await openDB(name, 1); // held open like by a frozen tab
  mock.timers.enable({ apis: ["setTimeout"] });
  const keep = tab();
  const all = keep.list("sheets");
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate); // until it knows that it is blocked
  mock.timers.tick(1000);
  mock.timers.reset();
  assert.deepEqual(await all, []);
  assert.equal(keep.trouble, "blocked");
  const { id } = await keep.add("sheets", nick);
  await keep.update("sheets", id, more());
  assert.equal((await keep.get("sheets", id)).data.fields.air, 4);
  const told = new Promise((tell) => keep.watch("sheets", tell));
  other.close();
  await told;
  assert.equal(keep.trouble, "");
  assert.deepEqual(new Set((await tab().list("sheets")).map((each) => each.id)), new Set([earlier, id]));
  await keep.update("sheets", id, more());
  assert.equal((await tab().get("sheets", id)).data.fields.air, 5);
});

test("a database that never opens times out", async () => {
  const { open } = indexedDB;
  indexedDB.open = () => new IDBOpenDBRequest();
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const keep = tab();
    const all = keep.list("sheets");
    await new Promise(setImmediate);
    mock.timers.tick(STALLED_AFTER);
    assert.deepEqual(await all, []);
    assert.equal(keep.trouble, "blocked");
  } finally {
    mock.timers.reset();
    indexedDB.open = open;
  }
});

test("a tab with an older version lets a newer one migrate, and reports that it is outdated", async () => {
  const old = tab();
  const { id } = await old.add("sheets", nick);
  await tab(LATER).update("sheets", id, more());
  await old.update("sheets", id, more(9));
  assert.equal(old.trouble, "newer");
});

/** Create a page that was loaded at this time. */
const loadedAt = (timeOrigin) => Object.assign(new EventTarget(), { performance: { timeOrigin } });

test("after a rollback the older version shows the newer records, and changes only its tab's copies", async () => {
  const { id } = await tab(LATER).add("sheets", nick);
  const fight = await tab(LATER).add("fights", { game: "moon", name: "", data: { fight: "moon", events: [] } });
  const old = tab(MIGRATIONS, loadedAt(Date.now() + 1000));
  assert.equal((await old.get("sheets", id)).data.fields.air, 3);
  assert.equal(old.trouble, "older");
  assert.deepEqual(
    (await old.list("fights")).map((each) => each.id),
    [fight.id],
  );
  const { id: own } = await old.add("sheets", { ...nick, name: "Abe" });
  await old.update("sheets", id, more());
  assert.deepEqual(
    new Map((await old.list("sheets", "moon")).map((each) => [each.id, each.data.fields.air])),
    new Map([
      [own, 3],
      [id, 4],
    ]),
  );
  assert.equal(old.trouble, "older");
  const later = await tab([...LATER, () => {}]).list("sheets"); // the older page blocks no upgrade
  assert.deepEqual(
    later.map((each) => [each.id, each.data.fields.air]),
    [[id, 3]],
  );
  assert.equal((await old.list("sheets")).length, 2);
});

test("an older page tolerates stores and indexes that a newer version has removed", async () => {
  const { id } = await tab([
    ...MIGRATIONS,
    (database, upgrade) => {
      database.deleteObjectStore("rolls");
      upgrade.objectStore("sheets").deleteIndex("game");
    },
  ]).add("sheets", nick);
  const old = tab(MIGRATIONS, loadedAt(Date.now() + 1000));
  assert.deepEqual(await old.list("rolls"), []);
  assert.deepEqual(
    (await old.list("sheets", "moon")).map(({ name }) => name),
    ["Nick"],
    "without the index, they are read one by one",
  );
  assert.equal((await old.get("sheets", id)).name, "Nick");
  assert.equal(old.trouble, "older");
});

test("a page loaded before another tab's newer version reports it, even on its first access", async () => {
  const storage = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
  const items = new Map();
  const localStorage = {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, text) => items.set(key, text),
  };
  Object.defineProperty(globalThis, "localStorage", { configurable: true, value: localStorage });
  try {
    await tab(LATER).add("sheets", nick);
    const [before, after] = [
      tab(MIGRATIONS, loadedAt(Date.now() - 60_000)),
      tab(MIGRATIONS, loadedAt(Date.now() + 1000)),
    ];
    assert.equal((await before.list("sheets")).length, 1);
    assert.equal((await after.list("sheets")).length, 1);
    assert.deepEqual([before.trouble, after.trouble], ["newer", "older"]);
  } finally {
    if (storage) Object.defineProperty(globalThis, "localStorage", storage);
    else delete globalThis.localStorage;
  }
});
