// Changes to a stored sheet: typed values, changes from the rules, undo and redo. The rules compute the new sheet from
// the stored one, which other tabs may have changed.
import { createSeed } from "#shared";
import { keep } from "#store";
import { isSheet, UNREADABLE_SHEET } from "../lib/stored-data.js";
import { askChange, askSheet } from "./sheet-questions.js";

/**
 * @typedef {import("#store").StoredRecord} StoredRecord
 * @typedef {import("./sheet-questions.js").SheetAnswer} SheetAnswer
 * @typedef {object} Done a change that this tab has made
 * @property {string} title
 * @property {string[]} steps
 * @property {Record<string, any>} before the fields that it has changed, with their values before it
 * @property {Record<string, any>} after the same fields after it
 *
 * @typedef {{ error: string, record?: undefined }
 *   | { error?: undefined, record: StoredRecord, answer: SheetAnswer }} Result
 */

const NAME = "name";

/** Changes to each sheet since this tab was opened, the latest last. @type {Map<string, Done[]>} */
const histories = new Map();

/** @param {string} id */
export const getHistory = (id) => histories.get(id) ?? [];

/**
 * Store typed values at once; `settle` applies them.
 * @param {string} id
 * @param {Record<string, any>} typed
 */
export const storeTyped = (id, typed) =>
  keep.update("sheets", id, (before) => ({ typed: { ...before.typed, ...typed } }));

/**
 * Apply typed values if the rules accept them.
 * @param {string} id
 */
export const applyTyped = (id) =>
  change(id, (before) => askSheet(before.data.sheet, { ...before.data.fields, ...before.typed }));

/**
 * Apply a change to a sheet.
 * @param {string} id
 * @param {{ id: string, title: string }} what
 * @param {object} params
 * @returns {Promise<Result | null>}
 */
export async function applyChange(id, what, params) {
  /** @type {import("./sheet-questions.js").ChangeAnswer | null} */
  let last = null;
  const dice = createSeed(); // those of every attempt
  const result = await change(id, async (before) => {
    const answer = await askChange(before.data, what.id, params, dice);
    if (answer.error === undefined) last = answer;
    return answer;
  });
  const answer = /** @type {import("./sheet-questions.js").ChangeAnswer | null} */ (last);
  if (result?.error === undefined && answer) {
    const [before, after] = [0, 1].map((at) =>
      Object.fromEntries(Object.entries(answer.changed).map(([name, values]) => [name, values[at]])),
    );
    remember(id, { title: what.title, steps: answer.steps, before, after });
  }
  return result;
}

/** @param {string} id @param {Done} done */
function remember(id, done) {
  histories.set(id, [...getHistory(id), done]);
}

/**
 * Set fields of a sheet, as one step that can be undone.
 * @param {string} id
 * @param {string} title
 * @param {(fields: Record<string, any>) => Record<string, any>} choose returns the new values; its argument is current
 * @param {string[]} [steps] sentences about it
 * @returns {Promise<Result | null>} null if the sheet was deleted
 */
export async function setFields(id, title, choose, steps = []) {
  /** @type {Record<string, any>} */
  let before = {};
  /** @type {Record<string, any>} */
  let after = {};
  const result = await change(id, ({ data }) => {
    after = choose(data.fields);
    before = selectFields(data.fields, after);
    return askSheet(data.sheet, { ...data.fields, ...after });
  });
  if (result?.record) remember(id, { title, steps, before, after });
  return result;
}

/**
 * Save a combatant's sheet from a fight, unless the stored sheet has changed since they last matched.
 * @param {string} id
 * @param {object} same the fields when they last matched
 * @param {{ sheet: string, fields: Record<string, any> }} data the new data
 * @param {boolean} [isMerging] true saves only what the fight has changed to a sheet that has changed, too
 * @returns {Promise<Result & { hasChanged: boolean, name: string } | null>} null if the sheet was deleted; `hasChanged`
 *   means that merging would work
 */
export async function returnSheet(id, same, { sheet, fields }, isMerging = false) {
  /** @type {Record<string, any>} */
  let before = {};
  let hasChanged = false;
  let name = "";
  const result = await change(id, async ({ name: itsName, data, typed }) => {
    hasChanged = false;
    name = itsName || "this sheet";
    if (typed) {
      return { error: `${capitalize(name)} has an entry that isn't saved yet. Open it on the characters page first.` };
    }
    before = data.fields;
    if (isSame(data.fields, same)) return askSheet(sheet, fields);
    const [then, now] = [await askSheet(sheet, same), await askSheet(data.sheet, data.fields)]; // with missing fields
    if (then.error !== undefined) return then;
    if (now.error !== undefined) return now;
    if (isMerging) return askSheet(sheet, { ...now.sheet.fields, ...findDiffering(fields, then.sheet.fields) });
    hasChanged = !isSame(now.sheet.fields, then.sheet.fields);
    if (!hasChanged) return askSheet(sheet, fields);
    return { error: `${capitalize(name)} has changed since it joined this fight, so it wasn't saved over.` };
  });
  if (result?.record) {
    const after = selectFields(result.record.data.fields, before);
    remember(id, { title: "A fight", steps: ["As it was after the fight."], before, after });
  }
  return result && { ...result, hasChanged, name };
}

/**
 * Return the fields that have other values than before.
 * @param {Record<string, any>} fields
 * @param {Record<string, any>} before
 */
const findDiffering = (fields, before) =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => !isSame({ value }, { value: before[name] })));

/** @param {string} text */
const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Return true if two sheets' fields are equal. @param {object} one @param {object} other */
export const isSame = (one, other) => toSortedJson(one) === toSortedJson(other);

/** @param {object} fields */
const toSortedJson = (fields) =>
  JSON.stringify(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));

/**
 * Return the fields that have the names of other ones.
 * @param {Record<string, any>} fields
 * @param {Record<string, any>} others
 */
const selectFields = (fields, others) => Object.fromEntries(Object.keys(others).map((name) => [name, fields[name]]));

/**
 * Return true if a change can be undone: it is the last one, or its fields still have the values that it gave them.
 * @param {string} id
 * @param {Done} done
 * @param {Record<string, any>} fields the sheet's fields now
 */
export const canUndo = (id, done, fields) =>
  getHistory(id).at(-1) === done || isSame(selectFields(fields, done.after), done.after);

/**
 * Return true if an undone change can be made again: its fields have the values that they had before it.
 * @param {Done} done
 * @param {Record<string, any>} fields the sheet's fields now
 */
export const canRedo = (done, fields) => isSame(selectFields(fields, done.before), done.before);

/**
 * Undo a change by restoring the fields before it.
 * @param {string} id
 * @param {Done} [done] the last change by default
 */
export async function undo(id, done = getHistory(id).at(-1)) {
  if (!done) return null;
  const result = await change(id, ({ data }) => askSheet(data.sheet, { ...data.fields, ...done.before }));
  if (result?.error === undefined)
    histories.set(
      id,
      getHistory(id).filter((each) => each !== done),
    );
  return result && { ...result, done };
}

/**
 * Make an undone change again by restoring the fields after it. Its dice fall as before.
 * @param {string} id
 * @param {Done} done
 */
export async function redo(id, done) {
  const result = await change(id, ({ data }) => askSheet(data.sheet, { ...data.fields, ...done.after }));
  if (result?.record) remember(id, done);
  return result;
}

/**
 * Ask for the new sheet and store it; ask again if the stored one changed meanwhile.
 * @param {string} id
 * @param {(before: StoredRecord) => Promise<SheetAnswer | { error: string }>} ask
 * @returns {Promise<Result | null>} null if the sheet was deleted
 */
async function change(id, ask) {
  for (;;) {
    const before = await keep.get("sheets", id);
    if (!before) return null;
    if (!isSheet(before.data)) return { error: UNREADABLE_SHEET };
    const answer = await ask(before);
    if (answer.error !== undefined) return { error: answer.error };
    let isLate = false;
    const record = await keep.update("sheets", id, (now) => {
      isLate = now.revision !== before.revision;
      return isLate ? null : { data: answer.sheet, typed: undefined, name: getSheetName(answer.sheet, now.name) };
    });
    if (record && !isLate) return { record, answer };
  }
}

/**
 * Return a sheet's name from its fields, if it has a name field.
 * @param {{ fields: Record<string, any> }} data
 * @param {string} [otherwise]
 */
export const getSheetName = ({ fields }, otherwise = "") =>
  typeof fields[NAME] === "string" ? fields[NAME] : otherwise;

/**
 * Return the sheet with another name, if it has a name field.
 * @template {{ fields: Record<string, any> }} Data
 * @param {Data} data
 * @param {string} name
 * @returns {Data}
 */
export const renameSheet = (data, name) =>
  typeof data.fields[NAME] === "string" ? { ...data, fields: { ...data.fields, [NAME]: name } } : data;

/** Return the name of a copy: "Guard 2" after "Guard". @param {string} name */
export function numberName(name) {
  const [, stem, number] = /^(.*?)(?: (\d{1,3}))?$/.exec(name) ?? [];
  return stem ? `${stem} ${Number(number ?? 1) + 1}` : "";
}
