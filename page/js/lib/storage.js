// JSON values stored on this device by name, and shared by its tabs.

/** Values that couldn't be stored, kept as long as this tab is open. @type {Map<string, unknown>} */
const inMemory = new Map();

/** @type {Map<string, Set<() => void>>} */
const watchers = new Map();

/** Notice about values that can't be stored. */
export const NOT_SAVED = "This browser doesn't save data for this site, so this lasts only until you close the tab.";

/**
 * Return the value stored under a name, or null if it is missing or unreadable.
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
 * Return true if stored HTML is safe: it runs nothing and has no links to other sites.
 * @param {unknown} html
 * @returns {html is string}
 */
export function isFit(html) {
  const policy = globalThis.trustedTypes?.defaultPolicy; // lib/trusted-types.js
  return typeof html === "string" && (!policy || String(policy.createHTML(html)) === html);
}

/**
 * Store a value. If that fails, as in a private window or with full storage, the value lasts until the tab is closed,
 * and `isSaved` returns false.
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
  notifyWatchers(name);
}

/**
 * Return all names with a prefix, unordered.
 * @param {string} beginning
 */
export function listNames(beginning) {
  const all = [...inMemory.keys()];
  try {
    all.push(...Object.keys(localStorage));
  } catch {
    // storage is blocked
  }
  return [...new Set(all)].filter((name) => name.startsWith(beginning));
}

/**
 * Delete the value under a name.
 * @param {string} name
 */
export function forget(name) {
  inMemory.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // storage is blocked
  }
  notifyWatchers(name);
}

/**
 * Return true if the value under a name outlives the tab.
 * @param {string} name
 */
export const isSaved = (name) => !inMemory.has(name);

/**
 * Call a function whenever a value is written, in any tab.
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
const notifyWatchers = (name) => watchers.get(name)?.forEach((act) => act());

addEventListener("storage", ({ key }) => {
  // sent for changes in other tabs; a null key means that all was cleared
  for (const name of key === null ? watchers.keys() : [key]) notifyWatchers(name);
});
