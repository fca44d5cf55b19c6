// A form's values, which last as long as the tab: page changes and reloads don't reset them. Values in an address take
// precedence.

const PREFIX = "fieldbook:set-up:";

/** Values for browsers that block storage. @type {Map<string, string>} */
const inMemory = new Map();

/** @param {Element} element */
const buildElementKey = (element) => buildKey(element.getAttribute("page") ?? location.pathname, element.id);

/**
 * Return true if a form belongs to the page. A form in a fight is filled each time, and a screen stores its own forms.
 * @param {Element} element
 */
const isOwn = (element) => element.id !== "" && !element.hasAttribute("stands-for");

const buildKey = (/** @type {string} */ page, /** @type {string} */ id) => `${PREFIX}${page}#${id}`;

/**
 * Remember the values that differ from the page's presets.
 * @param {Element} element the roller or the calculator
 * @param {import("./values.js").Values} values
 */
export function remember(element, values) {
  if (isOwn(element)) storeValues(buildElementKey(element), values);
}

/**
 * Remember values for an element of another page.
 * @param {string} page the page's address below the site's root
 * @param {string} id
 * @param {import("./values.js").Values} values
 */
export function rememberFor(page, id, values) {
  storeValues(buildKey(page, id), values);
}

/**
 * @param {string} name
 * @param {import("./values.js").Values} values
 */
function storeValues(name, values) {
  const text = JSON.stringify(values);
  try {
    sessionStorage.setItem(name, text);
  } catch {
    inMemory.set(name, text);
  }
}

/**
 * Return the last values as pairs, without those that the reader has set on this page before its scripts ran.
 * @param {Element} element
 * @returns {[name: string, text: string][]}
 */
export function readRemembered(element) {
  if (!isOwn(element)) return [];
  const isNewer = (/** @type {string} */ name) =>
    globalThis.earlyEvents?.some(
      ({ target }) => target instanceof Element && target.getAttribute("name") === name && element.contains(target),
    );
  try {
    return Object.entries(
      JSON.parse(sessionStorage.getItem(buildElementKey(element)) ?? inMemory.get(buildElementKey(element)) ?? "{}"),
    ).filter(([name, text]) => typeof text === "string" && !isNewer(name)); // no other values are this site's
  } catch {
    return Object.entries(JSON.parse(inMemory.get(buildElementKey(element)) ?? "{}"));
  }
}
