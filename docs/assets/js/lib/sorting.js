// How rows of a table are found and ordered; it knows nothing of a page.

const COLLATOR = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
const NOTHING = /^[-–—]?$/;
const NUMBER = /^[+−-]?\d+(?:[.,]\d+)?(?![\w.])/;

/** Whether a row's text has every word of what is looked for, in any order. @param {string} text @param {string} wanted */
export function matches(text, wanted) {
  const found = plain(text);
  return plain(wanted)
    .split(/\s+/)
    .every((word) => found.includes(word));
}

/** @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("−", "-").toLowerCase().trim();

/**
 * The places of texts in order: numbers by their size, words by the alphabet, what says nothing last either way.
 * Those that are the same stay as they stand.
 * @param {string[]} texts
 * @param {"ascending" | "descending"} direction
 */
export function order(texts, direction) {
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
  const [first, second] = [numberOf(one), numberOf(other)];
  if (first !== null && second !== null && first !== second) return first - second;
  if ((first === null) !== (second === null)) return first === null ? 1 : -1;
  return COLLATOR.compare(one, other);
}

/** @param {string} text */
function numberOf(text) {
  const found = NUMBER.exec(text)?.[0];
  return found === undefined ? null : Number(found.replace("−", "-").replace(",", "."));
}
