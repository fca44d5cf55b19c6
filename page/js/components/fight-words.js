// Words about a stored fight: its state, its combatants and its last change. They tell two fights of one name apart.
import { keep } from "#store";
import { askForeign } from "./fight-questions.js";

/**
 * @typedef {import("#store").StoredRecord} StoredRecord
 * @typedef {"prepared" | "running" | "over"} State
 */

/** The words for the states, in the order of the filter. @type {Record<State, string>} */
export const STATES = { prepared: "Prepared", running: "Running", over: "Over" };

/** Return a fight's state, or undefined if an earlier version stored it. @param {StoredRecord} fight */
export const readState = ({ data, summary }) => (data?.events?.length === 0 ? "prepared" : summary?.state);

/**
 * Return the line about a fight: its state, its combatants and the time of its last change.
 * @param {StoredRecord} fight
 */
export function describeEncounter(fight) {
  const { campaign, changed } = fight;
  const time = new Date(changed).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  return [campaign, describeShort(fight), time].filter(Boolean).join(" · ");
}

/** Return a fight's state and its combatants. @param {StoredRecord} fight */
export function describeShort(fight) {
  const state = readState(fight);
  const line = fight.summary?.line || (fight.data?.events?.length === 0 ? "Nobody yet" : "");
  return [state && STATES[state], line].filter(Boolean).join(" · ");
}

/**
 * Ask the rules about a fight that an earlier version stored without its state, and store what they say. Its date stays.
 * @param {HTMLElement} asker
 * @param {StoredRecord} fight
 */
export async function completeSummary(asker, { id, game, data, changed }) {
  if (!Array.isArray(data?.events)) return;
  const answer = await askForeign(asker, game, data.events); // no look at another fight waits for it
  if (answer.error !== undefined) return;
  const { summary } = answer;
  await keep.update("fights", id, (before) => (before.changed === changed ? { summary, changed } : null));
}
