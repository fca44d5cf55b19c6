// Questions about fights. Every failure is reported as a sentence.
import { askRules, NOT_ANSWERED, runtime } from "#shared";

/**
 * @typedef {import("#store").FightSummary} FightSummary
 * @typedef {{ events: FightEvent[], undone?: FightEvent[], html: string, said: string, summary: FightSummary,
 *   dice?: object, error?: undefined }} FightAnswer `undone` are the events that an undo has taken away; an answer with
 *   `dice` has nothing else, because the table has to roll them first
 * @typedef {{ error: string, override?: string[], field?: string }} Refusal `override` names the requirements that a
 *   table can waive, and `field` the form's field that the error is about
 */

/**
 * Ask for the state of a fight after its events, and dispatch `rolled` for a roll in it.
 * @param {Element} asker
 * @param {string} game
 * @param {FightEvent[]} events
 * @param {{ act?: object, view: object, seed?: bigint }} question
 * @param {AbortSignal | null} [signal]
 * @returns {Promise<FightAnswer | Refusal>}
 */
export async function ask(asker, game, events, question, signal) {
  const args = buildArgs(events, question);
  const answer = await askRules(asker, { kind: "fight", id: `${game}.fight`, args }, signal);
  return /** @type {FightAnswer | Refusal} */ (answer ?? { error: NOT_ANSWERED });
}

/**
 * Ask for the state of a fight that came in a link, or that the reader hasn't opened. The rules refuse one that takes too
 * long.
 * @param {Element} asker
 * @param {string} game
 * @param {FightEvent[]} events
 * @param {AbortSignal} [signal]
 * @returns {Promise<FightAnswer | Refusal>}
 */
export async function askForeign(asker, game, events, signal) {
  const args = [JSON.stringify(events)];
  const answer = await askRules(asker, { kind: "foreign_fight", id: `${game}.fight`, args }, signal);
  return /** @type {any} */ (answer ?? { error: NOT_ANSWERED });
}

/**
 * Ask for the dice that a command requests from a table that rolls its own.
 * @param {Element} asker
 * @param {string} game
 * @param {FightEvent[]} events
 * @param {object} act
 * @param {import("./die-slot.js").Slot[]} fallen the dice that show a face
 * @param {AbortSignal} signal
 */
export async function askDice(asker, game, events, act, fallen, signal) {
  const args = [JSON.stringify(events), JSON.stringify(act), JSON.stringify(fallen)];
  const answer = await askRules(asker, { kind: "fight_dice", id: `${game}.fight`, args }, signal);
  return /** @type {import("./die-slot.js").Asking | Refusal | null} */ (/** @type {unknown} */ (answer));
}

/**
 * Ask for a board in advance, see `runtime.askAhead`.
 * @param {string} game
 * @param {FightEvent[]} events
 * @param {object} view
 */
export function askAhead(game, events, view) {
  runtime.askAhead("fight", `${game}.fight`, ...buildArgs(events, { view }));
}

/**
 * @param {FightEvent[]} events
 * @param {{ act?: object, view: object, seed?: bigint }} question
 */
const buildArgs = (events, { act, view, seed }) => [
  JSON.stringify(events ?? null),
  act ? JSON.stringify(act) : "",
  JSON.stringify(view),
  seed ?? 0,
];

/**
 * @typedef {{ start: number, events: FightEvent[], html: string, said: string, summary: FightSummary, text: string,
 *   markdown: string, error?: undefined }} PastAnswer `events` are those of the new log from number `start` on
 *
 * Ask for the open log of a fight, after the edits in a view.
 * @param {Element} asker
 * @param {string} game
 * @param {FightEvent[]} events
 * @param {object} view
 * @param {bigint} seed
 * @returns {Promise<PastAnswer | Refusal>}
 */
export async function askPast(asker, game, events, view, seed) {
  const args = [JSON.stringify(events), JSON.stringify(view), seed];
  const answer = await askRules(asker, { kind: "past", id: `${game}.fight`, args });
  return /** @type {PastAnswer | Refusal} */ (answer ?? { error: NOT_ANSWERED });
}

/**
 * @typedef {Record<string, string>} Ways the fields of the forecast by name, see rules_py.play.forecast
 * @typedef {{ html: string, said: string, done: boolean, fights: number, error?: undefined }} ForecastAnswer
 */

/**
 * Ask for a fight's forecast from this number of simulated fights. A later request with the same seed continues it.
 * @param {Element} asker
 * @param {string} game
 * @param {string} events as JSON
 * @param {Ways} ways
 * @param {number} seed
 * @param {number} wanted
 * @param {AbortSignal} signal
 * @returns {Promise<ForecastAnswer | Refusal | null>} null if `signal` cancelled the request
 */
export async function askForecast(asker, game, events, ways, seed, wanted, signal) {
  const args = [events, JSON.stringify(ways), seed, wanted];
  const answer = await askRules(asker, { kind: "forecast", id: `${game}.forecast`, args }, signal);
  return /** @type {ForecastAnswer | Refusal | null} */ (answer);
}

/**
 * @typedef {{ html: string, said: string, done: boolean, rows: number, error?: undefined }} ForecastPart `done` and
 *   `rows` are those of the variations
 *
 * Ask for a part beside a forecast, with the arguments of the forecast and those of the part.
 * @param {Element} asker
 * @param {string} game
 * @param {"coverage" | "variations" | "sample"} part
 * @param {(string | number)[]} args
 * @param {AbortSignal} signal
 * @returns {Promise<ForecastPart | Refusal | null>} null if `signal` cancelled the request
 */
export async function askForecastPart(asker, game, part, args, signal) {
  const answer = await askRules(asker, { kind: `forecast_${part}`, id: `${game}.forecast`, args }, signal);
  return /** @type {ForecastPart | Refusal | null} */ (answer);
}

/**
 * Ask for the chances of commands that a board offers.
 * @param {Element} asker
 * @param {string} game
 * @param {FightEvent[]} events
 * @param {object[]} commands
 * @returns {Promise<{ chances: string, html: string, said: string }[]>} in the order of the commands; none after an error
 */
export async function askChances(asker, game, events, commands) {
  const args = [JSON.stringify(events), JSON.stringify(commands)];
  const answer = /** @type {any} */ (await askRules(asker, { kind: "fight_odds", id: `${game}.fight`, args }));
  return answer?.odds ?? [];
}
