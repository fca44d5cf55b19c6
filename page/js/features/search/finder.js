// Answers to searches from the site's index, independent of the page.
import { Matcher, mergeMatches } from "./matcher.js";
import { buildKey, listForms, splitWords, Vocabulary } from "./words.js";

/**
 * An entry of the index: `kind` is page, section, table, row, roller, order or calculator; `place` is its position on
 * the page; `words` are synonyms; `aside` is true if it is about the site rather than rules; `description` is its
 * page's.
 * @typedef {{ id: number, kind: string, title: string, anchor: string, place: string, text: string, words: string,
 *   canRoll: boolean, url: string, page: string, game: string, gameName: string, aside: boolean,
 *   description: string }} Entry
 */

/**
 * A game from the build; `mark` is an SVG.
 * @typedef {{ name: string, mark: string, accent: { light: string, dark: string } }} Game
 */

/**
 * The site's index as the build writes it.
 * @typedef {{ games: Record<string, Game>, pages: any[], entries: any[][],
 *   words: import("./words.js").WordLists }} SiteIndex
 */

/**
 * An answer: `entries`, best first, and the `terms` that matched. The other lists have typed words: subjects that are
 * `missing` in all games, so that the entries are the nearest; other words that are `unknown`; those only `mentioned` by
 * texts, while no rule is named after them; those `absent` from the page's game, but not from others; and `slips`, which
 * are only spelled like words of the entries.
 * @typedef {{ entries: Entry[], terms: Set<string>, missing: string[], unknown: string[], mentioned: string[],
 *   absent: string[], slips: string[] }} Answer
 */

/** @typedef {import("./words.js").Part} Part */
/** @typedef {import("./matcher.js").Matches} Matches */
/**
 * A found entry; `order` is lower for those that come first whatever their score.
 * @typedef {{ entry: Entry, coverage: number, score: number, isNamed: boolean, order: number }} Ranked
 */

/**
 * The matches of a part; `weight` is the part's share in a question.
 * @typedef {{ part: Part, matches: Matches, isSlip: boolean, isMissing: boolean, weight: number }} Lookup
 */

/** Weights of kinds whose words match equally well. */
/** @type {Record<string, number>} */
const KIND_WEIGHTS = { page: 1.2, section: 1.4, calculator: 1.4, roller: 1.1, order: 1.1, table: 1.1, row: 1 };
const OTHER_GAME = 0.01; // entries of the page's game come first if they match nearly as well
const ALL = 0.99; // of the words, but for rounding
const OVERVIEW = 0.5; // on a game's first page, whose sections sum up the others
const SAME_TITLE = 4;
const SAME_WORDS = 2.5; // as one of an entry's synonyms
const NEAR_WORD = 0.8; // for a subject that no game has
const BEGINNING = 0.3; // of another word
const ONLY_MENTIONED = 0.3; // of a word that no rule is named after
const LEAST_COVERAGE = 0.5; // of the first result's
const WHOLE_TITLE = 1.5; // that is typed
const ONE_SENTENCE = 2; // that has all words which the entry has
const MOST_READ = 40; // entries whose titles and sentences are read
const SENTENCE_END = /[.!?](?=\s|$)/;

/** The site's index, ready for searches. */
export class Finder {
  /** @type {Entry[]} */
  entries;
  #matcher;
  #vocabulary;
  /** @type {[string, RegExp][]} */
  #names;

  /**
   * Prepare an index for searches, with pauses for the page.
   * @param {SiteIndex} index
   */
  static async prepare(index) {
    const finder = new Finder(index);
    await finder.#matcher.prepare();
    return finder;
  }

  /** @param {SiteIndex} index */
  constructor({ games, pages, entries, words: lists }) {
    this.games = games;
    this.#vocabulary = new Vocabulary(lists);
    this.entries = entries.map(([page, kind, title, anchor, place, text, words, canRoll], id) => ({
      id,
      kind,
      title,
      anchor,
      place,
      text,
      words,
      canRoll: Boolean(canRoll),
      url: pages[page].url,
      page: pages[page].title,
      game: pages[page].game,
      aside: pages[page].aside,
      description: pages[page].description,
      gameName: games[pages[page].game]?.name ?? "",
    }));
    this.#matcher = new Matcher(this.entries);
    this.#names = Object.entries(games).map(([game, { name }]) => [game, this.#buildPattern(name)]);
  }

  /**
   * Return the pages of a game, or those of no game, each with its description.
   * @param {string} game
   */
  listPages(game) {
    return this.entries
      .filter((entry) => ["page", "calculator"].includes(entry.kind) && entry.game === game && !entry.aside)
      .map((entry) => (entry.title === entry.page ? { ...entry, text: entry.description } : entry));
  }

  /**
   * Answer a search. Entries of the game that the text names, or else of `here`, come first where they match as well,
   * and pages about the site last, unless only they have all of the words.
   * @param {string} text
   * @param {string} here the slug of the page's game, or ""
   * @returns {Answer}
   */
  find(text, here) {
    const { game, rest } = this.#findGame(text) ?? { game: here, rest: text };
    const lookups = this.#vocabulary.selectParts(rest).map((part) => this.#lookUp(part));
    const entries = this.#rank(lookups, buildKey(splitWords(rest)), game).map(({ entry }) => entry);
    return { entries, ...this.#collectRemarks(lookups, entries[0]?.game === game ? "" : game) };
  }

  /**
   * Return the game that a text names along with something else, and the rest of the text.
   * @param {string} text
   */
  #findGame(text) {
    for (const [game, name] of this.#names) {
      const rest = text.replace(name, " ");
      if (rest !== text && splitWords(rest).length) return { game, rest };
    }
    return null;
  }

  /**
   * Return the pattern that finds a game's name in a text, with any punctuation: X-M.A.S., xmas. A name that is also a
   * word of other titles needs its own punctuation: COMBAT!
   * @param {string} name
   */
  #buildPattern(name) {
    const own = splitWords(name).join("");
    const isWord = this.entries.some(({ title, gameName }) => gameName !== name && splitWords(title).includes(own));
    const pattern = isWord ? name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") : [...own].join("[^\\p{L}\\p{N}\\s]*");
    return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, "iu");
  }

  /**
   * Look up a part of a question and others of the same meaning, else words that are spelled alike, else what is near.
   * @param {Part} part
   * @returns {Lookup}
   */
  #lookUp(part) {
    const near = this.#vocabulary.findNear(part);
    let matches = this.#matcher.findMatches(part.words);
    const own = matches.size;
    if (part.isLast)
      matches = mergeMatches(matches, this.#matcher.findMatches(part.words, "beginning"), own ? BEGINNING : 1);
    for (const { words, weight } of part.others)
      matches = mergeMatches(matches, this.#matcher.findMatches(words), weight);
    const isSlip = !matches.size && !near.length;
    if (isSlip) matches = this.#matcher.findMatches(part.words, "slip");
    const isMissing = near.length ? !this.#isRule(matches) : !matches.size;
    if (isMissing)
      for (const words of near) matches = mergeMatches(matches, this.#matcher.findMatches(words), NEAR_WORD);
    const rarity = matches.size ? Math.log(1 + this.entries.length / (own || matches.size)) : 0;
    return { part, matches, isSlip, isMissing, weight: this.#isRule(matches) ? rarity : rarity * ONLY_MENTIONED };
  }

  /**
   * Return true if a rule of some game is named after the words that matched.
   * @param {Matches} matches
   */
  #isRule(matches) {
    return [...matches].some(([id, { isNamed }]) => isNamed && !this.entries[id].aside);
  }

  /**
   * Return the entries with most of a question's parts, best first.
   * @param {Lookup[]} lookups
   * @param {string} typed the key of the text
   * @param {string} game
   */
  #rank(lookups, typed, game) {
    const total = lookups.reduce((sum, { weight }) => sum + weight, 0);
    /** @type {Map<number, Ranked>} */
    const found = new Map();
    for (const { matches, weight } of lookups) {
      for (const [id, { score, nearness, isNamed }] of matches) {
        const each = found.get(id) ?? { entry: this.entries[id], coverage: 0, score: 0, isNamed: false, order: 0 };
        each.isNamed ||= isNamed;
        each.coverage += (nearness * weight) / total;
        each.score += score;
        found.set(id, each);
      }
    }
    const ranked = [...found.values()];
    const isCovered = ranked.some(({ entry, coverage }) => !entry.aside && coverage >= ALL);
    for (const each of ranked) {
      each.score *= each.coverage ** 2 * weighEntry(each.entry, typed, game);
      if (each.entry.aside) each.order = !isCovered && each.isNamed && each.coverage >= ALL ? -1 : 1;
    }
    ranked.sort(compareScores);
    const forms = new Set(lookups.flatMap(({ part }) => part.words).flatMap(listForms));
    for (const each of ranked.slice(0, MOST_READ)) {
      if (isInOneSentence(each.entry, lookups)) each.score *= ONE_SENTENCE;
      if (this.#isTyped(each.entry.title, forms)) each.score *= WHOLE_TITLE;
    }
    ranked.sort(compareScores);
    return ranked.filter(({ coverage }) => coverage >= ranked[0].coverage * LEAST_COVERAGE);
  }

  /**
   * Return true if all that a title says is typed.
   * @param {string} title
   * @param {ReadonlySet<string>} typed all forms of the typed words
   */
  #isTyped(title, typed) {
    const words = splitWords(title).filter((word) => !this.#vocabulary.isIgnored(word));
    return words.length > 0 && words.every((word) => listForms(word).some((form) => typed.has(form)));
  }

  /**
   * Return what the matches of the parts tell, besides the entries.
   * @param {Lookup[]} lookups
   * @param {string} game the page's game if the first entry belongs to another, or ""
   */
  #collectRemarks(lookups, game) {
    const listTyped = (/** @type {Lookup[]} */ some) => some.map(({ part }) => part.typed);
    const without = lookups.filter(({ isMissing }) => isMissing);
    const isSubject = (/** @type {Lookup} */ { part }) =>
      without.length === lookups.length || this.#vocabulary.findNear(part).length > 0;
    const missing = without.filter(isSubject);
    const [rarest] = lookups.toSorted((a, b) => b.weight - a.weight);
    const isHere = (/** @type {number} */ id) => this.entries[id].game === game;
    const isAbsent = game && !without.length && rarest?.matches.size && ![...rarest.matches.keys()].some(isHere);
    const isMentioned = lookups.length === 1 && !without.length && !this.#isRule(lookups[0].matches);
    return {
      terms: new Set(lookups.flatMap(({ matches }) => [...matches.values()].flatMap(({ terms }) => terms))),
      missing: listTyped(missing),
      unknown: listTyped(without.filter((lookup) => !isSubject(lookup))),
      mentioned: isMentioned ? listTyped(lookups) : [],
      absent: isAbsent ? listTyped([rarest]) : [],
      slips: listTyped(lookups.filter(({ isSlip, isMissing }) => isSlip && !isMissing)),
    };
  }
}

const compareScores = (/** @type {Ranked} */ a, /** @type {Ranked} */ b) => a.order - b.order || b.score - a.score;

/**
 * Return the weight of an entry for what it is, whatever words matched.
 * @param {Entry} entry
 * @param {string} typed the key of the text
 * @param {string} game
 */
function weighEntry({ kind, title, words, game: own, url }, typed, game) {
  const isTitle = buildKey(splitWords(title)) === typed;
  const isSynonym = !isTitle && words.split(",").some((each) => buildKey(splitWords(each)) === typed);
  const isOverview = kind !== "page" && url === `${own}/`;
  return (
    KIND_WEIGHTS[kind]
    * (isTitle ? SAME_TITLE : isSynonym ? SAME_WORDS : 1)
    * (game && own !== game ? OTHER_GAME : 1)
    * (isOverview ? OVERVIEW : 1)
  );
}

/**
 * Return true if one sentence has a word of each part that the entry has.
 * @param {Entry} entry
 * @param {Lookup[]} lookups
 */
function isInOneSentence({ id, text }, lookups) {
  const wanted = lookups.map(({ matches }) => matches.get(id)?.terms ?? []).filter(({ length }) => length);
  if (wanted.length < 2) return false;
  return text.split(SENTENCE_END).some((sentence) => {
    const forms = new Set(splitWords(sentence).flatMap(listForms));
    return wanted.every((terms) => terms.some((term) => forms.has(term)));
  });
}
