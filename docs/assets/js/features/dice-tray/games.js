// What the build says of the games: names, colours, marks, the form of each one's core roll (hooks/dice_tray.py).
import { addressOf, make } from "#shared";

/**
 * @typedef {object} Game
 * @property {string} name
 * @property {string} mark an SVG
 * @property {{ light: string, dark: string }} accent
 * @property {string} [roll] the id of its core roll
 * @property {string} [home] page#anchor of that
 * @property {string} [form] its HTML
 * @property {string[]} leads the rolls that lead to a change of a sheet
 */

/** @type {Promise<Record<string, Game>> | null} */
let asked = null;

/** The games by slug; none where the file did not come, and it is asked for again the next time. */
export function games() {
  asked ??= fetch(addressOf("assets/tray.json"))
    .then((answer) => (answer.ok ? answer.json() : Promise.reject()))
    .then((found) => Object.assign(Object.create(null), found)) // no roll's game is found in what every object has
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

/** A game's mark. @param {Game | undefined} game */
export const markOf = (game) =>
  make("span", { className: "fb-tray-mark", "aria-hidden": "true", innerHTML: game?.mark ?? "" });
