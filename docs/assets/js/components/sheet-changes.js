// Changing a kept sheet: what is typed, what happens to it, and taking that back. Python says what a sheet is then;
// whatever another tab did meanwhile is part of it.
import { keep } from "#store";
import { isSheet, UNREADABLE_SHEET } from "../lib/backup-format.js";
import { askChange, askSheet } from "./sheet-questions.js";

/**
 * @typedef {import("#store").Kept} Kept
 * @typedef {import("./sheet-questions.js").SheetAnswer} SheetAnswer
 * @typedef {{ title: string, steps: string[], before: Record<string, any> }} Done what happened, and the fields before
 * @typedef {{ error: string, record?: undefined } | { error?: undefined, record: Kept, answer: SheetAnswer }} Result
 */

const NAME = "name";

/** What was done to each sheet since this tab was opened, the last at the end. @type {Map<string, Done[]>} */
const histories = new Map();

/** @param {string} id */
export const historyOf = (id) => histories.get(id) ?? [];

/**
 * Keep what was typed, at once; `settle` takes it over.
 * @param {string} id
 * @param {Record<string, any>} typed
 */
export const type = (id, typed) => keep.update("sheets", id, (before) => ({ typed: { ...before.typed, ...typed } }));

/**
 * Take over what was typed, where the rules accept it.
 * @param {string} id
 */
export const settle = (id) =>
  change(id, (before) => askSheet(before.data.sheet, { ...before.data.fields, ...before.typed }));

/**
 * Something happens to a sheet.
 * @param {string} id
 * @param {{ id: string, title: string }} what
 * @param {object} params
 * @returns {Promise<Result | null>}
 */
export async function happen(id, what, params) {
  /** @type {import("./sheet-questions.js").ChangeAnswer | null} */
  let last = null;
  const result = await change(id, async (before) => {
    const answer = await askChange(before.data, what.id, params);
    if (answer.error === undefined) last = answer;
    return answer;
  });
  const answer = /** @type {import("./sheet-questions.js").ChangeAnswer | null} */ (last);
  if (result?.error === undefined && answer) {
    const before = Object.fromEntries(Object.entries(answer.changed).map(([name, [value]]) => [name, value]));
    histories.set(id, [...historyOf(id), { title: what.title, steps: answer.steps, before }]);
  }
  return result;
}

/**
 * Bring what a fight made of a sheet back to it, unless it has changed since it was last the same.
 * @param {string} id
 * @param {object} same its fields then
 * @param {{ sheet: string, fields: object }} data what it is to be
 * @returns {Promise<Result | null>} null where the sheet is gone
 */
export async function bringBack(id, same, { sheet, fields }) {
  /** @type {Record<string, any>} */
  let before = {};
  const result = await change(id, async ({ name, data, typed }) => {
    if (typed || !isSame(data.fields, same)) {
      return {
        error:
          `${name || "This sheet"} has changed since it joined this fight, so it wasn't updated. `
          + "Let it join again, or edit it on the characters page.",
      };
    }
    before = data.fields;
    return askSheet(sheet, fields);
  });
  if (result?.record)
    histories.set(id, [...historyOf(id), { title: "A fight", steps: ["As it was after the fight."], before }]);
  return result;
}

/** Whether two sheets' fields say the same. @param {object} one @param {object} other */
export const isSame = (one, other) => sorted(one) === sorted(other);

/** @param {object} fields */
const sorted = (fields) => JSON.stringify(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));

/**
 * Take back the last of what happened: its fields are again as they were before.
 * @param {string} id
 */
export async function undo(id) {
  const done = historyOf(id).at(-1);
  if (!done) return null;
  const result = await change(id, ({ data }) => askSheet(data.sheet, { ...data.fields, ...done.before }));
  if (result?.error === undefined)
    histories.set(
      id,
      historyOf(id).filter((each) => each !== done),
    );
  return result && { ...result, done };
}

/**
 * Ask what a sheet is now and keep that, unless it changed meanwhile: then ask again.
 * @param {string} id
 * @param {(before: Kept) => Promise<SheetAnswer | { error: string }>} ask
 * @returns {Promise<Result | null>} null where the sheet is gone
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
      return isLate ? null : { data: answer.sheet, typed: undefined, name: nameOf(answer.sheet, now.name) };
    });
    if (record && !isLate) return { record, answer };
  }
}

/**
 * What a sheet is called: as it says itself, where it has a name.
 * @param {{ fields: Record<string, any> }} data
 * @param {string} [otherwise]
 */
export const nameOf = ({ fields }, otherwise = "") => (typeof fields[NAME] === "string" ? fields[NAME] : otherwise);

/**
 * The same sheet under another name, where it has one.
 * @template {{ fields: Record<string, any> }} Data
 * @param {Data} data
 * @param {string} name
 * @returns {Data}
 */
export const renamed = (data, name) =>
  typeof data.fields[NAME] === "string" ? { ...data, fields: { ...data.fields, [NAME]: name } } : data;

/** The name of a second one: "Guard 2" after "Guard". @param {string} name */
export function nextName(name) {
  const [, stem, number] = /^(.*?)(?: (\d{1,3}))?$/.exec(name) ?? [];
  return stem ? `${stem} ${Number(number ?? 1) + 1}` : "";
}
