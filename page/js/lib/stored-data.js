// The data of stored records: which of it this site can read, and if two of them are the same.
/** @typedef {import("#store").StoredRecord} StoredRecord */
/** @typedef {import("#store").StoreName} StoreName */

const DEEPEST = 30; // levels of JSON; this site writes about ten, and endless nesting would overflow the stack

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

/** @param {Record<string, any>} data @returns {string | undefined} */
export const readSheetGame = ({ sheet, fields }) =>
  isObject(fields) && typeof sheet === "string" ? /^([a-z0-9_]+)\.[a-z0-9-]+$/.exec(sheet)?.[1] : undefined;

/** @param {Record<string, any>} data @returns {string | undefined} */
export const readFightGame = ({ fight, events }) =>
  Array.isArray(events) && typeof fight === "string" ? /^[a-z0-9_]+$/.exec(fight)?.[0] : undefined;

/** Return a sheet without its derived values. @param {{ sheet: string, fields: object }} data */
export const stripSheet = ({ sheet, fields }) => ({ sheet, fields });

/**
 * Return the record with the same content, such as the one that a link was saved as.
 * @param {StoreName} store
 * @param {StoredRecord[]} records
 * @param {any} data
 */
export const findSame = (store, records, data) => records.find((each) => isSameData(store, each.data, data));

/**
 * Return the latest record with the same name, and of a sheet with the same kind: perhaps an earlier copy.
 * @param {StoreName} store
 * @param {StoredRecord[]} records
 * @param {string} name
 * @param {any} data
 */
export function findNamesake(store, records, name, data) {
  const wanted = name.trim().toLowerCase();
  return records.find(
    (each) =>
      wanted !== ""
      && each.name.trim().toLowerCase() === wanted
      && (store !== "sheets" || (isSheet(each.data) && each.data.sheet === data.sheet)),
  );
}

/** Return true if two records have the same content. @param {StoreName} store @param {any} one @param {any} other */
export const isSameData = (store, one, other) =>
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

/** @param {any} value @returns {value is Record<string, any>} */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
