// History of the latest rolls of all pages and tabs on this device, collected from the journal, newest first.
import { forget, JOURNAL, KEEPS_NONE, listNames, MOST_KEPT, read, write } from "#shared";
import { keep } from "#store";
import { isNoted } from "./validate-rolls.js";

/**
 * @typedef {import("../../components/journal.js").Noted & { who: string, applied?: string[] }} Past a roll of the
 *   history: `who` rolled, and the changes that were `applied`
 * @typedef {Omit<import("#store").StoredRecord, "data"> & { data: Past }} Entry
 */

const OLD = "fieldbook:rolls"; // sentences stored by an earlier version

/** Notices for the reader if rolls can't be saved. */
export const TROUBLE = {
  "": "",
  unreadable: "Your browser can't read one of the rolls that are stored here. All others are here.",
  failing:
    "Your browser couldn't reach your saved rolls just now. The latest are kept in this tab, and it saves them as soon "
    + "as it can. If this doesn't go away, export them and then reload the page.",
  refused: "This browser doesn't save data for this site, so your rolls last only until you close this tab.",
  full: "This device is out of storage, so your latest rolls last only until you close this tab.",
  newer:
    "Another tab has loaded a newer version of this site. Reload this page; until you do, your rolls last only until "
    + "you close this tab.",
  older:
    "This site has gone back to an older version than the one that saved your rolls. Nothing is lost, but until the "
    + "newer version is back, new rolls last only until you close this tab.",
  blocked:
    "Another tab is blocking access to your saved data. Close the site's other tabs; until then, your "
    + "rolls last only until you close this tab.",
};

/** @type {Promise<void>} */
let collecting = Promise.resolve();

/** Collect the journal's rolls. Calls run one after another, so that no roll is collected twice. */
export const collect = () => (collecting = collecting.catch(() => {}).then(collectNow));

async function collectNow() {
  const noted = listNames(JOURNAL)
    .map((name) => ({ name, noted: read(name) }))
    .filter((each) => isNoted(each.noted));
  const kept = read(OLD);
  const saved = Array.isArray(kept) ? kept : [];
  const old = saved.filter(isOld).map(convertOldEntry);
  const found = [
    ...(await Promise.all(noted.map((each) => toEntry(each.name, /** @type {any} */ (each.noted))))),
    ...old,
  ];
  if (found.length) await keep.putLatest("rolls", found, MOST_KEPT);
  noted.forEach(({ name }) => forget(name)); // leave unreadable entries, which another version may be able to collect
  const rest = saved.filter((each) => !isOld(each));
  if (old.length && rest.length) write(OLD, rest);
  else if (old.length) forget(OLD);
}

/**
 * @param {string} name in the journal
 * @param {import("../../components/journal.js").Noted} noted
 * @returns {Promise<Entry>}
 */
async function toEntry(name, noted) {
  const { who = "" } = noted.rolled.about;
  const sheet = !who && noted.sheet ? await keep.get("sheets", noted.sheet) : null;
  return makeEntry(name.slice(JOURNAL.length), { ...noted, who: who || sheet?.name || "" });
}

/**
 * @param {string} id
 * @param {Past} data
 * @returns {Entry}
 */
const makeEntry = (id, data) => ({ id, game: data.game, name: "", data, changed: data.at, revision: 1 });

/** @param {any} saved */
const isOld = (saved) =>
  typeof saved?.sentence === "string" && typeof saved.source === "string" && Number.isInteger(saved.at);

/** Convert a sentence stored by an earlier version. @param {any} saved @returns {Entry} */
function convertOldEntry({ sentence, at, source }) {
  const [, title, verdict] = /^(.*?): (.*?)\.?$/s.exec(sentence) ?? ["", "", sentence];
  const about = { title, verdict, home: "", given: {} };
  return makeEntry(`old-${at}`, {
    at,
    game: "",
    sheet: "",
    chosen: {},
    isOfFight: false,
    who: "",
    rolled: { id: "", params: {}, faces: [], dice: [], outcome: {}, steps: [], sentence, source, about },
  });
}

/** Return all rolls, newest first. */
export const listPast = async () => (await loadPast()).entries;

/**
 * Return all rolls, newest first, and the number of unreadable ones.
 * @returns {Promise<{ entries: Entry[], unread: number }>}
 */
export async function loadPast() {
  await collect();
  const all = /** @type {Entry[]} */ (await keep.list("rolls"));
  const sound = all.filter(({ data }) => isNoted(data));
  const entries = sound
    .sort((one, other) => other.data.at - one.data.at || (one.id < other.id ? 1 : -1))
    .slice(0, MOST_KEPT);
  return { entries, unread: all.length - sound.length + listUnreadNames().length };
}

/** Delete a roll. Return a function that restores it. @param {string} id */
export const remove = (id) => keep.remove("rolls", id);

/** Delete all rolls, including unreadable ones. Return a function that restores them next to newer ones. */
export async function clear() {
  await collect();
  const unread = listUnreadNames().map((name) => /** @type {const} */ ([name, read(name)]));
  const gone = await keep.clear("rolls");
  unread.forEach(([name]) => forget(name));
  return () => {
    unread.forEach(([name, noted]) => write(name, noted));
    return keep.putLatest("rolls", gone, MOST_KEPT);
  };
}

/** Return the journal's names of unreadable rolls. */
const listUnreadNames = () => listNames(JOURNAL).filter((name) => !isNoted(read(name)));

/** Note that a change of a roll was applied. @param {string} id @param {string} words */
export const noteApplied = (id, words) =>
  keep.update("rolls", id, ({ data }) => ({ data: { ...data, applied: [...(data.applied ?? []), words] } }));

export const isHistoryOn = () => read(KEEPS_NONE) !== true;

/** Turn the history on or off. @param {boolean} isWanted */
export const switchHistory = (isWanted) => write(KEEPS_NONE, !isWanted);

/** Watch for new and deleted rolls, in all tabs. @param {() => void} act */
export const watchPast = (act) => keep.watch("rolls", act);

/** Return the notice about rolls that last only as long as the tab, or "". */
export const describeTrouble = () => TROUBLE[keep.trouble];
