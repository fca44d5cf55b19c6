// The last rolls of every page and tab, kept on this device: collected from the journal, the latest first.
import { forget, JOURNAL, KEEPS_NONE, MOST_KEPT, namesOf, read, write } from "#shared";
import { keep } from "#store";
import { isNoted } from "./validate-rolls.js";

/**
 * @typedef {import("../../components/journal.js").Noted & { who: string, applied?: string[] }} Past a roll of the history: who
 *   rolled, and what was applied of it
 * @typedef {Omit<import("#store").Kept, "data"> & { data: Past }} Entry
 */

const OLD = "fieldbook:rolls"; // sentences, as they were kept before

/** What a reader is told where rolls can't be kept. */
export const TROUBLE = {
  "": "",
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

/** Keep what the journal has. One after the other, so that nothing is collected twice. */
export const collect = () => (collecting = collecting.catch(() => {}).then(collectNow));

async function collectNow() {
  const noted = namesOf(JOURNAL)
    .map((name) => ({ name, noted: read(name) }))
    .filter((each) => isNoted(each.noted));
  const kept = read(OLD);
  const saved = Array.isArray(kept) ? kept : [];
  const old = saved.filter(isOld).map(oldEntry);
  const found = [
    ...(await Promise.all(noted.map((each) => asEntry(each.name, /** @type {any} */ (each.noted))))),
    ...old,
  ];
  if (found.length) await keep.putLatest("rolls", found, MOST_KEPT);
  noted.forEach(({ name }) => forget(name)); // what can't be read may be another version's, to be collected by it
  const rest = saved.filter((each) => !isOld(each));
  if (old.length && rest.length) write(OLD, rest);
  else if (old.length) forget(OLD);
}

/**
 * @param {string} name in the journal
 * @param {import("../../components/journal.js").Noted} noted
 * @returns {Promise<Entry>}
 */
async function asEntry(name, noted) {
  const { who = "" } = noted.rolled.about;
  const sheet = !who && noted.sheet ? await keep.get("sheets", noted.sheet) : null;
  return entry(name.slice(JOURNAL.length), { ...noted, who: who || sheet?.name || "" });
}

/**
 * @param {string} id
 * @param {Past} data
 * @returns {Entry}
 */
const entry = (id, data) => ({ id, game: data.game, name: "", data, changed: data.at, revision: 1 });

/** @param {any} saved */
const isOld = (saved) =>
  typeof saved?.sentence === "string" && typeof saved.source === "string" && Number.isInteger(saved.at);

/** A roll that was kept as a sentence. @param {any} saved @returns {Entry} */
function oldEntry({ sentence, at, source }) {
  const [, title, verdict] = /^(.*?): (.*?)\.?$/s.exec(sentence) ?? ["", "", sentence];
  const about = { title, verdict, home: "", given: {} };
  return entry(`old-${at}`, {
    at,
    game: "",
    sheet: "",
    chosen: {},
    isOfFight: false,
    who: "",
    rolled: { id: "", params: {}, faces: [], dice: [], outcome: {}, steps: [], sentence, source, about },
  });
}

/** All of them, the latest first. */
export const past = async () => (await pastAndUnread()).entries;

/** All of them, the latest first, and how many are kept that can't be read. @returns {Promise<{ entries: Entry[], unread: number }>} */
export async function pastAndUnread() {
  await collect();
  const all = /** @type {Entry[]} */ (await keep.all("rolls"));
  const sound = all.filter(({ data }) => isNoted(data));
  const entries = sound
    .sort((one, other) => other.data.at - one.data.at || (one.id < other.id ? 1 : -1))
    .slice(0, MOST_KEPT);
  return { entries, unread: all.length - sound.length + unreadNames().length };
}

/** Delete one. Gives what brings it back. @param {string} id */
export const remove = (id) => keep.remove("rolls", id);

/** Delete all, also what can't be read. Gives what brings them back, beside those that came since. */
export async function clear() {
  await collect();
  const unread = unreadNames().map((name) => /** @type {const} */ ([name, read(name)]));
  const gone = await keep.clear("rolls");
  unread.forEach(([name]) => forget(name));
  return () => {
    unread.forEach(([name, noted]) => write(name, noted));
    return keep.putLatest("rolls", gone, MOST_KEPT);
  };
}

/** What the journal has that can't be read. */
const unreadNames = () => namesOf(JOURNAL).filter((name) => !isNoted(read(name)));

/** Say of one that something of it was applied. @param {string} id @param {string} words */
export const noteApplied = (id, words) =>
  keep.update("rolls", id, ({ data }) => ({ data: { ...data, applied: [...(data.applied ?? []), words] } }));

export const isKept = () => read(KEEPS_NONE) !== true;

/** Whether rolls are kept from now on. @param {boolean} isWanted */
export const keepRolls = (isWanted) => write(KEEPS_NONE, !isWanted);

/** Hear of every roll that comes or goes, in this tab or another one. @param {() => void} act */
export const watchPast = (act) => keep.watch("rolls", act);

/** Why rolls last only as long as the tab, in words; empty where they last. */
export const trouble = () => TROUBLE[keep.trouble];
