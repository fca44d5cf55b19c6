// Excerpts of entries: the sentence that answers a search, with its words marked.
import { listForms, splitParts, splitWords } from "./words.js";

const SENTENCE = /[^.!?·]+(?:[.!?](?=\s|$)|·|$)/g;
const LONGEST_EXCERPT = 160;

/**
 * Return the sentence of an entry with most of the matching terms, cut to fit a result.
 * @param {string} text
 * @param {ReadonlySet<string>} terms
 */
export function findExcerpt(text, terms) {
  if (text.length <= LONGEST_EXCERPT) return text;
  const sentences = (text.match(SENTENCE) ?? [])
    .map((sentence) => sentence.replace(/\s*·$/, "").trim())
    .filter(Boolean);
  const score = (/** @type {string} */ sentence) =>
    [...new Set(splitWords(sentence).flatMap(listForms))].filter((form) => terms.has(form)).length;
  let best = sentences[0] ?? "";
  for (const sentence of sentences) if (score(sentence) > score(best)) best = sentence;
  if (best.length <= LONGEST_EXCERPT) return best;
  const before = markMatches(best, terms);
  const at = before.findIndex(({ isMatch }) => isMatch);
  const first = before.slice(0, Math.max(at, 0)).reduce((length, part) => length + part.text.length, 0);
  const from = first < LONGEST_EXCERPT - 40 ? 0 : best.lastIndexOf(" ", first - 40) + 1;
  const cut = best.slice(from, best.lastIndexOf(" ", from + LONGEST_EXCERPT));
  return `${from ? "… " : ""}${cut} …`;
}

/**
 * Split a text into parts, and mark the words that match.
 * @param {string} text
 * @param {ReadonlySet<string>} terms
 * @returns {{ text: string, isMatch: boolean }[]}
 */
export const markMatches = (text, terms) =>
  splitParts(text).map((part) => ({
    text: part,
    isMatch: splitWords(part).some((word) => listForms(word).some((form) => terms.has(form))),
  }));
