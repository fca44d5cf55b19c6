// Every combination of an old or new page, host and database: the page says the one step that helps, and no data is lost.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import "fake-indexeddb/auto";
import { Failure } from "../../page/js/lib/failure.js";
import { MIGRATIONS } from "../../page/js/lib/migrations.js";
import { Store, TROUBLE_WORDS, keep as ofThePage } from "../../page/js/lib/store.js";
import { explainFailure } from "../../page/js/rules-client/host-version.js";

const STEPS = { old: MIGRATIONS, new: [...MIGRATIONS, () => {}] };
const FOLDERS = { old: "0123456789ab", new: "ba9876543210" };
const BUILDS = /** @type {const} */ (["old", "new"]);
const NICK = { game: "moon", name: "Nick", data: { sheet: "moon.pilot", fields: { air: 3 } } };
const MISSING = "a file couldn't be downloaded (core.js)";

const items = new Map();
Object.defineProperty(globalThis, "localStorage", {
  value: { getItem: (key) => items.get(key) ?? null, setItem: (key, text) => items.set(key, text) },
}); // where an upgrade notes its time

after(() => ofThePage.close()); // an open BroadcastChannel would keep Node running

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

          globalThis.COMPILED_RULES = { folder: FOLDERS[page], parts: {}, leftOut: [] };
          globalThis.PYTHON_FILES = { folder: "", games: [], megabytes: 8 };
          globalThis.fetch = async () => new Response(`rules at ${FOLDERS[host]}`);
          const { message } = await explainFailure(new Failure(MISSING));
          assert.equal(message.endsWith("reload the page to go on"), page !== host, message);
          if (page === host) assert.equal(message, MISSING);

          const last = new Store(name, STEPS.new); // the newer version is back
          const isSaved = store.trouble === "";
          assert.equal((await last.get("sheets", id))?.name, isSaved ? "Nora" : "Nick");
          await Promise.all([first, store, last].map((each) => each.close()));
        });
      }
