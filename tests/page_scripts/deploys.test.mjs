// Every combination of an old or new page, host and database: the page says the one step that helps, and no data is lost.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import "fake-indexeddb/auto";
import { Failure, importScript, toFailure } from "../../page/js/lib/failure.js";
import { createForeignFailure, fetchText } from "../../page/js/lib/fetch.js";
import { MIGRATIONS } from "../../page/js/lib/migrations.js";
import { Store, TROUBLE_WORDS, keep as ofThePage } from "../../page/js/lib/store.js";
import { explainFailure } from "../../page/js/rules-client/host-version.js";

const STEPS = { old: MIGRATIONS, new: [...MIGRATIONS, () => {}] };
const VERSIONS = { old: "0123456789ab", new: "ba9876543210" };
const BUILDS = /** @type {const} */ (["old", "new"]);
const NICK = { game: "moon", name: "Nick", data: { sheet: "moon.pilot", fields: { air: 3 } } };
const CHANGED = "this site has changed; reload the page to go on";
const MISSING = "a file couldn't be downloaded (core.js)";

const items = new Map();
Object.defineProperty(globalThis, "localStorage", {
  value: { getItem: (key) => items.get(key) ?? null, setItem: (key, text) => items.set(key, text) },
}); // where an upgrade notes its time

after(() => ofThePage.close()); // an open BroadcastChannel would keep Node running

/** Be a page of one version on a host with another one, whose answers to anything but its main script are these. */
function serve(page, host, answer = () => new Response("gone", { status: 404 })) {
  globalThis.SITE_VERSION = VERSIONS[page];
  globalThis.fetch = async (address) =>
    String(address).endsWith("/main.js") ? new Response(`SITE_VERSION="${VERSIONS[host]}"`) : answer();
}

/** Return the words about the database that a page shows. */
function expectWords(page, data, isUpgradedUnderPage) {
  if (page === "new" || data === "old") return /^$/;
  return isUpgradedUnderPage ? /Reload this page/ : /Nothing is lost.*export it/;
}

let number = 0;
for (const page of BUILDS)
  for (const host of BUILDS)
    for (const data of BUILDS)
      for (const isUpgradedUnderPage of page === "old" && data === "new" ? [true, false] : [false]) {
        const when = isUpgradedUnderPage ? " by another tab" : "";
        test(`${page} page, ${host} host, ${data} database${when}`, async () => {
          const name = `deploy-${(number += 1)}`;
          const loaded = Object.assign(new EventTarget(), {
            performance: { timeOrigin: Date.now() + (isUpgradedUnderPage ? -60_000 : 60_000) },
          });
          const first = new Store(name, STEPS[data]);
          const { id } = await first.add("sheets", NICK);
          const store = new Store(name, STEPS[page], loaded);
          assert.deepEqual((await store.get("sheets", id))?.data, NICK.data);
          assert.match(TROUBLE_WORDS[store.trouble], expectWords(page, data, isUpgradedUnderPage));
          await store.update("sheets", id, () => ({ name: "Nora" }));
          assert.equal((await store.get("sheets", id))?.name, "Nora");

          serve(page, host);
          const { message } = await explainFailure(new Failure(MISSING));
          assert.equal(message.endsWith("reload the page to go on"), page !== host, message);
          if (page === host) assert.equal(message, MISSING);

          const last = new Store(name, STEPS.new); // the newer version is back
          const isSaved = store.trouble === "";
          assert.equal((await last.get("sheets", id))?.name, isSaved ? "Nora" : "Nick");
          await Promise.all([first, store, last].map((each) => each.close()));
        });
      }

const SCRIPT = (/** @type {string} */ text) => `data:text/javascript,${encodeURIComponent(text)}`;
const OLD_MAIN = SCRIPT("export const roll = 1;");

/** The ways in which a page meets a file of another version, each with the reason that it gives on its own version's host. */
const MEETINGS = {
  "a script or a folder of rules is gone": [
    () => importScript("file:///gone/core.js"),
    /^a file (couldn't be downloaded|arrived incomplete) \(core\.js\)$/,
  ],
  "a script needs something new from the page's main script": [
    () => importScript(SCRIPT(`import { announce } from ${JSON.stringify(OLD_MAIN)};`)),
    /^a file arrived incomplete/,
  ],
  "a script was replaced by a text": [() => importScript(SCRIPT("<p>moved</p>")), /^a file arrived incomplete/],
  "a data file is gone": [() => fetchText("https://fieldbook.test/search/index.json"), /^it's no longer there$/],
  "a data file has another shape": [async () => Promise.reject(createForeignFailure()), /^the network sent something/],
  "a worker ends at its first line": [
    async () => Promise.reject(new Failure("a file arrived incomplete (rules-worker.js)")),
    /^a file arrived incomplete/,
  ],
};

for (const [meeting, [load, reason]] of Object.entries(MEETINGS))
  for (const page of BUILDS)
    for (const host of BUILDS)
      test(`${page} page, ${host} host: ${meeting}`, async () => {
        serve(page, host);
        const failure = await load().then(() => assert.fail("it loads"), toFailure);
        const { message } = await explainFailure(failure);
        if (page === host) assert.match(message, reason);
        else assert.equal(message, CHANGED);
      });

const PAGE = new URL("../../page/js/", import.meta.url);
/** Parts that nobody has asked for, or that appear beside something that works: a page does without them in silence. */
const SILENT = {
  "components/journal.js": "the rolls stay in the journal",
  "components/feedback-switch.js": "rolls stay silent",
  "features/block-tools/offer-tools.js": "the next touch tries again",
  "features/continue-list/continue-list.js": "the tap reports it",
  "lib/store.js": "the database has the records, too",
};
/** Parts whose failure another module reports, or whose sentence names another step that helps. */
const REPORTED_OTHERWISE = {
  "components/prefill.js": "says that the form isn't filled",
  "components/site-index.js": "the search explains it",
  "features/characters/roll-as-character.js": "says that the form isn't filled",
  "features/characters/cards.js": "characters/sheets.js reports it",
  "features/encounters/fight-forms.js": "encounters/encounter.js reports it",
  "features/gm-screen/block-body.js": "explains it",
  "features/gm-screen/fight-body.js": "explains it",
  "features/previews/preview-links.js": "the link opens the page",
};

for (const name of readdirSync(PAGE, { recursive: true })
  .filter((each) => each.endsWith(".js"))
  .sort()) {
  const text = readFileSync(new URL(name, PAGE), "utf8");
  if (!/\bimport\("#/.test(text.replace(/\/\*\*[\s\S]*?\*\//g, "")) || name in SILENT || name in REPORTED_OTHERWISE)
    continue;
  test(`${name} says to reload the page if a script of it is missing`, () => {
    assert.match(text, /couldn't be (loaded|made)\. Reload the page once you're online/);
  });
}
