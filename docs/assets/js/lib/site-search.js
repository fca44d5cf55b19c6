// Search in the site's index, independent of the page.
import { imported } from "./failure.js";

/**
 * An entry of the index: `kind` is page, section, table, row, roller, order or calculator; `place` is its position on
 * the page; `words` are synonyms; `aside` is true if it is about the site rather than rules.
 * @typedef {{ id: number, kind: string, title: string, anchor: string, place: string, text: string, words: string,
 *   canRoll: boolean, url: string, page: string, game: string, gameName: string, aside: boolean }} Entry
 */

/**
 * A game from the build; `mark` is an SVG.
 * @typedef {{ name: string, mark: string, accent: { light: string, dark: string } }} Game
 */

/** Weights of kinds whose words match equally well. */
/** @type {Record<string, number>} */
const WEIGHT = { page: 1.5, section: 1.4, calculator: 1.4, roller: 1.1, order: 1.1, table: 1.1, row: 1 };
/** @type {Record<string, number>} */
const BOOST = { title: 8, words: 6, place: 1.5, page: 1.5, gameName: 1.5, text: 1 };
/** Search options in turn: all words exactly, all words with typing errors, any word. */
const SLIPS = (/** @type {string} */ term) => (term.length > 4 ? 0.2 : false);
/** @type {import("minisearch").SearchOptions[]} */
const WAYS = [{ combineWith: "AND" }, { combineWith: "AND", fuzzy: SLIPS }, { combineWith: "OR", fuzzy: SLIPS }];
const SENTENCE = /[^.!?·]+(?:[.!?](?=\s|$)|·|$)/g;
const HEADING = /(^| · )[^·:]{1,40}: /g; // a short cell's column heading
const LONGEST_EXCERPT = 160;

const terms = (/** @type {string} */ text) =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f’']/g, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Load the search engine, which only readers who search need. Rejects with a Failure. */
export async function loadSearchEngine() {
  return (await imported(new URL("../../vendor/minisearch.js", import.meta.url).href)).default;
}

/** The site's index, ready for searches. */
export class Finder {
  /** @type {Entry[]} */
  entries;
  #index;

  /**
   * @param {{ games: Record<string, Game>, pages: any[], entries: any[][] }} index
   * @param {typeof import("minisearch").default} MiniSearch
   */
  constructor({ games, pages, entries }, MiniSearch) {
    this.games = games;
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
      gameName: games[pages[page].game]?.name ?? "",
    }));
    this.#index = new MiniSearch({
      fields: Object.keys(BOOST),
      extractField: (entry, field) =>
        field === "text" && entry.kind === "row" ? entry.text.replace(HEADING, "$1") : entry[field],
      tokenize: terms,
      processTerm: (term) => term,
      searchOptions: { boost: BOOST, prefix: true },
    });
    this.#index.addAll(this.entries);
  }

  /**
   * Return the pages of a game, or those of no game.
   * @param {string} game
   */
  pagesOf(game) {
    return this.entries.filter(
      (entry) => ["page", "calculator"].includes(entry.kind) && entry.game === game && !entry.aside,
    );
  }

  /**
   * Return matching entries, best first: those of `game`, then other games', then pages about the site.
   * @param {string} text
   * @param {string} game the slug of the page's game, or ""
   * @returns {Entry[]}
   */
  find(text, game) {
    const typed = terms(text);
    if (!typed.length) return [];
    const boostDocument = (/** @type {number} */ id) => {
      const { kind, title, aside } = this.entries[id];
      const named = terms(title);
      const isIt = named.join(" ") === typed.join(" ") ? 4 : named[0]?.startsWith(typed[0]) ? 1.5 : 1;
      return WEIGHT[kind] * isIt * (aside ? 0.1 : 1);
    };
    /** @type {import("minisearch").SearchResult[]} */
    let found = [];
    for (const way of WAYS) {
      found = this.#index.search(text, { boostDocument, ...way });
      if (found.length) break;
    }
    const rank = (/** @type {{ id: number }} */ { id }) => {
      const entry = this.entries[id];
      return entry.aside ? 2 : entry.game === game && game ? 0 : 1;
    };
    return found
      .map((each) => ({ each, rank: rank(each) }))
      .sort((a, b) => a.rank - b.rank || b.each.score - a.each.score)
      .map(({ each }) => this.entries[each.id]);
  }
}

/**
 * Return the sentence of an entry with most of the typed words, cut to fit a result.
 * @param {string} text
 * @param {string} typed
 */
export function excerptOf(text, typed) {
  if (text.length <= LONGEST_EXCERPT) return text;
  const wanted = terms(typed);
  const sentences = (text.match(SENTENCE) ?? [])
    .map((sentence) => sentence.replace(/\s*·$/, "").trim())
    .filter(Boolean);
  const score = (/** @type {string} */ sentence) => {
    const words = terms(sentence);
    return wanted.filter((term) => words.some((word) => word.startsWith(term))).length;
  };
  let best = sentences[0] ?? "";
  for (const sentence of sentences) if (score(sentence) > score(best)) best = sentence;
  if (best.length <= LONGEST_EXCERPT) return best;
  const places = wanted.map((term) => best.toLowerCase().indexOf(term)).filter((at) => at >= 0);
  const first = Math.min(...places, best.length);
  const from = first < LONGEST_EXCERPT - 40 || first === best.length ? 0 : best.lastIndexOf(" ", first - 40) + 1;
  const cut = best.slice(from, best.lastIndexOf(" ", from + LONGEST_EXCERPT));
  return `${from ? "… " : ""}${cut} …`;
}

/**
 * Split a text into parts, and mark those that begin like a typed word.
 * @param {string} text
 * @param {string} typed
 * @returns {{ text: string, isMatch: boolean }[]}
 */
export function marked(text, typed) {
  const wanted = terms(typed);
  return (text.match(/[\p{L}\p{N}’']+|[^\p{L}\p{N}’']+/gu) ?? []).map((part) => {
    const [word] = terms(part);
    return { text: part, isMatch: Boolean(word) && wanted.some((term) => word.startsWith(term)) };
  });
}
