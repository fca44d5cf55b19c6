// Choices about a record in a link of which this device has another version: to open the own one, or to replace it, with
// a way back.
import { ignoreRepeats, make, makeAction, say } from "#shared";
import { keep } from "#store";

/**
 * @typedef {import("#store").StoredRecord} StoredRecord
 *
 * @typedef {object} Place of the choices
 * @property {import("#store").StoreName} store
 * @property {string} look the class of its buttons
 * @property {(id: string, notice?: Node[]) => Promise<unknown>} open shows a stored record with a notice, which takes the
 *   place of the choices
 */

/**
 * Return a button that makes a choice once, however often it is tapped meanwhile.
 * @param {Place} place
 * @param {string} label
 * @param {() => Promise<unknown>} choose
 */
export function makeChoice({ look }, label, choose) {
  const button = makeAction(look, label, ignoreRepeats(choose));
  return button;
}

/**
 * Return a button that opens the reader's own record.
 * @param {Place} place
 * @param {StoredRecord} own
 * @param {string} [label]
 */
export const makeOpening = (place, { id }, label = "Open mine") => makeChoice(place, label, () => place.open(id));

/**
 * @typedef {object} Words
 * @property {string} label
 * @property {string} replaced the notice about the replacement
 * @property {string} back the label of the way back
 * @property {string} returned the announcement after it
 */

/**
 * Return a button that replaces a record by the link's, and then offers the way back.
 * @param {Place} place
 * @param {StoredRecord} own
 * @param {Partial<StoredRecord>} fresh the parts that the link's record replaces
 * @param {Words} words
 */
export const makeReplacement = (place, own, fresh, { label, replaced, back, returned }) =>
  makeChoice(place, label, async () => {
    const before = Object.fromEntries(
      Object.keys(fresh).map((part) => [part, own[/** @type {keyof StoredRecord} */ (part)]]),
    );
    await keep.update(place.store, own.id, () => fresh);
    const bringBack = makeChoice(place, back, async () => {
      await keep.update(place.store, own.id, () => before);
      await place.open(own.id);
      say(returned);
    });
    await place.open(own.id, [make("p", {}, replaced), bringBack]);
    say(replaced);
  });
