// The stored sheets that combatants of a fight joined as, and what has changed on them since.
import { isSame, isSheet } from "#play-shared";

/**
 * @typedef {import("#store").StoredRecord} StoredRecord
 * @typedef {{ sheet: string, fields: Record<string, any> }} SheetData
 * @typedef {{ data: SheetData, since: object }} StoredSheet see rules_py.play.fight.updates
 */

/**
 * Return the stored sheet that a combatant joined as, with its fields when both last matched, or an empty object.
 * @param {StoredRecord | null} kept
 * @param {string} [who]
 * @returns {{ id?: string, fields?: object }}
 */
export function findJoined(kept, who = "") {
  const found = new Map(Object.entries(kept?.from ?? {})).get(who);
  return typeof found?.id === "string" && isObject(found.fields) ? found : {};
}

/**
 * Return the stored sheets that have changed since they last matched their combatants, by the combatants' keys.
 * @param {StoredRecord | null} kept a fight
 * @param {(id: string) => Promise<StoredRecord | null>} getSheet
 */
export async function findChanged(kept, getSheet) {
  /** @type {Record<string, StoredSheet>} */
  const changed = {};
  for (const who of Object.keys(kept?.from ?? {})) {
    const { id, fields } = findJoined(kept, who);
    const data = id && fields ? (await getSheet(id))?.data : null;
    if (!fields || !isSheet(data) || isSame(data.fields, fields)) continue;
    changed[who] = { data: { sheet: data.sheet, fields: data.fields }, since: fields };
  }
  return changed;
}

/**
 * Return the sheets that combatants joined as after events that have brought some of them up to date.
 * @param {StoredRecord["from"]} from
 * @param {FightEvent[]} events
 * @param {Record<string, Pick<StoredSheet, "data">>} stored the sheets by the combatants' keys
 */
export function updateJoined(from, events, stored) {
  const after = { ...from };
  for (const event of events) {
    if (event.event !== "edit" || !event.stored) continue;
    const joined = after[event.who];
    const fields = stored[event.who]?.data.fields;
    if (joined && fields) after[event.who] = { ...joined, fields };
  }
  return after;
}

/** @param {unknown} value */
const isObject = (value) => typeof value === "object" && value !== null;
