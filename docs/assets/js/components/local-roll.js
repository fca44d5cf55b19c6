// Rolls dice that the page holds the plan of: a chip in the text, a button of the dice page.
import { say } from "../lib/announce.js";
import { pathInSite } from "../lib/url-state.js";
import { ask } from "../rules-client/client.js";
import { rollPlan } from "./dice-evaluator.js";
import { facesOf, totalText } from "./result-html.js";

const MOST_FACES = 10;
const HOME = "dice/#roller-dice"; // where dice in notation are rolled

/**
 * Roll an element's `plan` and tell of it. Gives the total as people read it, and what fell behind it where that is more
 * than one die.
 * @param {Element} element with the attributes `plan` and `notation`
 * @param {string} text what it is called
 * @param {string} [place] page#anchor of the text in which it stands
 */
export async function rollHere(element, text, place) {
  const plan = JSON.parse(element.getAttribute("plan") ?? "0");
  const { number, faces } = await rollDice(element, plan, element.getAttribute("notation") ?? "", text, place);
  return { number, faces: faces.length > 1 && faces.length <= MOST_FACES ? ` (${faces.join(", ")})` : "" };
}

/**
 * Roll a plan and tell of it.
 * @param {Element} asker the element that rolls
 * @param {import("./dice-evaluator.js").Plan} plan
 * @param {string} notation that it was read from
 * @param {string} [text] what it is called
 * @param {string} [place] page#anchor of the text in which it stands
 */
export async function rollDice(asker, plan, notation, text = notation, place = undefined) {
  const { total, thrown } = rollPlan(plan);
  const faces = facesOf(thrown);
  const number = totalText(total);
  const answer = {
    html: number,
    said: `${text}: ${number}`,
    roll: { params: { notation }, faces, dice: thrown, outcome: { total: Number(total) }, steps: [] },
    about: { title: text, verdict: number, home: HOME, given: { notation }, plan, ...(place && { place }) },
  };
  await ask(asker, { kind: "roll", id: "dice", args: [], source: "random", here: () => answer });
  say(answer.said);
  return { number, faces, thrown };
}

const ANCHORS = "h1[id], h2[id], h3[id], h4[id]";

/** page#anchor of the row or the section in which something stands. @param {Element} element */
export function sectionOf(element) {
  const before = [...document.querySelectorAll(`article :is(${ANCHORS})`)].filter(
    (heading) => heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const anchor = element.closest("tr[id]") ?? before.at(-1);
  return anchor ? `${pathInSite()}#${anchor.id}` : pathInSite();
}
