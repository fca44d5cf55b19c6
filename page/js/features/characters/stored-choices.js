// The player's choices for the rolls of a sheet, which stay on this device. The rules write and read them.
import { read, write } from "#shared";

/** @param {string} id the sheet's id */
const buildKey = (id) => `fieldbook:choices:${id}`;

/** Return what the rules have stored for a sheet. @param {string} id @returns {Record<string, any>} */
export function readChoices(id) {
  const stored = read(buildKey(id));
  return stored && typeof stored === "object" ? /** @type {Record<string, any>} */ (stored) : {};
}

/** @param {string} id @param {unknown} choices */
export function storeChoices(id, choices) {
  if (choices && typeof choices === "object") write(buildKey(id), choices);
}

const OWN_DICE = "fieldbook:own-dice";

/** Return true if each roll of a sheet asks for the player's own dice. */
export const hasOwnDice = () => read(OWN_DICE) === true;

/** @param {boolean} isWanted */
export const useOwnDice = (isWanted) => write(OWN_DICE, isWanted);
