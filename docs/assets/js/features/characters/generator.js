// Generator of sheets: a roll, the player's choices, and the resulting sheet.
import { askMade, valuesIn } from "#play-shared";
import { find, listenToSteppers, ResultView, roll, say, showError } from "#shared";

/**
 * Create the generator for a kind of sheet.
 * @param {HTMLTemplateElement} template
 * @param {(answer: import("../../components/sheet-questions.js").SheetAnswer) => void} made called with the sheet
 * @param {() => void} close
 */
export function generator(template, made, close) {
  const content = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
  const element = find(content, ".fb-sheet-generator", HTMLElement);
  const [rolling, choosing] = [".fb-generator-roll", ".fb-generator-choose"].map((selector) =>
    find(element, selector, HTMLFormElement),
  );
  const place = new ResultView(find(element, ".fb-result", HTMLElement), element);
  /** @type {{ params: any, faces: number[] } | null} */
  let rolled = null;
  element.addEventListener("submit", (event) => event.preventDefault());
  rolling.addEventListener("submit", async () => {
    const values = /** @type {Record<string, string>} */ (valuesIn(rolling));
    const answer = await place.ask(roll(rolling.dataset.mechanic ?? "", values));
    if (!answer || answer.error !== undefined || !answer.roll) return;
    rolled = answer.roll;
    choosing.hidden = false;
  });
  choosing.addEventListener("submit", async () => {
    if (!rolled) return;
    const answer = await askMade(template.dataset.made ?? "", rolled, valuesIn(choosing));
    const refusal = find(choosing, ".fb-generator-refusal", HTMLElement);
    if (answer.error !== undefined) {
      showError(refusal, answer.error);
      return;
    }
    made(answer);
    say("Your sheet is ready. Give it a name.");
  });
  find(element, ".fb-sheet-back", HTMLElement).addEventListener("click", close);
  for (const form of [rolling, choosing]) listenToSteppers(form);
  return element;
}
