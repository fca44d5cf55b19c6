// Matches of single words and phrases in the site's index.
import MiniSearch from "minisearch";
import { buildKey, listForms, splitWords } from "./words.js";

/** @typedef {import("./finder.js").Entry} Entry */

/**
 * A match of an entry: its score, its nearness to the words (from 0 to 1), whether it is in the entry's names rather than
 * its text, and the terms of the index that matched.
 * @typedef {{ score: number, nearness: number, isNamed: boolean, terms: string[] }} Match
 */

/** @typedef {Map<number, Match>} Matches by the entry's id */

/** @type {Record<string, number>} */
const FIELD_WEIGHTS = { title: 8, words: 6, place: 1.5, page: 1.5, gameName: 1.5, text: 1, columns: 1 };
const NAMES = new Set(["title", "words", "place", "page", "gameName"]); // fields that say what an entry is about
const HEADING = /(?<=^| · )[^·:]{1,40}: /g; // a short cell's column heading
const OWN_FORM = 0.3; // in addition to what all forms of a word get
const AT_ONCE = 50; // entries added to the index without a pause
const MOST_STORED = 500;
const LONG_ENOUGH = 4; // letters that a word must exceed for a typing error in it to be looked for

/** Ways to match a word: all of it, its beginning, or all but for typing errors. */
const WAYS = {
  whole: {},
  beginning: { prefix: true },
  slip: { prefix: true, fuzzy: (/** @type {string} */ term) => (term.length > LONG_ENOUGH ? 0.2 : false) },
};

export class Matcher {
  #entries;
  /** @type {string[]} */
  #keys = []; // of whole entries
  /** @type {Map<string, Matches>} */
  #stored = new Map();
  /** @type {MiniSearch<Entry>} */
  #index = new MiniSearch({
    fields: Object.keys(FIELD_WEIGHTS),
    extractField: readField,
    tokenize: splitWords,
    processTerm: listForms,
    searchOptions: { boost: FIELD_WEIGHTS, processTerm: (term) => term },
  });

  /** @param {Entry[]} entries */
  constructor(entries) {
    this.#entries = entries;
  }

  /** Read all entries, with pauses for the page. */
  async prepare() {
    await this.#index.addAllAsync(this.#entries, { chunkSize: AT_ONCE });
  }

  /**
   * Return the entries that have all of the words in some form, and a phrase as a whole.
   * @param {string[]} words
   * @param {keyof typeof WAYS} [way]
   * @returns {Matches}
   */
  findMatches(words, way = "whole") {
    const key = `${way} ${words.join(" ")}`;
    let matches = this.#stored.get(key);
    if (!matches) {
      matches = this.#search(words, WAYS[way]);
      if (this.#stored.size > MOST_STORED) this.#stored.clear();
      this.#stored.set(key, matches);
    }
    return matches;
  }

  /**
   * @param {string[]} words
   * @param {import("minisearch").SearchOptions} way
   * @returns {Matches}
   */
  #search(words, way) {
    const isWhole = this.#buildPhraseTest(words);
    const matchAnyForm = (/** @type {string} */ word) => {
      const [own, stem] = listForms(word);
      const query = { queries: [own], ...way };
      if (!stem) return query;
      return { combineWith: /** @type {const} */ ("OR"), queries: [stem, { ...query, boostTerm: () => OWN_FORM }] };
    };
    const found = this.#index.search({ combineWith: "AND", queries: words.map(matchAnyForm) });
    return new Map(
      found
        .filter(({ id }) => isWhole(id))
        .map(({ id, score, match, terms }) => {
          const isNamed = Object.values(match).some((fields) => fields.some((field) => NAMES.has(field)));
          return [id, { score: score / words.length, nearness: 1, isNamed, terms }];
        }),
    );
  }

  /**
   * Return the test of whether an entry has a phrase as a whole.
   * @param {string[]} words
   * @returns {(id: number) => boolean}
   */
  #buildPhraseTest(words) {
    if (words.length === 1) return () => true;
    const phrase = ` ${buildKey(words)} `;
    return (id) => {
      this.#keys[id] ??= listParts(this.#entries[id]).map(padKey).join("|");
      return this.#keys[id].includes(phrase);
    };
  }
}

const listParts = (/** @type {Entry} */ { title, words, place, text }) => [title, ...words.split(","), place, text];
const padKey = (/** @type {string} */ text) => ` ${buildKey(splitWords(text))} `;

/**
 * Return what the index has of an entry in a field.
 * @param {Entry} entry
 * @param {string} field
 */
function readField(entry, field) {
  if (field === "columns") return entry.kind === "row" ? (entry.text.match(HEADING) ?? []).join("") : "";
  if (field === "text" && entry.kind === "row") return entry.text.replace(HEADING, "");
  return /** @type {any} */ (entry)[field];
}

/**
 * Merge matches of another word: each entry keeps its better score.
 * @param {Matches} matches
 * @param {Matches} others
 * @param {number} weight of the others, from 0 to 1
 */
export function mergeMatches(matches, others, weight) {
  const all = new Map(matches);
  for (const [id, other] of others) {
    const own = all.get(id);
    all.set(id, {
      score: Math.max(own?.score ?? 0, other.score * weight),
      nearness: Math.max(own?.nearness ?? 0, other.nearness * Math.sqrt(weight)),
      isNamed: other.isNamed || Boolean(own?.isNamed),
      terms: [...(own?.terms ?? []), ...other.terms],
    });
  }
  return all;
}
