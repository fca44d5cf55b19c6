// Import of backup files: all records are checked, then a preview says what the import will add, replace and leave.
import { askRead, describeLengths, getSheetName, listSheetDifferences } from "#play-shared";
import { ignoreRepeats, make, makeAction, makeButton, say, showError, showWhileWaiting } from "#shared";
import { keep } from "#store";
import { LARGEST, parseDrafts, parseRecords, parseRequests, TOO_LARGE } from "../../lib/backup-format.js";
import { countByStore, compareRecords, summarizeImport } from "./import-plan.js";
import { runImport } from "./import-run.js";

/** @typedef {import("./import-plan.js").Choice} Choice */
/** @typedef {import("./import-plan.js").Item} Item */

const MOST_NAMED = 40; // records of each kind; the rest is counted

/**
 * Read a file, and show what its import will do. A file with a single new record is imported at once.
 * @param {File} file
 * @param {HTMLElement} place
 * @param {() => void} [act] called after the import
 */
export async function openImport(file, place, act = () => {}) {
  try {
    const { items, ...others } = await showWhileWaiting(readFile(file), () => {
      place.replaceChildren(make("fb-status", { "data-after": "Reading the file…" }));
    });
    const isNew = items.some(({ kind }) => kind !== "same");
    const run = (/** @type {Choice} */ choice) => runImport(items, choice, others);
    // Nothing of a file without new records is replaced, but there may be asked rolls or drafts that aren't here.
    if (!isNew || (items.length === 1 && items[0].kind === "add")) await store(items, "both", run, place, act);
    else showPreview(items, run, place, act);
  } catch (error) {
    showError(place, `${error instanceof Error ? error.message : error} Nothing was changed.`);
  }
}

/**
 * Import all records of a file, or none; those that differ from records here are kept beside them.
 * @param {File} file
 * @returns {Promise<string>} a summary of the import
 * @throws {Error} a sentence if the file can't be imported
 */
export async function importFile(file) {
  const { items, ...others } = await readFile(file);
  return summarizeImport(items, "both", await runImport(items, "both", others));
}

/**
 * Check all records of a file, and compare them with those on the device.
 * @param {File} file
 * @throws {Error} a sentence if the file can't be imported
 */
async function readFile(file) {
  if (file.size > LARGEST) throw new Error(TOO_LARGE);
  const text = await file.text();
  const records = parseRecords(text);
  for (const [at, [store, record]] of records.entries()) {
    if (store !== "sheets") continue;
    const answer = await askRead(record.data);
    if (answer.error !== undefined) throw new Error(`${record.name || `Sheet ${at + 1}`}: ${answer.error}`);
    records[at] = [store, { ...record, data: answer.sheet, name: getSheetName(answer.sheet, record.name) }];
  }
  const items = await compareRecords(
    records,
    (store, id) => keep.get(store, id),
    (store) => keep.list(store),
  );
  return { items, requests: parseRequests(text), drafts: parseDrafts(text) };
}

/** @param {HTMLElement} place @param {string} words @param {Node[]} more */
function showWords(place, words, ...more) {
  place.replaceChildren(make("p", {}, words), ...more);
  say(words);
}

/** @typedef {(choice: Choice) => ReturnType<typeof runImport>} Run runs an import */

/** @param {Item[]} items @param {Choice} choice @param {Run} run @param {HTMLElement} place @param {() => void} act */
async function store(items, choice, run, place, act) {
  const { added, replaced, requests, drafts, undo } = await run(choice);
  const words = summarizeImport(items, choice, { requests, drafts });
  if (!added && !replaced && !requests && !drafts) return showWords(place, words);
  const back = makeAction(
    "fb-add",
    "Undo the import",
    ignoreRepeats(async () => {
      await undo();
      showWords(place, "Everything is as it was before the import.");
      act();
    }),
  );
  showWords(place, words, back);
  act();
}

/** @param {Item[]} items @param {Run} run @param {HTMLElement} place @param {() => void} act */
function showPreview(items, run, place, act) {
  const [added, differing, same] = ["add", "differs", "same"].map((kind) => items.filter((each) => each.kind === kind));
  const choose = differing.length ? makeChoice(differing) : null;
  const start = makeButton("fb-roll", "Import");
  const cancel = makeAction("fb-add", "Cancel", () => showWords(place, "Nothing was changed."));
  start.addEventListener(
    "click",
    ignoreRepeats(() => store(items, readChoice(choose), run, place, act)),
  );
  const parts = [
    added.length ? makePart(`Adds ${countByStore(added)}`, added) : null,
    choose,
    same.length ? makePart(`Leaves ${countByStore(same)}, here already`, same) : null,
  ];
  place.replaceChildren(
    make(
      "section",
      { className: "fb-import", "aria-label": "What the import will do" },
      make("p", {}, make("strong", {}, "What the import will do")),
      ...parts.filter((part) => part !== null),
      make("p", { className: "fb-sheet-tools" }, start, cancel),
    ),
  );
  start.focus();
  const differs = differing.length ? ` ${countByStore(differing)} differ from what is here.` : "";
  say(`This import adds ${countByStore(added)}.${differs}`);
}

/** Make a line about some records, which unfolds to their names. @param {string} words @param {Item[]} items */
function makePart(words, items) {
  const named = items.filter(({ store }) => store !== "rolls").slice(0, MOST_NAMED);
  const rest = items.length - named.length;
  const names = named.map(({ record }) => make("li", {}, record.name || "without a name"));
  if (rest) names.push(make("li", {}, `and ${rest} more`));
  return make("details", {}, make("summary", {}, words), make("ul", {}, ...names));
}

/** Make the choice for records that differ from those here, with both dates. @param {Item[]} differing */
function makeChoice(differing) {
  const [these, them] = differing.length === 1 ? ["this one", "it"] : ["these", "them"];
  const options = [
    ["both", `Keep both of ${these}`],
    ["replace", `Replace ${them} by the file's`],
    ["leave", `Leave ${them} as here`],
  ].map(([value, words]) => {
    const input = make("input", { type: "radio", name: "fb-import-choice", value, defaultChecked: value === "both" });
    return make("label", {}, input, ` ${words}`);
  });
  const lines = differing.slice(0, MOST_NAMED).map(({ store, record, stored }) => {
    const [there, here] = [record.changed, stored?.changed].map((time) =>
      time ? new Date(time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }) : "no date",
    );
    const words = `${record.name || "Without a name"}: in the file ${there}, here ${here}`;
    const place = make("span");
    if (stored) describeDifferences(store, stored, record).then((said) => place.append(`. ${said}`));
    return make("li", {}, words, place);
  });
  const rest = differing.length - lines.length;
  const title = `${countByStore(differing)} ${differing.length === 1 ? "differs" : "differ"} from what is here`;
  return make(
    "fieldset",
    {},
    make("legend", {}, title),
    make("ul", {}, ...lines, ...(rest ? [make("li", {}, `and ${rest} more`)] : [])),
    ...options,
  );
}

/**
 * Describe how a record of a file differs from the one here.
 * @param {import("./import-plan.js").StoreName} store
 * @param {import("#store").StoredRecord} stored
 * @param {import("./import-plan.js").FileRecord} record
 */
async function describeDifferences(store, stored, record) {
  if (store === "sheets") {
    const [there, here] = await Promise.all([askRead(record.data), askRead(stored.data)]);
    if (there.error !== undefined || here.error !== undefined) return "";
    return `${listSheetDifferences(there.html, here.html).join("; ")}.`;
  }
  if (store === "fights") return `${describeLengths("event", record.data?.events, stored.data?.events)}.`;
  return store === "screens" ? `${describeLengths("tile", record.data?.tiles, stored.data?.tiles)}.` : "";
}

/** @param {HTMLElement | null} choose @returns {Choice} */
function readChoice(choose) {
  const chosen = choose?.querySelector("input:checked");
  return /** @type {Choice} */ (chosen instanceof HTMLInputElement ? chosen.value : "both");
}
