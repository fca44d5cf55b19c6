// Format of backup files. A file is imported completely or, if any part is invalid, not at all.
/** @typedef {import("#store").StoredRecord} StoredRecord */
/** @typedef {import("#store").StoreName} StoreName */
/** @typedef {import("#store").New} New */
import { isScreen, validateScreen, readTiles } from "./validate-screen.js";

const VERSION = 1;
export const LARGEST = 100_000_000; // characters, or bytes; more than this site exports from a full device
const MOST = 100_000; // records
const MEGABYTE = 1_000_000;
export const TOO_LARGE = `This file is larger than ${LARGEST / MEGABYTE} MB. Choose a file that this site exported.`;
const MOST_INDENTED = 2_000_000; // characters; larger files are for programs alone
const DEEPEST = 30; // levels of JSON; this site writes about ten, and endless nesting would overflow the stack
const STORES = /** @type {const} */ (["sheets", "fights", "screens"]);

/**
 * Format the records of some stores as a file.
 * @param {Partial<Record<StoreName, StoredRecord[]>>} kept
 */
export function formatFile(kept) {
  const records = Object.entries(kept).map(([store, all]) => [
    store,
    all
      .filter(isReadable(store))
      .map(({ id, game, name, data, changed }) => ({ id, game, name, changed, data: selectData(store, data) })),
  ]);
  const file = { fieldbook: VERSION, ...Object.fromEntries(records) };
  const text = JSON.stringify(file, null, 1);
  return text.length > MOST_INDENTED ? JSON.stringify(file) : text;
}

/** Count the unreadable records and tiles that a file omits. @param {Parameters<typeof formatFile>[0]} kept */
export const countOmitted = (kept) =>
  Object.entries(kept).flatMap(([store, all]) =>
    all.flatMap((each) => (isReadable(store)(each) ? readTiles(each.data).unread : [each])),
  ).length;

/** @param {string} store @returns {(record: { data: any }) => boolean} */
const isReadable =
  (store) =>
  ({ data }) =>
    store === "sheets" ? isSheet(data) : store === "screens" ? isScreen(data) : isFight(data);

/** @param {string} store @param {any} data */
function selectData(store, data) {
  if (store === "sheets") return stripSheet(data);
  return store === "screens" ? { ...data, tiles: readTiles(data).tiles } : data;
}

/** Notice about an unreadable sheet. */
export const UNREADABLE_SHEET = "This saved sheet can't be read. It stays saved, unchanged.";

/**
 * Return true for a stored sheet; another version or an extension may have stored something else.
 * @param {any} data
 * @returns {data is { sheet: string, fields: Record<string, any> }}
 */
export const isSheet = (data) => isObject(data) && readSheetGame(data) !== undefined;

/**
 * Return true for a stored fight; Python checks its events.
 * @param {any} data
 * @returns {data is { fight: string, events: FightEvent[] }}
 */
export const isFight = (data) => isObject(data) && readFightGame(data) !== undefined;

/** Return a sheet without its derived values. @param {{ sheet: string, fields: object }} data */
export const stripSheet = ({ sheet, fields }) => ({ sheet, fields });

/**
 * Parse a file into records with their stores. A single sheet or screen is also a valid file.
 * @param {string} text
 * @returns {[StoreName, New & { id?: string }][]}
 * @throws {Error} a sentence about the problem
 */
export function parseRecords(text) {
  if (text.length > LARGEST) throw new Error(TOO_LARGE);
  const data = parseJson(text);
  if (!isObject(data) || isTooDeep(data)) throw createError(NOT_OURS);
  if (typeof data.sheet === "string") return [["sheets", readRecord("sheets", { data })]];
  if (data.screen !== undefined)
    return [["screens", readRecord("screens", { name: data.name, game: data.game, data })]];
  if (data.fieldbook !== VERSION) {
    throw createError(
      data.fieldbook === undefined
        ? NOT_OURS
        : `This site can't read version ${JSON.stringify(data.fieldbook).slice(0, 20)} of its files.`,
    );
  }
  const found = STORES.flatMap((store) => {
    const records = data[store] ?? [];
    if (!Array.isArray(records)) throw createError(`The list of ${store} in this file is damaged.`);
    return records.map((record) => /** @type {[StoreName, New]} */ ([store, readRecord(store, record)]));
  });
  if (found.length > MOST) throw createError(`This file has ${found.length} items, and this site reads up to ${MOST}.`);
  if (!found.length) throw createError("This file has nothing in it.");
  return found;
}

/**
 * @param {StoreName} store
 * @param {any} record
 */
function readRecord(store, record) {
  const { id, name, changed, data } = isObject(record) ? record : {};
  const common = {
    ...(isId(id) && { id }),
    name: typeof name === "string" ? name.slice(0, 80) : "",
    ...(Number.isFinite(changed) && { changed }),
  };
  if (store === "screens") {
    const isOfGame = typeof record?.game === "string" && /^[a-z0-9_]{1,40}$/.test(record.game);
    return { ...common, game: isOfGame ? record.game : "", data: validateScreen(data) };
  }
  const game = isObject(data) && (store === "sheets" ? readSheetGame(data) : readFightGame(data));
  if (!game) throw createError(`One of the ${store} in this file is damaged.`);
  return { ...common, game, data };
}

/** @param {Record<string, any>} data @returns {string | undefined} */
const readSheetGame = ({ sheet, fields }) =>
  isObject(fields) && typeof sheet === "string" ? /^([a-z0-9_]+)\.[a-z0-9-]+$/.exec(sheet)?.[1] : undefined;

/** @param {Record<string, any>} data @returns {string | undefined} */
const readFightGame = ({ fight, events }) =>
  Array.isArray(events) && typeof fight === "string" ? /^[a-z0-9_]+$/.exec(fight)?.[0] : undefined;

/** @param {unknown} id */
const isId = (id) => typeof id === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

/** @param {string} text */
function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw createError(text.trim() ? "This file can't be read." : "This file is empty.");
  }
}

/** @param {any} value @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

const NOT_OURS = "This file has no sheets, fights or screens of this site.";

/** @param {string} reason a sentence */
const createError = (reason) => new Error(`${reason} Choose a file that this site exported.`);

/**
 * Remove records that are stored already, and give new ids to those with an id in use. A record without an id, such as
 * a file of a single sheet, is stored already if any record has the same content.
 * @param {[StoreName, New & { id?: string }][]} records
 * @param {(store: StoreName, id: string) => Promise<StoredRecord | null>} get
 * @param {(store: StoreName) => Promise<StoredRecord[]>} all
 */
export async function dropDoubles(records, get, all) {
  /** @type {[StoreName, New][]} */
  const fresh = [];
  const counts = { same: 0, beside: 0 };
  const ids = new Set();
  for (const [store, { id, ...record }] of records) {
    const kept = id === undefined ? (findSame(store, await all(store), record.data) ?? null) : await get(store, id);
    if (kept && isSame(store, kept.data, record.data)) counts.same += 1;
    else {
      const isFree = id !== undefined && !kept && !ids.has(id);
      if (kept) counts.beside += 1;
      if (isFree) ids.add(id);
      fresh.push([store, { ...record, ...(isFree && { id }) }]);
    }
  }
  return { fresh, ...counts };
}

/**
 * Summarize an import.
 * @param {Awaited<ReturnType<typeof dropDoubles>>} sorted
 */
export function summarizeImport({ fresh, same, beside }) {
  if (!fresh.length) return "Everything in this file is already stored on this device.";
  return [
    `Imported ${fresh.length}.`,
    same && `${same} ${same === 1 ? "was" : "were"} here already.`,
    beside && `${beside} ${beside === 1 ? "differs" : "differ"} from what was here, so you now have both.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * Return the record with the same content, such as the one that a link was saved as.
 * @param {StoreName} store
 * @param {StoredRecord[]} records
 * @param {any} data
 */
export const findSame = (store, records, data) => records.find((each) => isSame(store, each.data, data));

/** @param {StoreName} store @param {any} one @param {any} other */
const isSame = (store, one, other) =>
  store === "sheets"
    ? toSortedJson(one?.fields) === toSortedJson(other.fields) && one?.sheet === other.sheet
    : toSortedJson(one) === toSortedJson(other);

/** Return JSON with sorted keys. @param {any} value @returns {string} */
const toSortedJson = (value) =>
  JSON.stringify(value, (_, each) =>
    isObject(each) ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1))) : each,
  );

/** Return true if JSON is nested deeper than any of this site, without recursion. @param {any} value */
export function isTooDeep(value) {
  let level = [value];
  for (let deep = 0; deep <= DEEPEST; deep += 1) {
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
    if (!level.length) return false;
  }
  return true;
}
