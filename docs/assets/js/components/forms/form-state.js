// What a form is set to, for as long as the tab lives: neither a page change nor a reload resets it. An address that
// says what it is to be set to goes first.

const PREFIX = "fieldbook:set-up:";

/** Where the browser saves nothing. @type {Map<string, string>} */
const inMemory = new Map();

/** @param {Element} element */
const nameOf = (element) => named(element.getAttribute("page") ?? location.pathname, element.id);

/** Whether it is the page's own: a form within a fight is filled anew each time, and a screen remembers its own.
 * @param {Element} element */
const isOwn = (element) => element.id !== "" && !element.hasAttribute("stands-for");

const named = (/** @type {string} */ page, /** @type {string} */ id) => `${PREFIX}${page}#${id}`;

/**
 * Remember what differs from what the page presets.
 * @param {Element} element the roller or the calculator
 * @param {import("./values.js").Values} values
 */
export function remember(element, values) {
  if (isOwn(element)) keep(nameOf(element), values);
}

/**
 * The same for an element of another page.
 * @param {string} page its address below the site's root
 * @param {string} id
 * @param {import("./values.js").Values} values
 */
export function rememberFor(page, id, values) {
  keep(named(page, id), values);
}

/**
 * @param {string} name
 * @param {import("./values.js").Values} values
 */
function keep(name, values) {
  const text = JSON.stringify(values);
  try {
    sessionStorage.setItem(name, text);
  } catch {
    inMemory.set(name, text);
  }
}

/**
 * What was set last, as pairs; none where nothing was.
 * @param {Element} element
 * @returns {[name: string, text: string][]}
 */
export function remembered(element) {
  if (!isOwn(element)) return [];
  try {
    return Object.entries(
      JSON.parse(sessionStorage.getItem(nameOf(element)) ?? inMemory.get(nameOf(element)) ?? "{}"),
    ).filter(([, text]) => typeof text === "string"); // else something else wrote it
  } catch {
    return Object.entries(JSON.parse(inMemory.get(nameOf(element)) ?? "{}"));
  }
}
