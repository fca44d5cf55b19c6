// What is asked of Python about sheets. A refusal is a sentence; so is whatever keeps Python from answering.
import { answered } from "#shared";

/**
 * @typedef {{ sheet: string, fields: Record<string, any>, derived: Record<string, any>, warnings: string[] }} SheetData
 *
 * @typedef {object} SheetAnswer
 * @property {SheetData} sheet
 * @property {Record<string, any>} short the fields that are not as they start
 * @property {string} html
 * @property {string} said
 * @property {undefined} [error]
 *
 * @typedef {SheetAnswer & { steps: string[], changed: Record<string, [any, any]> }} ChangeAnswer
 * @typedef {{ error: string }} Refusal
 */

/** @param {string} id @param {object} fields @returns {Promise<SheetAnswer | Refusal>} */
export const askSheet = (id, fields) => asked("sheet", id, JSON.stringify(fields));

/** @param {{ sheet: string }} data as a file or a link brings it @returns {Promise<SheetAnswer | Refusal>} */
export const askRead = (data) => asked("read", data.sheet, JSON.stringify(data));

/**
 * @param {SheetData} sheet
 * @param {string} change
 * @param {object} params
 * @returns {Promise<ChangeAnswer | Refusal>}
 */
export const askChange = ({ sheet, fields }, change, params) =>
  asked("change", sheet, JSON.stringify(fields), change, JSON.stringify(params));

/**
 * The sheet that a roll makes.
 * @param {string} sheet its kind
 * @param {{ params: object, faces: number[] }} roll
 * @param {object} chosen
 * @returns {Promise<SheetAnswer | Refusal>}
 */
export const askMade = (sheet, { params, faces }, chosen) =>
  asked("make", sheet, JSON.stringify(params), faces.join(","), JSON.stringify(chosen));

/**
 * @typedef {object} Filled what a sheet fills in of a roller
 * @property {Record<string, string>} params
 * @property {{ name: string, label: string, options: Record<string, string> }[]} choices
 * @property {string[]} problems a sentence for each value that the roll doesn't take
 */

/**
 * @param {{ sheet: string, fields: object }} data
 * @param {Record<string, Record<string, string>>} chosen by mechanic
 * @returns {Promise<{ rolls: Record<string, Filled>, error?: undefined } | Refusal>}
 */
export const askFill = ({ sheet, fields }, chosen) =>
  asked("fill", sheet, JSON.stringify(fields), JSON.stringify(chosen));

/** @param {string} question @param {string} id @param {string[]} args */
const asked = (question, id, ...args) => /** @type {Promise<any>} */ (answered(null, question, id, ...args));
