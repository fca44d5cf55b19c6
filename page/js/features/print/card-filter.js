// Selection of cards, and the number of sheets of paper that they need.
export const ON_A_SHEET = 8;

/**
 * Return true if a card contains all typed words, in any order and case.
 * @param {string} text
 * @param {string} wanted
 */
export function hasAllWords(text, wanted) {
  const found = text.toLocaleLowerCase();
  return wanted
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => found.includes(word));
}

/** Describe the pages to print. @param {number} ticked @param {number} all */
export function describeSheets(ticked, all) {
  const cards = ticked || all;
  const sheets = Math.ceil(cards / ON_A_SHEET);
  return `${ticked ? "" : "None ticked, so all: "}${cards} ${cards === 1 ? "card" : "cards"} on ${sheets} ${sheets === 1 ? "sheet" : "sheets"}.`;
}
