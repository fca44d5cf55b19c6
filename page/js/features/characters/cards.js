// The card of a stored sheet, or of a new one: the sheet to play from, or the steps in which it is made.
import { OpenSheet } from "./open-sheet.js";

/**
 * Make the card of a sheet.
 * @param {import("#store").StoredRecord | null} record the stored sheet, or null for a new one
 * @param {string} kind of sheet
 * @param {string} title of that kind
 * @param {import("./open-sheet.js").Host} host
 * @param {() => Promise<DocumentFragment>} fetchForms returns the forms of its kind
 */
export async function makeCard(record, kind, title, host, fetchForms) {
  if (record && (!record.making || record.aside)) return new OpenSheet(record, title, host, fetchForms);
  const { CharacterMaker } = await import("#making");
  return new CharacterMaker(record, kind, title, host);
}
