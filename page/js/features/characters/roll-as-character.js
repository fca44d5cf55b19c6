// Rollers filled from the active character. A sentence shows the character, the player's choices, such as the weapon, and
// the form's other values. Values that the reader typed or a link set stay.
import {
  fill,
  selectFitting,
  getActive,
  make,
  describeNotFilled,
  listRollers,
  say,
  sayNotFilled,
  use,
  values,
} from "#shared";
import { keep } from "#store";
import { askFill } from "../../components/sheet-questions.js";
import { isSheet } from "../../lib/stored-data.js";

/** Choices for each mechanic while this tab is open. @type {Record<string, Record<string, string>>} */
const chosen = {};

/** Make choices for a mechanic, such as those that a GM asks for. @param {string} mechanic @param {Record<string, string>} choices */
export function choose(mechanic, choices) {
  chosen[mechanic] = { ...chosen[mechanic], ...choices };
}

/**
 * Fill a game's rollers on this page.
 * @param {string} game
 * @param {boolean} [isChosen] true if the reader just asked for it, so that it replaces existing values
 * @param {string} [only] the only mechanic to fill, whose choice changed
 * @returns {Promise<import("../../components/prefill.js").Given>}
 */
export async function fillGame(game, isChosen = false, only) {
  /** @type {import("../../components/prefill.js").Given} */
  const given = { rolls: {}, isChosen };
  const id = getActive(game);
  const sheets = (await keep.list("sheets", game)).filter(({ data }) => isSheet(data));
  const record = sheets.find((sheet) => sheet.id === id);
  const rollers = listRollers(game);
  if (!record) {
    for (const roller of rollers) {
      roller.removeAttribute("chosen");
      roller.querySelector(".fb-as")?.remove();
      roller.removeAttribute("folded");
    }
    if (keep.trouble && id) rollers.forEach((roller) => sayNotFilled(roller, "it can't be read here."));
    return given;
  }
  const others = sheets.filter(({ data }) => data.sheet === record.data.sheet);
  const coming = import("#filled-sentence");
  coming.catch(() => {}); // awaited below
  let answer = await askFill(record.data, chosen);
  if (answer.error !== undefined && forget(game)) answer = await askFill(record.data, chosen); // of another sheet
  if (answer.error !== undefined) {
    const problem = describeNotFilled(answer.error);
    for (const roller of rollers)
      draw(await coming, roller, game, record, others, { params: {}, choices: [], problems: [problem] });
    if (isChosen) say(problem);
    return given;
  }
  const sentence = await coming;
  sentence.storeMechanics(game, Object.keys(answer.rolls));
  for (const [mechanic, { params }] of Object.entries(answer.rolls)) {
    if (only === undefined || only === mechanic) given.rolls[mechanic] = params;
  }
  for (const roller of rollers) {
    const mechanic = roller.getAttribute("mechanic") ?? "";
    const filled = answer.rolls[mechanic];
    const form = roller.querySelector("form");
    if (!filled || !form) continue;
    draw(sentence, roller, game, record, others, filled);
    if (given.rolls[mechanic]) fillForm(form, filled.params, isChosen);
    sentence.drawFields(roller, filled);
  }
  if (isChosen) say(`Filled from ${record.name || "your sheet"}.`);
  return given;
}

/** Forget a game's choices. Return true if there were any. @param {string} game */
function forget(game) {
  const mechanics = Object.keys(chosen).filter((mechanic) => mechanic.startsWith(`${game}.`));
  for (const mechanic of mechanics) delete chosen[mechanic];
  return mechanics.length > 0;
}

/**
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} params
 * @param {boolean} isChosen
 */
function fillForm(form, params, isChosen) {
  values.setValues(form, selectFitting(form, values.readChangedValues(form), params, isChosen));
  // Put the reader's choice into the address, like typed values. Automatic values don't change the address.
  if (isChosen) form.querySelector("[name]")?.dispatchEvent(new Event("input", { bubbles: true }));
  else form.closest("fb-roller")?.querySelector("details.fb-odds[open]")?.dispatchEvent(new Event("toggle"));
}

/**
 * Show the active character, the choices and the problems.
 * @param {typeof import("#filled-sentence")} sentence
 * @param {Element} roller
 * @param {string} game
 * @param {import("#store").StoredRecord} record
 * @param {import("#store").StoredRecord[]} others all sheets of this kind
 * @param {import("../../components/sheet-questions.js").Filled} filled
 */
function draw(sentence, roller, game, record, others, filled) {
  const mechanic = roller.getAttribute("mechanic") ?? "";
  const names = Object.fromEntries([...others.map(({ id, name }) => [id, name || "without a name"]), ["", "nobody"]]);
  const who = sentence.makePart("As", names, record.id, (id) => {
    use(game, id || null);
    fill(game, fillGame(game, true));
  });
  const more = filled.choices.map(({ name, label, options }) =>
    sentence.makePart(label, options, chosen[mechanic]?.[name] ?? Object.keys(options)[0] ?? "", (value) => {
      chosen[mechanic] = { ...chosen[mechanic], [name]: value };
      fill(game, fillGame(game, true, mechanic));
    }),
  );
  const problems = filled.problems.map((sentence) => make("p", { className: "fb-error" }, sentence));
  roller.setAttribute("chosen", JSON.stringify(chosen[mechanic] ?? {}));
  sentence.drawSentence(roller, who, more, problems);
}
