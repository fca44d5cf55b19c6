// Dice in what a GM writes: in the cells of a custom table and in notes. The rules find them (rules_py.bridge.pasted).

/**
 * A part of a text: plain text, or dice that can be rolled.
 * @typedef {string | { text: string, notation: string, plan: import("../../components/dice-evaluator.js").Plan }} Part
 */

/** Return a text with dice that roll. All input stays text. @param {Part[]} parts */
export const buildText = (parts) => parts.map((part) => (typeof part === "string" ? part : buildDie(part)));

/** @param {Exclude<Part, string>} part */
function buildDie({ text, notation, plan }) {
  const die = document.createElement("fb-die");
  die.setAttribute("notation", notation);
  die.setAttribute("plan", JSON.stringify(plan));
  die.textContent = text;
  return die;
}
