// Redirects of old addresses: to the page of the same game that now has the section, if there is one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findNewPage } from "../../page/js/features/search/redirects.js";

const PLACES = [
  { url: "moon/combat/", anchor: "", game: "moon" },
  { url: "moon/combat/", anchor: "moon.hit", game: "moon" },
  { url: "moon/combat/", anchor: "armour", game: "moon" },
  { url: "mars/defence/", anchor: "cover", game: "mars" },
  { url: "moon/defence/", anchor: "cover", game: "moon" },
  { url: "moon/defence/", anchor: "moon.dodge", game: "moon" },
];

test("a section moved to another page of the game is found there", () => {
  assert.equal(findNewPage(PLACES, "moon/combat/", "cover"), "moon/defence/");
  assert.equal(findNewPage(PLACES, "moon/combat/", "moon.dodge"), "moon/defence/");
  assert.equal(findNewPage(PLACES, "moon/defence/", "moon.hit"), "moon/combat/");
});

test("sections that are unknown, in another game or on this page are not redirected", () => {
  assert.equal(findNewPage(PLACES, "moon/combat/", "towers"), null);
  assert.equal(findNewPage(PLACES, "mars/defence/", "moon.dodge"), null);
  assert.equal(findNewPage(PLACES, "moon/combat/", "armour"), null);
});
