// A session of play: the rolls and fights since the last long pause, and what is worth telling of them.

/**
 * @typedef {import("./history.js").Entry} Entry
 * @typedef {import("#store").StoredRecord} StoredRecord
 *
 * @typedef {object} Session
 * @property {Entry[]} rolls the latest first; at least one
 * @property {number} start in milliseconds since 1970
 * @property {number} end
 * @property {string} game the slug of the game with the most rolls, or ""
 * @property {number} dice the number of dice
 * @property {{ side: string, names: string[] }[]} fallen by side
 * @property {{ fight: string, winner: string }[]} won the fights that are decided
 */

export const PAUSE = 6 * 3_600_000; // milliseconds without a roll that end a session

const OTHERS = ["shared", "asked"]; // sources of rolls that others made
const BEST_TONE = 0.75; // a roll with a worse result isn't worth telling
const MOST_CANDIDATES = 8; // rolls whose odds are compared

/**
 * Return the latest session, or null if there are no rolls.
 * @param {Entry[]} entries the latest first
 * @param {StoredRecord[]} fights
 * @returns {Session | null}
 */
export function findLatestSession(entries, fights) {
  const own = entries.filter(({ data }) => !OTHERS.includes(data.rolled.source));
  if (!own.length) return null;
  const pause = own.findIndex(({ data }, at) => at > 0 && own[at - 1].data.at - data.at >= PAUSE);
  const rolls = own.slice(0, pause === -1 ? undefined : pause);
  const [end, start] = [rolls[0].data.at, rolls[rolls.length - 1].data.at];
  const fought = fights.filter(({ changed, summary }) => summary && changed >= start && changed < end + PAUSE);
  return {
    rolls,
    start,
    end,
    game: findMostFrequent(rolls.map(({ data }) => data.game)),
    dice: rolls.reduce((sum, { data }) => sum + data.rolled.dice.reduce((all, { faces }) => all + faces.length, 0), 0),
    fallen: listFallen(fought),
    won: fought.flatMap(({ name, summary }) => (summary?.winner ? [{ fight: name, winner: summary.winner }] : [])),
  };
}

/** @param {StoredRecord[]} fights */
function listFallen(fights) {
  /** @type {Map<string, string[]>} */
  const sides = new Map();
  for (const { summary } of fights) {
    for (const { name, side } of Array.isArray(summary?.fallen) ? summary.fallen : []) {
      sides.set(side, [...(sides.get(side) ?? []), name]);
    }
  }
  return [...sides].map(([side, names]) => ({ side, names }));
}

/** @param {string[]} words */
function findMostFrequent(words) {
  const counts = new Map();
  for (const word of words) if (word) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), ["", 0])[0];
}

/**
 * Return the rolls among which the best is: those with the best result, or plain dice if no roll has a rated one. Of
 * equal rolls, the latest.
 * @param {Entry[]} rolls
 */
export function listCandidates(rolls) {
  const getTone = (/** @type {Entry} */ { data }) => data.rolled.about.tone ?? 0;
  const best = Math.max(...rolls.map(getTone));
  const found =
    best >= BEST_TONE
      ? rolls.filter((each) => getTone(each) === best)
      : rolls.filter(({ data }) => data.rolled.id === "dice");
  const distinct = new Map(found.toReversed().map((each) => [buildKey(each), each]));
  return [...distinct.values()].toReversed().slice(0, MOST_CANDIDATES);
}

/** @param {Entry} entry */
const buildKey = ({ data: { rolled } }) => JSON.stringify([rolled.id, rolled.params, rolled.outcome]);

/**
 * Return the chance of a roll's result: of exactly this rated result, or of this total of plain dice or more. Return null
 * if the odds don't have it.
 * @param {import("../../rules-client/client.js").Rolled} rolled
 * @param {{ outcomes?: Record<string, Record<string, string>> } | undefined} odds
 */
export function findChance({ id, outcome }, odds) {
  for (const [field, chances] of Object.entries(odds?.outcomes ?? {})) {
    const value = outcome[field];
    if (id === "dice" && field === "total" && typeof value === "number") {
      return Object.entries(chances).reduce(
        (sum, [total, chance]) => sum + (Number(total) >= value ? parseFraction(chance) : 0),
        0,
      );
    }
    if (typeof value === "string" && Object.hasOwn(chances, value)) return parseFraction(chances[value]);
  }
  return null;
}

/** Return a fraction such as "5/12" as a number. @param {string} fraction */
function parseFraction(fraction) {
  const [over, under = "1"] = fraction.split("/");
  return Number(over) / Number(under);
}

/** Return a chance in words, such as “1 time in 12”. @param {number} chance */
export const describeOdds = (chance) => `1 time in ${Math.max(1, Math.round(1 / chance)).toLocaleString("en")}`;
