// What is saved on this device, by name, as JSON. Tabs share it.

/** What could not be saved, for as long as this tab lives. @type {Map<string, unknown>} */
const inMemory = new Map();

/** @type {Map<string, Set<() => void>>} */
const watchers = new Map();

/** What a reader is told of what is not saved. */
export const NOT_SAVED = "This browser doesn't save data for this site, so this lasts only until you close the tab.";

/**
 * What is saved under a name; null where there is nothing, or nothing that can be read.
 * @param {string} name
 * @returns {unknown}
 */
export function read(name) {
  if (inMemory.has(name)) return structuredClone(inMemory.get(name));
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Whether HTML that was saved is as the site makes it: what would run something or lead elsewhere is not shown.
 * @param {unknown} html
 * @returns {html is string}
 */
export function isFit(html) {
  const policy = globalThis.trustedTypes?.defaultPolicy; // lib/trusted-types.js
  return typeof html === "string" && (!policy || String(policy.createHTML(html)) === html);
}

/**
 * Save a value. Where the browser saves nothing, as in a private window or when its storage is full, the value stays
 * readable until the tab is closed; `isSaved` tells.
 * @param {string} name
 * @param {unknown} value
 */
export function write(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    inMemory.delete(name);
  } catch {
    inMemory.set(name, structuredClone(value));
  }
  changed(name);
}

/**
 * The names that begin so, in no order.
 * @param {string} beginning
 */
export function namesOf(beginning) {
  const all = [...inMemory.keys()];
  try {
    all.push(...Object.keys(localStorage));
  } catch {
    // the browser saves nothing
  }
  return [...new Set(all)].filter((name) => name.startsWith(beginning));
}

/**
 * Let go of what is saved under a name.
 * @param {string} name
 */
export function forget(name) {
  inMemory.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // there was nothing
  }
  changed(name);
}

/**
 * Whether what was written under a name outlives the tab.
 * @param {string} name
 */
export const isSaved = (name) => !inMemory.has(name);

/**
 * Call a function whenever a value is written, in this tab or in another one.
 * @param {string} name
 * @param {() => void} act
 * @returns {() => void} ends it
 */
export function watch(name, act) {
  const acts = watchers.get(name) ?? new Set();
  watchers.set(name, acts.add(act));
  return () => acts.delete(act);
}

/** @param {string} name */
const changed = (name) => watchers.get(name)?.forEach((act) => act());

addEventListener("storage", ({ key }) => {
  // from other tabs; without a key all was cleared
  for (const name of key === null ? watchers.keys() : [key]) changed(name);
});
