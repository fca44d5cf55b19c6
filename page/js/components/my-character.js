// The link from each page of a game to the character in use, or to the one that was changed last.
import { findPageGame, getActive } from "../lib/active-character.js";
import { readRecent } from "../lib/recent.js";

/** Show the link if this device has a character of the page's game. */
export function linkToCharacter() {
  const link = document.querySelector("a.fb-mine");
  if (!(link instanceof HTMLAnchorElement)) return;
  const game = findPageGame();
  const sheets = readRecent().filter((entry) => entry.store === "sheets" && entry.game === game);
  const mine = sheets.find(({ id }) => id === getActive(game)) ?? sheets[0];
  link.hidden = !mine;
  if (!mine) return;
  link.textContent = mine.name || "My character";
  link.hash = `#kept=${mine.id}`;
}
