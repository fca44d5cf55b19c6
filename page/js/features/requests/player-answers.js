// Players' answers on the GM's device: they count once, and go into the history as the player's and not the GM's own.
import { fetchAnswer, renderDice, runtime } from "#shared";
import { noteCounted } from "../../components/request-store.js";

const RULE = /^[a-z0-9_]+\.[a-z0-9-]+$/;

/** Return the id that questions about a request have: its rule, or that of plain dice. @param {any} request */
export const findRule = (request) =>
  typeof request?.rule === "string" && RULE.test(request.rule) ? request.rule : "dice";

const UNKNOWN = "This link is about a rule that this site doesn’t have.";

/**
 * Ask about a request or an answer from a link. A rule that isn't compiled is one that a link has made up, so nobody is
 * asked to load Python for it.
 * @param {"asked_roll" | "check_answer"} kind
 * @param {any} request
 * @param {unknown[]} about sent as JSON
 * @returns {Promise<any>}
 * @throws {Error} a sentence if the rules refuse it
 */
export async function askAboutLink(kind, request, ...about) {
  const cancel = new AbortController();
  const look = () => {
    if (runtime.state.waiting.length) cancel.abort();
  };
  runtime.addEventListener("change", look);
  const answer = await fetchAnswer(
    cancel.signal,
    kind,
    findRule(request),
    ...about.map((each) => JSON.stringify(each)),
  );
  runtime.removeEventListener("change", look);
  if (!answer) throw new Error(UNKNOWN);
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer;
}

/**
 * Note that an answer counts, and put its roll into the history. Return false if it has been counted meanwhile.
 * @param {HTMLElement} asker
 * @param {import("../../components/request-store.js").Answer} answer
 * @param {any} rolled the roll as the rules describe it
 */
export function countAnswer(asker, answer, rolled) {
  if (!noteCounted(answer)) return false;
  const { roll, said, about } = rolled;
  const detail = {
    ...roll,
    id: roll.mechanic,
    sentence: said,
    source: "asked",
    about: { ...about, title: answer.request.title, who: answer.who || "A player" },
  };
  asker.dispatchEvent(new CustomEvent("rolled", { bubbles: true, detail }));
  return true;
}

/** Return a heading for an answer. @param {{ who: string, title: string }} checked */
export const describeAnswer = ({ who, title }) => `${who || "A player"} rolled for you: ${title}`;

/** Return the dice of an answer for a fight as HTML, grouped by their names. @param {import("../../components/request-store.js").Answer} answer */
export function renderFaces({ request, faces }) {
  /** @type {import("../../rules-client/client.js").Thrown[]} */
  const thrown = [];
  /** @type {[number, string][]} */ (request.dice ?? []).forEach(([sides, label], at) => {
    const last = thrown.at(-1);
    if (last?.sides === sides && last.label === label) last.faces.push(faces[at]);
    else thrown.push({ sides, label, faces: [faces[at]], kept: [] });
  });
  return renderDice(thrown.map((each) => ({ ...each, kept: each.faces })));
}

/** @param {HTMLElement} place @param {string} html */
export function showResult(place, html) {
  place.hidden = false;
  place.innerHTML = html;
}
