// State of an initiative list as plain data. Each function returns the next state and keeps every combatant.

/**
 * @typedef {object} Place a combatant's place according to a roll
 * @property {number} total
 * @property {number | null} tie decides between equal totals, if the rule has a tie-break
 *
 * @typedef {object} Joining a combatant whose dice haven't been rolled yet
 * @property {number} key identifies a combatant within the fight
 * @property {string} name
 * @property {string} params the form's values as JSON
 * @property {string} faces faces of manual dice, or ""
 * @property {string} [problem] the reason why the dice weren't rolled
 *
 * @typedef {Joining & Place} Entry
 *
 * @typedef {object} Fight
 * @property {Entry[]} entries the combatants in initiative order
 * @property {Joining[]} joining the joining combatants in the order in which they were added
 * @property {number} turn the index of the acting entry
 * @property {number} round
 * @property {boolean} hasBegun true once a combatant has acted
 * @property {Record<number, Place | null> | null} again new places during a reroll; null until a combatant has rolled
 *   again
 * @property {Fight | null} ended the previous fight, so that it can be restored
 * @property {number} nextKey
 * @property {number} unread the number of stored items that couldn't be read
 */

/** @type {Fight} */
export const EMPTY = {
  entries: [],
  joining: [],
  turn: 0,
  round: 1,
  hasBegun: false,
  again: null,
  ended: null,
  nextKey: 1,
  unread: 0,
};

/**
 * Read a fight that this version or an earlier one stored. Skip and count items that can't be read.
 * @param {any} stored
 * @returns {Fight}
 */
export function readFight(stored) {
  if (stored === null || stored === undefined) return EMPTY;
  const { entries, joining = [], turn, round, hasBegun = stored.begun, again, ended } = stored;
  const isSomebody = (/** @type {any} */ each) => typeof each?.name === "string" && areParams(each.params);
  const acting = selectValid(entries, (each) => isSomebody(each) && Number.isFinite(each.total));
  const waiting = selectValid(joining, isSomebody);
  const taken = new Set();
  const assignKey = (/** @type {any} */ each) => {
    const key = Number.isInteger(each.key) && !taken.has(each.key) ? each.key : 1 + Math.max(0, ...taken);
    taken.add(key);
    return { faces: "", ...each, key };
  };
  const [all, queue] = [acting.read.map(assignKey), waiting.read.map(assignKey)];
  return {
    entries: all,
    joining: queue,
    turn: Number.isInteger(turn) ? Math.max(0, Math.min(turn, all.length - 1)) : 0,
    round: Number.isInteger(round) ? round : 1,
    hasBegun: Boolean(hasBegun),
    again: typeof again === "object" && !Array.isArray(again) ? again : null,
    ended: typeof ended === "object" && ended ? readFight({ ...ended, ended: null }) : null,
    nextKey: 1 + Math.max(0, ...taken, (Number.isInteger(stored.nextKey) ? stored.nextKey : 1) - 1),
    unread: (Number.isInteger(stored.unread) ? stored.unread : 0) + acting.unread + waiting.unread,
  };
}

/** Return true if a text is JSON of a form's values. @param {unknown} text */
function areParams(text) {
  try {
    const params = typeof text === "string" ? JSON.parse(text) : null;
    return typeof params === "object" && params !== null && !Array.isArray(params);
  } catch {
    return false;
  }
}

/**
 * Return the valid items of a list and the number of others. Any other value counts as one unreadable item.
 * @param {any} list
 * @param {(each: any) => boolean} isSound
 */
function selectValid(list, isSound) {
  if (!Array.isArray(list)) return { read: [], unread: 1 };
  const read = list.filter(isSound);
  return { read, unread: list.length - read.length };
}

/**
 * Add a combatant. The caller requests their dice by the key, which is the fight's `nextKey`.
 * @param {Fight} fight
 * @param {Omit<Joining, "key">} somebody
 * @returns {Fight}
 */
export function join(fight, somebody) {
  const key = fight.nextKey;
  return { ...fight, joining: [...fight.joining, { key, ...somebody }], nextKey: key + 1, ended: null };
}

/**
 * Place a combatant by their roll. Before anyone has acted, the first entry acts; later the acting combatant stays the
 * same.
 * @param {Fight} fight
 * @param {number} key
 * @param {Place} place
 * @returns {Fight}
 */
export function arrive(fight, key, place) {
  const somebody = fight.joining.find((each) => each.key === key);
  if (!somebody) return fight.ended ? { ...fight, ended: arrive(fight.ended, key, place) } : fight;
  const joining = fight.joining.filter((each) => each !== somebody);
  const entries = [...fight.entries, { ...somebody, ...place }].sort(comparePlaces);
  return setActing({ ...fight, joining, entries }, findActing(fight));
}

/**
 * Note that a combatant's dice couldn't be rolled; they can be requested again.
 * @param {Fight} fight
 * @param {number} key
 * @param {string} problem
 * @returns {Fight}
 */
export const refuse = (fight, key, problem) => ({
  ...fight,
  joining: fight.joining.map((each) => (each.key === key ? { ...each, problem } : each)),
});

/**
 * Move to the next turn; after the last entry a new round begins.
 * @param {Fight} fight
 * @returns {Fight}
 */
export function advanceTurn(fight) {
  const isLast = fight.turn + 1 >= fight.entries.length;
  return { ...fight, hasBegun: true, turn: isLast ? 0 : fight.turn + 1, round: fight.round + (isLast ? 1 : 0) };
}

/**
 * Remove a combatant, before or after their roll. If it is their turn, the next one acts; after the last entry that is
 * the first one in a new round.
 * @param {Fight} fight
 * @param {number} key
 * @returns {Fight}
 */
export function leave(fight, key) {
  const at = fight.entries.findIndex((each) => each.key === key);
  const dropEntry = (/** @type {any[]} */ all) => all.filter((each) => each.key !== key);
  const entries = dropEntry(fight.entries);
  const isLast = fight.turn >= entries.length && entries.length > 0 && at === fight.turn;
  const turn = isLast ? 0 : at !== -1 && at < fight.turn ? fight.turn - 1 : fight.turn;
  const round = fight.round + (isLast ? 1 : 0);
  return settleAgain({ ...fight, entries, joining: dropEntry(fight.joining), turn: entries.length ? turn : 0, round });
}

/**
 * Move a tied combatant before the entry above.
 * @param {Fight} fight
 * @param {number} key
 * @returns {Fight}
 */
export function moveUp(fight, key) {
  const at = fight.entries.findIndex((each) => each.key === key);
  if (at < 1) return fight;
  const entries = fight.entries.with(at - 1, fight.entries[at]).with(at, fight.entries[at - 1]);
  return setActing({ ...fight, entries }, findActing(fight));
}

/**
 * Start a reroll for a new turn, which begins once everyone has rolled. If a reroll has started, continue with the
 * missing combatants.
 * @param {Fight} fight
 * @returns {Fight}
 */
export function rollAgain(fight) {
  if (fight.again || !fight.entries.length) return fight;
  return { ...fight, again: Object.fromEntries(fight.entries.map(({ key }) => [key, null])) };
}

/**
 * Return the combatants who still have to roll again.
 * @param {Fight} fight
 */
export const listRollingAgain = ({ entries, again }) => entries.filter(({ key }) => again?.[key] === null);

/**
 * Note a combatant's new roll.
 * @param {Fight} fight
 * @param {number} key
 * @param {Place} place
 * @returns {Fight}
 */
export function arriveAgain(fight, key, place) {
  if (fight.again?.[key] === null) return settleAgain({ ...fight, again: { ...fight.again, [key]: place } });
  return fight.ended ? { ...fight, ended: arriveAgain(fight.ended, key, place) } : fight;
}

/**
 * End the fight. It can be restored until someone joins the next one.
 * @param {Fight} fight
 * @returns {Fight}
 */
export const end = (fight) => ({ ...EMPTY, nextKey: fight.nextKey, ended: { ...fight, ended: null } });

/**
 * @param {Fight} fight
 * @returns {Fight}
 */
export const bringBack = (fight) => (fight.ended ? { ...fight.ended, nextKey: fight.nextKey } : fight);

/**
 * Begin the new turn once everyone has rolled again.
 * @param {Fight} fight
 * @returns {Fight}
 */
function settleAgain(fight) {
  const { again } = fight;
  if (!again || listRollingAgain(fight).length) return fight;
  if (!fight.entries.some(({ key }) => again[key])) return { ...fight, again: null };
  const entries = fight.entries.map((each) => ({ ...each, ...again[each.key] })).sort(comparePlaces);
  return { ...fight, entries, again: null, turn: 0, round: fight.round + 1, hasBegun: false };
}

/**
 * Return the key of the acting combatant, once one has acted.
 * @param {Fight} fight
 */
const findActing = ({ hasBegun, entries, turn }) => (hasBegun ? entries[turn]?.key : undefined);

/**
 * @param {Fight} fight
 * @param {number | undefined} key the acting combatant's key; if no entry has it, the first entry acts
 * @returns {Fight}
 */
const setActing = (fight, key) => ({
  ...fight,
  turn: Math.max(
    0,
    fight.entries.findIndex((each) => each.key === key),
  ),
});

/** @param {Place} a @param {Place} b */
const comparePlaces = (a, b) => b.total - a.total || (b.tie ?? 0) - (a.tie ?? 0);
