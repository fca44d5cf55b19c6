// Changes of a fight that go back to the stored sheets that combatants joined as, when the reader asks for it.
import { isSame, returnSheet } from "#play-shared";
import { makeButton, say } from "#shared";
import { keep } from "#store";
import { findJoined } from "./joined-sheets.js";

/**
 * Show the button that saves a combatant to their stored sheet, if the two differ, and one for all of several.
 * @param {ParentNode} board
 * @param {import("#store").StoredRecord | null} fight
 */
export async function offerReturns(board, fight) {
  const keepers = /** @type {HTMLElement[]} */ ([...board.querySelectorAll(".fb-fight-keep")]);
  const differing = new Set();
  for (const keeper of keepers) {
    const { id, fields } = findJoined(fight, keeper.dataset.who);
    const isStored = id && fields && (await keep.get("sheets", id));
    if (isStored && !isSame(JSON.parse(keeper.dataset.sheet ?? "{}").fields, fields)) differing.add(keeper);
  }
  for (const keeper of keepers) keeper.hidden = !differing.has(keeper);
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll(".fb-fight-new-sheet"))) {
    button.hidden = Boolean(findJoined(fight, button.dataset.who).id);
  }
  for (const all of /** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll(".fb-fight-keep-all"))) {
    all.hidden = differing.size < 2;
  }
  for (const line of /** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll(".fb-fight-keeps"))) {
    line.hidden = differing.size === 0;
  }
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll(".fb-decisions"))) {
    place.hidden = !place.querySelector(".fb-board-card:not([hidden])"); // only sheets that don't differ
  }
}

/**
 * Save combatants to the stored sheets that they joined as. Those that have changed since can be merged.
 * @param {HTMLElement[]} keepers the buttons of the combatants
 * @param {import("./stored-fight.js").StoredFight} fight
 * @param {import("./board-view.js").BoardView} view
 * @returns {Promise<{ problem: string, mergers: HTMLElement[] }>} the refusals, and buttons that merge
 */
export async function returnToSheets(keepers, fight, view) {
  const problems = [];
  const mergers = [];
  for (const keeper of keepers) {
    const { who = "", sheet = "{}", merge } = keeper.dataset;
    const { id, fields } = findJoined(await keep.get("fights", fight.id), who);
    if (!id || !fields) continue;
    const result = await returnSheet(id, fields, JSON.parse(sheet), merge !== undefined);
    if (!result?.record) {
      problems.push(result?.error ?? "The sheet is no longer on this device.");
      if (result?.hasChanged) mergers.push(makeMerger(keeper, result.name));
      continue;
    }
    const { name, data } = result.record;
    if (merge === undefined) {
      const same = { id, fields: data.fields };
      await keep.update("fights", fight.id, ({ from }) => ({ from: { ...from, [who]: same } }));
    } else await fight.takeOver(who, id, fields, data, view);
    say(`Saved to ${name || "the sheet"}.`);
  }
  return { problem: [...new Set(problems)].join(" "), mergers };
}

/**
 * Create the button that saves to a stored sheet only what the fight has changed.
 * @param {HTMLElement} keeper the button that saves the whole sheet
 * @param {string} name
 */
function makeMerger({ dataset }, name) {
  const merger = makeButton("fb-button fb-fight-merge", `Save only this fight’s changes to ${name}`);
  Object.assign(merger.dataset, { who: dataset.who, sheet: dataset.sheet, merge: "" });
  return merger;
}
