// The plan of an import: which records of a file are new, which are here already, and which differ from those here.
import { findNamesake, findSame, isSameData } from "../../lib/stored-data.js";

/**
 * @typedef {import("#store").StoreName} StoreName
 * @typedef {import("#store").StoredRecord} StoredRecord
 * @typedef {import("#store").New & { id?: string }} FileRecord
 * @typedef {"add" | "same" | "differs"} Kind
 *
 * @typedef {object} Item a record of a file
 * @property {Kind} kind
 * @property {StoreName} store
 * @property {FileRecord} record
 * @property {StoredRecord | null} stored the record here with the same id or content, or null
 *
 * @typedef {"both" | "replace" | "leave"} Choice for records that differ from those here
 */

/** The parts of a fight that the reader has written, besides its events. */
export const WRITTEN = /** @type {const} */ (["campaign", "note", "clocks", "players"]);

/**
 * Compare the records of a file with those on the device. A record without an id, such as a file of a single sheet, is
 * here already if any record has the same content; otherwise it may differ from one with the same name.
 * @param {[StoreName, FileRecord][]} records
 * @param {(store: StoreName, id: string) => Promise<StoredRecord | null>} get
 * @param {(store: StoreName) => Promise<StoredRecord[]>} list
 * @returns {Promise<Item[]>}
 */
export async function compareRecords(records, get, list) {
  /** @type {Item[]} */
  const items = [];
  const ids = new Set();
  for (const [store, record] of records) {
    const { id, ...rest } = record;
    const stored = id === undefined ? findAlike(store, await list(store), record) : await get(store, id);
    const kind = !stored ? "add" : isSame(store, stored, record) ? "same" : "differs";
    const isTwice = id !== undefined && ids.has(`${store} ${id}`);
    ids.add(`${store} ${id}`);
    items.push({ kind, store, stored, record: isTwice ? rest : record });
  }
  return items;
}

/** @param {StoreName} store @param {StoredRecord[]} records @param {FileRecord} record */
const findAlike = (store, records, { name, data }) =>
  findSame(store, records, data) ?? findNamesake(store, records, name, data) ?? null;

/** @param {StoreName} store @param {StoredRecord} stored @param {FileRecord} record */
const isSame = (store, stored, record) =>
  isSameData(store, stored.data, record.data)
  && WRITTEN.every((part) => record[part] === undefined || isSameData(store, stored[part] ?? null, record[part]));

/** The words for one and several records of a store. @type {Record<StoreName, [one: string, several: string]>} */
const NOUNS = {
  sheets: ["sheet", "sheets"],
  fights: ["fight", "fights"],
  screens: ["screen", "screens"],
  rolls: ["roll", "rolls"],
  formulas: ["formula", "formulas"],
};

/**
 * Count records in words, such as “4 sheets and 1 fight”.
 * @param {{ store: StoreName }[]} records
 */
export function countByStore(records) {
  const parts = Object.entries(NOUNS).flatMap(([store, [one, several]]) => {
    const count = records.filter((each) => each.store === store).length;
    return count ? [`${count} ${count === 1 ? one : several}`] : [];
  });
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? "nothing");
}

/** Notice about a file with nothing new. */
export const NOTHING_NEW = "Everything in this file is already stored on this device.";

/** Notice about a file in which only asked rolls or drafts are new. */
const ONLY_OTHERS_NEW = "Everything else in this file is already stored on this device.";

/**
 * Summarize an import.
 * @param {Item[]} items
 * @param {Choice} choice
 * @param {{ requests?: number, drafts?: number }} [others] the numbers of asked rolls and of drafts that were new
 */
export function summarizeImport(items, choice, { requests = 0, drafts = 0 } = {}) {
  const asked = requests ? [`Imported ${requests === 1 ? "1 asked roll" : `${requests} asked rolls`}.`] : [];
  if (drafts) asked.push(`Imported ${drafts === 1 ? "the draft of 1 rule" : `the drafts of ${drafts} rules`}.`);
  if (!items.length && asked.length) return asked.join(" ");
  if (items.every(({ kind }) => kind === "same"))
    return [...asked, asked.length ? ONLY_OTHERS_NEW : NOTHING_NEW].join(" ");
  const [added, same, differing] = /** @type {Kind[]} */ (["add", "same", "differs"]).map(
    (kind) => items.filter((each) => each.kind === kind).length,
  );
  const stored = added + (choice === "both" ? differing : 0);
  const [is, differs] = differing === 1 ? ["is", "differs"] : ["are", "differ"];
  const about = {
    both: `${differing} ${differs} from what was here, so you now have both.`,
    replace: `${differing} ${is} replaced.`,
    leave: `${differing} ${is} left as here.`,
  };
  return [
    stored ? `Imported ${stored}.` : "",
    same ? `${same} ${same === 1 ? "was" : "were"} here already.` : "",
    differing ? about[choice] : "",
    ...asked,
  ]
    .filter(Boolean)
    .join(" ");
}
