// Files of the rules that the build has compiled to JavaScript, see rules_js.
import { importScript } from "../lib/failure.js";
import { limitTime } from "../lib/fetch.js";
import { extractSlugs } from "../lib/slug.js";

/** @type {typeof COMPILED_RULES} */
const NO_RULES = { folder: "", parts: {}, leftOut: [] };
const { folder, parts, leftOut } = typeof COMPILED_RULES === "undefined" ? NO_RULES : COMPILED_RULES;

/**
 * The runtime of the compiled rules, see rules_js/runtime.
 * @typedef {object} CompiledRules
 * @property {(question: string, args: unknown[]) => string} answer
 * @property {(milliseconds: number, question: string, args: unknown[]) => string | null} answerInTimeSlice
 */

/**
 * Kind of questions: those of "pasted" are about what readers write, those of "forecast" about the end of fights, those of
 * "paper" about sheets on paper and in notes, those of "making" about characters being made, those of "fight-past" about the log of a
 * fight, and those of "previews" and "fight-chances" about the odds of rolls that are laid out. "encounters" are about
 * stored fights, what players see of them and what a GM asks players for, "requests" about the players' answers, and
 * "forecast-parts" about the parts beside a forecast. "drawers" are what some answers about fights need, see LATER in
 * rules_js/link/modules.py. All kinds but rolls need more files.
 * @typedef {"rolls" | "odds" | "pasted" | "sheets" | "previews" | "fights" | "fight-chances" | "fight-past" |
 *   "encounters" | "requests" | "drawers" | "forecast" | "forecast-parts" | "paper" | "making"} Kind
 */

/**
 * The questions of each kind, the files that answer them besides the game's, as in rules_js/link/modules.py, and the tests
 * of the questions that wait for no other: rolls.
 * @type {Record<Kind, [questions: string, files: string, rolls?: Record<string, (args: unknown[]) => boolean>]>}
 */
export const KINDS = {
  rolls: ["roll resolve asks plan throw_dice", "core"],
  odds: ["odds calculate sweep luck", "core chances odds"],
  pasted: ["paste scan", "core chances odds pasted"],
  sheets: ["sheet open_sheet act read change fill leads", "core play sheets", { act: () => true }],
  previews: ["roll_form chances", "core chances play sheets previews roll-previews"],
  fights: ["fight fight_dice", "core play fights", { fight: ([, , act]) => act !== "", fight_dice: () => true }],
  "fight-chances": ["fight_odds", "core chances play fights previews fight-chances"],
  "fight-past": ["past", "core play fights fight-past"],
  encounters: [
    "fresh_fight foreign_fight event_list players_view shared_view ask_roll ask_in_fight use_answer",
    "core play fights requests encounters",
  ],
  requests: ["asked_roll answer_roll check_answer", "core requests"],
  drawers: ["", "core play fights drawers"],
  forecast: ["forecast", "core play forecast"],
  "forecast-parts": [
    "forecast_coverage forecast_variations forecast_sample",
    "core chances play fights previews fight-chances forecast exact-forecast forecast-parts",
  ],
  paper: ["paper statblock", "core play paper"],
  making: ["making", "core play sheets making"],
};

/**
 * Return the line in which a worker answers a question: those in one line have their turns one after the other. A roll
 * has its own, and a fight from outside doesn't hold up the reader's own ones.
 * @param {number} number of the question
 * @param {string} question
 * @param {unknown[]} args
 */
export function findLine(number, question, args) {
  const kind = findKind(question);
  if (KINDS[kind][2]?.[question]?.(args)) return `roll ${number}`;
  return question === "foreign_fight" ? question : kind;
}

/** Return the kind of a question. @param {string} question */
export const findKind = (question) =>
  /** @type {Kind} */ (
    Object.keys(KINDS).find((kind) => KINDS[/** @type {Kind} */ (kind)][0].split(" ").includes(question))
  );

/** @type {Map<string, Promise<CompiledRules>>} */
const loading = new Map();

/** @param {string} name @returns {Promise<any>} */
const load = (name) => limitTime(importScript(new URL(`../../rules/${folder}/${name}.js`, import.meta.url).href));

/**
 * Return true if the rules behind an id are compiled: a game's, or plain dice. The build leaves out single rules of it.
 * @param {string} id
 */
export const isCompiled = (id) =>
  folder !== "" && !leftOut.includes(id) && extractSlugs(id).every((slug) => slug in parts);

/**
 * Return the names of the files that answer questions about an id. The rules of each page have their own file, and those that
 * several pages need are in the file of the game.
 * @param {string} id
 * @param {Kind} kind
 */
function listFiles(id, kind) {
  const shared = KINDS[kind][1].split(" ");
  const [slug] = extractSlugs(id);
  if (!slug) return shared;
  const name = id.slice(slug.length + 1);
  const part = Object.keys(parts[slug]).find((part) => parts[slug][part].includes(name));
  const own = part ? `${slug}.${part}` : slug;
  if (!shared.includes("play")) return [...shared, ...(kind === "odds" && !part ? [slug, `${slug}-odds`] : [own])];
  const pages = Object.keys(parts[slug]).map((part) => `${slug}.${part}`);
  return [...pages, slug, `${slug}-play`, ...shared]; // small ones first: they wait for round trips
}

/**
 * Load the rules behind an id, and return the runtime that answers with them.
 * @param {string} id
 * @param {Kind} [kind]
 * @returns {Promise<CompiledRules>} rejects with a Failure if a file doesn't arrive
 */
export function loadRules(id, kind = "rolls") {
  const names = listFiles(id, kind);
  const key = names.join();
  const started = loading.get(key);
  if (started) return started;
  /** @type {Promise<CompiledRules>} */
  const rules = Promise.all([load("runtime"), ...names.map(load)]).then(([runtime]) => runtime);
  loading.set(key, rules);
  rules.catch(() => loading.delete(key)); // the next request tries again
  return rules;
}

const MISSING = /^(?:game ([\w-]+)$|later ([\w-]+)\.)/; // the messages of rules_js/runtime/registry.js

/**
 * Answer a question about a roll with the rules behind its id, and with the files that it turns out to need.
 * @param {string} question
 * @param {[string, ...unknown[]]} args
 */
export async function answerWithGames(question, args) {
  const rules = await loadRules(args[0], findKind(question));
  return askWithMissing(question, args, () => rules.answer(question, args));
}

/**
 * Load the rules that answer a question, and return a function that works on the answer for some milliseconds: it returns
 * JSON text, or null if there is more to do.
 * @param {string} question
 * @param {[string, ...unknown[]]} args
 * @returns {Promise<(milliseconds: number) => Promise<string | null>>}
 */
export async function prepareAnswer(question, args) {
  const rules = await loadRules(args[0], findKind(question));
  return (milliseconds) => askWithMissing(question, args, () => rules.answerInTimeSlice(milliseconds, question, args));
}

/**
 * Ask, and ask again with each file that is missing: the rules of other games that the question's data name, because a
 * fight may have sheets of several games, and what few questions need, such as the grammar of rare dice notation.
 * @template Answer
 * @param {string} question
 * @param {[string, ...unknown[]]} args
 * @param {() => Answer} ask
 * @returns {Promise<Answer>}
 */
async function askWithMissing(question, args, ask) {
  const kind = findKind(question);
  const loaded = new Set(extractSlugs(args[0]));
  for (;;) {
    try {
      return ask();
    } catch (error) {
      const [, game = "", file = ""] = (error instanceof Error && MISSING.exec(error.message)) || [];
      const name = file || game;
      if (!name || loaded.has(name) || !(file || name in parts)) throw error;
      loaded.add(name);
      await (file ? load(file) : loadRules(`${game}.${kind}`, kind));
    }
  }
}
