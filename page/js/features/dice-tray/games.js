// Games in the file that the build writes: names, colours, marks and the forms of main rolls (rules_site/dice_tray.py).
import { make, resolveAddress } from "#shared";

/**
 * @typedef {object} Game
 * @property {string} name
 * @property {string} mark an SVG
 * @property {{ light: string, dark: string }} accent
 * @property {string} [roll] the id of its main roll
 * @property {string} [home] page#anchor of its main roll
 * @property {string} [form] the HTML of its main roll
 * @property {string[]} leads ids of rolls that can change a sheet
 */

/** @type {Promise<Record<string, Game>> | null} */
let asked = null;

/** Fetch the games by slug. Return an empty object if that fails; the next call tries again. */
export function fetchGames() {
  asked ??= fetch(resolveAddress("assets/tray.json"))
    .then((answer) => (answer.ok ? answer.json() : Promise.reject()))
    .then((found) => Object.assign(Object.create(null), found)) // without a prototype, whose properties aren't games
    .catch(() => {
      asked = null;
      return Object.create(null);
    });
  return /** @type {Promise<Record<string, Game>>} */ (asked);
}

/** Give an element a game's colours. @param {HTMLElement} element @param {Game | undefined} game */
export function colour(element, game) {
  if (game) element.style.cssText = `--game-light:${game.accent.light};--game-dark:${game.accent.dark}`;
  return element;
}

/** Return a game's mark. @param {Game | undefined} game */
export const makeMark = (game) =>
  make("span", { className: "fb-tray-mark", "aria-hidden": "true", innerHTML: game?.mark ?? "" });
