// A failed download: if the host's main script is of another version, the error names a new version.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Failure, SITE_CHANGED } from "../../page/js/lib/failure.js";
import { explainFailure } from "../../page/js/rules-client/host-version.js";

globalThis.SITE_VERSION = "0123456789ab";

/** @type {() => Response} */
let answer;
let asked = "";

globalThis.fetch = async (address, { cache }) => {
  asked = `${String(address).split("/").pop()} ${cache}`;
  return answer();
};

const explain = async () => (await explainFailure(new Failure("a file couldn't be downloaded (core.js)"))).message;

beforeEach(() => {
  answer = () => new Response('const SITE_VERSION="0123456789ab";');
});

test("a main script of the page's version means a missing file", async () => {
  assert.equal(await explain(), "a file couldn't be downloaded (core.js)");
  assert.equal(asked, "main.js no-cache", "the browser's cache may have the old one");
});

test("a main script of another version means that the site has changed", async () => {
  answer = () => new Response('const SITE_VERSION="ba9876543210";');
  assert.equal(await explain(), SITE_CHANGED);
});

test("a host without the main script, or without an answer, means no new version", async () => {
  answer = () => new Response("gone", { status: 404 });
  assert.equal(await explain(), "a file couldn't be downloaded (core.js)");
  answer = () => {
    throw new TypeError("Failed to fetch");
  };
  assert.equal(await explain(), "a file couldn't be downloaded (core.js)");
});
