// Choices of the picker: what a screen can show of the site's pages, and the fights of this device, in groups.
import { describeEncounter } from "../../components/fight-words.js";
import { hasAllWords } from "../../lib/sorting.js";
import { PLACE } from "../../lib/validate-screen.js";

/** @typedef {InstanceType<typeof import("#search-engine").Finder>["entries"][number]} Entry of the site's index */
/** @typedef {import("#store").StoredRecord} StoredRecord */
/** @typedef {"Rolls" | "Tables" | "Calculators" | "Rules" | "Fights"} GroupName */

/**
 * A choice; `key` is its place or the fight's id, and `where` tells two of one title apart.
 * @typedef {{ group: GroupName, key: string, title: string, where: string, game: string,
 *   about: Partial<import("../../lib/screen-tiles.js").Tile> & { kind: "block" | "fight", title: string } }} Choice
 */

/** @typedef {{ name: GroupName, choices: Choice[] }} Group */

/** The group of each kind of entry. A row stands for its table. @type {Map<string, GroupName>} */
const KINDS = new Map([
  ["roller", "Rolls"],
  ["order", "Rolls"],
  ["table", "Tables"],
  ["row", "Tables"],
  ["calculator", "Calculators"],
  ["section", "Rules"],
]);

/**
 * Return the entries of the index that a screen can show, in their order. Rows of one table are one choice.
 * @param {readonly Entry[]} entries
 * @param {readonly Entry[]} all the entries of the index, among which are the tables of rows
 * @returns {Choice[]}
 */
export function listChoices(entries, all) {
  const tables = new Map(all.filter(({ kind }) => kind === "table").map((entry) => [buildTableKey(entry), entry]));
  /** @type {Map<string, Choice>} */
  const choices = new Map();
  for (const entry of entries) {
    const group = KINDS.get(entry.kind);
    if (!group || entry.aside) continue;
    const shown = entry.kind === "row" ? (tables.get(`${entry.url}#${entry.place}`) ?? entry) : entry;
    const key = `${shown.url}#${shown.anchor}`;
    if (!PLACE.test(key) || choices.has(key)) continue;
    const title = shown.kind === "row" ? shown.place || shown.title : shown.title;
    const row = entry.kind === "row" ? entry.title : "";
    const places = [shown.gameName, shown.page, shown === entry ? shown.place : "", row].filter(
      (each) => each !== title,
    );
    const where = [...new Set(places)].filter(Boolean).join(" · ");
    choices.set(key, { group, key, title, where, game: shown.game, about: { kind: "block", title, at: key } });
  }
  return [...choices.values()];
}

/** @param {Entry} entry */
const buildTableKey = ({ url, title }) => `${url}#${title}`;

/**
 * Return the fights that have all typed words in their name, their note, or the line about them.
 * @param {readonly StoredRecord[]} fights
 * @param {string} typed
 * @param {Record<string, { name: string }>} games
 * @returns {Choice[]}
 */
export function listFights(fights, typed, games) {
  return fights
    .map((fight) => {
      const { id, name, game, note = "", summary } = fight;
      const title = name || "A fight";
      const where = [games[game]?.name ?? "", describeEncounter(fight)].filter(Boolean).join(" · ");
      const words = [title, where, note, ...(summary?.names ?? [])].join(" ");
      return {
        words,
        choice: {
          group: /** @type {const} */ ("Fights"),
          key: id,
          title,
          where,
          game,
          about: { kind: /** @type {const} */ ("fight"), title, fight: id },
        },
      };
    })
    .filter(({ words }) => hasAllWords(words, typed))
    .map(({ choice }) => choice);
}

/**
 * Put choices into their groups, the group of the best choice first.
 * @param {readonly Choice[]} choices the best one first
 * @returns {Group[]}
 */
export function groupChoices(choices) {
  const names = [...new Set(choices.map(({ group }) => group))];
  return names.map((name) => ({ name, choices: choices.filter(({ group }) => group === name) }));
}

/** Return what a tile shows of the site or of this device, as `key` of a choice. @param {{ at?: string, fight?: string }} tile */
export const readKey = ({ at, fight }) => at ?? fight ?? "";
