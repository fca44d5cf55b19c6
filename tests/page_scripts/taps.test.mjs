// Repeated taps at one spot, told from taps that were meant.
import "./dom-stub.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { LastTap } from "../../page/js/lib/taps.js";

const SPOT = { x: 100, y: 400, isGuarded: true };

/** Tap a control at a spot. Return true if the tap counts. */
const tap = (taps, name, time, about = {}) => !taps.add({ ...SPOT, name, under: name, time, ...about });

test("a tap that repeats another one counts for the same control only", () => {
  const taps = new LastTap();
  assert.ok(tap(taps, "Heal", 0));
  assert.ok(tap(taps, "Heal", 400));
  assert.ok(!tap(taps, "Undo", 800), "the page has changed under the finger");
  assert.ok(!tap(taps, "Undo", 1200), "it repeats the ignored tap");
  assert.ok(tap(taps, "Undo", 1800), "the finger has rested");
});

test("a tap counts once the reader has seen for half a second what is under the finger", () => {
  const taps = new LastTap();
  assert.ok(tap(taps, "Heal", 0));
  taps.noteUnder("Undo", 3000); // the answer came late
  assert.ok(!tap(taps, "Undo", 2990), "a slow device reports the touch after the drawing");
  assert.ok(!tap(taps, "Undo", 3300));
  const others = new LastTap();
  assert.ok(tap(others, "Heal", 0));
  others.noteUnder("Undo", 3000);
  assert.ok(tap(others, "Undo", 3600));
});

test("a drawing that changes nothing under the finger makes no tap a repeated one", () => {
  const taps = new LastTap();
  assert.ok(tap(taps, "Heal", 0, { under: "Heal" }));
  taps.noteUnder("Heal", 3000);
  assert.ok(tap(taps, "Undo", 3300, { x: 120 }), "a control beside it");
});

test("a tap counts at another spot, after a scroll and after ten seconds", () => {
  const taps = new LastTap();
  assert.ok(tap(taps, "Heal", 0));
  assert.ok(tap(taps, "Roll", 100, { y: 440 }));
  taps.forget();
  assert.ok(tap(taps, "Undo", 200, { y: 440 }));
  taps.noteUnder("Heal", 10_300);
  assert.ok(tap(taps, "Heal", 10_400, { y: 440 }));
});

test("a tap counts after a touch at another spot, which may have dragged something", () => {
  const taps = new LastTap();
  assert.ok(tap(taps, "Out", 0));
  taps.noteTouch({ x: 20, y: 20, time: 100 });
  assert.ok(tap(taps, "Next", 200));
});

test("a tap is ignored only if it or the one before it hits a guarded part of the page", () => {
  const menu = { isGuarded: false };
  const taps = new LastTap();
  assert.ok(tap(taps, "Open menu", 0, menu));
  assert.ok(tap(taps, "Close menu", 100, menu));
  assert.ok(!tap(taps, "Heal", 200), "the menu has closed over a sheet");
  assert.ok(tap(new LastTap(), "Heal", 0, menu));
  const others = new LastTap();
  assert.ok(tap(others, "Close the sheet", 0));
  assert.ok(!tap(others, "Next page", 100, menu));
});

test("a tap is ignored if the page has removed what the touch before it hit", () => {
  const taps = new LastTap();
  assert.ok(tap(taps, "Damage", 0));
  taps.noteTouch({ ...SPOT, time: 400 }); // browsers report no tap
  assert.ok(!tap(taps, "A field", 800));
  taps.noteTouch({ ...SPOT, time: 1700 });
  assert.ok(tap(taps, "A field", 1700), "the finger has rested");
});
