// Results of searches: the sentence above them, their excerpts and the marked words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findExcerpt, markMatches } from "../../page/js/features/search/excerpt.js";
import { Finder } from "../../page/js/features/search/finder.js";
import { summarize } from "../../page/js/features/search/summary.js";

const NONE = { entries: [], missing: [], unknown: [], mentioned: [], absent: [], slips: [] };
const ENTRY = { title: "Unarmed", gameName: "Moon" };

test("the sentence counts results", () => {
  assert.equal(summarize({ ...NONE, entries: [ENTRY] }, ""), "1 result");
  assert.equal(summarize({ ...NONE, entries: [ENTRY, ENTRY] }, "Mars"), "2 results");
});

test("the sentence says that no game has a rule, and names the nearest", () => {
  assert.equal(
    summarize({ ...NONE, entries: [ENTRY], missing: ["grapple"] }, "Mars"),
    "No game here has a rule for “grapple”. Nearest: Unarmed (Moon).",
  );
  assert.equal(
    summarize({ ...NONE, missing: ["xyzzy", "a".repeat(5000)] }, ""),
    `No game here has a rule for “xyzzy” or “${"a".repeat(40)}…”. Try another word.`,
  );
});

test("the sentence names words that nothing has", () => {
  assert.equal(
    summarize({ ...NONE, entries: [ENTRY], unknown: ["sister"] }, ""),
    "1 result. Nothing here mentions “sister”.",
  );
});

test("the sentence says if only texts or only other games have a word", () => {
  assert.equal(
    summarize({ ...NONE, entries: [ENTRY], mentioned: ["hostages"] }, ""),
    "No rule here is named after “hostages”, but 1 result mentions it.",
  );
  assert.equal(
    summarize({ ...NONE, entries: [ENTRY, ENTRY], absent: ["recoil"] }, "Mars"),
    "Mars has no rule for “recoil”, but other games do: 2 results",
  );
});

test("the sentence names mistyped words", () => {
  assert.equal(summarize({ ...NONE, entries: [ENTRY], slips: ["panik"] }, ""), "1 result for words like “panik”");
});

test("words are marked in all their forms", () => {
  const isMatch = markMatches("Burns, burning; the urn.", new Set(["burn"]))
    .filter((part) => part.isMatch)
    .map(({ text }) => text);
  assert.deepEqual(isMatch, ["Burns", "burning"]);
});

test("an excerpt is the sentence with most of the words", () => {
  const text = `${"First of all, this is about something else entirely. ".repeat(4)}A target that burns takes damage. The end.`;
  assert.equal(findExcerpt(text, new Set(["burn", "damag"])), "A target that burns takes damage.");
  assert.equal(findExcerpt(text, new Set()), "First of all, this is about something else entirely.");
});

test("a long sentence is cut around the first word that matches", () => {
  const cut = findExcerpt(`${"so many words ".repeat(30)}that burn ${"and yet more ".repeat(30)}.`, new Set(["burn"]));
  assert.match(cut, /^… .*\bburn\b.* …$/);
  assert.ok(cut.length <= 165);
});

test("an empty search lists a game's pages with their descriptions", async () => {
  const finder = await Finder.prepare({
    games: { moon: { name: "Moon", mark: "", accent: { light: "", dark: "" } } },
    words: { ignored: [], irregular: [], same: [], near: {} },
    pages: [
      { url: "moon/air/", title: "Air", game: "moon", aside: false, description: "How long your air lasts." },
      { url: "moon/calc/", title: "Calculator", game: "moon", aside: false, description: "Count your air." },
    ],
    entries: [
      [0, "page", "Air", "", "", "It runs out.", "", 0],
      [0, "section", "Leaks", "leaks", "", "Air is lost.", "", 0],
      [1, "calculator", "Calculator", "calc", "", "", "", 0],
      [1, "calculator", "Leaks", "leaks", "", "Tell the size of the leak.", "", 0],
    ],
  });
  assert.deepEqual(
    finder.listPages("moon").map(({ title, text }) => [title, text]),
    [
      ["Air", "How long your air lasts."],
      ["Calculator", "Count your air."],
      ["Leaks", "Tell the size of the leak."],
    ],
  );
});
