// Who acts when, as plain data: what happens to an order, each time giving the next one. Nobody who was added is lost.

/**
 * @typedef {object} Place where a roll puts somebody
 * @property {number} total
 * @property {number | null} tie what decides between equal totals, where the rule says so
 *
 * @typedef {object} Joining somebody whose dice have not fallen yet
 * @property {number} key tells everyone apart who was ever in the order
 * @property {string} name
 * @property {string} params what the form said, as JSON
 * @property {string} faces the reader's own, if any
 * @property {string} [problem] why the dice did not fall
 *
 * @typedef {Joining & Place} Entry
 *
 * @typedef {object} Fight
 * @property {Entry[]} entries in the order in which they act
 * @property {Joining[]} joining in the order in which they were added
 * @property {number} turn which entry acts
 * @property {number} round
 * @property {boolean} hasBegun whether anyone has acted
 * @property {Record<number, Place | null> | null} again what those come to who roll again; null until they have
 * @property {Fight | null} ended the fight before, so that it can be brought back
 * @property {number} nextKey
 * @property {number} unread how much of what was stored could not be read
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
 * A fight as it was stored, by this version or an earlier one. What can't be read of it is left out, and counted.
 * @param {any} stored
 * @returns {Fight}
 */
export function fightFrom(stored) {
  if (stored === null || stored === undefined) return EMPTY;
  const { entries, joining = [], turn, round, hasBegun = stored.begun, again, ended } = stored;
  const isSomebody = (/** @type {any} */ each) => typeof each?.name === "string" && areParams(each.params);
  const acting = sound(entries, (each) => isSomebody(each) && Number.isFinite(each.total));
  const waiting = sound(joining, isSomebody);
  const taken = new Set();
  const withKey = (/** @type {any} */ each) => {
    const key = Number.isInteger(each.key) && !taken.has(each.key) ? each.key : 1 + Math.max(0, ...taken);
    taken.add(key);
    return { faces: "", ...each, key };
  };
  const [all, queue] = [acting.read.map(withKey), waiting.read.map(withKey)];
  return {
    entries: all,
    joining: queue,
    turn: Number.isInteger(turn) ? Math.max(0, Math.min(turn, all.length - 1)) : 0,
    round: Number.isInteger(round) ? round : 1,
    hasBegun: Boolean(hasBegun),
    again: typeof again === "object" && !Array.isArray(again) ? again : null,
    ended: typeof ended === "object" && ended ? fightFrom({ ...ended, ended: null }) : null,
    nextKey: 1 + Math.max(0, ...taken, (Number.isInteger(stored.nextKey) ? stored.nextKey : 1) - 1),
    unread: (Number.isInteger(stored.unread) ? stored.unread : 0) + acting.unread + waiting.unread,
  };
}

/** Whether it is JSON of what a form may say. @param {unknown} text */
function areParams(text) {
  try {
    const params = typeof text === "string" ? JSON.parse(text) : null;
    return typeof params === "object" && params !== null && !Array.isArray(params);
  } catch {
    return false;
  }
}

/**
 * Those of a list that are what they should be, and how many are not; what is no list is one of these.
 * @param {any} list
 * @param {(each: any) => boolean} isSound
 */
function sound(list, isSound) {
  if (!Array.isArray(list)) return { read: [], unread: 1 };
  const read = list.filter(isSound);
  return { read, unread: list.length - read.length };
}

/**
 * Somebody is added; their dice are asked for by the key, which is the fight's `nextKey`.
 * @param {Fight} fight
 * @param {Omit<Joining, "key">} somebody
 * @returns {Fight}
 */
export function join(fight, somebody) {
  const key = fight.nextKey;
  return { ...fight, joining: [...fight.joining, { key, ...somebody }], nextKey: key + 1, ended: null };
}

/**
 * Somebody's dice have fallen: they take their place. Before anyone has acted the first of the order is up; later
 * whoever acts stays up.
 * @param {Fight} fight
 * @param {number} key
 * @param {Place} place
 * @returns {Fight}
 */
export function arrive(fight, key, place) {
  const somebody = fight.joining.find((each) => each.key === key);
  if (!somebody) return fight.ended ? { ...fight, ended: arrive(fight.ended, key, place) } : fight;
  const joining = fight.joining.filter((each) => each !== somebody);
  const entries = [...fight.entries, { ...somebody, ...place }].sort(inOrder);
  return withActing({ ...fight, joining, entries }, acting(fight));
}

/**
 * Somebody's dice did not fall; they may be asked for again.
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
 * The next one's turn; after the last a new round begins.
 * @param {Fight} fight
 * @returns {Fight}
 */
export function next(fight) {
  const isLast = fight.turn + 1 >= fight.entries.length;
  return { ...fight, hasBegun: true, turn: isLast ? 0 : fight.turn + 1, round: fight.round + (isLast ? 1 : 0) };
}

/**
 * Somebody leaves, rolled for or not.
 * @param {Fight} fight
 * @param {number} key
 * @returns {Fight}
 */
export function leave(fight, key) {
  const at = fight.entries.findIndex((each) => each.key === key);
  const turn = at !== -1 && at < fight.turn ? fight.turn - 1 : fight.turn;
  const without = (/** @type {any[]} */ all) => all.filter((each) => each.key !== key);
  const entries = without(fight.entries);
  const joining = without(fight.joining);
  return settleAgain({ ...fight, entries, joining, turn: Math.max(0, Math.min(turn, entries.length - 1)) });
}

/**
 * Somebody who is tied acts before the one above.
 * @param {Fight} fight
 * @param {number} key
 * @returns {Fight}
 */
export function moveUp(fight, key) {
  const at = fight.entries.findIndex((each) => each.key === key);
  if (at < 1) return fight;
  const entries = fight.entries.with(at - 1, fight.entries[at]).with(at, fight.entries[at - 1]);
  return withActing({ ...fight, entries }, acting(fight));
}

/**
 * Everyone rolls again for a new turn, which begins once all dice have fallen. Begun before, it goes on with those
 * who are missing.
 * @param {Fight} fight
 * @returns {Fight}
 */
export function rollAgain(fight) {
  if (fight.again || !fight.entries.length) return fight;
  return { ...fight, again: Object.fromEntries(fight.entries.map(({ key }) => [key, null])) };
}

/**
 * Those who still have to roll again.
 * @param {Fight} fight
 */
export const rollingAgain = ({ entries, again }) => entries.filter(({ key }) => again?.[key] === null);

/**
 * Somebody's dice have fallen again.
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
 * The fight is over; it can be brought back until somebody joins the next one.
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
 * The new turn, once all who roll again have.
 * @param {Fight} fight
 * @returns {Fight}
 */
function settleAgain(fight) {
  const { again } = fight;
  if (!again || rollingAgain(fight).length) return fight;
  if (!fight.entries.some(({ key }) => again[key])) return { ...fight, again: null };
  const entries = fight.entries.map((each) => ({ ...each, ...again[each.key] })).sort(inOrder);
  return { ...fight, entries, again: null, turn: 0, round: fight.round + 1, hasBegun: false };
}

/**
 * Who acts, once anyone has.
 * @param {Fight} fight
 */
const acting = ({ hasBegun, entries, turn }) => (hasBegun ? entries[turn]?.key : undefined);

/**
 * @param {Fight} fight
 * @param {number | undefined} key of who acts; the first does where nobody has it
 * @returns {Fight}
 */
const withActing = (fight, key) => ({
  ...fight,
  turn: Math.max(
    0,
    fight.entries.findIndex((each) => each.key === key),
  ),
});

/** @param {Place} a @param {Place} b */
const inOrder = (a, b) => b.total - a.total || (b.tie ?? 0) - (a.tie ?? 0);
