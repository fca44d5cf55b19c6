// The character in use of each game: whose sheet fills the rollers. Nobody, until a reader says so.
import { slugOf } from "./slug.js";
import { read, write } from "./storage.js";

/** @param {string} game */
const nameOf = (game) => `fieldbook:in-use:${game}`;

/**
 * The id of the sheet in use; null where there is none.
 * @param {string} game
 */
export function inUse(game) {
  const id = read(nameOf(game));
  return typeof id === "string" && id ? id : null;
}

/** @param {string} game @param {string | null} id */
export const use = (game, id) => write(nameOf(game), id ?? "");

/** The slug of the game whose page this is, or "". */
export const gameOfPage = () => document.querySelector("[data-game]")?.getAttribute("data-game") ?? "";

/** The games with rollers on this page whose character in use may fill them. */
export function gamesInUse() {
  const rollers = [...document.querySelectorAll("fb-roller[mechanic]")];
  const games = new Set(rollers.flatMap((roller) => slugOf(roller.getAttribute("mechanic") ?? "")));
  return [...games].filter((game) => inUse(game) !== null);
}
