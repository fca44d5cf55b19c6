// Client of the rules: all requests go through it, and every roll is dispatched as one event.
import { toFailure } from "../lib/failure.js";
import { dispatchRolled } from "./rolled.js";
import { runtime } from "./runtime.js";

/**
 * @typedef {import("../components/forms/values.js").Values} Values
 * @typedef {{ sides: number, faces: number[], kept: number[], label: string, names?: string[] }} Thrown a group of
 *   rolled dice; `names` are what the faces show, from the first one, if it isn't their number
 * @typedef {"random" | "own dice" | "shared" | "asked"} Source the source of faces: random numbers, the reader's dice, a
 *   link, or a player that the reader has asked
 */

/**
 * The `detail` of the event `rolled`.
 *
 * Every roll is dispatched as one `rolled`, whether a roller, a table, dice in a text or an order made it. It bubbles
 * from the element that rolled, or from the document if a page change has removed the element. So a listener on
 * `document` receives each roll once, in the order of the answers, and nothing else: odds and failed requests aren't
 * dispatched. A rule without dice is dispatched with no faces. Listeners must not change `detail`, because others read
 * it too.
 *
 * @typedef {object} Rolled
 * @property {string} id of the mechanic or the table; "dice" for dice in a text and for plain notation
 * @property {Record<string, unknown>} params all parameters as the rule used them, as in the command line's JSON
 * @property {number[]} faces all faces in rolled order; with `id` and `params` they reproduce the outcome
 * @property {Thrown[]} dice the same as groups of dice
 * @property {Record<string, unknown>} outcome the outcome by field; a table's texts as on the page
 * @property {string} sentence the result in words
 * @property {Source} source
 * @property {string[]} steps the steps of the roll in words
 * @property {About} about
 *
 * @typedef {object} About details of a roll for logs, which also use them to roll again
 * @property {string} title the title of the mechanic or the table, or the notation
 * @property {string} verdict the result in as few words as possible
 * @property {string} home page#anchor of the roller
 * @property {Record<string, string>} given parameters that differ from their defaults, as forms and links write them
 * @property {number | null} [tone] from the worst (0) to the best (1) possible result, if it can be rated
 * @property {string} [grade] how the result looks without colour: "bad", "mixed", "good" or "best", if it can be rated
 * @property {string} [sum] what follows the dice, if the rule has a total: what was added and the total
 * @property {string} [who] of a fight: the name of the combatant, or ""
 * @property {FightAct} [act] of a fight: the command that rolls again
 * @property {string} [page] of a fight: the page of the game's fights
 * @property {import("../components/dice-evaluator.js").Plan} [plan] the plan of dice that the page rolled
 * @property {string} [place] page#anchor of the text with those dice
 */

/**
 * @typedef {{ act: string } & Record<string, any>} FightAct see rules_py.play.fight.commands
 */

/**
 * @typedef {(string | number | bigint)[]} Args
 *
 * @typedef {object} Question
 * @property {string} kind the name of its function in rules_py.bridge
 * @property {string} id
 * @property {Args} args arguments of rules_py.bridge after the id
 * @property {Promise<Args>} [later] the arguments, if they depend on something that isn't known yet
 * @property {Source} [source] of a roll's faces
 * @property {() => Answer} [here] answers without Python, with data from the build
 */

/**
 * @typedef {object} Answer
 * @property {string} html
 * @property {string} [said] the announcement for screen readers
 * @property {RollData} [roll]
 * @property {About} [about] details of the roll
 * @property {{ roll: RollData, said: string, about: About }[]} [rolls] rolls of a fight's command, each with its result
 *   in words
 * @property {string} [summary] a calculator's key numbers
 * @property {number} [parts] the number of a sweep's parts
 * @property {undefined} [error]
 *
 * @typedef {Omit<Rolled, "id" | "sentence" | "source" | "about"> & { mechanic?: string }} RollData
 *
 * @typedef {{ error: string, field?: string }} Refusal a sentence about the reason, and the name of the field that it is
 *   about
 */

/** @param {string} id @param {Values} values @returns {Question} */
export const buildRoll = (id, values) => ({ kind: "roll", id, args: [JSON.stringify(values)], source: "random" });

/** @param {string} id @param {Values} values @param {string} faces @param {Source} source @returns {Question} */
export const buildResolve = (id, values, faces, source = "own dice") => ({
  kind: "resolve",
  id,
  args: [faces, JSON.stringify(values)],
  source,
});

/**
 * Ask for the dice that a rule requests, given the entered faces. Return null if `signal` cancelled the request.
 * @param {string} id
 * @param {Values} values
 * @param {import("../components/die-slot.js").Slot[]} fallen
 * @param {AbortSignal} signal
 * @returns {Promise<import("../components/die-slot.js").Asking | Refusal | null>}
 */
export const askDice = (id, values, fallen, signal) =>
  fetchAnswer(signal, "asks", id, JSON.stringify(fallen), JSON.stringify(values));

/**
 * @typedef {[beside: string, counts: string, called: string]} Shown the way to show odds: what to compare with, the
 *   odds mode, and the name of the set-up
 */
/** @type {Shown} */
export const PLAIN = ["", "exactly", ""];

/** @param {string} id @param {Values} values @param {Shown} [shown] @returns {Question} */
export const buildOdds = (id, values, shown = PLAIN) => ({
  kind: "odds",
  id,
  args: [JSON.stringify(values), ...shown],
});

/** @param {string} id @param {Values} values @param {Shown} [shown] @returns {Question} */
export const buildCalculate = (id, values, shown = PLAIN) => ({
  kind: "calculate",
  id,
  args: [JSON.stringify(values), ...shown],
});

/** @param {string} id @param {Values} values @param {string} over @param {number} part @param {string} counts @returns {Question} */
export const buildSweep = (id, values, over, part, counts) => ({
  kind: "sweep",
  id,
  args: [JSON.stringify(values), over, part, counts],
});

/**
 * Return true for a roll; rolls are never cancelled.
 * @param {Question} question
 */
export const isRoll = ({ kind }) => kind === "roll" || kind === "resolve" || kind === "fight" || kind === "act";

/**
 * Pending requests other than rolls: their controllers, with the elements that asked.
 * @type {Map<AbortController, Element>}
 */
const waiting = new Map();

/** Cancel requests of elements that a page change removed, so that the new page's requests don't wait for them. */
export function cancelAbandoned() {
  for (const [cancel, asker] of waiting) if (!asker.isConnected) cancel.abort();
}

/**
 * Send a request. Return null if `signal` or a page change cancelled it.
 * @param {Element} asker the element that rolls
 * @param {Question} question
 * @param {AbortSignal | null} [signal]
 * @returns {Promise<Answer | Refusal | null>}
 */
export async function askRules(asker, question, signal = null) {
  const { kind, id, args, later, here } = question;
  const cancel = new AbortController();
  signal?.addEventListener("abort", () => cancel.abort());
  if (signal?.aborted) cancel.abort();
  if (!isRoll(question)) waiting.set(cancel, asker);
  /** @type {Answer | Refusal | null} */
  const answer = here ? here() : await fetchAnswer(cancel.signal, kind, id, ...(later ? await later : args));
  waiting.delete(cancel);
  if (!answer || answer.error !== undefined) return answer;
  if (answer.roll && answer.about) {
    dispatchRolled(
      asker,
      { ...question, id: answer.roll.mechanic ?? id },
      answer.roll,
      answer.said ?? "",
      answer.about,
    );
  }
  for (const { roll, said, about } of answer.rolls ?? []) {
    dispatchRolled(asker, { ...question, id: roll.mechanic ?? "" }, roll, said, about);
  }
  return answer;
}

/**
 * Return an answer, null if `signal` cancelled the request, or an error if there is no answer.
 * @param {AbortSignal | null} signal
 * @param {string} kind
 * @param {string} id
 * @param {(string | number | bigint)[]} args
 */
export async function fetchAnswer(signal, kind, id, ...args) {
  try {
    return await runtime.askUntil(signal, kind, id, ...args);
  } catch (error) {
    if (signal?.aborted) return null;
    return { error: `This couldn't be worked out: ${toFailure(error, "something went wrong").message}.` };
  }
}
