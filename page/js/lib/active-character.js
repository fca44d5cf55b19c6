// The active character of each game, whose sheet fills the rollers: the only one, or the one that the reader chose.
import { extractSlugs } from "./slug.js";
import { read, write } from "./storage.js";

/** @param {string} game */
const buildKey = (game) => `fieldbook:in-use:${game}`;

/**
 * Return the id of the active sheet, or null.
 * @param {string} game
 */
export function getActive(game) {
  const id = read(buildKey(game));
  return typeof id === "string" && id ? id : null;
}

/** @param {string} game @param {string | null} id */
export const use = (game, id) => write(buildKey(game), id ?? "");

/** Return the slug of the page's game, or "". */
export const findPageGame = () => document.querySelector("[data-game]")?.getAttribute("data-game") ?? "";

/** Return the games with rollers on this page that have an active character. */
export function listActiveGames() {
  const rollers = [...document.querySelectorAll("fb-roller[mechanic]")];
  const games = new Set(rollers.flatMap((roller) => extractSlugs(roller.getAttribute("mechanic") ?? "")));
  return [...games].filter((game) => getActive(game) !== null);
}
