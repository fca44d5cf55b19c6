// A refusal takes the place of the button that was refused: the reason, the ways out, and the waiver of the table.
import { make, makeButton, say, showError } from "#shared";

/**
 * Show why a command was refused.
 * @param {HTMLElement} stage
 * @param {HTMLElement | null} pressed the button of the command
 * @param {string} sentence
 * @param {object} [anyway] the command that waives the requirements
 * @param {HTMLElement[]} [waysOut] buttons that do it in another way
 */
export function showRefusal(stage, pressed, sentence, anyway, waysOut = []) {
  clearRefusal(stage);
  const drawn = stage.querySelector(".fb-board-hand > .fb-why"); // the rules refuse it already, with its ways out
  const isSaid = !pressed?.closest(".fb-drawer") && drawn?.textContent?.includes(sentence);
  if (isSaid) {
    say(sentence);
    return;
  }
  const waive = anyway && makeButton("fb-quiet fb-fight-override", "Roll anyway");
  if (waive) waive.dataset.act = JSON.stringify(anyway);
  const place = make("div", { className: "fb-why fb-fight-problem", role: "alert" });
  showError(place, sentence, false);
  if (waysOut.length) place.append(make("div", { className: "fb-row" }, ...waysOut));
  if (waive) place.append(waive);
  const drawer = pressed?.closest(".fb-drawer");
  const result = drawer?.querySelector(".fb-result");
  if (result) result.replaceChildren(place);
  else if (drawer) (pressed?.closest("li, .fb-row, .fb-boxes, [data-fields]") ?? pressed)?.after(place);
  else {
    const hand = stage.querySelector(".fb-board-hand");
    const replaced = hand?.querySelector(".fb-do, .fb-why");
    if (replaced instanceof HTMLElement) {
      replaced.hidden = true;
      replaced.after(place);
    } else (hand ?? stage).append(place);
  }
}

/** Remove the refusal that is shown. @param {ParentNode} stage */
function clearRefusal(stage) {
  const before = stage.querySelector(".fb-fight-problem");
  const hidden = before?.previousElementSibling;
  if (hidden instanceof HTMLElement) hidden.hidden = false;
  before?.remove();
}
