// Which cards are chosen, and how many sheets of paper they take.
export const ON_A_SHEET = 8;

/** Whether a card has all words that are typed, in any order and case. @param {string} text @param {string} wanted */
export function matches(text, wanted) {
  const found = text.toLocaleLowerCase();
  return wanted
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => found.includes(word));
}

/** What will be printed, in words. @param {number} ticked @param {number} all */
export function sheetsOf(ticked, all) {
  const cards = ticked || all;
  const sheets = Math.ceil(cards / ON_A_SHEET);
  return `${ticked ? "" : "None ticked, so all: "}${cards} ${cards === 1 ? "card" : "cards"} on ${sheets} ${sheets === 1 ? "sheet" : "sheets"}.`;
}
