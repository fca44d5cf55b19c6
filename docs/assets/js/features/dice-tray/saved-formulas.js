// Dice that were rolled before: the last ones, and those that the reader gave a name.
import { read, write } from "#shared";
import { keep } from "#store";
import { isFormula } from "./validate-rolls.js";

/** @typedef {{ notation: string, plan: import("../../components/dice-evaluator.js").Plan }} Formula */

const LAST = "fieldbook:last-formulas";
const MOST = 6;

/** The last ones that were rolled, the latest first. @returns {Formula[]} */
export function lastFormulas() {
  const saved = read(LAST);
  return (Array.isArray(saved) ? saved : []).filter(isFormula);
}

/** @param {Formula} formula that was rolled just now */
export const noteFormula = ({ notation, plan }) =>
  write(LAST, [{ notation, plan }, ...lastFormulas().filter((each) => each.notation !== notation)].slice(0, MOST));

/** Those with a name, in the order of the alphabet, and how many are kept that can't be read. */
export async function savedFormulas() {
  const all = await keep.all("formulas");
  const saved = all.filter(({ data }) => isFormula(data)).sort((one, other) => one.name.localeCompare(other.name));
  return { saved, unread: all.length - saved.length };
}

/** @param {string} name @param {Formula} formula */
export const saveFormula = (name, { notation, plan }) =>
  keep.add("formulas", { game: "", name, data: { notation, plan } });

/** @param {string} id @param {string} name */
export const renameFormula = (id, name) => keep.update("formulas", id, () => ({ name }));

/** Gives what brings it back. @param {string} id */
export const removeFormula = (id) => keep.remove("formulas", id);

/** @param {() => void} act */
export const watchFormulas = (act) => keep.watch("formulas", act);
