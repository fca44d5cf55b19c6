// Rollers that the active character fills. Their rolls wait for it, so that readers don't roll as another character.
import { listActiveGames } from "../lib/active-character.js";
import { make } from "../lib/dom.js";
import { limitTime } from "../lib/fetch.js";
import { extractSlugs } from "../lib/slug.js";
import { readPresets } from "./forms/values.js";

/**
 * @typedef {import("./forms/values.js").Values} Values
 * @typedef {{ rolls: Record<string, Values>, isChosen: boolean }} Given values for the forms by mechanic; `isChosen` if
 *   the reader asked for them, so that they replace existing values
 */

const LATE = 4000; // milliseconds until the forms are shown unfilled

/** The coming values for a game's rollers. @type {Map<string, Promise<Given>>} */
const underWay = new Map();

/** Fill the rollers of this page for the active characters. */
export async function fillPage() {
  const games = listActiveGames();
  for (const roller of document.querySelectorAll("fb-roller[mechanic]")) {
    const [game = ""] = extractSlugs(roller.getAttribute("mechanic") ?? "");
    if (!games.includes(game)) showForm(roller);
  }
  if (!games.length) return;
  const loading = limitTime(import("#play"));
  await Promise.all(
    games.map((game) =>
      fill(
        game,
        loading.then(({ fillGame }) => fillGame(game)),
      ),
    ),
  );
}

/**
 * Announce that a game's rollers will be filled, and wait for that.
 * @param {string} game
 * @param {Promise<Given>} coming
 */
export async function fill(game, coming) {
  const given = coming.catch((error) => {
    console.warn(error);
    const words = "your saved sheets couldn't be loaded. Reload the page once you're online.";
    for (const roller of listRollers(game)) sayNotFilled(roller, words);
    return { rolls: {}, isChosen: false };
  });
  underWay.set(game, given);
  const late = setTimeout(() => listRollers(game).forEach(showForm), LATE);
  await given;
  clearTimeout(late);
  listRollers(game).forEach(showForm);
  if (underWay.get(game) === given) underWay.delete(game);
}

/**
 * Show a roller's form as it is. Until then, the page keeps room for the sentence that it expects (before-scripts.html).
 * @param {Element} roller
 */
export const showForm = (roller) => roller.setAttribute("filled", "");

/**
 * Return the coming values for a roller, or null.
 * @param {Element} roller
 */
export function findPending(roller) {
  const [game = ""] = extractSlugs(roller.getAttribute("mechanic") ?? "");
  return isFilled(roller) ? (underWay.get(game) ?? null) : null;
}

/**
 * Return a form's values once it is filled, and those that differ from the presets. They are based on the form at the
 * time of the tap, even if the reader has changed or left it since.
 * @param {HTMLFormElement} form
 * @param {Values} values all values at the time of the tap
 * @param {Values} touched those that the reader or a link had set
 * @param {Values} given the coming values
 * @param {boolean} isChosen
 */
export function computeFilled(form, values, touched, given, isChosen) {
  const taken = Object.fromEntries(selectFitting(form, touched, given, isChosen));
  const presets = readPresets(form);
  const changed = Object.entries({ ...touched, ...taken }).filter(([name, text]) => text !== presets[name]);
  return { values: { ...values, ...taken }, changed: Object.fromEntries(changed) };
}

/**
 * Return the given values that a form takes. Values set by the reader or a link stay, and so do values that the page
 * hides.
 * @param {HTMLFormElement} form
 * @param {Values} touched
 * @param {Values} given
 * @param {boolean} isChosen
 */
export function selectFitting(form, touched, given, isChosen) {
  return Object.entries(given).filter(([name]) => {
    const field = form.elements.namedItem(name);
    const isHidden = field instanceof HTMLInputElement && field.type === "hidden";
    return field && !isHidden && (isChosen || !Object.hasOwn(touched, name));
  });
}

/**
 * Return true if the active character may fill a roller. One within a result has the result's values, and one in a fight
 * those of a combatant. One in a dialog, on a screen or in a GM's request is not the page's own, but filled.
 * @param {Element} roller
 */
const isFilled = (roller) =>
  roller.hasAttribute("fills")
  && (!roller.hasAttribute("stands-for") || roller.closest("dialog, fb-screen, fb-asked") !== null);

/** Return the rollers of this page that a game's character fills. @param {string} game */
export const listRollers = (game) =>
  [...document.querySelectorAll("fb-roller[mechanic]")].filter(
    (roller) => roller.getAttribute("mechanic")?.startsWith(`${game}.`) && isFilled(roller),
  );

/** Return the line that shows whose sheet fills a roller. @param {Element} roller @returns {HTMLElement} */
export function findLine(roller) {
  const there = roller.querySelector(".fb-as");
  if (there instanceof HTMLElement) return there;
  const line = make("div", { className: "fb-as" });
  const title = roller.querySelector(".fb-title");
  if (title) title.after(line);
  else roller.querySelector("form")?.prepend(line);
  return line;
}

/** @param {Element} roller @param {string} words the reason */
export function sayNotFilled(roller, words) {
  findLine(roller).replaceChildren(make("p", { className: "fb-error" }, describeNotFilled(words)));
}

/** @param {string} words the reason */
export const describeNotFilled = (words) => `Not filled from your character: ${words}`;
