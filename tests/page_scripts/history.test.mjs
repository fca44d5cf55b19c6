// The history of rolls: every `rolled` event is listed with its roller, the latest first and at most 200; and its
// exports as text, Markdown, link and file.
import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import "fake-indexeddb/auto";
import { Storage } from "./dom-stub.mjs";

const { keep } = await import("../../page/js/lib/store.js");
const { noteRolls, JOURNAL, KEEPS_NONE, MOST_KEPT, write } = await import("./page_exports.mjs");
const { clear, collect, switchHistory, listPast, loadPast, remove, describeTrouble } = await import(
  "../../page/js/features/dice-tray/history.js"
);
const { listRecentFormulas, loadSavedFormulas } = await import("../../page/js/features/dice-tray/saved-formulas.js");
const { describeUnread } = await import("../../page/js/features/dice-tray/validate-rolls.js");
const { fetchGames } = await import("../../page/js/features/dice-tray/games.js");
const { toJson, toMarkdown, toText, buildLink, buildRuleLink } = await import(
  "../../page/js/features/dice-tray/export-text.js"
);

const GAMES = { moon: { name: "Moonbase" } };
noteRolls();
after(() => keep.close());
beforeEach(async () => {
  globalThis.localStorage = new Storage();
  await clear();
});

/** Dispatch a roll's event as any element does. */
function rolled(verdict, more = {}, about = {}) {
  const detail = {
    id: "moon.walk",
    params: { air: 3, slow: true },
    faces: [4, 5, 2],
    outcome: { total: 9 },
    steps: ["4 + 5 = 9."],
    dice: [{ sides: 6, faces: [4, 5, 2], kept: [4, 5], label: "3d6" }],
    sentence: `Moon walk: ${verdict}, total 9; dice 4, 5, 2.`,
    source: "random",
    ...more,
    about: { title: "Moon walk", verdict, home: "moon/walks/#moon.walk", given: { air: "3", slow: "true" }, ...about },
  };
  document.dispatchEvent(new CustomEvent("rolled", { detail }));
  return detail;
}

const verdicts = async () => (await listPast()).map(({ data }) => data.rolled.about.verdict);
const lines = () => Object.keys(localStorage).filter((name) => name.startsWith(JOURNAL));

test("every roll is recorded at once, collected once, and listed latest first", async () => {
  for (const verdict of ["You fall", "You walk", "You float"]) rolled(verdict);
  assert.equal(lines().length, 3);
  await Promise.all([collect(), collect(), listPast()]);
  assert.deepEqual(lines(), []);
  assert.deepEqual(await verdicts(), ["You float", "You walk", "You fall"]);
});

test("the latest 200 rolls stay, in whatever batches they are collected", async () => {
  for (let at = 0; at < 2 * MOST_KEPT; at += 1) {
    rolled(`${at}`);
    if (at % 70 === 0) await collect();
  }
  assert.deepEqual(
    await verdicts(),
    Array.from({ length: MOST_KEPT }, (_, at) => `${2 * MOST_KEPT - 1 - at}`),
  );
});

test("the roller is the combatant, or else the character active at that time", async () => {
  const { id } = await keep.add("sheets", { game: "moon", name: "Nick", data: { sheet: "moon.pilot", fields: {} } });
  rolled("nobody in use");
  write("fieldbook:in-use:moon", id);
  rolled("in use");
  rolled("fighter", {}, { who: "Ox" });
  rolled("nobody in a fight", {}, { who: "" });
  write("fieldbook:in-use:moon", "");
  rolled("dice", { id: "dice" });
  const found = (await listPast()).map(({ data, game }) => [data.rolled.about.verdict, data.who, game, data.isOfFight]);
  assert.deepEqual(found, [
    ["dice", "", "", false],
    ["nobody in a fight", "", "moon", true],
    ["fighter", "Ox", "moon", true],
    ["in use", "Nick", "moon", false],
    ["nobody in use", "", "moon", false],
  ]);
});

test("undo restores a deleted roll in its place, and cleared rolls among newer ones", async () => {
  for (const verdict of ["a", "b", "c"]) rolled(verdict);
  const [, { id }] = await listPast();
  const back = await remove(id);
  assert.deepEqual(await verdicts(), ["c", "a"]);
  await back();
  assert.deepEqual(await verdicts(), ["c", "b", "a"]);
  const bringBack = await clear();
  rolled("d");
  assert.deepEqual(await verdicts(), ["d"]);
  await bringBack();
  assert.deepEqual(await verdicts(), ["d", "c", "b", "a"]);
});

test("rolls are not recorded while the history is turned off", async () => {
  rolled("kept");
  switchHistory(false);
  rolled("not kept");
  assert.equal(localStorage.getItem(KEEPS_NONE), "true");
  assert.deepEqual(lines().length, 1);
  switchHistory(true);
  rolled("kept again");
  assert.deepEqual(await verdicts(), ["kept again", "kept"]);
});

test("without storage, 200 rolls last as long as the tab, with a notice", async () => {
  const { put } = IDBObjectStore.prototype;
  const { setItem } = Storage.prototype;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException("no", "SecurityError");
  };
  Storage.prototype.setItem = () => {
    throw new DOMException("no", "SecurityError");
  };
  try {
    for (let at = 0; at < MOST_KEPT + 20; at += 1) rolled(`${at}`);
    const found = await verdicts();
    assert.equal(found.length, MOST_KEPT);
    assert.equal(found[0], `${MOST_KEPT + 19}`);
    assert.match(describeTrouble(), /last only until you close this tab/);
  } finally {
    IDBObjectStore.prototype.put = put;
    Storage.prototype.setItem = setItem;
  }
  rolled("saved");
  assert.equal((await verdicts())[0], "saved");
  assert.equal(describeTrouble(), "");
});

test("sentences stored by an earlier version are migrated", async () => {
  write("fieldbook:rolls", [
    { sentence: "Panic: Freeze; dice 3.", at: 20, source: "own dice" },
    { sentence: "d8: 5", at: 10, source: "random" },
  ]);
  rolled("new");
  assert.deepEqual(
    (await listPast()).map(({ data }) => [data.rolled.about.title, data.rolled.about.verdict, data.rolled.source]),
    [
      ["Moon walk", "new", "random"],
      ["Panic", "Freeze; dice 3", "own dice"],
      ["d8", "5", "random"],
    ],
  );
  assert.equal(localStorage.getItem("fieldbook:rolls"), null);
  write("fieldbook:rolls", [null, { sentence: "d6: 1", at: 5, source: "random" }, { sentence: 7 }]);
  assert.equal((await listPast()).length, 4);
  assert.equal(localStorage.getItem("fieldbook:rolls"), '[null,{"sentence":7}]');
});

test("malformed rolls are counted, and stay stored until all are cleared", async () => {
  const sound = rolled("You walk");
  await collect();
  const [{ data }] = await listPast();
  const wrong = [
    null,
    {},
    { at: 5, rolled: null },
    { ...data, applied: 7 },
    { ...data, chosen: null },
    { ...data, who: {} },
    { ...data, rolled: { ...sound, about: { ...sound.about, plan: ["constructor", 1, 6] } } },
  ];
  await keep.addAll(wrong.map((each, at) => ["rolls", { id: `wrong-${at}`, game: "", name: "", data: each }]));
  write(`${JOURNAL}later`, { at: 5, of: "another version" });
  localStorage.setItem("fieldbook:rolls", JSON.stringify([{ sentence: "Panic: Freeze.", at: 1, source: 7 }]));
  const { entries, unread } = await loadPast();
  assert.deepEqual([entries.length, unread, lines().length], [1, wrong.length + 1, 1]);
  const back = await clear();
  assert.deepEqual(await loadPast(), { entries: [], unread: 0 });
  await back();
  assert.deepEqual([(await listPast()).length, (await loadPast()).unread], [1, wrong.length + 1]);
  assert.match(describeUnread(1, "roll", "rolls"), /^One saved roll .* stays saved, unchanged\.$/);
  assert.match(describeUnread(2, "roll", "rolls"), /^2 saved rolls .* stay saved, unchanged\.$/);
  assert.equal(describeUnread(0, "roll", "rolls"), "");
});

test("malformed formulas are omitted and counted", async () => {
  const d6 = { notation: "d6", plan: ["dice", 1, 6] };
  const wrong = [null, 7, {}, { notation: "d6" }, { ...d6, plan: ["toString", 1] }];
  write("fieldbook:last-formulas", [...wrong, d6]);
  assert.deepEqual(listRecentFormulas(), [d6]);
  await keep.addAll([d6, ...wrong].map((data) => ["formulas", { game: "", name: "x", data }]));
  const { saved, unread } = await loadSavedFormulas();
  assert.deepEqual([saved.map(({ data }) => data), unread], [[d6], wrong.length]);
});

test("properties of Object.prototype are not games, even without the list of games", async () => {
  assert.equal((await fetchGames()).constructor, undefined);
});

test("a roll is exported as text, as Markdown with dropped dice struck through, and as a link", async () => {
  rolled("You *walk*");
  const [{ data }] = await listPast();
  const link = buildLink(data.rolled);
  assert.match(link, /moon\/walks\/\?roll=moon\.walk&air=3&slow=true&faces=4,5,2#moon\.walk$/);
  assert.equal(
    toText({ ...data, who: "Nick" }, GAMES),
    `Nick, Moonbase: Moon walk: You *walk*, total 9; dice 4, 5, 2.\n${link}`,
  );
  assert.equal(
    toMarkdown({ ...data, who: "Nick_1" }, GAMES),
    `[Moon walk](${link}): **You \\*walk\\*** (Nick\\_1, Moonbase), dice 4, 5, ~~2~~`,
  );
});

test("dice in text link to their section, and are shared as dice", async () => {
  const { about: at } = rolled(
    "9",
    { id: "dice" },
    { home: "dice/#roller-dice", given: { notation: "2d6" }, place: "moon/walks/#falls" },
  );
  const [{ data }] = await listPast();
  assert.equal(at.place, "moon/walks/#falls");
  assert.match(buildRuleLink(data.rolled), /moon\/walks\/#falls$/);
  assert.match(buildLink(data.rolled), /dice\/\?roll=dice&notation=2d6/);
});

test("the exported file contains all data of each roll", async () => {
  const told = rolled("You walk");
  const {
    format,
    version,
    rolls: [first],
  } = JSON.parse(toJson((await listPast()).map(({ data }) => data)));
  assert.deepEqual([format, version], ["fieldbook-rolls", 1]);
  const { about, ...rest } = told;
  const { at, link, ...saved } = first;
  assert.deepEqual(saved, { game: "moon", who: "", title: about.title, verdict: about.verdict, ...rest });
  assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000 && link.includes("faces=4,5,2"));
});

test("a shared roll isn't one of the reader's, however often its link is opened", async () => {
  rolled("own");
  for (let load = 0; load < 3; load += 1) rolled("theirs", { source: "shared" });
  rolled("asked for", { source: "asked" });
  assert.deepEqual((await listPast()).map(({ data }) => data.rolled.source).sort(), ["asked", "random"]);
});
