// Fetching from the host: a file arrives completely, or the error is worded for readers and not by the browser.
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { fetchText, limitTime } from "../../page/js/lib/fetch.js";
import { STALLED_AFTER } from "../../page/js/lib/failure.js";

const NOTHING_CAME = { name: "Failure", message: "nothing arrived; your connection may be slow" };
const plainFetch = globalThis.fetch;
const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  mock.method(console, "warn", () => {});
});

afterEach(() => {
  mock.reset();
  mock.timers.reset();
  globalThis.fetch = plainFetch;
});

/** Replace `fetch` by a function that answers; without an answer, only the signal ends the request. */
function host(answer) {
  globalThis.fetch = (_, { signal }) =>
    new Promise((done, fail) => {
      signal.addEventListener("abort", () => fail(signal.reason));
      Promise.resolve()
        .then(() => answer(signal))
        .then((found) => found && done(found), fail);
    });
}

/** Run pending promises until they wait. */
const settle = () => new Promise(setImmediate);

test("chunks of a slow response are joined", async () => {
  let body;
  host(
    () =>
      new Response(
        new ReadableStream({
          start(controller) {
            body = controller;
          },
        }),
      ),
  );
  const text = fetchText("a");
  await settle();
  for (const part of [bytes("Psi "), bytes("“Ö”").slice(0, 4), bytes("“Ö”").slice(4)]) {
    mock.timers.tick(STALLED_AFTER - 1);
    body.enqueue(part);
    await settle();
  }
  body.close();
  assert.equal(await text, "Psi “Ö”");
});

test("a host's error status is reported in words", async () => {
  host(() => new Response("busy", { status: 503 }));
  await assert.rejects(fetchText("a"), { name: "Failure", message: "the server sent an error (503)" });
  host(() => new Response("none", { status: 404 }));
  await assert.rejects(fetchText("a"), { name: "Failure", message: "it's no longer there" });
});

test("a lost connection is reported without the browser's own message", async () => {
  host(() => {
    throw new TypeError("Failed to fetch");
  });
  await assert.rejects(fetchText("a"), { name: "Failure", message: "it couldn't be downloaded" });
  host(
    () =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.error(new TypeError("network error"));
          },
        }),
      ),
  );
  await assert.rejects(fetchText("a"), { name: "Failure", message: "it couldn't be downloaded" });
});

test("a stalled request times out, before or during the response", async () => {
  const stalls = [
    () => null,
    (signal) =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(bytes("Psi"));
            signal.addEventListener("abort", () => controller.error(signal.reason));
          },
        }),
      ),
  ];
  for (const stall of stalls) {
    host(stall);
    const refused = assert.rejects(fetchText("a"), NOTHING_CAME);
    await settle();
    mock.timers.tick(STALLED_AFTER);
    await refused;
  }
});

test("a promise without progress has the same timeout", async () => {
  const refused = assert.rejects(limitTime(new Promise(() => {})), NOTHING_CAME);
  mock.timers.tick(STALLED_AFTER);
  await refused;
  assert.equal(await limitTime(Promise.resolve(7)), 7);
  await assert.rejects(limitTime(Promise.reject(new Error("no"))), { message: "no" });
});
