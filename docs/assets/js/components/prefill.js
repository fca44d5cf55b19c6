// Rollers that the character in use fills. Until it has, their rolls wait, so that nobody rolls as somebody else.
import { gamesInUse } from "../lib/active-character.js";
import { make } from "../lib/dom.js";
import { inTime } from "../lib/fetch.js";
import { slugOf } from "../lib/slug.js";
import { presetsOf } from "./forms/values.js";

/**
 * @typedef {import("./forms/values.js").Values} Values
 * @typedef {{ rolls: Record<string, Values>, isChosen: boolean }} Given what fills the forms, by mechanic; whether a
 *   reader asked for it, so that it replaces what is there
 */

/** What is about to fill a game's rollers. @type {Map<string, Promise<Given>>} */
const underWay = new Map();

/** Fill the rollers of this page for the characters in use. */
export async function fillPage() {
  const games = gamesInUse();
  if (!games.length) return;
  const loading = inTime(import("#play"));
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
 * A game's rollers are about to be filled.
 * @param {string} game
 * @param {Promise<Given>} coming
 */
export async function fill(game, coming) {
  const given = coming.catch((error) => {
    console.warn(error);
    const words = "your saved sheets couldn't be loaded. Reload the page once you're online.";
    for (const roller of rollersOf(game)) sayNotFilled(roller, words);
    return { rolls: {}, isChosen: false };
  });
  underWay.set(game, given);
  await given;
  if (underWay.get(game) === given) underWay.delete(game);
}

/**
 * What is about to fill a roller; null where nothing is.
 * @param {Element} roller
 */
export function filling(roller) {
  const [game = ""] = slugOf(roller.getAttribute("mechanic") ?? "");
  return isFilled(roller) ? (underWay.get(game) ?? null) : null;
}

/**
 * What a form says once it is filled, and of that what differs from what the page presets: as it was when somebody
 * tapped, wherever the form and its reader have gone meanwhile.
 * @param {HTMLFormElement} form
 * @param {Values} values when somebody tapped
 * @param {Values} touched of these, what the reader or a link had set
 * @param {Values} given what fills it
 * @param {boolean} isChosen
 */
export function filled(form, values, touched, given, isChosen) {
  const taken = Object.fromEntries(fitting(form, touched, given, isChosen));
  const presets = presetsOf(form);
  const changed = Object.entries({ ...touched, ...taken }).filter(([name, text]) => text !== presets[name]);
  return { values: { ...values, ...taken }, changed: Object.fromEntries(changed) };
}

/**
 * What of a fill a form takes: what the reader or a link set stays, and so does what a page takes off it.
 * @param {HTMLFormElement} form
 * @param {Values} touched
 * @param {Values} given
 * @param {boolean} isChosen
 */
export function fitting(form, touched, given, isChosen) {
  return Object.entries(given).filter(([name]) => {
    const field = form.elements.namedItem(name);
    const isHidden = field instanceof HTMLInputElement && field.type === "hidden";
    return field && !isHidden && (isChosen || !Object.hasOwn(touched, name));
  });
}

/** A roller within a result has what the result settles. @param {Element} roller */
const isFilled = (roller) => !roller.hasAttribute("stands-for") || roller.closest("dialog, fb-screen") !== null;

/** The rollers of this page that a character of a game fills. @param {string} game */
export const rollersOf = (game) =>
  [...document.querySelectorAll("fb-roller[mechanic]")].filter(
    (roller) => roller.getAttribute("mechanic")?.startsWith(`${game}.`) && isFilled(roller),
  );

/** Where it says whom a roller is filled from. @param {Element} roller @returns {HTMLElement} */
export function lineOf(roller) {
  const there = roller.querySelector(".fb-as");
  if (there instanceof HTMLElement) return there;
  const line = make("div", { className: "fb-as" });
  const title = roller.querySelector(".fb-title");
  if (title) title.after(line);
  else roller.querySelector("form")?.prepend(line);
  return line;
}

/** @param {Element} roller @param {string} words why */
export function sayNotFilled(roller, words) {
  lineOf(roller).replaceChildren(make("p", { className: "fb-error" }, notFilled(words)));
}

/** @param {string} words why */
export const notFilled = (words) => `Not filled from your character: ${words}`;
