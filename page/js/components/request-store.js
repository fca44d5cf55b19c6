// Rolls that this device has asked for, with the answers that were counted, and rolls that it has answered.
import { forget, isSaved, listNames, NOT_SAVED, read, write } from "#shared";
import { isObject } from "../lib/stored-data.js";

const ASKED = "fieldbook:asked:"; // followed by the request's id
const ANSWERED = "fieldbook:answered:";
const MOST_KEPT = 100; // of each; older ones are forgotten
const ID = /^[a-z0-9]{8,40}$/;

/**
 * @typedef {Record<string, any> & { id: string, title: string }} Request see rules_py.play.requests.request
 * @typedef {{ request: Request, who: string, params: Record<string, string>, faces: number[], seal: number }} Answer
 *
 * @typedef {object} Asked a roll that this device has asked for
 * @property {number} at the time in milliseconds since 1970
 * @property {Request} request
 * @property {Answer[]} counted the answers that were counted
 * @property {string} [fight] the id of the fight that waits for it
 * @property {Record<string, any>} [command] the fight's command of the roll
 */

/**
 * Store a roll that this device asks for. Return a notice if it lasts only as long as the tab.
 * @param {Request} request
 * @param {{ fight?: string, command?: Record<string, any> }} [about]
 */
export function storeAsked(request, about = {}) {
  store(ASKED, request.id, { at: Date.now(), request, counted: [], ...about });
  return isSaved(ASKED + request.id) ? "" : NOT_SAVED;
}

/**
 * Return the roll that this device has asked for, or null.
 * @param {unknown} id
 * @returns {Asked | null}
 */
export function readAsked(id) {
  const found = readStored(ASKED, id);
  return isObject(found?.request) && Array.isArray(found.counted) ? /** @type {Asked} */ (found) : null;
}

/**
 * Note that an answer counts. Return false if it has been counted meanwhile, such as by another tab.
 * @param {Answer} answer
 */
export function noteCounted(answer) {
  const asked = readAsked(answer.request.id);
  if (!asked || asked.counted.some(({ seal }) => seal === answer.seal)) return false;
  write(ASKED + answer.request.id, { ...asked, counted: [...asked.counted, answer] });
  return true;
}

/** @param {Answer} answer */
export const storeAnswered = (answer) => store(ANSWERED, answer.request.id, { at: Date.now(), answer });

/** Return the answer that this device has given to a request, or null. @param {unknown} id @returns {Answer | null} */
export function readAnswered(id) {
  const found = readStored(ANSWERED, id);
  return isObject(found?.answer) ? /** @type {Answer} */ (found.answer) : null;
}

/**
 * @typedef {{ asked: Asked[], answered: Answered[] }} Requests
 * @typedef {{ at: number, answer: Answer }} Answered a roll that this device has answered
 */

/** Return all requests of this device, for a backup. @returns {Requests} */
export const listRequests = () => ({
  asked: listIds(ASKED).flatMap((id) => readAsked(id) ?? []),
  answered: listIds(ANSWERED).flatMap((id) =>
    readAnswered(id) ? [/** @type {Answered} */ (readStored(ANSWERED, id))] : [],
  ),
});

/**
 * Store the requests of a backup that aren't here. Answers that were counted on either device don't count again.
 * @param {Requests} requests
 * @returns {{ count: number, undo: () => void }} the number of those that were new or have new answers, and a function
 *   that stores those from before again
 */
export function addRequests({ asked, answered }) {
  /** @type {(() => void)[]} */
  const undo = [];
  const add = (/** @type {string} */ prefix, /** @type {string} */ id, /** @type {object} */ value) => {
    const before = readStored(prefix, id);
    store(prefix, id, value);
    undo.push(() => (before ? write(prefix + id, before) : forget(prefix + id)));
  };
  for (const each of asked) {
    const here = readAsked(each.request.id);
    const others = each.counted.filter(({ seal }) => !here?.counted.some((counted) => counted.seal === seal));
    if (!here || others.length)
      add(ASKED, each.request.id, { ...each, ...here, counted: [...(here?.counted ?? []), ...others] });
  }
  for (const each of answered) {
    const { id } = each.answer.request;
    if (!readAnswered(id)) add(ANSWERED, id, each);
  }
  const undoAll = () => {
    for (const each of undo) each();
  };
  return { count: undo.length, undo: undoAll };
}

/** @param {string} prefix */
const listIds = (prefix) => listNames(prefix).map((name) => name.slice(prefix.length));

/** @param {string} prefix @param {unknown} id @returns {Record<string, any> | null} */
function readStored(prefix, id) {
  const found = typeof id === "string" && ID.test(id) ? read(prefix + id) : null;
  return isObject(found) ? found : null;
}

/** @param {string} prefix @param {string} id @param {object} value */
function store(prefix, id, value) {
  const kept = listNames(prefix).map((name) => ({ name, at: Number(/** @type {any} */ (read(name))?.at) || 0 }));
  kept.sort((one, other) => other.at - one.at);
  for (const { name } of kept.slice(MOST_KEPT - 1)) forget(name);
  write(prefix + id, value);
}
