// The sentence above the results of a search.

const LONGEST_WORD = 40; // characters that are shown of a typed word

/**
 * Return the sentence for an answer.
 * @param {import("./finder.js").Answer} answer
 * @param {string} gameName the name of the page's game, or ""
 */
export function summarize({ entries, missing, unknown, mentioned, absent, slips }, gameName) {
  const [first] = entries;
  const isOne = entries.length === 1;
  const count = isOne ? "1 result" : `${entries.length} results`;
  if (missing.length)
    return `No game here has a rule for ${quoteWords(missing)}. ${first ? `Nearest: ${nameEntry(first)}.` : "Try another word."}`;
  if (unknown.length) return `${count}. Nothing here mentions ${quoteWords(unknown)}.`;
  if (mentioned.length)
    return `No rule here is named after ${quoteWords(mentioned)}, but ${count} ${isOne ? "mentions" : "mention"} it.`;
  if (absent.length) return `${gameName} has no rule for ${quoteWords(absent)}, but other games do: ${count}`;
  return slips.length ? `${count} for words like ${quoteWords(slips)}` : count;
}

const nameEntry = (/** @type {import("./finder.js").Entry} */ { title, gameName }) =>
  gameName ? `${title} (${gameName})` : title;

const quoteWords = (/** @type {string[]} */ words) =>
  words.map((word) => `“${word.length > LONGEST_WORD ? `${word.slice(0, LONGEST_WORD)}…` : word}”`).join(" or ");
