// A failed download of a runtime file: if the host's list of files has changed, the error names a new version.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { NEW_VERSION } from "../../docs/assets/js/lib/failure.js";

/** The host's files by name: a text, or an HTTP status. @type {Record<string, string | number>} */
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
const { Files } = await import("../../docs/assets/js/rules-client/file-downloads.js"); // captures the fetch it finds

const WHEEL = "rules_py_psiops-0123456789ab.whl";
const lock = { packages: { "rules-py-psiops": { file_name: WHEEL, sha256: "00" } } };
const manifestOf = (/** @type {string} */ wheel) =>
  JSON.stringify({ pyodide: "lean/", stdlib: "s", full: { pyodide: "full/" }, sizes: { [wheel]: 1 }, zipped: [] });

/** Open the current version, then remove one of its files from the host. */
async function opened() {
  const files = new Files();
  await files.open(null);
  delete host[WHEEL];
  asked = [];
  return files;
}

/** Return the error that the reader sees for a missing package. */
async function failureOfWheel(files, signal) {
  const failure = await files.fetchWheel("rules-py-psiops").catch((error) => error);
  return files.explain(failure, signal);
}

const NO_FILE = { name: "Failure", message: "a file couldn't be downloaded (rules-py-psiops: error 404)" };

beforeEach(() => {
  host = { "runtime.json": manifestOf(WHEEL), "pyodide-lock.json": JSON.stringify(lock), [WHEEL]: "w" };
  isConnected = true;
  mock.method(console, "warn", () => {});
});

test("a changed list of files means a new version", async () => {
  const files = await opened();
  host["runtime.json"] = manifestOf("rules_py_psiops-ba9876543210.whl");
  const { name, message } = await failureOfWheel(files);
  assert.deepEqual({ name, message }, { name: "Failure", message: NEW_VERSION });
  assert.deepEqual(asked.at(-1), { name: "runtime.json", cache: "reload" }, "the browser's cache may have the old one");
});

test("an unchanged list of files means a missing file", async () => {
  const { name, message } = await failureOfWheel(await opened());
  assert.deepEqual({ name, message }, NO_FILE);
});

test("a missing or invalid list of files doesn't mean a new version", async () => {
  const files = await opened();
  for (const answer of [404, 503, "<!doctype html><title>Sign in</title>"]) {
    host["runtime.json"] = answer;
    const { name, message } = await failureOfWheel(files);
    assert.deepEqual({ name, message }, NO_FILE);
  }
  isConnected = false;
  assert.equal((await failureOfWheel(files)).message, "a file couldn't be downloaded (rules-py-psiops)");
});

test("an aborted request doesn't wait for the list of files", async () => {
  const files = await opened();
  host["runtime.json"] = manifestOf("another.whl");
  const { name, message } = await failureOfWheel(files, AbortSignal.abort());
  assert.deepEqual({ name, message }, NO_FILE);
});

test("an error that isn't about a file is passed on", async () => {
  const files = await opened();
  host["runtime.json"] = manifestOf("another.whl");
  const error = new RangeError("out of memory");
  assert.equal(await files.explain(error), error);
  assert.deepEqual(asked, []);
});
