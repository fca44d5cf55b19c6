// Filtering and sorting of a table's rows, independent of the page.

const COLLATOR = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
const NOTHING = /^[-–—]?$/;
const NUMBER = /^[+−-]?\d+(?:[.,]\d+)?(?![\w.])/;

/** Return true if a row's text contains all wanted words, in any order. @param {string} text @param {string} wanted */
export function hasAllWords(text, wanted) {
  const found = normalize(text);
  return normalize(wanted)
    .split(/\s+/)
    .every((word) => found.includes(word));
}

/** @param {string} text */
const normalize = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("−", "-").toLowerCase().trim();

/**
 * Return the indices of texts in order: numbers by size, then words alphabetically, empty texts last in both
 * directions. The sort is stable.
 * @param {string[]} texts
 * @param {"ascending" | "descending"} direction
 */
export function sortIndices(texts, direction) {
  const sign = direction === "descending" ? -1 : 1;
  return texts
    .map((text, at) => ({ text: text.trim(), at }))
    .sort((one, other) => {
      const [isNone, isNoneToo] = [NOTHING.test(one.text), NOTHING.test(other.text)];
      if (isNone || isNoneToo) return Number(isNone) - Number(isNoneToo) || one.at - other.at;
      return sign * compare(one.text, other.text) || one.at - other.at;
    })
    .map(({ at }) => at);
}

/** @param {string} one @param {string} other */
function compare(one, other) {
  const [first, second] = [parseNumber(one), parseNumber(other)];
  if (first !== null && second !== null && first !== second) return first - second;
  if ((first === null) !== (second === null)) return first === null ? 1 : -1;
  return COLLATOR.compare(one, other);
}

/** @param {string} text */
function parseNumber(text) {
  const found = NUMBER.exec(text)?.[0];
  return found === undefined ? null : Number(found.replace("−", "-").replace(",", "."));
}
