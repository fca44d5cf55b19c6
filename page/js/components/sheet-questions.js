// Questions about sheets. Every failure is reported as a sentence.
import { fetchAnswer, runtime } from "#shared";

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
 * @typedef {import("../rules-client/client.js").Refusal} Refusal
 */

/** @param {string} id @param {object} fields @returns {Promise<SheetAnswer | Refusal>} */
export const askSheet = (id, fields) => askBridge("sheet", id, JSON.stringify(fields));

/**
 * @typedef {object} Budget the points that are left to buy a sheet with, and what its parts cost
 * @property {string} html
 * @property {{ field: string, entry: number | null, text: string }[]} prices
 *
 * @typedef {object} Play a sheet to play from
 * @property {{ name: string, line: string }} plate
 * @property {string} parts its HTML: the character, and a section for each panel
 * @property {string} short_gauge the first gauge in few words
 * @property {Budget} [budget]
 *
 * @typedef {SheetAnswer & Play} OpenSheetAnswer
 *
 * @typedef {object} Control what a control does
 * @property {string} [roll] the mechanic that it rolls
 * @property {string} [home] page#anchor of the roller
 * @property {string} title
 * @property {Record<string, string | number>} [chosen] the choices for the roll
 * @property {boolean} [anyway] true if unmet requirements are waived
 * @property {string} [change] the change that it makes
 * @property {Record<string, any>} [params] the change's known parameters
 * @property {boolean} [asks] true if it has other parameters, or the roll still needs a value
 * @property {string} [by] the choice that tiles make, of the line below them
 *
 * @typedef {object} RollFormAnswer the form of a roll
 * @property {string} title
 * @property {string} about the mechanic's title
 * @property {string} rule page#anchor
 * @property {string} form HTML of its fields, or "" for those on show
 * @property {string} line HTML
 * @property {string} odds HTML
 * @property {string} chance the chance of success in words, or ""
 * @property {string} button
 * @property {string} reason why the roll isn't possible now, or ""
 * @property {string[]} asked the parameters that still need a value
 * @property {Control} control what the button does
 * @property {string} stays a sentence about what stays
 * @property {string} mechanic
 * @property {Record<string, string>} params the roll's parameters as text
 * @property {Record<string, any>} kept what the rules store
 * @property {undefined} [error]
 */

const FIRST_ONLY = "first"; // leaves the panels after the first one empty, as the reader sees that one sooner

/**
 * Ask for a sheet to play from.
 * @param {string} id
 * @param {object} fields
 * @param {object} choices the player's stored choices for rolls
 * @param {boolean} [isFirstOnly] true to leave the panels after the first one empty
 * @returns {Promise<OpenSheetAnswer | Refusal>}
 */
export const askOpenSheet = (id, fields, choices, isFirstOnly = false) =>
  askBridge("open_sheet", ...listOpenSheetArgs(id, fields, choices, isFirstOnly));

/**
 * Ask in advance for the first panel of a sheet to play from, see `runtime.askAhead`.
 * @param {string} id
 * @param {object} fields
 * @param {object} choices
 */
export function askOpenSheetAhead(id, fields, choices) {
  runtime.askAhead("open_sheet", ...listOpenSheetArgs(id, fields, choices, true));
}

/**
 * @param {string} id
 * @param {object} fields
 * @param {object} choices
 * @param {boolean} isFirstOnly
 * @returns {[id: string, ...args: string[]]}
 */
const listOpenSheetArgs = (id, fields, choices, isFirstOnly) => [
  id,
  JSON.stringify(fields),
  JSON.stringify(choices),
  isFirstOnly ? FIRST_ONLY : "",
];

/**
 * Ask for the form of a roll.
 * @param {{ sheet: string, fields: object }} data
 * @param {object} choices the player's stored choices for rolls
 * @param {Control} control
 * @param {object | null} values the form's values, or null to open it
 * @param {AbortSignal} signal
 * @returns {Promise<RollFormAnswer | Refusal | null>} null if `signal` cancelled it
 */
export const askRollForm = ({ sheet, fields }, choices, control, values, signal) =>
  fetchAnswer(signal, "roll_form", sheet, ...[fields, choices, control, values].map((each) => JSON.stringify(each)));

/**
 * Ask for the chances of rolls in words.
 * @param {{ sheet: string, fields: object }} data
 * @param {object} choices the player's stored choices for rolls
 * @param {Control[]} controls
 * @param {AbortSignal} signal
 * @returns {Promise<{ chances: string[], error?: undefined } | Refusal | null>} null if `signal` cancelled it
 */
export const askChances = ({ sheet, fields }, choices, controls, signal) =>
  fetchAnswer(signal, "chances", sheet, ...[fields, choices, controls].map((each) => JSON.stringify(each)));

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
 * @typedef {object} MakingAnswer a character that is being made
 * @property {SheetData} sheet
 * @property {Record<string, any>} progress how far the player is
 * @property {string} said what the tap did, or ""
 * @property {{ name: string, line: string }} plate
 * @property {string} steps HTML
 * @property {string} bar HTML of the buttons at the bottom
 * @property {string} so_far HTML of the character in small
 * @property {string} beside HTML of the sheet beside the steps, or ""
 * @property {undefined} [error]
 */

/**
 * Ask for a character that is being made, after a tap.
 * @param {string} sheet the sheet's kind
 * @param {{ fields: object | null, progress: object }} before
 * @param {object | null} act
 * @param {boolean} isWide true if there is room for the sheet beside the steps
 * @param {bigint} seed
 * @returns {Promise<MakingAnswer | Refusal>}
 */
export const askMaking = (sheet, { fields, progress }, act, isWide, seed) =>
  fetchAnswer(
    null,
    "making",
    sheet,
    ...[fields, progress, act].map((each) => JSON.stringify(each)),
    Number(isWide),
    seed,
  );

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
