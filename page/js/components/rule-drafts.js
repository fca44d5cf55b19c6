// Drafts of rules, stored on this device. A draft is named by the printed rule that it changes, or has no name.
import { forget, listNames, read, write } from "#shared";

const DRAFT = "fieldbook:draft:"; // followed by the printed rule's id, or nothing for a new rule

/**
 * Return the stored draft of a rule, or null.
 * @param {string} rule the printed rule's id, or "" for a new rule
 */
export function readDraft(rule) {
  const draft = read(DRAFT + rule);
  return typeof draft === "string" ? draft : null;
}

/**
 * Store a draft; a text like the printed one needs none.
 * @param {string} rule
 * @param {string} text
 * @param {string} printed
 */
export function storeDraft(rule, text, printed) {
  if (text === printed) forget(DRAFT + rule);
  else write(DRAFT + rule, text);
}

/** Return the ids of the printed rules that have drafts, and "" for a new rule's, sorted. */
export const listDrafts = () =>
  listNames(DRAFT)
    .map((name) => name.slice(DRAFT.length))
    .sort();

/** @typedef {{ rule: string, text: string }} Draft the printed rule's id, or "" for a new rule, and the draft's text */

/** Return all drafts of this device, for a backup. @returns {Draft[]} */
export const listDraftTexts = () =>
  listDrafts().flatMap((rule) => {
    const text = readDraft(rule);
    return text === null ? [] : [{ rule, text }];
  });

/**
 * Store the drafts of a backup.
 * @param {Draft[]} drafts
 * @param {boolean} areReplacing true if they replace others of the same rules; otherwise those here stay
 * @returns {{ count: number, undo: () => void }} the number of stored drafts, and a function that takes them away again
 */
export function addDrafts(drafts, areReplacing) {
  const before = drafts.flatMap(({ rule, text }) => {
    const here = readDraft(rule);
    if (here === text || (here !== null && !areReplacing)) return [];
    write(DRAFT + rule, text);
    return [{ rule, here }];
  });
  const undo = () => {
    for (const { rule, here } of before) {
      if (here === null) forget(DRAFT + rule);
      else write(DRAFT + rule, here);
    }
  };
  return { count: before.length, undo };
}
