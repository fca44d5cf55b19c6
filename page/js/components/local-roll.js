// Rolls of dice whose plan is in the page: dice in the text and buttons of the dice page.
import { say } from "../lib/announce.js";
import { getSitePath } from "../lib/url-state.js";
import { dispatchRolled } from "../rules-client/rolled.js";
import { rollAnyPlan } from "./any-dice.js";
import { describeNotation, listFaces } from "./result-html.js";

const MOST_FACES = 10;
const HOME = "dice/#roller-dice"; // the place for rolling notation

/**
 * Roll an element's `plan` and dispatch it. Return the formatted total, and the faces after it if there are several
 * dice.
 * @param {Element} element has the attributes `plan` and `notation`
 * @param {string} text the label
 * @param {string} [place] page#anchor of the text that contains it
 */
export async function rollHere(element, text, place) {
  const plan = JSON.parse(element.getAttribute("plan") ?? "0");
  const { number, faces } = await rollDice(element, plan, element.getAttribute("notation") ?? "", text, place);
  return { number, faces: faces.length > 1 && faces.length <= MOST_FACES ? ` (${faces.join(", ")})` : "" };
}

/** Return what a die shows if it can't be rolled, and announce it. @param {Error} error */
export function describeFailure({ message }) {
  say(message);
  return { number: message, faces: "" };
}

/**
 * Roll a plan and dispatch the roll.
 * @param {Element} asker the element that rolls
 * @param {import("./dice-evaluator.js").Plan} plan
 * @param {string} notation the notation of the plan
 * @param {string} [text] the label
 * @param {string} [place] page#anchor of the text that contains it
 */
export async function rollDice(asker, plan, notation, text = notation, place = undefined) {
  const { total, text: number, thrown, steps } = await rollAnyPlan(plan);
  const faces = listFaces(thrown);
  const said = `${describeNotation(text, notation)}: ${number}`;
  const roll = { params: { notation }, faces, dice: thrown, outcome: { total: Number(total) }, steps };
  const about = { title: text, verdict: number, home: HOME, given: { notation }, plan, ...(place && { place }) };
  dispatchRolled(asker, { id: "dice" }, roll, said, about);
  say(said);
  return { number, faces, thrown };
}

const ANCHORS = "h1[id], h2[id], h3[id], h4[id]";

/** Return the page#anchor of the row or section that contains an element. @param {Element} element */
export function findSection(element) {
  const before = [...document.querySelectorAll(`article :is(${ANCHORS})`)].filter(
    (heading) => heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const anchor = element.closest("tr[id]") ?? before.at(-1);
  return anchor ? `${getSitePath()}#${anchor.id}` : getSitePath();
}
