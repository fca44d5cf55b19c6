// Names in the order of their likeness to a misspelt one.

/**
 * Return entries with the names that are most like another one first.
 * @template T
 * @param {string} wanted
 * @param {[string, T][]} entries
 */
export function sortByLikeness(wanted, entries) {
  const likeness = new Map(entries.map(([name]) => [name, measureLikeness(wanted, name)]));
  return [...entries].sort(([one], [other]) => Number(likeness.get(other)) - Number(likeness.get(one)));
}

/**
 * Return the share of pairs of letters that two names have in common, from 0 to 1.
 * @param {string} one
 * @param {string} other
 */
function measureLikeness(one, other) {
  const left = listPairs(other);
  const pairs = listPairs(one);
  const all = pairs.length + left.length;
  let common = 0;
  for (const pair of pairs) {
    const at = left.indexOf(pair);
    if (at < 0) continue;
    left.splice(at, 1);
    common += 1;
  }
  return all ? (2 * common) / all : 0;
}

/** @param {string} name */
const listPairs = (name) => Array.from({ length: name.length + 1 }, (_, at) => ` ${name} `.slice(at, at + 2));
