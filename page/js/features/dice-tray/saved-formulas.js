// Recent dice, and dice that the reader saved under a name.
import { read, write } from "#shared";
import { keep } from "#store";
import { isFormula } from "./validate-rolls.js";

/** @typedef {{ notation: string, plan: import("../../components/dice-evaluator.js").Plan }} Formula */

const LAST = "fieldbook:last-formulas";
const MOST = 6;

/** Return recent dice, the latest first. @returns {Formula[]} */
export function listRecentFormulas() {
  const saved = read(LAST);
  return (Array.isArray(saved) ? saved : []).filter(isFormula);
}

/** @param {Formula} formula the dice that were just rolled */
export const noteFormula = ({ notation, plan }) =>
  write(
    LAST,
    [{ notation, plan }, ...listRecentFormulas().filter((each) => each.notation !== notation)].slice(0, MOST),
  );

/** Return saved formulas in alphabetical order, and the number of unreadable ones. */
export async function loadSavedFormulas() {
  const all = await keep.list("formulas");
  const saved = all.filter(({ data }) => isFormula(data)).sort((one, other) => one.name.localeCompare(other.name));
  return { saved, unread: all.length - saved.length };
}

/** @param {string} name @param {Formula} formula */
export const saveFormula = (name, { notation, plan }) =>
  keep.add("formulas", { game: "", name, data: { notation, plan } });

/** @param {string} id @param {string} name */
export const renameFormula = (id, name) => keep.update("formulas", id, () => ({ name }));

/** Delete a formula. Return a function that restores it. @param {string} id */
export const removeFormula = (id) => keep.remove("formulas", id);

/** @param {() => void} act */
export const watchFormulas = (act) => keep.watch("formulas", act);
