// The latest sheets, fights and screens of this device, as a short list in localStorage. Pages read it before the
// database is open, so that “Continue” takes its place with the first paint. The database remains the truth.
const NAME = "fieldbook:continue"; // overrides/partials/before-scripts.html reads its counts
const MOST = 40; // entries: enough for each game's page
const SHOWN = 3;
const OF_A_KIND = 2; // so that a fight isn't pushed out by the sheets that it changed

/** Stores whose records can be continued. */
export const CONTINUED = /** @type {const} */ (["sheets", "fights", "screens"]);

/**
 * @typedef {object} Recent
 * @property {typeof CONTINUED[number]} store
 * @property {string} id
 * @property {string} game its slug, or "" for a screen of no game
 * @property {string} name
 * @property {number} at the time of the last change, in milliseconds since 1970
 * @property {string} [detail] such as “5 of 6 HP”; missing if the record has changed since it was read
 */

/** Return the list, the latest first. Something else may have written its entries. @returns {Recent[]} */
export function readRecent() {
  try {
    const { entries } = JSON.parse(localStorage.getItem(NAME) ?? "{}");
    return Array.isArray(entries) ? entries.filter(isSound) : [];
  } catch {
    return [];
  }
}

/**
 * Return the entries to show: the latest ones, at most two of a kind.
 * @param {string} game its slug, or "" for all games
 * @param {Recent[]} [entries]
 */
export function selectLatest(game, entries = readRecent()) {
  /** @type {Record<string, number>} */
  const counts = {};
  return entries
    .filter((each) => !game || each.game === game)
    .filter(({ store }) => (counts[store] = (counts[store] ?? 0) + 1) <= OF_A_KIND)
    .slice(0, SHOWN);
}

/**
 * Replace the list.
 * @param {Recent[]} entries
 */
export function setRecent(entries) {
  const sorted = entries.toSorted((one, other) => other.at - one.at).slice(0, MOST);
  const games = new Set(["", ...sorted.map(({ game }) => game)]);
  const counts = Object.fromEntries([...games].map((game) => [game, selectLatest(game, sorted).length]));
  try {
    if (sorted.length) localStorage.setItem(NAME, JSON.stringify({ counts, entries: sorted }));
    else localStorage.removeItem(NAME);
  } catch {
    // a browser that doesn't save this has nothing to continue
  }
}

/**
 * Put a changed record first.
 * @param {string} store
 * @param {{ id: string, game: string, name: string, changed: number, summary?: { line: string } }} record
 */
export function noteRecent(store, { id, game, name, changed, summary }) {
  if (!isContinued(store)) return;
  const entry = {
    store,
    id,
    game,
    name,
    at: changed,
    ...(typeof summary?.line === "string" && { detail: summary.line }),
  };
  setRecent([entry, ...readRecent().filter((each) => each.id !== id)]);
}

/** Drop a deleted record. @param {string} store @param {string} id */
export function dropRecent(store, id) {
  if (isContinued(store)) setRecent(readRecent().filter((each) => each.id !== id));
}

/** Return true for an entry that can be shown. @param {any} entry */
const isSound = (entry) =>
  isContinued(entry?.store)
  && [entry.id, entry.game, entry.name, entry.detail ?? ""].every((each) => typeof each === "string")
  && /^[\w-]+$/.test(entry.id)
  && /^[a-z0-9_]*$/.test(entry.game);

/** @param {string} store @returns {store is Recent["store"]} */
const isContinued = (store) => CONTINUED.some((each) => each === store);
