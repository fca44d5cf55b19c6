// The one door to the rules: every question goes in here, whoever asks it, and every roll comes out as one event.
import { failureOf } from "../lib/failure.js";
import { runtime } from "./runtime.js";

/**
 * @typedef {import("../components/forms/values.js").Values} Values
 * @typedef {{ sides: number, faces: number[], kept: number[], label: string }} Thrown dice as they fell
 * @typedef {"random" | "own dice" | "shared"} Source where faces are from: chance, the reader's own dice, or a link
 */

/**
 * What the event `rolled` says, as its `detail`.
 *
 * Every roll ends as one `rolled`, whoever made it: a roller, a table, dice in a text, an order. It bubbles from the
 * element that rolled; where a page change took that away before the answer came, it comes from the document. So a
 * listener on `document` hears each roll once, in the order of the answers, and none but rolls: odds, refusals and
 * questions that failed are silent. A rule without dice is told too, with no faces. Listeners must leave `detail` as
 * it is, as others read it too.
 *
 * @typedef {object} Rolled
 * @property {string} id of the mechanic or the table; "dice" for dice in a text and for plain notation
 * @property {Record<string, unknown>} params all of them as the rule took them, as the command line's JSON has them
 * @property {number[]} faces every face in the order it fell: with `id` and `params` they come to the same outcome
 * @property {Thrown[]} dice the same, die by die
 * @property {Record<string, unknown>} outcome what it came to, by field; texts of a table as they stand on the page
 * @property {string} sentence what it came to, in words
 * @property {Source} source
 * @property {string[]} steps how it came about, in words
 * @property {About} about
 *
 * @typedef {object} About what a log shows of a roll, and needs to roll it again
 * @property {string} title of the mechanic or the table; dice as they are written
 * @property {string} verdict what it came to, at its shortest
 * @property {string} home page#anchor of what rolls it
 * @property {Record<string, string>} given the parameters that are not as they start, as forms and links have them
 * @property {number | null} [tone] from the worst (0) to the best (1) that it could come to, where that can be said
 * @property {string} [who] of a fight: who rolled; "" where nobody did
 * @property {FightAct} [act] of a fight: what rolls there once more
 * @property {string} [page] of a fight: where fights of its game are
 * @property {import("../components/dice-evaluator.js").Plan} [plan] of dice that the page rolled
 * @property {string} [place] page#anchor of the text in which those dice stand
 */

/**
 * @typedef {{ act: string } & Record<string, any>} FightAct see rules_py.play.fight.commands
 */

/**
 * @typedef {(string | number | bigint)[]} Args
 *
 * @typedef {object} Question
 * @property {"roll" | "resolve" | "odds" | "sweep" | "calculate" | "fight" | "forecast"} kind
 * @property {string} id
 * @property {Args} args what rules_py.bridge takes after the id
 * @property {Promise<Args>} [later] the same once something before it is known
 * @property {Source} [source] of a roll's faces
 * @property {() => Answer} [here] answers it on the page, where the build has left all that this takes
 */

/**
 * @typedef {object} Answer
 * @property {string} html
 * @property {string} [said] the same for a screen reader
 * @property {RollData} [roll]
 * @property {About} [about] that roll
 * @property {{ roll: RollData, said: string, about: About }[]} [rolls] of a fight's act, each with what it came to in words
 * @property {string} [summary] a calculator's key numbers
 * @property {number} [parts] of a sweep, how many there are
 * @property {undefined} [error]
 *
 * @typedef {Omit<Rolled, "id" | "sentence" | "source" | "about"> & { mechanic?: string }} RollData
 *
 * @typedef {{ error: string }} Refusal a sentence: why there is no answer
 */

/** @param {string} id @param {Values} values @returns {Question} */
export const roll = (id, values) => ({ kind: "roll", id, args: [JSON.stringify(values)], source: "random" });

/** @param {string} id @param {Values} values @param {string} faces @param {Source} source @returns {Question} */
export const resolve = (id, values, faces, source = "own dice") => ({
  kind: "resolve",
  id,
  args: [faces, JSON.stringify(values)],
  source,
});

/**
 * Which dice a rule asks for, while some have fallen. Gives null where `signal` cancelled the question.
 * @param {string} id
 * @param {Values} values
 * @param {import("../components/die-slot.js").Slot[]} fallen
 * @param {AbortSignal} signal
 * @returns {Promise<import("../components/die-slot.js").Asking | Refusal | null>}
 */
export const askDice = (id, values, fallen, signal) =>
  answered(signal, "asks", id, JSON.stringify(fallen), JSON.stringify(values));

/** @typedef {[beside: string, counts: string, called: string]} Shown how odds are shown: beside what, how counted */
/** @type {Shown} */
export const PLAIN = ["", "exactly", ""];

/** @param {string} id @param {Values} values @param {Shown} [shown] @returns {Question} */
export const odds = (id, values, shown = PLAIN) => ({ kind: "odds", id, args: [JSON.stringify(values), ...shown] });

/** @param {string} id @param {Values} values @param {Shown} [shown] @returns {Question} */
export const calculate = (id, values, shown = PLAIN) => ({
  kind: "calculate",
  id,
  args: [JSON.stringify(values), ...shown],
});

/** @param {string} id @param {Values} values @param {string} over @param {number} part @param {string} counts @returns {Question} */
export const sweep = (id, values, over, part, counts) => ({
  kind: "sweep",
  id,
  args: [JSON.stringify(values), over, part, counts],
});

/**
 * Whether a question is a roll: those are never cancelled.
 * @param {Question} question
 */
export const isRoll = ({ kind }) => kind === "roll" || kind === "resolve" || kind === "fight";

/** Questions that are no rolls, by what cancels each: who asked them. @type {Map<AbortController, Element>} */
const waiting = new Map();

/** Cancel what was asked by elements that are gone with their page, so that the next page's need not wait for it. */
export function cancelLeft() {
  for (const [cancel, asker] of waiting) if (!asker.isConnected) cancel.abort();
}

/**
 * Ask. Gives null where `signal` cancelled the question, or where a page that was left took along who asked for odds.
 * @param {Element} asker the element that rolls
 * @param {Question} question
 * @param {AbortSignal | null} [signal]
 * @returns {Promise<Answer | Refusal | null>}
 */
export async function ask(asker, question, signal = null) {
  const { kind, id, args, later, here } = question;
  const cancel = new AbortController();
  signal?.addEventListener("abort", () => cancel.abort());
  if (signal?.aborted) cancel.abort();
  if (!isRoll(question)) waiting.set(cancel, asker);
  /** @type {Answer | Refusal | null} */
  const answer = here ? here() : await answered(cancel.signal, kind, id, ...(later ? await later : args));
  waiting.delete(cancel);
  if (!answer || answer.error !== undefined) return answer;
  if (answer.roll && answer.about) tell(asker, question, answer.roll, answer.said ?? "", answer.about);
  for (const { roll, said, about } of answer.rolls ?? []) {
    tell(asker, { ...question, id: roll.mechanic ?? "" }, roll, said, about);
  }
  return answer;
}

/**
 * What the rules answer; null where `signal` cancelled the question, a refusal where they could not be asked.
 * @param {AbortSignal | null} signal
 * @param {string} kind
 * @param {string} id
 * @param {(string | number | bigint)[]} args
 */
export async function answered(signal, kind, id, ...args) {
  try {
    return await runtime.askUntil(signal, kind, id, ...args);
  } catch (error) {
    if (signal?.aborted) return null;
    return { error: `This couldn't be worked out: ${failureOf(error, "something went wrong").message}.` };
  }
}

/**
 * @param {Element} asker
 * @param {Question} question
 * @param {RollData} roll
 * @param {string} sentence
 * @param {About} about
 */
function tell(asker, { id, source = "random" }, { params, faces, dice, outcome, steps }, sentence, about) {
  /** @type {Rolled} */
  const detail = { id, params, faces, dice, outcome, steps, sentence, source, about };
  const from = asker.isConnected ? asker : document;
  from.dispatchEvent(new CustomEvent("rolled", { bubbles: true, detail }));
}
