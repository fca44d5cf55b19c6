// Stored fights as encounters: what a list tells about one, and a fresh copy of it.
import { isSheet, numberName } from "#play-shared";
import { askRules } from "#shared";
import { keep } from "#store";
import { ask } from "../../components/fight-questions.js";

/**
 * @typedef {import("#store").StoredRecord} StoredRecord
 * @typedef {import("#store").FightSummary} FightSummary
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
  const answer = await ask(asker, game, data.events, { view: {} });
  if (answer.error !== undefined) return;
  const { summary } = answer;
  await keep.update("fights", id, (before) => (before.changed === changed ? { summary, changed } : null));
}

/**
 * Store a fresh copy of a fight: its combatants as they were prepared, the players' characters as they are now.
 * @param {HTMLElement} asker
 * @param {StoredRecord} fight
 * @returns {Promise<StoredRecord>}
 * @throws {Error} a sentence if the rules can't read the fight
 */
export async function copyEncounter(asker, { game, name, data, from, campaign, note, clocks, players }) {
  /** @type {Record<string, { sheet: string, fields: object }>} */
  const sheets = {};
  for (const [who, joined] of Object.entries(from ?? {})) {
    const stored = (await keep.get("sheets", joined?.id ?? ""))?.data;
    if (isSheet(stored)) sheets[who] = { sheet: stored.sheet, fields: stored.fields };
  }
  const args = [JSON.stringify(data.events), JSON.stringify(sheets)];
  const answer = /** @type {any} */ (await askRules(asker, { kind: "fresh_fight", id: `${game}.fight`, args }));
  if (!answer || answer.error !== undefined) throw new Error(answer?.error ?? "This was not answered; try it again.");
  const names = new Set((await keep.list("fights", game)).map((each) => each.name));
  let free = name;
  while (names.has(free)) free = numberName(free) || `${name} 2`;
  return keep.add("fights", {
    game,
    name: free,
    data: { ...data, events: answer.events },
    from: listReferences(answer.events, from ?? {}, sheets),
    summary: answer.summary,
    ...(campaign && { campaign }),
    ...(note && { note }),
    ...(clocks && { clocks: clocks.map((clock) => ({ ...clock, filled: 0 })) }),
    ...(players && { players }),
  });
}

/**
 * Return the stored sheets that combatants of a copy join as.
 * @param {any[]} events
 * @param {NonNullable<StoredRecord["from"]>} from
 * @param {Record<string, { fields: object }>} sheets
 */
const listReferences = (events, from, sheets) =>
  Object.fromEntries(
    events
      .filter(({ event, who }) => event === "join" && who in sheets)
      .map(({ who, sheet }) => [who, { id: from[who].id, fields: sheet.fields }]),
  );
