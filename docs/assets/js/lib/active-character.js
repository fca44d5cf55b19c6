// The active character of each game, whose sheet fills the rollers: the only one, or the one that the reader chose.
import { slugOf } from "./slug.js";
import { read, write } from "./storage.js";

/** @param {string} game */
const nameOf = (game) => `fieldbook:in-use:${game}`;

/**
 * Return the id of the active sheet, or null.
 * @param {string} game
 */
export function inUse(game) {
  const id = read(nameOf(game));
  return typeof id === "string" && id ? id : null;
}

/** Return true if the reader hasn't chosen a game's active sheet, nor chosen to have none. @param {string} game */
export const isUndecided = (game) => typeof read(nameOf(game)) !== "string";

/** @param {string} game @param {string | null} id */
export const use = (game, id) => write(nameOf(game), id ?? "");

/** Return the slug of the page's game, or "". */
export const gameOfPage = () => document.querySelector("[data-game]")?.getAttribute("data-game") ?? "";

/** Return the games with rollers on this page that have an active character. */
export function gamesInUse() {
  const rollers = [...document.querySelectorAll("fb-roller[mechanic]")];
  const games = new Set(rollers.flatMap((roller) => slugOf(roller.getAttribute("mechanic") ?? "")));
  return [...games].filter((game) => inUse(game) !== null);
}
