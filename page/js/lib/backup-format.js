// Format of backup files. A file is imported completely or, if any part is invalid, not at all.
/** @typedef {import("#store").StoredRecord} StoredRecord */
/** @typedef {import("#store").StoreName} StoreName */
/** @typedef {import("#store").New} New */
/** @typedef {[store: StoreName, record: New & { id?: string }]} Brought a record of a file, with its store */
import { isFight, isObject, isSheet, isTooDeep, readFightGame, readSheetGame, stripSheet } from "./stored-data.js";
import { isScreen, readTiles, validateScreen } from "./validate-screen.js";

const VERSION = 1;
export const LARGEST = 100_000_000; // characters, or bytes; more than this site exports from a full device
const MOST = 100_000; // records
const MEGABYTE = 1_000_000;
export const TOO_LARGE = `This file is larger than ${LARGEST / MEGABYTE} MB. Choose a file that this site exported.`;
const MOST_INDENTED = 2_000_000; // characters; larger files are for programs alone
const LONGEST_NAME = 80;

/** The stores that a backup has, each with the check of its data. Rolls and formulas are checked again when they are read. */
const STORES = /** @type {const} */ ({
  sheets: isSheet,
  fights: isFight,
  screens: isScreen,
  rolls: (/** @type {any} */ data) => isObject(data) && Number.isFinite(data.at) && isObject(data.rolled),
  formulas: (/** @type {any} */ data) => isObject(data) && typeof data.notation === "string",
});

/** @typedef {keyof typeof STORES} BackupStore */

/** The stores of a backup. */
export const BACKUP_STORES = /** @type {BackupStore[]} */ (Object.keys(STORES));

const isText = (/** @type {unknown} */ value) => typeof value === "string";

/** The parts of records besides their data, by store, each with its check. A part that fails it is left out. */
const PARTS = /** @type {Record<BackupStore, Partial<Record<keyof StoredRecord, (value: any) => boolean>>>} */ ({
  sheets: { typed: isObject, making: isObject, aside: (value) => value === true, note: isText },
  fights: {
    from: (value) => isObject(value) && Object.values(value).every((each) => isId(each?.id) && isObject(each.fields)),
    summary: isSummary,
    campaign: (value) => isText(value) && value.length <= LONGEST_NAME,
    note: isText,
    clocks: (value) => Array.isArray(value) && value.every(isClock),
    players: isObject,
    of: (value) => isId(value),
  },
  screens: {},
  rolls: {},
  formulas: {},
});

/** @param {any} value */
function isSummary(value) {
  if (!isObject(value) || ![value.line, value.winner, value.state ?? ""].every(isText)) return false;
  const { fallen, names = [] } = value;
  const areFallen = Array.isArray(fallen) && fallen.every((each) => isText(each?.name) && isText(each.side));
  return areFallen && Array.isArray(names) && names.every(isText);
}

/** @param {any} value */
const isClock = (value) =>
  isObject(value) && isText(value.name) && [value.filled, value.segments].every((each) => Number.isInteger(each));

/**
 * Format the records of some stores as a file.
 * @param {Partial<Record<BackupStore, StoredRecord[]>>} kept
 * @param {{ asked: object[], answered: object[] }} [requests] the rolls that were asked for and answered
 * @param {object[]} [drafts] the drafts of rules on the workbench
 */
export function formatFile(kept, requests, drafts = []) {
  const records = Object.entries(kept).map(([name, all]) => {
    const store = /** @type {BackupStore} */ (name);
    return [store, all.filter(({ data }) => STORES[store](data)).map((record) => formatRecord(store, record))];
  });
  const hasRequests = requests && requests.asked.length + requests.answered.length > 0;
  const others = { ...(hasRequests && { requests }), ...(drafts.length > 0 && { drafts }) };
  const file = { fieldbook: VERSION, ...Object.fromEntries(records), ...others };
  const text = JSON.stringify(file, null, 1);
  return text.length > MOST_INDENTED ? JSON.stringify(file) : text;
}

/** @param {BackupStore} store @param {StoredRecord} record */
const formatRecord = (store, record) => ({
  id: record.id,
  game: record.game,
  name: record.name,
  changed: record.changed,
  ...readParts(store, record),
  data: selectData(store, record.data),
});

/** Return the valid parts of a record besides its data. @param {BackupStore} store @param {any} record */
const readParts = (store, record) =>
  Object.fromEntries(
    Object.entries(PARTS[store]).flatMap(([name, isValid]) => (isValid(record?.[name]) ? [[name, record[name]]] : [])),
  );

/** Count the unreadable records and tiles that a file omits. @param {Parameters<typeof formatFile>[0]} kept */
export const countOmitted = (kept) =>
  Object.entries(kept).flatMap(([store, all]) =>
    all.flatMap((each) =>
      STORES[/** @type {BackupStore} */ (store)](each.data) ? readTiles(each.data).unread : [each],
    ),
  ).length;

/** @param {BackupStore} store @param {any} data */
function selectData(store, data) {
  if (store === "sheets") return stripSheet(data);
  return store === "screens" ? { ...data, tiles: readTiles(data).tiles } : data;
}

/**
 * Parse a file into records with their stores. A single sheet or screen is also a valid file.
 * @param {string} text
 * @returns {Brought[]}
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
  const found = BACKUP_STORES.flatMap((store) => {
    const records = data[store] ?? [];
    if (!Array.isArray(records)) throw createError(`The list of ${store} in this file is damaged.`);
    return records.map((record) => /** @type {Brought} */ ([store, readRecord(store, record)]));
  });
  if (found.length > MOST) throw createError(`This file has ${found.length} items, and this site reads up to ${MOST}.`);
  if (!found.length && !readDrafts(data).length) throw createError("This file has nothing in it.");
  return found;
}

/**
 * Return the requests in a file; those that are damaged are left out.
 * @param {string} text
 */
export function parseRequests(text) {
  const data = parseJson(text);
  const { asked, answered } = isObject(data) && isObject(data.requests) ? data.requests : {};
  const select = (/** @type {any} */ list, /** @type {(each: any) => boolean} */ isValid) =>
    Array.isArray(list) ? list.filter((each) => isObject(each) && Number.isFinite(each.at) && isValid(each)) : [];
  return {
    asked: select(
      asked,
      ({ request, counted, fight = "" }) =>
        isText(fight) && hasRequestId(request) && Array.isArray(counted) && counted.every(isObject),
    ),
    answered: select(answered, ({ answer }) => isObject(answer) && hasRequestId(answer.request)),
  };
}

/**
 * Return the drafts of rules in a file; those that are damaged are left out.
 * @param {string} text
 */
export const parseDrafts = (text) => readDrafts(parseJson(text));

/** @param {any} data @returns {{ rule: string, text: string }[]} */
const readDrafts = (data) =>
  isObject(data) && Array.isArray(data.drafts)
    ? data.drafts.filter((/** @type {any} */ each) => isText(each?.text) && /^[\w.-]{0,80}$/.test(each.rule))
    : [];

/** @param {any} request */
const hasRequestId = (request) => isObject(request) && isText(request.id) && /^[a-z0-9]{8,40}$/.test(request.id);

/**
 * @param {BackupStore} store
 * @param {any} record
 */
function readRecord(store, record) {
  const { id, name, changed, data } = isObject(record) ? record : {};
  const common = {
    ...((isId(id) || (store === "rolls" && isKey(id))) && { id }),
    name: typeof name === "string" ? name.slice(0, LONGEST_NAME) : "",
    ...(Number.isFinite(changed) && { changed }),
    ...readParts(store, record),
  };
  if (store === "screens") return { ...common, game: readGame(record), data: validateScreen(data) };
  const game = !STORES[store](data)
    ? undefined
    : store === "sheets"
      ? readSheetGame(data)
      : store === "fights"
        ? readFightGame(data)
        : readGame(record);
  if (game === undefined) throw createError(`One of the ${store} in this file is damaged.`);
  return { ...common, game, data };
}

/** Return the slug of a record's game, or "" if it has none. @param {any} record */
const readGame = (record) =>
  typeof record?.game === "string" && /^[a-z0-9_]{1,40}$/.test(record.game) ? record.game : "";

/** @param {unknown} id */
const isId = (id) => typeof id === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

/** Return true for the id of a roll, which has its time. @param {unknown} id */
const isKey = (id) => typeof id === "string" && /^[\w-]{1,80}$/.test(id);

/** @param {string} text */
function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw createError(text.trim() ? "This file can't be read." : "This file is empty.");
  }
}

const NOT_OURS = "This file has no sheets, fights or screens of this site.";

/** @param {string} reason a sentence */
const createError = (reason) => new Error(`${reason} Choose a file that this site exported.`);
