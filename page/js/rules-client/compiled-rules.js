// Answers of the rules that the build has compiled to JavaScript.
import { refreshFile } from "../lib/fetch.js";
import { isFailure } from "../lib/failure.js";
import { extractSlugs } from "../lib/slug.js";
import { answerWithGames, findKind, isCompiled, loadRules } from "./compiled-files.js";
import { explainFailure, resolveScript } from "./host-version.js";
import { QuestionWorker } from "./worker-process.js";

const SCRIPT = "rules-worker.js";

/** The worker for odds, sheets, fights and forecasts, in which long work doesn't block the page. @type {QuestionWorker | null} */
let rulesWorker = null;

/** Return the worker; start one if none runs. */
function getWorker() {
  if (rulesWorker) return rulesWorker;
  const worker = (rulesWorker = new QuestionWorker(SCRIPT));
  worker.end.catch(() => {
    if (rulesWorker === worker) rulesWorker = null;
  });
  return worker;
}

/** Load the rules of rolls in advance. @param {string[]} ids */
export function prepareRolls(ids) {
  for (const id of ids) if (isCompiled(id)) loadRules(id).catch(() => {});
}

/**
 * Load the rules behind an id in the worker. Return false if they aren't compiled or don't arrive, which a question
 * reports.
 * @param {string} id
 * @param {import("./compiled-files.js").Kind} kind
 */
export async function prepareWorker(id, kind) {
  if (![id, ...extractSlugs(id)].every(isCompiled)) return false; // a game's play has its slug as its id
  try {
    const worker = getWorker();
    await worker.waitFor(worker.remote.load(id, kind));
    return true;
  } catch {
    return false;
  }
}

/**
 * Answer a question, or return undefined if the rule isn't compiled or if `signal` cancelled the question.
 * @param {string} question
 * @param {string} id
 * @param {unknown[]} args
 * @param {AbortSignal | null} [signal]
 * @returns {Promise<any>}
 * @throws {Error} a Failure if a file or the worker is missing; otherwise an error of the compiled code
 */
export async function answerCompiled(question, id, args, signal) {
  if (!isCompiled(id)) return undefined;
  /** @type {[string, ...unknown[]]} */
  const about = [id, ...args];
  const text = await askCompiled(question, about, signal).catch(async (error) => {
    const explained = isFailure(error) ? await explainFailure(error) : error;
    signal?.throwIfAborted();
    if (!isFailure(error) || explained !== error) throw explained;
    return askNewWorker(question, about, signal);
  });
  return text === null ? undefined : JSON.parse(text);
}

/**
 * @param {string} question
 * @param {[string, ...unknown[]]} about
 * @param {AbortSignal | null} [signal]
 */
async function askCompiled(question, about, signal) {
  if (findKind(question) === "rolls") return answerWithGames(question, about);
  return getWorker().work(question, about, signal);
}

/**
 * Ask once more in another worker, which fetches again what has failed: browsers remember the modules that couldn't be
 * imported, and the first worker's script may be an old one from their cache.
 * @param {string} question
 * @param {[string, ...unknown[]]} about
 * @param {AbortSignal | null} [signal]
 */
async function askNewWorker(question, about, signal) {
  rulesWorker?.stop();
  rulesWorker = null;
  await refreshFile(resolveScript(SCRIPT));
  return getWorker().work(question, about, signal);
}
