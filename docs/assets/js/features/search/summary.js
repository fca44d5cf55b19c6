// The sentence above the results of a search.

const LONGEST_WORD = 40; // characters that are shown of a typed word

/**
 * Return the sentence for an answer.
 * @param {import("./finder.js").Answer} answer
 * @param {string} gameName the name of the page's game, or ""
 */
export function summaryOf({ entries, missing, unknown, mentioned, absent, slips }, gameName) {
  const [first] = entries;
  const isOne = entries.length === 1;
  const count = isOne ? "1 result" : `${entries.length} results`;
  if (missing.length)
    return `No game here has a rule for ${quoted(missing)}. ${first ? `Nearest: ${named(first)}.` : "Try another word."}`;
  if (unknown.length) return `${count}. Nothing here mentions ${quoted(unknown)}.`;
  if (mentioned.length)
    return `No rule here is named after ${quoted(mentioned)}, but ${count} ${isOne ? "mentions" : "mention"} it.`;
  if (absent.length) return `${gameName} has no rule for ${quoted(absent)}, but other games do: ${count}`;
  return slips.length ? `${count} for words like ${quoted(slips)}` : count;
}

const named = (/** @type {import("./finder.js").Entry} */ { title, gameName }) =>
  gameName ? `${title} (${gameName})` : title;

const quoted = (/** @type {string[]} */ words) =>
  words.map((word) => `“${word.length > LONGEST_WORD ? `${word.slice(0, LONGEST_WORD)}…` : word}”`).join(" or ");
