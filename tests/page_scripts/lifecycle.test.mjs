// Tests of the reader's rest and of the kind of line, which decide when Python starts without a request.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { isUnmetered } from "../../docs/assets/js/lib/connection.js";
import { runWhenReaderRests } from "../../docs/assets/js/lib/lifecycle.js";

globalThis.navigator ??= /** @type {Navigator} */ ({}); // Node 20 has none

const REST = 5_000;
let calls = 0;
let page = new EventTarget();
const happens = (kind) => page.dispatchEvent(new Event(kind));

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  calls = 0;
  page = new EventTarget();
  globalThis.addEventListener = page.addEventListener.bind(page);
  globalThis.removeEventListener = page.removeEventListener.bind(page);
  globalThis.document = { readyState: "complete", hidden: false };
  runWhenReaderRests(() => {
    calls += 1;
  });
});

test("a reader who does nothing rests after five seconds, once", () => {
  mock.timers.tick(REST - 1);
  assert.equal(calls, 0);
  mock.timers.tick(1);
  assert.equal(calls, 1);
  happens("keydown");
  mock.timers.tick(REST);
  assert.equal(calls, 1);
});

for (const kind of ["pointerdown", "keydown", "scroll"]) {
  test(`a reader doesn't rest soon after ${kind}`, () => {
    mock.timers.tick(REST - 1);
    happens(kind);
    mock.timers.tick(REST - 1);
    assert.equal(calls, 0);
    mock.timers.tick(1);
    assert.equal(calls, 1);
  });
}

test("nobody rests before the page has loaded", () => {
  document.readyState = "interactive";
  mock.timers.tick(REST);
  assert.equal(calls, 0);
  document.readyState = "complete";
  happens("load");
  mock.timers.tick(REST);
  assert.equal(calls, 1);
});

test("nobody rests at a hidden page", () => {
  document.hidden = true;
  mock.timers.tick(REST);
  assert.equal(calls, 0);
  document.hidden = false;
  happens("visibilitychange");
  mock.timers.tick(REST);
  assert.equal(calls, 1);
});

for (const [connection, expected] of [
  [undefined, false],
  [{}, false],
  [{ saveData: false, effectiveType: "4g" }, true],
  [{ saveData: false, effectiveType: "4g", type: "wifi" }, true],
  [{ type: "ethernet" }, true],
  [{ saveData: true, effectiveType: "4g", type: "wifi" }, false],
  [{ saveData: false, effectiveType: "4g", type: "cellular" }, false],
  [{ saveData: false, effectiveType: "3g", type: "wifi" }, false],
  [{ saveData: false, effectiveType: "2g" }, false],
  [{ type: "unknown" }, false],
]) {
  test(`${JSON.stringify(connection)} is ${expected ? "" : "not "}known as unmetered`, () => {
    Object.defineProperty(navigator, "connection", { value: connection, configurable: true });
    assert.equal(isUnmetered(), expected);
  });
}
