// What a page asks its host for: it comes whole, or it is told why not in words for readers, never in a browser's own.
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { fetchText, inTime } from "../../docs/assets/js/lib/fetch.js";
import { SLOW_AFTER } from "../../docs/assets/js/lib/failure.js";

const NOTHING_CAME = { name: "Failure", message: "nothing came; the connection may be slow" };
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

/** Have something answer, as `fetch` does: what is never answered ends with the signal alone. */
function host(answer) {
  globalThis.fetch = (_, { signal }) =>
    new Promise((done, fail) => {
      signal.addEventListener("abort", () => fail(signal.reason));
      Promise.resolve()
        .then(() => answer(signal))
        .then((found) => found && done(found), fail);
    });
}

/** Let what is under way come to where it waits. */
const settle = () => new Promise(setImmediate);

test("what comes in parts is put together, however long all of it takes", async () => {
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
    mock.timers.tick(SLOW_AFTER - 1);
    body.enqueue(part);
    await settle();
  }
  body.close();
  assert.equal(await text, "Psi “Ö”");
});

test("a host that refuses is told by its cause", async () => {
  host(() => new Response("busy", { status: 503 }));
  await assert.rejects(fetchText("a"), { name: "Failure", message: "the host sent an error (503)" });
  host(() => new Response("none", { status: 404 }));
  await assert.rejects(fetchText("a"), { name: "Failure", message: "it is not there any more" });
});

test("what a browser says of a line that broke off stays in the console", async () => {
  host(() => {
    throw new TypeError("Failed to fetch");
  });
  await assert.rejects(fetchText("a"), { name: "Failure", message: "it did not arrive" });
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
  await assert.rejects(fetchText("a"), { name: "Failure", message: "it did not arrive" });
});

test("a line that stalls, before anything came or in the middle, is waited for no longer than others are", async () => {
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
    mock.timers.tick(SLOW_AFTER);
    await refused;
  }
});

test("what can't be seen coming has as long", async () => {
  const refused = assert.rejects(inTime(new Promise(() => {})), NOTHING_CAME);
  mock.timers.tick(SLOW_AFTER);
  await refused;
  assert.equal(await inTime(Promise.resolve(7)), 7);
  await assert.rejects(inTime(Promise.reject(new Error("no"))), { message: "no" });
});
