// The run of an import: it stores what its plan adds, and can be undone.
import { createId, keep } from "#store";
import { addRequests } from "../../components/request-store.js";
import { addDrafts } from "../../components/rule-drafts.js";
import { readBackup, writeBackup } from "../../lib/backups.js";
import { WRITTEN } from "./import-plan.js";

/**
 * @typedef {import("./import-plan.js").Choice} Choice
 * @typedef {import("./import-plan.js").FileRecord} FileRecord
 * @typedef {import("./import-plan.js").Item} Item
 * @typedef {import("./import-plan.js").StoreName} StoreName
 * @typedef {import("../../components/request-store.js").Requests} Requests
 * @typedef {import("../../components/rule-drafts.js").Draft} Draft
 */

/** @type {Requests} */
const NO_REQUESTS = { asked: [], answered: [] };

/** A record without any part besides its data. */
const BARE = Object.fromEntries(
  ["typed", "making", "aside", "from", "summary", "of", ...WRITTEN].map((part) => [part, undefined]),
);

/** @typedef {{ added: number, replaced: number, requests: number, drafts: number, undo: () => Promise<void> }} Imported */

/**
 * Store what a plan adds, and do what the reader has chosen with records that differ.
 * @param {Item[]} items
 * @param {Choice} choice
 * @param {{ requests?: Requests, drafts?: Draft[] }} [others] what else is in the file
 * @returns {Promise<Imported>}
 */
export async function runImport(items, choice, { requests: { asked, answered } = NO_REQUESTS, drafts = [] } = {}) {
  /** @type {Map<string, string>} */
  const moved = new Map();
  /** @type {[StoreName, FileRecord][]} */
  const fresh = [];
  /** @type {Item[]} */
  const replacing = [];
  for (const item of items) {
    const { kind, store, record } = item;
    if (kind === "add") fresh.push([store, record]);
    else if (kind === "differs" && choice === "both") {
      const id = createId();
      if (record.id) moved.set(record.id, id);
      fresh.push([store, { ...record, id }]);
    } else if (kind === "differs" && choice === "replace") replacing.push(item);
  }
  const backup = readBackup(); // a file has all that it changes, so there is nothing to back up
  const added = await keep.addAll(fresh.map(([store, record]) => [store, followMoved(record, moved)]));
  for (const { store, record, stored } of replacing) {
    const { id: _, ...parts } = record;
    if (stored) await keep.update(store, stored.id, () => ({ ...BARE, ...parts }));
  }
  writeBackup(backup);
  const followed = asked.map((each) => (each.fight ? { ...each, fight: moved.get(each.fight) ?? each.fight } : each));
  const requests = addRequests({ asked: followed, answered });
  const written = addDrafts(drafts, choice === "replace");
  const undo = async () => {
    requests.undo();
    written.undo();
    for (const [at, { id }] of added.entries()) await keep.remove(fresh[at][0], id);
    for (const { store, stored } of replacing) {
      if (stored) await keep.update(store, stored.id, () => ({ ...BARE, ...stored }));
    }
  };
  return { added: added.length, replaced: replacing.length, requests: requests.count, drafts: written.count, undo };
}

/**
 * Return a fight whose combatants have joined as the copies of sheets that got new ids.
 * @param {FileRecord} record
 * @param {Map<string, string>} moved the new ids by the ones in the file
 */
function followMoved(record, moved) {
  if (!record.from) return record;
  const from = Object.entries(record.from).map(([who, each]) => [who, { ...each, id: moved.get(each.id) ?? each.id }]);
  return { ...record, from: Object.fromEntries(from) };
}
