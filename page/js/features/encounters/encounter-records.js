// Stored fights as encounters: a fresh copy of one.
import { isSheet, numberName } from "#play-shared";
import { askRules, NOT_ANSWERED } from "#shared";
import { keep } from "#store";

/** @typedef {import("#store").StoredRecord} StoredRecord */

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
  if (!answer || answer.error !== undefined) throw new Error(answer?.error ?? NOT_ANSWERED);
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
