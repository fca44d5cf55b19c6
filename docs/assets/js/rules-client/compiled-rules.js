// Rules that the build has compiled to JavaScript. They roll before Python has started.
import { slugOf } from "../lib/slug.js";

const { folder, games } = typeof COMPILED_RULES === "undefined" ? { folder: "", games: [] } : COMPILED_RULES;
const QUESTIONS = ["roll", "resolve", "asks"];

/**
 * The runtime of the compiled rules, see hooks/rules_compiler/runtime.
 * @typedef {{ answer: (question: string, args: unknown[]) => string }} CompiledRules
 */

/** @type {Map<string, Promise<CompiledRules>>} */
const loading = new Map();

/** @param {string} name @returns {Promise<any>} */
const load = (name) => import(new URL(`../../rules/${folder}/${name}.js`, import.meta.url).href);

/**
 * Load the rules of a game, or the core's for plain dice.
 * @param {string[]} slugs none or one
 * @returns {Promise<CompiledRules>}
 */
function loadFor([slug]) {
  const name = slug ?? "core";
  const started = loading.get(name);
  if (started) return started;
  const rules = Promise.all([load("runtime"), load("core"), load(name)]).then(([runtime]) => runtime);
  loading.set(name, rules);
  rules.catch(() => loading.delete(name)); // the next request tries again
  return rules;
}

/** Load the rules of games in advance. @param {string[]} slugs */
export function loadRules(slugs) {
  if (!folder) return;
  for (const slug of slugs) if (games.includes(slug)) loadFor([slug]).catch(() => {});
}

/**
 * Answer a question, or return undefined if only Python can.
 * @param {string} question
 * @param {string} id
 * @param {unknown[]} args
 * @returns {Promise<any>}
 */
export async function answerCompiled(question, id, args) {
  const slugs = slugOf(id);
  if (!folder || !QUESTIONS.includes(question) || !slugs.every((slug) => games.includes(slug))) return undefined;
  try {
    const rules = await loadFor(slugs);
    return JSON.parse(rules.answer(question, [id, ...args]));
  } catch {
    return undefined; // Python answers, and reports what is wrong
  }
}
