// Generator of sheets: a roll, the player's choices, and the resulting sheet. What is rolled and typed stays on this device
// until the sheet is created or thrown away.
import { askMade, putInto, readFields } from "#play-shared";
import {
  buildResolve,
  buildRoll,
  find,
  forget,
  ignoreRepeats,
  listenToSteppers,
  read,
  ResultView,
  say,
  showError,
  write,
} from "#shared";

/**
 * @typedef {object} Draft a roll whose sheet isn't created yet
 * @property {Record<string, any>} params
 * @property {number[]} faces
 * @property {Record<string, any>} chosen
 */

const buildDraftKey = (/** @type {string} */ kind) => `fieldbook:draft:${kind}`;

/** Return the draft of a kind of sheet, or null. @param {string} kind @returns {Draft | null} */
function readDraft(kind) {
  const kept = read(buildDraftKey(kind));
  return kept && typeof kept === "object" && "faces" in kept && Array.isArray(kept.faces)
    ? /** @type {Draft} */ (kept)
    : null;
}

/**
 * Create the generator for a kind of sheet.
 * @param {HTMLTemplateElement} template
 * @param {(answer: import("../../components/sheet-questions.js").SheetAnswer) => void} made called with the sheet
 * @param {() => void} close
 */
export function makeGenerator(template, made, close) {
  const kind = template.dataset.made ?? "";
  const content = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
  const element = find(content, ".fb-sheet-generator", HTMLElement);
  const [rolling, choosing] = [".fb-generator-roll", ".fb-generator-choose"].map((selector) =>
    find(element, selector, HTMLFormElement),
  );
  const refusal = find(choosing, ".fb-generator-refusal", HTMLElement);
  const place = new ResultView(find(element, ".fb-result", HTMLElement), element);
  const mechanic = rolling.dataset.mechanic ?? "";
  let isNameAsked = false;
  let draft = readDraft(kind);
  /** Show the draft. The element has to be part of the page, because its lists are elements of their own. */
  const restore = () => {
    if (!draft) return;
    putInto(rolling, draft.params);
    putInto(choosing, draft.chosen);
    const values = /** @type {Record<string, string>} */ (readFields(rolling));
    const again = { ...buildResolve(mechanic, values, draft.faces.join(","), "random"), isKnown: true };
    place.ask(again).then((answer) => {
      choosing.hidden = !answer || answer.error !== undefined;
      if (answer?.error !== undefined) {
        // its rule may have changed
        showError(place.element, `Your earlier roll can't be shown. ${answer.error} Roll again: what you chose stays.`);
      }
    });
  };
  const storeDraft = () => {
    if (draft) write(buildDraftKey(kind), { ...draft, chosen: readFields(choosing) });
  };
  const drop = () => {
    draft = null;
    forget(buildDraftKey(kind));
  };
  element.addEventListener("submit", (event) => event.preventDefault());
  rolling.addEventListener("submit", async () => {
    const values = /** @type {Record<string, string>} */ (readFields(rolling));
    const answer = await place.ask(buildRoll(mechanic, values));
    if (!answer || answer.error !== undefined || !answer.roll) return;
    draft = { params: answer.roll.params, faces: answer.roll.faces, chosen: {} };
    storeDraft();
    choosing.hidden = false;
  });
  choosing.addEventListener("input", storeDraft);
  const create = ignoreRepeats(async () => {
    if (!draft) return;
    const name = choosing.querySelector('[name="name"]');
    if (name instanceof HTMLInputElement && !name.value.trim() && !isNameAsked) {
      isNameAsked = true;
      showError(refusal, "The sheet has no name yet. Type one, or create the sheet without it.");
      name.focus();
      return;
    }
    const answer = await askMade(kind, draft, readFields(choosing));
    if (answer.error !== undefined) {
      showError(refusal, answer.error);
      return;
    }
    drop();
    made(answer);
    say("Your sheet is ready.");
  });
  choosing.addEventListener("submit", create);
  find(element, ".fb-generator-drop", HTMLElement).addEventListener("click", () => {
    drop();
    say("The roll is thrown away.");
    close();
  });
  find(element, ".fb-sheet-back", HTMLElement).addEventListener("click", close);
  for (const form of [rolling, choosing]) listenToSteppers(form);
  return { element, restore };
}
