// Downloads of Python's files: their progress, and the failures for which Pyodide would wait forever.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { watchDownloads } from "../../page/js/rules-client/python-downloads.js";

const SIZES = { "pyodide.asm.wasm": 6, "python_stdlib.zip": 2 };
const PLACE = "https://fieldbook.test/assets/python/0123/";

/** The host's files by name: their content, or an HTTP status. @type {Record<string, string | Uint8Array | number>} */
let host;
/** @type {number[]} */
let shares;
/** Rejects with the failure of a download. @type {Promise<never>} */
let failed;

beforeEach(() => {
  host = { "pyodide.asm.wasm": "module", "python_stdlib.zip": "py" };
  shares = [];
  globalThis.fetch = async (request) => {
    const found = host[String(request).split("/").pop()];
    if (found === undefined) throw new TypeError("Failed to fetch");
    return typeof found === "number" ? new Response("", { status: found }) : new Response(found);
  };
  failed = watchDownloads(SIZES, (share) => shares.push(share));
  failed.catch(() => {}); // also in tests that don't wait for it
});

test("the share of received bytes grows to 1", async () => {
  assert.equal(await (await fetch(`${PLACE}pyodide.asm.wasm`)).text(), "module");
  assert.equal(shares.at(-1), 0.75);
  await (await fetch(`${PLACE}python_stdlib.zip`)).text();
  assert.equal(shares.at(-1), 1);
});

for (const [problem, sentence] of [
  [404, "a file couldn't be downloaded (python_stdlib.zip: error 404)"],
  [undefined, "a file couldn't be downloaded (python_stdlib.zip)"],
  ["p", "a file arrived incomplete (python_stdlib.zip: 1 of 2 bytes)"],
]) {
  test(`a library that is ${problem} fails with a sentence`, async () => {
    host["python_stdlib.zip"] = problem;
    fetch(`${PLACE}python_stdlib.zip`).catch(() => {});
    await assert.rejects(failed, { name: "Failure", message: sentence });
  });
}

test("a module that can't be compiled fails with a sentence", async () => {
  const answer = fetch(`${PLACE}pyodide.asm.wasm`);
  await assert.rejects(WebAssembly.instantiateStreaming(answer, {}));
  await assert.rejects(failed, { message: "a file arrived incomplete (pyodide.asm.wasm)" });
});

test("a module that the host sends as another type is compiled", async () => {
  host["pyodide.asm.wasm"] = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]); // the smallest module, without a type
  const { instance } = await WebAssembly.instantiateStreaming(fetch(`${PLACE}pyodide.asm.wasm`), {});
  assert.ok(instance);
});
