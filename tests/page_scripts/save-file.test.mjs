// Saving of files: by the share sheet on the home screen of an iPhone, by a download everywhere else, and in one place.
import "./dom-stub.mjs";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { notices } from "./page_exports.mjs";

const { isInTabOfIos, isOnHomeScreen, saveAs, saveFile, shareFile } = await import(
  "../../page/js/components/save-file.js"
);

let downloads = [];
let shared = [];
let refusal = null;

/** Run the page on a device. */
function onDevice(about) {
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: about });
}

/** The share sheet, which rejects with `refusal`. */
const sheet = {
  canShare: ({ files }) => files.length > 0,
  async share(data) {
    shared.push(data);
    if (refusal) throw refusal;
  },
};

beforeEach(() => {
  [downloads, shared, refusal] = [[], [], null];
  notices.length = 0;
  URL.createObjectURL = (file) => `blob:${file.name}`;
  URL.revokeObjectURL = () => {};
  globalThis.setTimeout = () => 0; // the address is revoked a minute later
  document.createElement = () => ({
    append() {},
    click() {
      downloads.push([this.download, this.href]);
    },
  });
});

const picture = new File(["x"], "session.png", { type: "image/png" });

for (const [device, about] of Object.entries({
  "a computer": {},
  "a phone with a share sheet": sheet,
  "a tab on an iPhone": { ...sheet, standalone: false },
  "a home screen whose share sheet takes no files": { ...sheet, standalone: true, canShare: () => false },
})) {
  test(`${device} downloads`, async () => {
    onDevice(about);
    await saveAs("Nick & Ada!", "{}");
    await saveFile(picture);
    assert.deepEqual(downloads, [
      ["nick-ada-.json", "blob:nick-ada-.json"],
      ["session.png", "blob:session.png"],
    ]);
    assert.deepEqual(shared, []);
  });
}

test("an app on the home screen opens the share sheet with the file", async () => {
  onDevice({ ...sheet, standalone: true });
  await saveAs("fieldbook", '{"fieldbook":1}');
  assert.deepEqual([downloads, shared.length], [[], 1]);
  const [file] = shared[0].files;
  assert.deepEqual(
    [file.name, file.type, await file.text()],
    ["fieldbook.json", "application/json", '{"fieldbook":1}'],
  );
});

test("a closed share sheet saves nothing and says nothing", async () => {
  onDevice({ ...sheet, standalone: true });
  refusal = new DOMException("closed", "AbortError");
  await saveFile(picture);
  await shareFile(picture, "A session");
  assert.deepEqual([downloads, notices], [[], []]);
});

test("a share sheet that fails leads to a download", async () => {
  onDevice({ ...sheet, standalone: true });
  refusal = new DOMException("broken", "DataError");
  await saveFile(picture);
  assert.deepEqual(downloads, [["session.png", "blob:session.png"]]);
});

test("a share sheet that comes too late after the tap is offered once more", async () => {
  onDevice({ ...sheet, standalone: true });
  refusal = new DOMException("too late", "NotAllowedError");
  await saveFile(picture);
  assert.deepEqual([downloads, notices.map(({ words }) => words)], [[], ["session.png is ready: tap here to save it"]]);
  refusal = null;
  await notices[0].act();
  assert.deepEqual([downloads, shared.length], [[], 2]);
});

test("only an iPhone has a tab whose data don't come along", () => {
  const found = [{}, { standalone: false }, { standalone: true }].map((about) => {
    onDevice(about);
    return [isInTabOfIos(), isOnHomeScreen()];
  });
  assert.deepEqual(found, [
    [false, false],
    [true, false],
    [false, true],
  ]);
});

test("no other module saves files", () => {
  const folder = "page/js/";
  const saving = /createObjectURL|\bdownload:|\.download\s*=|"download"|navigator\.share\(\{\s*files/;
  const found = readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith(".js") && saving.test(readFileSync(folder + path, "utf8")))
    .map((path) => path.replaceAll("\\", "/"));
  assert.deepEqual(found, ["components/save-file.js"]);
});
