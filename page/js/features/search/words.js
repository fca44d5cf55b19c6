// Words of questions: their forms, those that say nothing about the subject, and those that mean the same.
import { stemmer } from "stemmer";

/**
 * Data of the build about words: `ignored` are words and phrases that say nothing about a question's subject; `same` are
 * groups of words and phrases with one meaning, `irregular` groups of forms of one word; `near` maps subjects of which no
 * game may have a rule to those that come closest.
 * @typedef {{ ignored: string[], irregular: string[], same: string[], near: Record<string, string> }} WordLists
 */

/**
 * A word or a phrase of a question: as `typed`, its words, and `others` of the same meaning. `isLast` is true for the end
 * of the text, which may be half a word.
 * @typedef {{ typed: string, words: string[], others: Other[], isLast: boolean }} Part
 */

/** @typedef {{ words: string[], weight: number }} Other */

const WORD = /[\p{L}\p{N}’']+/gu;
const LONGEST_PHRASE = 4; // in words
const IRREGULAR_FORM = 0.9;
const SAME_MEANING = 0.6;

/** @type {Map<string, string>} */
const stems = new Map();

/** @param {string} term */
function stem(term) {
  let found = stems.get(term);
  if (found === undefined) stems.set(term, (found = stemmer(term)));
  return found;
}

/**
 * Split a text into words, without accents and apostrophes.
 * @param {string} text
 */
export const splitWords = (text) =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f’']/g, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * Return a word's own form and the form it shares with others: burning → burning, burn.
 * @param {string} word
 */
export const listForms = (word) => [...new Set([word, stem(word)])];

/**
 * Split a text into its words and what is between them, as they are written.
 * @param {string} text
 */
export const splitParts = (text) => text.match(/[\p{L}\p{N}’']+|[^\p{L}\p{N}’']+/gu) ?? [];

/** A key that all forms of the same words have. */
export const buildKey = (/** @type {string[]} */ words) => words.map(stem).join(" ");
const joinWords = (/** @type {string[]} */ words) => words.join(" ");
const splitList = (/** @type {string} */ text) => text.split(",").map(splitWords);

/** The words of all games, for reading questions. */
export class Vocabulary {
  #ignored;
  /** @type {Map<string, string[][]>} */
  #irregular = new Map();
  /** @type {Map<string, string[][]>} */
  #same = new Map();
  /** @type {Map<string, string[][]>} */
  #near = new Map();

  /** @param {WordLists} lists */
  constructor({ ignored, irregular, same, near }) {
    this.#ignored = new Set(ignored.flatMap(splitList).map(joinWords));
    for (const group of irregular.map(splitList))
      for (const words of group) this.#irregular.set(buildKey(words), group);
    for (const group of same.map(splitList)) {
      const all = group.flatMap((words) => this.#listForms(words));
      for (const words of all) {
        const key = buildKey(words);
        this.#same.set(key, [...(this.#same.get(key) ?? []), ...all]);
      }
    }
    for (const [words, others] of Object.entries(near)) this.#near.set(buildKey(splitWords(words)), splitList(others));
  }

  /** @param {string[]} words */
  #listForms(words) {
    return this.#irregular.get(buildKey(words)) ?? [words];
  }

  /**
   * Return irregular forms and words of the same meaning.
   * @param {string[]} words
   */
  #listOthers(words) {
    const key = buildKey(words);
    /** @type {Map<string, Other>} */
    const others = new Map();
    for (const other of this.#same.get(key) ?? []) others.set(buildKey(other), { words: other, weight: SAME_MEANING });
    for (const other of this.#listForms(words)) others.set(buildKey(other), { words: other, weight: IRREGULAR_FORM });
    others.delete(key);
    return [...others.values()];
  }

  /** @param {string} word */
  isIgnored(word) {
    return this.#ignored.has(word);
  }

  /**
   * Return subjects close to a part, if the lists have it as one that games may not have.
   * @param {Part} part
   */
  findNear({ words }) {
    return this.#near.get(buildKey(words)) ?? [];
  }

  /**
   * Return the parts of a question that say what it is about. If none does, all words count.
   * @param {string} text
   * @returns {Part[]}
   */
  selectParts(text) {
    const typed = (text.match(WORD) ?? []).filter((each) => splitWords(each).length === 1);
    const words = typed.flatMap(splitWords);
    /** @type {Part[]} */
    const found = [];
    for (let at = 0; at < words.length; ) {
      const end = at + this.#measurePhrase(words, at);
      const own = words.slice(at, end);
      found.push({
        typed: typed.slice(at, end).join(" "),
        words: own,
        others: this.#listOthers(own),
        isLast: end === words.length && /[\p{L}\p{N}]$/u.test(text),
      });
      at = end;
    }
    const telling = found.filter((part) => !this.#ignored.has(joinWords(part.words)));
    return telling.length ? telling : found;
  }

  /**
   * Return the number of words of the longest known phrase there.
   * @param {string[]} words
   * @param {number} at
   */
  #measurePhrase(words, at) {
    for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 1; length -= 1) {
      const own = words.slice(at, at + length);
      const key = buildKey(own);
      if (this.#same.has(key) || this.#near.has(key) || this.#ignored.has(joinWords(own))) return length;
    }
    return 1;
  }
}
