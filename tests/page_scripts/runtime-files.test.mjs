// A file of the runtime that fails: the reader is told of a new version where the host has another list of files by now.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { NEW_VERSION } from "../../docs/assets/js/lib/failure.js";

/** What the host has, by name: texts, or a status that it answers with. @type {Record<string, string | number>} */
let host = {};
let isConnected = true;
/** @type {{ name: string, cache: RequestCache | undefined }[]} */
let asked = [];

globalThis.fetch = async (address, { cache, signal } = {}) => {
  signal?.throwIfAborted();
  const name = String(address).split("/").pop();
  asked.push({ name, cache });
  if (!isConnected) throw new TypeError("Failed to fetch");
  const found = host[name] ?? 404;
  return typeof found === "number" ? new Response("", { status: found }) : new Response(found);
};
const { Files } = await import("../../docs/assets/js/rules-client/file-downloads.js"); // which keeps the fetch that it finds

const WHEEL = "rules_py_psiops-0123456789ab.whl";
const lock = { packages: { "rules-py-psiops": { file_name: WHEEL, sha256: "00" } } };
const manifestOf = (/** @type {string} */ wheel) =>
  JSON.stringify({ pyodide: "lean/", stdlib: "s", full: { pyodide: "full/" }, sizes: { [wheel]: 1 }, zipped: [] });

/** A page that has opened the version of now, of which the host has lost a file. */
async function opened() {
  const files = new Files();
  await files.open(null);
  delete host[WHEEL];
  asked = [];
  return files;
}

/** Why a package does not come, as the reader is told. */
async function failureOfWheel(files, signal) {
  const failure = await files.fetchWheel("rules-py-psiops").catch((error) => error);
  return files.explain(failure, signal);
}

const NO_FILE = { name: "Failure", message: "a file did not arrive (rules-py-psiops: error 404)" };

beforeEach(() => {
  host = { "runtime.json": manifestOf(WHEEL), "pyodide-lock.json": JSON.stringify(lock), [WHEEL]: "w" };
  isConnected = true;
  mock.method(console, "warn", () => {});
});

test("where the host lists other files by now, the reader is told of a new version", async () => {
  const files = await opened();
  host["runtime.json"] = manifestOf("rules_py_psiops-ba9876543210.whl");
  const { name, message } = await failureOfWheel(files);
  assert.deepEqual({ name, message }, { name: "Failure", message: NEW_VERSION });
  assert.deepEqual(asked.at(-1), { name: "runtime.json", cache: "reload" }, "the browser's cache may have the old one");
});

test("where it lists the same files, one of them is missing", async () => {
  const { name, message } = await failureOfWheel(await opened());
  assert.deepEqual({ name, message }, NO_FILE);
});

test("where the list itself does not come, or something else in its place, nobody speaks of a new version", async () => {
  const files = await opened();
  for (const answer of [404, 503, "<!doctype html><title>Sign in</title>"]) {
    host["runtime.json"] = answer;
    const { name, message } = await failureOfWheel(files);
    assert.deepEqual({ name, message }, NO_FILE);
  }
  isConnected = false;
  assert.equal((await failureOfWheel(files)).message, "a file did not arrive (rules-py-psiops)");
});

test("a line that is given up is not waited for", async () => {
  const files = await opened();
  host["runtime.json"] = manifestOf("another.whl");
  const { name, message } = await failureOfWheel(files, AbortSignal.abort());
  assert.deepEqual({ name, message }, NO_FILE);
});

test("what is no file's failure says what it said", async () => {
  const files = await opened();
  host["runtime.json"] = manifestOf("another.whl");
  const error = new RangeError("out of memory");
  assert.equal(await files.explain(error), error);
  assert.deepEqual(asked, []);
});
