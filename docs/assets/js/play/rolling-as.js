// Rollers that the character in use fills: who it is stands in the form, and so does what a player chooses, such as the
// weapon. What the reader typed, and what a link says, stays.
import { gamesInUse, inUse, make, say, showError, use, values } from "../page/main.js";
import { keep } from "./keep.js";
import { askFill } from "./sheet-questions.js";

/** What was chosen for each roll while this tab is open, by mechanic. @type {Record<string, Record<string, string>>} */
const chosen = {};

/** Fill the rollers of this page for the characters in use. */
export const fillPage = () => Promise.all(gamesInUse().map((game) => fillGame(game, false)));

/**
 * @param {string} game
 * @param {boolean} isChosen whether the reader asked for it just now: then it replaces what is there
 * @param {string} [only] the mechanic of which something else was chosen
 */
async function fillGame(game, isChosen, only) {
  const id = inUse(game);
  const sheets = await keep.all("sheets", game);
  const record = sheets.find((sheet) => sheet.id === id);
  const rollers = rollersOf(game);
  if (!record) {
    for (const roller of rollers) {
      roller.removeAttribute("chosen");
      roller.querySelector(".fb-as")?.remove();
    }
    return;
  }
  let answer = await askFill(record.data, chosen);
  if (answer.error !== undefined && forget(game)) answer = await askFill(record.data, chosen); // of another sheet
  if (answer.error !== undefined) {
    if (isChosen && rollers[0]) showError(lineOf(rollers[0]), answer.error);
    return;
  }
  for (const roller of rollers) {
    const filled = answer.rolls[roller.getAttribute("mechanic") ?? ""];
    const form = roller.querySelector("form");
    if (!filled || !form) continue;
    draw(roller, game, record, sheets.filter(({ data }) => data.sheet === record.data.sheet), filled);
    if (only === undefined || only === roller.getAttribute("mechanic")) fillForm(form, filled.params, isChosen);
  }
  if (isChosen) say(`Filled from ${record.name || "your sheet"}.`);
}

/** Forget what was chosen; tells whether there was anything. @param {string} game */
function forget(game) {
  const mechanics = Object.keys(chosen).filter((mechanic) => mechanic.startsWith(`${game}.`));
  for (const mechanic of mechanics) delete chosen[mechanic];
  return mechanics.length > 0;
}

/** @param {string} game */
const rollersOf = (game) => [...document.querySelectorAll("fb-roller[mechanic]")]
  .filter((roller) => roller.getAttribute("mechanic")?.startsWith(`${game}.`) && (!roller.hasAttribute("stands-for") || roller.closest("dialog, fb-screen")));

/**
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} params
 * @param {boolean} isChosen
 */
function fillForm(form, params, isChosen) {
  const touched = values.changedValuesOf(form);
  for (const [name, text] of Object.entries(params)) {
    const field = form.elements.namedItem(name);
    if (!field || (!isChosen && Object.hasOwn(touched, name)) || isHidden(field)) continue;
    values.setValue(form, name, text);
  }
  // What the reader chose goes into the address like what is typed; what comes by itself leaves it alone.
  if (isChosen) form.querySelector("[name]")?.dispatchEvent(new Event("input", { bubbles: true }));
  else form.closest("fb-roller")?.querySelector("details.fb-odds[open]")?.dispatchEvent(new Event("toggle"));
}

/** What a page takes off a form stays as the page presets it. @param {Element | RadioNodeList} field */
const isHidden = (field) => field instanceof HTMLInputElement && field.type === "hidden";

/** @param {Element} roller @returns {HTMLElement} */
function lineOf(roller) {
  const there = roller.querySelector(".fb-as");
  if (there instanceof HTMLElement) return there;
  const line = make("div", { className: "fb-as" });
  const title = roller.querySelector(".fb-title");
  if (title) title.after(line);
  else roller.querySelector("form")?.prepend(line);
  return line;
}

/**
 * Who it is filled from, and what else is chosen.
 * @param {Element} roller
 * @param {string} game
 * @param {import("./keep.js").Kept} record
 * @param {import("./keep.js").Kept[]} others of the same kind, it among them
 * @param {import("./sheet-questions.js").Filled} filled
 */
function draw(roller, game, record, others, filled) {
  const mechanic = roller.getAttribute("mechanic") ?? "";
  const names = Object.fromEntries([...others.map(({ id, name }) => [id, name || "without a name"]), ["", "nobody"]]);
  const who = choice("As", names, record.id, (id) => {
    use(game, id || null);
    fillGame(game, true);
  });
  const more = filled.choices.map(({ name, label, options }) => choice(label, options, chosen[mechanic]?.[name] ?? "",
    (value) => {
      chosen[mechanic] = { ...chosen[mechanic], [name]: value };
      fillGame(game, true, mechanic);
    }));
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
  const select = make("select", {}, ...Object.entries(options)
    .map(([each, name]) => new Option(name, each, false, each === value)));
  select.addEventListener("change", () => act(select.value));
  return make("label", {}, `${label} `, select);
}
