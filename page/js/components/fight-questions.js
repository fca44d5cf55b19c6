// Questions about fights. Every failure is reported as a sentence.
import { askRules } from "#shared";

/**
 * @typedef {import("#store").FightSummary} FightSummary
 * @typedef {{ events: FightEvent[], undone?: FightEvent[], html: string, said: string, summary: FightSummary,
 *   error?: undefined }} FightAnswer `undone` are the events that an undo has taken away
 * @typedef {{ error: string, override?: string[], field?: string }} Refusal `override` names the requirements that a
 *   table can waive, and `field` the form's field that the error is about
 */

/**
 * Ask for the state of a fight after its events, and dispatch `rolled` for a roll in it.
 * @param {Element} asker
 * @param {string} game
 * @param {FightEvent[]} events
 * @param {{ act?: object, view: object, seed?: bigint }} question
 * @returns {Promise<FightAnswer | Refusal>}
 */
export async function ask(asker, game, events, { act, view, seed }) {
  const args = [JSON.stringify(events ?? null), act ? JSON.stringify(act) : "", JSON.stringify(view), seed ?? 0];
  const answer = await askRules(asker, { kind: "fight", id: `${game}.fight`, args });
  return /** @type {FightAnswer | Refusal} */ (answer ?? { error: "This was not answered; try it again." });
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
 * Ask for the odds of something that a board offers. Return null if the request was cancelled.
 * @param {Element} asker
 * @param {string} game
 * @param {FightEvent[]} events
 * @param {string} offer as JSON, see rules_py.bridge.fights
 * @returns {Promise<{ chances: string, words: string, error?: undefined } | Refusal | null>}
 */
export async function askOdds(asker, game, events, offer) {
  const args = [JSON.stringify(events ?? null), offer];
  const answer = await askRules(asker, { kind: "fight_odds", id: `${game}.fight`, args });
  return /** @type {any} */ (answer);
}
