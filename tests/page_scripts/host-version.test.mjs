// A failed download: if the host's main script names other folders, the error names a new version.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Failure, SITE_CHANGED } from "../../page/js/lib/failure.js";
import { explainFailure } from "../../page/js/rules-client/host-version.js";

globalThis.COMPILED_RULES = { folder: "0123456789ab", parts: {}, leftOut: [] };
globalThis.PYTHON_FILES = { folder: "ba9876543210", games: [], megabytes: 8 };

const MAIN = "rules at 0123456789ab, Python at ba9876543210";
/** @type {() => Response} */
let answer;
let asked = "";

globalThis.fetch = async (address, { cache }) => {
  asked = `${String(address).split("/").pop()} ${cache}`;
  return answer();
};

const explain = async () => (await explainFailure(new Failure("a file couldn't be downloaded (core.js)"))).message;

beforeEach(() => {
  answer = () => new Response(MAIN);
});

test("a main script with the page's folders means a missing file", async () => {
  assert.equal(await explain(), "a file couldn't be downloaded (core.js)");
  assert.equal(asked, "main.js no-cache", "the browser's cache may have the old one");
});

for (const old of ["0123456789ab", "ba9876543210"]) {
  test(`a main script without the folder ${old} means a new version`, async () => {
    answer = () => new Response(MAIN.replace(old, "0a1b2c3d4e5f"));
    assert.equal(await explain(), SITE_CHANGED);
  });
}

test("a host without the main script, or without an answer, means no new version", async () => {
  answer = () => new Response("gone", { status: 404 });
  assert.equal(await explain(), "a file couldn't be downloaded (core.js)");
  answer = () => {
    throw new TypeError("Failed to fetch");
  };
  assert.equal(await explain(), "a file couldn't be downloaded (core.js)");
});
