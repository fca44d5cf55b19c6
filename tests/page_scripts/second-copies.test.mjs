// Records that outlive their database: a browser on a full disk deletes it, and leaves localStorage.
import assert from "node:assert/strict";
import { after, afterEach, beforeEach, test } from "node:test";
import "fake-indexeddb/auto";
import { Storage } from "./dom-stub.mjs";

const { Store, keep: ofThePage } = await import("../../page/js/lib/store.js");

let number = 0;
let name = "";

beforeEach(() => {
  globalThis.localStorage = new Storage();
  name = `copied-${(number += 1)}`;
});
afterEach(() => {
  delete globalThis.localStorage;
});
after(() => ofThePage.close());

const nick = (note = "") => ({ game: "moon", name: "Nick", data: { sheet: "moon.pilot", fields: { note } } });
const listCopies = () => Object.keys(localStorage).filter((each) => each.startsWith(`${name}:copy:`));

/** Resolve once a condition is met. @param {() => boolean} isMet */
async function waitUntil(isMet) {
  while (!isMet()) await new Promise((done) => setTimeout(done, 10));
}

/** Resolve once localStorage has copies of as many records. @param {number} count */
const waitForCopies = (count) => waitUntil(() => listCopies().length === count);

/** Delete the database of a closed site. @returns {Promise<void>} */
const deleteDatabase = () =>
  new Promise((done, fail) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => done();
    request.onerror = () => fail(request.error);
  });

/** Store records in a first visit, which ends. @param {(keep: InstanceType<typeof Store>) => Promise<void>} act */
async function visit(act) {
  const keep = new Store(name);
  await act(keep);
  await keep.close();
}

test("what a browser has deleted between two visits is back, and the reader is told", async () => {
  let id = "";
  await visit(async (keep) => {
    ({ id } = await keep.add("sheets", nick("first")));
    const gone = await keep.add("fights", { game: "moon", name: "Ambush", data: { fight: "moon", events: [] } });
    await waitForCopies(2);
    const readCopy = () => localStorage.getItem(`${name}:copy:sheets ${id}`);
    const first = readCopy();
    await keep.update("sheets", id, () => ({ name: "Nicholas" }));
    await keep.remove("fights", gone.id);
    await waitUntil(() => listCopies().length === 1 && readCopy() !== null && readCopy() !== first);
  });
  await deleteDatabase();
  const later = new Store(name);
  const told = new Promise((done) => later.addEventListener("vanished", ({ detail }) => done(detail), { once: true }));
  const [sheet, ...others] = await later.list("sheets");
  assert.deepEqual([sheet.id, sheet.name, sheet.revision, sheet.data.fields.note], [id, "Nicholas", 2, "first"]);
  assert.deepEqual([...others, ...(await later.list("fights"))], []);
  assert.equal(await told, 1);
  await later.close();
});

test("records of an earlier version get copies with the first change, and copies without a record go", async () => {
  delete globalThis.localStorage;
  await visit(async (keep) => {
    await keep.add("sheets", nick("old"));
  });
  globalThis.localStorage = new Storage();
  localStorage.setItem(`${name}:copy:sheets gone`, "1 je30");
  await visit(async (keep) => {
    await keep.add("sheets", nick("new"));
    await waitForCopies(2);
    assert.ok(!listCopies().includes(`${name}:copy:sheets gone`));
  });
});

test("the latest records have copies if there is no room for all", async () => {
  const noise = () => Array.from({ length: 60_000 }, () => String.fromCharCode(33 + Math.random() * 90)).join("");
  await visit(async (keep) => {
    const ids = [];
    for (let count = 0; count < 7; count += 1) {
      const { id } = await keep.add("sheets", { ...nick(noise().slice(0, 45_000)), changed: 1000 + count });
      ids.push(id);
    }
    await keep.add("sheets", { ...nick(noise().repeat(3)), changed: 5000 }); // too long for a copy
    const copies = ids.map((id) => `${name}:copy:sheets ${id}`);
    await waitUntil(() => listCopies().includes(copies[6]));
    assert.deepEqual(new Set(listCopies()), new Set(copies.slice(-4)));
  });
});

test("a deletion drops the copy at once, and a copy of a store that no longer exists is ignored", async () => {
  let id = "";
  await visit(async (keep) => {
    ({ id } = await keep.add("sheets", nick("stays")));
    const gone = await keep.add("sheets", nick("goes"));
    await waitForCopies(2);
    await keep.remove("sheets", gone.id);
    await new Promise((done) => setTimeout(done)); // before the tab closes
    assert.deepEqual(listCopies(), [`${name}:copy:sheets ${id}`]);
  });
  localStorage.setItem(`${name}:copy:dropped 1`, localStorage.getItem(listCopies()[0]));
  await deleteDatabase();
  const later = new Store(name);
  assert.deepEqual(
    (await later.list("sheets")).map((sheet) => sheet.id),
    [id],
  );
  assert.equal(later.trouble, "");
  await later.close();
});

test("a record that was too large for a copy isn't packed again until it is smaller", async () => {
  const { CompressionStream: Plain } = globalThis;
  let packed = 0;
  globalThis.CompressionStream = class extends Plain {
    constructor(format) {
      super(format);
      packed += 1;
    }
  };
  const noise = Array.from({ length: 200_000 }, () => String.fromCharCode(33 + Math.random() * 90)).join("");
  await visit(async (keep) => {
    const { id } = await keep.add("fights", { game: "moon", name: "Long", data: { fight: "moon", events: [noise] } });
    await waitUntil(() => packed === 1);
    const change = (text) => keep.update("fights", id, () => ({ data: { fight: "moon", events: [text] } }));
    await change(`${noise}!`);
    await keep.add("sheets", nick());
    await waitUntil(() => packed === 2); // the sheet, whose change came later
    await change("short");
    await waitForCopies(2);
    assert.equal(packed, 3);
  });
  globalThis.CompressionStream = Plain;
});
