// Rollers that the character in use fills: who it is stands in the form, and so does what a player chooses, such as the
// weapon. What the reader typed, and what a link says, stays.
import { fill, fitting, inUse, lineOf, make, notFilled, rollersOf, say, sayNotFilled, use, values } from "#shared";
import { keep } from "#store";
import { askFill } from "../../components/sheet-questions.js";
import { isSheet } from "../../lib/backup-format.js";

/** What was chosen for each roll while this tab is open, by mechanic. @type {Record<string, Record<string, string>>} */
const chosen = {};

/**
 * Fill a game's rollers on this page.
 * @param {string} game
 * @param {boolean} [isChosen] whether the reader asked for it just now: then it replaces what is there
 * @param {string} [only] the mechanic of which something else was chosen
 * @returns {Promise<import("../../components/prefill.js").Given>}
 */
export async function fillGame(game, isChosen = false, only) {
  /** @type {import("../../components/prefill.js").Given} */
  const given = { rolls: {}, isChosen };
  const id = inUse(game);
  const sheets = (await keep.all("sheets", game)).filter(({ data }) => isSheet(data));
  const record = sheets.find((sheet) => sheet.id === id);
  const rollers = rollersOf(game);
  if (!record) {
    for (const roller of rollers) {
      roller.removeAttribute("chosen");
      roller.querySelector(".fb-as")?.remove();
    }
    if (keep.trouble && id) rollers.forEach((roller) => sayNotFilled(roller, "it can't be read here."));
    return given;
  }
  const others = sheets.filter(({ data }) => data.sheet === record.data.sheet);
  let answer = await askFill(record.data, chosen);
  if (answer.error !== undefined && forget(game)) answer = await askFill(record.data, chosen); // of another sheet
  if (answer.error !== undefined) {
    const problem = notFilled(answer.error);
    for (const roller of rollers) draw(roller, game, record, others, { params: {}, choices: [], problems: [problem] });
    if (isChosen) say(problem);
    return given;
  }
  for (const [mechanic, { params }] of Object.entries(answer.rolls)) {
    if (only === undefined || only === mechanic) given.rolls[mechanic] = params;
  }
  for (const roller of rollers) {
    const mechanic = roller.getAttribute("mechanic") ?? "";
    const filled = answer.rolls[mechanic];
    const form = roller.querySelector("form");
    if (!filled || !form) continue;
    draw(roller, game, record, others, filled);
    if (given.rolls[mechanic]) fillForm(form, filled.params, isChosen);
  }
  if (isChosen) say(`Filled from ${record.name || "your sheet"}.`);
  return given;
}

/** Forget what was chosen; tells whether there was anything. @param {string} game */
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
  values.setValues(form, fitting(form, values.changedValuesOf(form), params, isChosen));
  // What the reader chose goes into the address like what is typed; what comes by itself leaves it alone.
  if (isChosen) form.querySelector("[name]")?.dispatchEvent(new Event("input", { bubbles: true }));
  else form.closest("fb-roller")?.querySelector("details.fb-odds[open]")?.dispatchEvent(new Event("toggle"));
}

/**
 * Who it is filled from, and what else is chosen.
 * @param {Element} roller
 * @param {string} game
 * @param {import("#store").Kept} record
 * @param {import("#store").Kept[]} others of the same kind, it among them
 * @param {import("../../components/sheet-questions.js").Filled} filled
 */
function draw(roller, game, record, others, filled) {
  const mechanic = roller.getAttribute("mechanic") ?? "";
  const names = Object.fromEntries([...others.map(({ id, name }) => [id, name || "without a name"]), ["", "nobody"]]);
  const who = choice("As", names, record.id, (id) => {
    use(game, id || null);
    fill(game, fillGame(game, true));
  });
  const more = filled.choices.map(({ name, label, options }) =>
    choice(label, options, chosen[mechanic]?.[name] ?? "", (value) => {
      chosen[mechanic] = { ...chosen[mechanic], [name]: value };
      fill(game, fillGame(game, true, mechanic));
    }),
  );
  const problems = filled.problems.map((sentence) => make("p", { className: "fb-error" }, sentence));
  roller.setAttribute("chosen", JSON.stringify(chosen[mechanic] ?? {}));
  const line = lineOf(roller);
  const at = /** @type {(Element | null)[]} */ ([...line.querySelectorAll("select")]).indexOf(document.activeElement);
  line.replaceChildren(who, ...more, ...problems);
  line.querySelectorAll("select")[at]?.focus();
}

/**
 * @param {string} label
 * @param {Record<string, string>} options
 * @param {string} value
 * @param {(value: string) => void} act
 */
function choice(label, options, value, act) {
  const select = make(
    "select",
    {},
    ...Object.entries(options).map(([each, name]) => new Option(name, each, false, each === value)),
  );
  select.addEventListener("change", () => act(select.value));
  return make("label", {}, `${label} `, select);
}
