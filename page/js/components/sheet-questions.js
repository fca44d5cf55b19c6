// Questions about sheets. Every failure is reported as a sentence.
import { fetchAnswer } from "#shared";

/**
 * @typedef {{ sheet: string, fields: Record<string, any>, derived: Record<string, any>, warnings: string[] }} SheetData
 *
 * @typedef {object} SheetAnswer
 * @property {SheetData} sheet
 * @property {Record<string, any>} short fields that differ from their defaults
 * @property {string} html
 * @property {string} said
 * @property {undefined} [error]
 *
 * @typedef {SheetAnswer & { steps: string[], changed: Record<string, [any, any]> }} ChangeAnswer
 * @typedef {{ error: string }} Refusal
 */

/** @param {string} id @param {object} fields @returns {Promise<SheetAnswer | Refusal>} */
export const askSheet = (id, fields) => askBridge("sheet", id, JSON.stringify(fields));

/**
 * @typedef {object} Budget the points that are left to buy a sheet with, and what its parts cost
 * @property {string} html
 * @property {{ field: string, entry: number | null, text: string }[]} prices
 *
 * @typedef {SheetAnswer & { cockpit: string, budget?: Budget }} CockpitAnswer `cockpit` has an element for each tab
 * @typedef {Record<string, Record<string, string | number>>} Choices choices for rolls, by mechanic
 */

/**
 * Ask for a sheet to play from.
 * @param {string} id
 * @param {object} fields
 * @param {Choices} choices
 * @returns {Promise<CockpitAnswer | Refusal>}
 */
export const askCockpit = (id, fields, choices) =>
  askBridge("cockpit", id, JSON.stringify(fields), JSON.stringify(choices));

/** @param {{ sheet: string }} data data from a file or a link @returns {Promise<SheetAnswer | Refusal>} */
export const askRead = (data) => askBridge("read", data.sheet, JSON.stringify(data));

/**
 * Ask for the sheet after a change, which rolls the numbers that `params` leaves open if the rules roll them.
 * @param {SheetData} sheet
 * @param {string} change
 * @param {object} params
 * @param {bigint} seed
 * @returns {Promise<ChangeAnswer | Refusal>}
 */
export const askChange = ({ sheet, fields }, change, params, seed) =>
  askBridge("change", sheet, JSON.stringify(fields), change, JSON.stringify(params), seed);

/**
 * Ask for the sheet that a roll generates.
 * @param {string} sheet the sheet's kind
 * @param {{ params: object, faces: number[] }} roll
 * @param {object} chosen
 * @returns {Promise<SheetAnswer | Refusal>}
 */
export const askMade = (sheet, { params, faces }, chosen) =>
  askBridge("make", sheet, JSON.stringify(params), faces.join(","), JSON.stringify(chosen));

/**
 * @typedef {object} Filled values that a sheet fills into a roller
 * @property {Record<string, string>} params
 * @property {{ name: string, label: string, options: Record<string, string> }[]} choices
 * @property {string[]} problems a sentence for each value that the roll doesn't take
 */

/**
 * @param {{ sheet: string, fields: object }} data
 * @param {Record<string, Record<string, string>>} chosen choices by mechanic
 * @returns {Promise<{ rolls: Record<string, Filled>, error?: undefined } | Refusal>}
 */
export const askFill = ({ sheet, fields }, chosen) =>
  askBridge("fill", sheet, JSON.stringify(fields), JSON.stringify(chosen));

/** @param {string} question @param {string} id @param {(string | bigint)[]} args */
const askBridge = (question, id, ...args) => /** @type {Promise<any>} */ (fetchAnswer(null, question, id, ...args));
