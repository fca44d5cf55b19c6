// What is asked of Python about fights. A refusal is a sentence; so is whatever keeps Python from answering.
import { askRules } from "#shared";

/**
 * @typedef {{ events: FightEvent[], html: string, said: string, error?: undefined }} FightAnswer
 * @typedef {{ error: string }} Refusal
 */

/**
 * What a fight comes to; a roll in it is told to whoever listens to rolls.
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
 * @typedef {{ target: string, flees: string }} Ways how people act, see rules_py.play.forecast
 * @typedef {{ html: string, said: string, done: boolean, fights: number, error?: undefined }} ForecastAnswer
 */

/**
 * What a fight will come to, by so many fights in all; asked again for more with the same seed it goes on.
 * @param {Element} asker
 * @param {string} game
 * @param {string} events as JSON
 * @param {Ways} ways
 * @param {number} seed
 * @param {number} wanted
 * @param {AbortSignal} signal
 * @returns {Promise<ForecastAnswer | Refusal | null>} null where `signal` cancelled it
 */
export async function askForecast(asker, game, events, ways, seed, wanted, signal) {
  const args = [events, JSON.stringify(ways), seed, wanted];
  const answer = await askRules(asker, { kind: "forecast", id: `${game}.forecast`, args }, signal);
  return /** @type {ForecastAnswer | Refusal | null} */ (answer);
}
