// Which screens there are on this device, and which one was used last.
import { addressOf, read, write } from "#shared";
import { keep } from "#store";
import { isScreen } from "../../lib/validate-screen.js";

const USED = "fieldbook:screen-used";

/** The screen that was used last, on any page; null where there is none any more that can be read. */
export async function lastUsed() {
  const id = read(USED);
  const found = typeof id === "string" && id ? await keep.get("screens", id) : null;
  return isScreen(found?.data) ? found : firstOf(await keep.all("screens"));
}

/** The first that can be read; null where none can. @param {import("#store").Kept[]} screens */
export const firstOf = (screens) => screens.find(({ data }) => isScreen(data)) ?? null;

/**
 * The one that a page with screens showed last: its id, or "" for the one that the page brings.
 * @param {string} game
 */
export function shownOn(game) {
  const id = read(nameOf(game));
  return typeof id === "string" ? id : null;
}

/** @param {string} game the page's @param {string} id of a kept screen; "" for the one that the page brings */
export function use(game, id) {
  write(nameOf(game), id);
  if (id) write(USED, id);
}

/** @param {string} game */
const nameOf = (game) => `fieldbook:screen-on:${game}`;

/**
 * Where a kept screen is shown.
 * @param {{ id: string, game: string }} screen
 */
export const linkTo = ({ id, game }) => `${addressOf(game ? `${game}/screen/` : "screen/")}#kept=${id}`;
