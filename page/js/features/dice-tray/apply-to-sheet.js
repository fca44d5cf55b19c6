// Changes that a roll of the history offers for the active character's sheet. Python lists them, and the reader applies
// them.
import { fetchAnswer, make, makeAction, makeButton, say, showError, showWaiting, showWhileWaiting } from "#shared";
import { noteApplied } from "./history.js";

/**
 * @typedef {{ id: string, title: string, role: "roller" | "target" | "ally" | "anybody", params: object, with: string }} Lead
 * @typedef {import("#store").StoredRecord} StoredRecord
 */

const LATER = "This sheet has changed again since then. Undo that change first, on the characters page.";

/**
 * @param {string} id the roll's id in the history
 * @param {import("./history.js").Past} past
 * @param {StoredRecord} record the stored sheet
 * @param {HTMLElement} opener
 */
export async function offerChanges(id, { rolled, chosen }, record, opener) {
  const list = make("div", { className: "fb-past-leads" });
  opener.replaceWith(list);
  const asked = fetchAnswer(
    null,
    "leads",
    record.data.sheet,
    rolled.id,
    JSON.stringify(rolled.params),
    rolled.faces.join(","),
    JSON.stringify(chosen),
  );
  const { changes, error } = /** @type {{ changes: Lead[], error?: string }} */ (
    await showWhileWaiting(asked, () => showWaiting(list, "Finding what this roll changes…"))
  );
  if (error !== undefined) {
    showError(list, error);
    return;
  }
  const name = record.name || "your character";
  list.replaceChildren(
    ...(changes.length
      ? changes.map((each) => makeLead(id, each, record))
      : [make("p", { className: "fb-past-note" }, `This roll doesn't change ${name}'s sheet.`)]),
  );
  const first = list.querySelector("button");
  if (first) first.focus();
  else say(list.textContent ?? "");
}

/** @param {string} id @param {Lead} lead @param {StoredRecord} record */
function makeLead(id, lead, record) {
  const words = `${lead.title}${lead.with ? ` (${lead.with})` : ""}`;
  const act = makeButton(
    "fb-add",
    lead.role === "target" ? `If it was rolled against ${record.name || "you"}: ${words}` : words,
  );
  const problem = make("div", { hidden: true });
  const line = make("div", {}, act, problem);
  act.addEventListener("click", async () => {
    const script = await import("#play").catch(() => null);
    if (!script) {
      showError(problem, "Your saved sheets couldn't be loaded. Reload the page once you're online.");
      return;
    }
    const { applyChange, getHistory, undo } = script;
    const result = await applyChange(record.id, lead, lead.params);
    if (!result) showError(line, "That sheet is no longer on this device.");
    else if (result.error !== undefined) showError(line, result.error);
    else {
      const done = getHistory(record.id).at(-1);
      const said = `${record.name || "Your character"}: ${done?.steps.join(" ") || `${lead.title}: nothing changed.`}`;
      const back = makeAction("fb-add", "Undo", async () => {
        const undone = getHistory(record.id).at(-1) === done ? await undo(record.id) : { error: LATER };
        if (undone?.error !== undefined) {
          showError(line, undone.error);
          return;
        }
        line.replaceChildren(make("p", { className: "fb-past-note" }, `Undone: ${lead.title}.`));
        noteApplied(id, `Undone: ${lead.title}.`);
        say(`Undone: ${lead.title}.`);
      });
      line.replaceChildren(make("p", { className: "fb-past-note" }, said), back);
      back.focus();
      say(said);
      noteApplied(id, said);
    }
  });
  return line;
}
