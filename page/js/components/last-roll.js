// The last roll of a roller that generates something, such as a character; the device saves it.
import { make } from "../lib/dom.js";
import { isFit, isSaved, NOT_SAVED, read, write } from "../lib/storage.js";

/** @typedef {{ answer: import("../rules-client/client.js").Answer, values: import("./forms/values.js").Values }} Last */

/** @param {string} mechanic */
const buildKey = (mechanic) => `fieldbook:last:${mechanic}`;

/** @param {string} mechanic @param {Last} last */
export const storeLast = (mechanic, last) => write(buildKey(mechanic), last);

/** @param {string} mechanic @returns {Last | null} */
export function readLast(mechanic) {
  const last = /** @type {Partial<Last> | null} */ (read(buildKey(mechanic)));
  const { html, roll } = last?.answer ?? {};
  const isSound =
    isFit(html) && (!roll || Array.isArray(roll.faces)) && typeof last?.values === "object" && last.values;
  return isSound ? /** @type {Last} */ (last) : null;
}

/**
 * Return the note that says where the roll is saved.
 * @param {string} mechanic
 */
export const describeStorage = (mechanic) =>
  make(
    "p",
    { className: "fb-kept" },
    isSaved(buildKey(mechanic)) ? "It stays on this device until you roll the next one." : NOT_SAVED,
  );
