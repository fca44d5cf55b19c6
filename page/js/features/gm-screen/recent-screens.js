// Screens that were last used on this device.
import { read, resolveAddress, write } from "#shared";
import { keep } from "#store";
import { isScreen } from "../../lib/validate-screen.js";

const USED = "fieldbook:screen-used";

/** Return the last used screen of any page, or null if none can be read. */
export async function findLastUsed() {
  const id = read(USED);
  const found = typeof id === "string" && id ? await keep.get("screens", id) : null;
  return isScreen(found?.data) ? found : findFirst(await keep.list("screens"));
}

/** Return the first readable screen, or null. @param {import("#store").StoredRecord[]} screens */
export const findFirst = (screens) => screens.find(({ data }) => isScreen(data)) ?? null;

/**
 * Return the id of the screen that a game's page showed last, or "" for the built-in one.
 * @param {string} game
 */
export function readShown(game) {
  const id = read(buildKey(game));
  return typeof id === "string" ? id : null;
}

/** @param {string} game the page's game @param {string} id the id of a stored screen, or "" for the built-in one */
export function use(game, id) {
  write(buildKey(game), id);
  if (id) write(USED, id);
}

/** @param {string} game */
const buildKey = (game) => `fieldbook:screen-on:${game}`;

/**
 * Return the address of a stored screen.
 * @param {{ id: string, game: string }} screen
 */
export const buildScreenLink = ({ id, game }) => `${resolveAddress(game ? `${game}/screen/` : "screen/")}#kept=${id}`;
