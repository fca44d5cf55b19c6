// Rolls that a GM asks a player for: this device knows what it has asked for, and counts each answer once, as the
// player's roll and not as the GM's own.
import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import "fake-indexeddb/auto";
import { Storage } from "./dom-stub.mjs";

const { keep } = await import("../../page/js/lib/store.js");
const { noteRolls, write } = await import("./page_exports.mjs");
const { addRequests, listRequests, noteCounted, readAnswered, readAsked, storeAnswered, storeAsked } = await import(
  "../../page/js/components/request-store.js"
);
const { formatFile, parseRequests } = await import("../../page/js/lib/backup-format.js");
const { countAnswer, describeAnswer, findRule } = await import("../../page/js/features/requests/player-answers.js");
const { clear, listPast } = await import("../../page/js/features/dice-tray/history.js");
const { countFaces } = await import("../../page/js/features/dice-tray/count-faces.js");
const { findLatestSession } = await import("../../page/js/features/dice-tray/session.js");

noteRolls();
after(() => keep.close());
beforeEach(async () => {
  globalThis.localStorage = new Storage();
  await clear();
});

const request = { version: 1, id: "k3v9x2m7q1", title: "WITS", rule: "moon.walk" };
const answer = { version: 1, request, who: "Wren", params: {}, faces: [4, 5], seal: 7 };
const rolled = {
  roll: {
    mechanic: "moon.walk",
    params: {},
    faces: [4, 5],
    dice: [{ sides: 6, faces: [4, 5], kept: [4, 5], label: "2d6" }],
    outcome: { total: 9 },
    steps: [],
  },
  said: "Moon walk: You float.",
  about: { title: "Moon walk", verdict: "You float", home: "moon/walks/#moon.walk", given: {} },
};

test("an answer counts once, even if two tabs have checked it", () => {
  assert.equal(noteCounted(answer), false); // this device has asked for nothing
  storeAsked(request);
  assert.equal(noteCounted(answer), true);
  assert.equal(noteCounted(answer), false);
  assert.equal(noteCounted({ ...answer, who: "Bo", seal: 8 }), true);
  assert.deepEqual(
    readAsked(request.id)?.counted.map(({ who }) => who),
    ["Wren", "Bo"],
  );
});

test("a fight's roll is stored with its fight and its command", () => {
  const command = { act: "roll", mechanic: "moon.walk", by: "n1" };
  storeAsked(request, { fight: "f1", command });
  const { fight, command: stored } = readAsked(request.id) ?? {};
  assert.deepEqual([fight, stored], ["f1", command]);
});

test("requests go along in a backup, and what was counted on one device counts on the other one", () => {
  const other = { ...request, id: "a8b7c6d5" };
  storeAsked(request, { fight: "f1", command: { act: "roll" } });
  storeAsked(other);
  noteCounted(answer);
  storeAnswered({ ...answer, request: other });
  const text = formatFile({}, listRequests());
  globalThis.localStorage = new Storage();
  storeAsked(request, { fight: "f2" });
  const { count, undo } = addRequests(parseRequests(text));
  assert.equal(count, 3); // the other request, its answer, and the answer that was counted
  assert.equal(noteCounted(answer), false);
  assert.equal(readAsked(request.id)?.fight, "f2"); // this device knows better which of its fights waits
  assert.deepEqual(readAsked(other.id)?.counted, []);
  assert.deepEqual(readAnswered(other.id)?.faces, [4, 5]);
  assert.equal(addRequests(parseRequests(text)).count, 0);
  undo();
  assert.equal(readAsked(other.id), null);
  assert.equal(readAnswered(other.id), null);
  assert.equal(noteCounted(answer), true);
});

test("damaged requests of a file are left out", () => {
  const damaged = [
    null,
    7,
    { at: 1 },
    { at: 1, request: { id: "../evil" }, counted: [] },
    { at: 1, request, counted: 3 },
  ];
  const read = (requests) => parseRequests(JSON.stringify({ requests }));
  assert.deepEqual(read({ asked: damaged, answered: damaged }), { asked: [], answered: [] });
  for (const requests of [7, null, "x", { asked: 7, answered: {} }]) {
    assert.deepEqual(read(requests), { asked: [], answered: [] });
  }
});

test("ids from hostile links, and records that something else has written, are no requests", () => {
  storeAsked(request);
  write("fieldbook:asked:abcdefgh", "nothing");
  for (const id of [undefined, null, 7, {}, "", "../k3v9x2m7q1", "__proto__", "abcdefgh", "k3v9x2m7q2"]) {
    assert.equal(readAsked(id), null);
    assert.equal(readAnswered(id), null);
  }
  assert.deepEqual(
    ["../x", "moon", "moon.walk", undefined].map((rule) => findRule({ rule })),
    ["dice", "dice", "moon.walk", "dice"],
  );
});

test("the latest hundred requests are kept", (context) => {
  context.mock.timers.enable({ apis: ["Date"] });
  const ids = Array.from({ length: 105 }, (_, at) => `request${String(at).padStart(4, "0")}`);
  for (const id of ids) {
    context.mock.timers.tick(1000);
    storeAsked({ ...request, id });
  }
  assert.deepEqual(
    ids.filter((id) => !readAsked(id)),
    ids.slice(0, 5),
  );
});

test("a player who opens a link again finds the dice of the first time", () => {
  storeAnswered(answer);
  assert.deepEqual(readAnswered(request.id), answer);
});

test("a counted answer is one roll of the history, as the player's", async () => {
  storeAsked(request);
  write("fieldbook:in-use:moon", "my-own-sheet");
  assert.equal(countAnswer(document, answer, rolled), true);
  assert.equal(countAnswer(document, answer, rolled), false);
  const entries = await listPast();
  assert.deepEqual(
    entries.map(
      ({
        data: {
          who,
          sheet,
          rolled: { source, about },
        },
      }) => [who, sheet, source, about.title],
    ),
    [["Wren", "", "asked", "WITS"]],
  );
  assert.deepEqual(countFaces(entries), { faces: {}, own: 0, shared: 2 });
  assert.equal(findLatestSession(entries, []), null);
  assert.equal(describeAnswer({ who: "", title: "WITS" }), "A player rolled for you: WITS");
});
