// What the picker of a screen offers: everything that a tile can show, once, with what tells two of one title apart.
import "./dom-stub.mjs";
import assert from "node:assert/strict";
import { after, test } from "node:test";
import "fake-indexeddb/auto";

const { groupChoices, listChoices, listFights, readKey } = await import("../../page/js/features/gm-screen/choices.js");

const { keep } = await import("../../page/js/lib/store.js");

after(() => keep.close());

const PAGE = { url: "moon/air/", page: "Air", game: "moon", gameName: "Moonbase", aside: false, place: "" };
const table = { ...PAGE, kind: "table", title: "Leaks", anchor: "table-leaks", place: "Suits" };
const row = { ...PAGE, kind: "row", title: "Visor", anchor: "leaks-visor", place: "Leaks" };
const lone = { ...PAGE, kind: "row", title: "Hose", anchor: "hose", place: "Tools" };
const roll = { ...PAGE, kind: "roller", title: "Air check", anchor: "moon.air", place: "Air" };
const section = { ...PAGE, kind: "section", title: "Running out", anchor: "running-out" };
const order = { ...PAGE, kind: "order", title: "Initiative", anchor: "order" };
const page = { ...PAGE, kind: "page", title: "Air", anchor: "" };
const elsewhere = { ...section, title: "About this site", url: "about/", aside: true };

test("a row stands for its table, which is a choice once", () => {
  const choices = listChoices([row, table, lone], [table, row, lone]);
  assert.deepEqual(
    choices.map(({ group, key, title, where }) => [group, key, title, where]),
    [
      ["Tables", "moon/air/#table-leaks", "Leaks", "Moonbase · Air · Visor"],
      ["Tables", "moon/air/#hose", "Tools", "Moonbase · Air · Hose"],
    ],
  );
  assert.deepEqual(choices[0].about, { kind: "block", title: "Leaks", at: "moon/air/#table-leaks" });
});

test("pages and what is about the site are no choices, and groups follow the best choice", () => {
  const found = [page, section, roll, elsewhere, order];
  const groups = groupChoices(listChoices(found, found));
  assert.deepEqual(
    groups.map(({ name, choices }) => [name, choices.map(({ title }) => title)]),
    [
      ["Rules", ["Running out"]],
      ["Rolls", ["Air check", "Initiative"]],
    ],
  );
  assert.equal(groups[1].choices[0].where, "Moonbase · Air");
});

test("no choice leads out of the site", () => {
  const hostile = { ...section, url: "../../elsewhere/" };
  assert.deepEqual(listChoices([hostile], [hostile]), []);
});

test("fights of one name differ by state, people, label and date, and are found by each of them", () => {
  const summary = { line: "Nick and Eel", fallen: [], winner: "", state: "running", names: ["Nick", "Eel"] };
  const fights = [
    { id: "a", name: "The wreck", game: "moon", changed: 0, data: { events: [1] }, summary, campaign: "Deep" },
    { id: "b", name: "The wreck", game: "moon", changed: 0, data: { events: [] }, note: "at low tide" },
    { id: "c", name: "", game: "far", changed: 0, data: { events: [] } },
  ];
  const games = { moon: { name: "Moonbase" } };
  const find = (typed) => listFights(fights, typed, games).map(({ key }) => key);
  const [first, second, third] = listFights(fights, "", games);
  assert.match(first.where, /^Moonbase · Deep · Running · Nick and Eel · .*19(70|69)/);
  assert.match(second.where, /^Moonbase · Prepared · Nobody yet · /);
  assert.equal(third.title, "A fight");
  assert.deepEqual(find("wreck"), ["a", "b"]);
  assert.deepEqual(find("wreck running"), ["a"]);
  assert.deepEqual(find("eel"), ["a"]);
  assert.deepEqual(find("LOW TIDE"), ["b"]);
  assert.deepEqual(find("whale"), []);
  assert.deepEqual(first.about, { kind: "fight", title: "The wreck", fight: "a" });
});

test("a tile that is on the screen has the key of its choice", () => {
  assert.equal(readKey({ at: "moon/air/#moon.air" }), listChoices([roll], [])[0].key);
  assert.equal(readKey({ fight: "a" }), "a");
  assert.equal(readKey({}), "");
});
