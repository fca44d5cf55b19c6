// State of a page's rollers, tables and calculators in its address.
//
//   ?attribute=2                            the page's calculator
//   ?roll=psiops.action&attribute=2         the roller in `roll`; &faces=4,5 if a roll is shared
//   ?roll=psiops.panic&faces=3              a shared roll on the table in `roll`
//   &psiops.attack.armor=3&calc-2.cover=1   any other element, by its id
//
// An element's state consists of pairs of a name and a text. Names are parameters, `faces`, `odds-count`, and `vs` with
// `vs.<name>` for a compared set-up (components/forms/comparison-url.js lists them).

/** The site's address, which a block in a zip names, because its site is elsewhere (rules_site/itch.py). */
const SITE = new URL(
  globalThis.document?.querySelector?.("meta[name=fb-site]")?.getAttribute("content") ?? "../../../",
  import.meta.url,
);
const MAIN = "roll";
const LONGEST = 60_000; // characters of an address, far more than a long fight needs
const NAME = /^(?:(?<id>[\w.-]+?)\.)??(?<name>(?:vs(?:-\d+)?\.)?[^.]+)$/;

/** @typedef {[name: string, text: string][]} Pairs */

/**
 * Return an element's state from the address, or null.
 * @param {Element} element
 * @returns {Pairs | null}
 */
export function readState(element) {
  const name = getStateId(element);
  if (checkLength()) return null;
  const isNamed = new URLSearchParams(location.search).get(MAIN) === name;
  return readStates().get(name) ?? (isNamed ? [] : null);
}

/**
 * Write an element's state to the address bar without loading; other elements' state stays.
 * @param {Element} element
 * @param {Record<string, string>} values values that differ from the page's presets
 */
export function storeState(element, values) {
  if (!element.id || element.hasAttribute("stands-for")) return; // only the page's own elements have state there
  const all = readStates();
  all.delete(element.id);
  const others = [...all].filter(([id]) => document.getElementById(id));
  const own = /** @type {[string, Pairs]} */ ([element.id, Object.entries(values)]);
  history.replaceState(history.state, "", formatUrl(new URL(location.href), element, [own, ...others]));
}

/**
 * Return the address of an element with these values, on its own page.
 * @param {Element} element
 * @param {Record<string, string>} values
 */
export function linkTo(element, values) {
  const url = new URL(getHome(element));
  return formatUrl(url, element, [[getStateId(element), Object.entries(values)]], element.matches(ROLLS));
}

/**
 * Return the address of a roll that no element of the page made.
 * @param {string} home page#anchor of the roller
 * @param {string} id
 * @param {Record<string, string>} values parameters and faces
 */
export function linkToRoll(home, id, values) {
  const url = new URL(resolveAddress(home));
  url.search = new URLSearchParams({ [MAIN]: id, ...values }).toString();
  return simplifyUrl(url);
}

/** Return all state in the address by id, with the element in `roll` first. */
export function readNamedStates() {
  const main = checkLength() ? null : new URLSearchParams(location.search).get(MAIN);
  return new Map([...(main === null ? [] : [/** @type {[string, Pairs]} */ ([main, []])]), ...readStates()]);
}

/** Return true if this page has the element with an id in an address. @param {string} id */
export const isHere = (id) => document.getElementById(id)?.matches(STATEFUL) || findTable(id) !== null;

/** Return this page's address below the site's root, such as `psiops/combat/`. */
export const getSitePath = () => location.pathname.slice(SITE.pathname.length);

/** Return an element's id in addresses; a part of another page has its id from there. @param {Element} element */
const getStateId = (element) => element.getAttribute("table") ?? element.getAttribute("stands-for") ?? element.id;

const ROLLS = "fb-roller, fb-table";
const STATEFUL = "fb-roller, fb-calc, fb-counted, fb-dice-odds";

/** @param {string} id */
const findTable = (id) => document.querySelector(`fb-table[table="${CSS.escape(id)}"]`);

/**
 * Return the address of a page of the site. An address elsewhere becomes the site's root.
 * @param {string} page an address in rules, such as `psiops/combat/#attack`
 */
export function resolveAddress(page) {
  const { href } = URL.canParse(page, SITE) ? new URL(page, SITE) : SITE;
  return href.startsWith(SITE.href) ? href : SITE.href;
}

/** Return a sentence if an address is too long to be read, otherwise "". @param {string} [address] */
export const checkLength = (address = location.href) =>
  address.length <= LONGEST
    ? ""
    : `This link has ${address.length} characters. The site reads up to ${LONGEST}, so it was ignored.`;

/**
 * Return the page#anchor of an element, as rules write it.
 * @param {Element} element
 * @param {string} anchor
 */
export const buildPlace = (element, anchor) => `${getHome(element).replace(SITE.href, "")}#${anchor}`;

/** @param {Element} element */
function getHome(element) {
  const page = element.getAttribute("page");
  return page === null ? location.origin + location.pathname : resolveAddress(page);
}

/** Return all state in the address, by element. */
function readStates() {
  const query = new URLSearchParams(checkLength() ? "" : location.search);
  const main = query.get(MAIN) ?? findFirstCalculator()?.id;
  /** @type {Map<string, Pairs>} */
  const found = new Map();
  for (const [key, text] of query) {
    const { id = main, name = key } = NAME.exec(key)?.groups ?? {};
    if (key === MAIN || id === undefined) continue;
    found.set(id, [...(found.get(id) ?? []), [name, text]]);
  }
  return found;
}

const findFirstCalculator = () => document.querySelector("fb-calc");

/**
 * Return an address with these states. The element's own state has no prefix if it is unambiguous.
 * @param {URL} url
 * @param {Element} element
 * @param {[id: string, pairs: Pairs][]} all
 */
function formatUrl(url, element, all, isNamed = false) {
  const isRoller = element.matches(ROLLS);
  const name = getStateId(element);
  const isPlain = isRoller || (findFirstCalculator()?.id === element.id && url.pathname === location.pathname);
  const query = new URLSearchParams();
  for (const [id, pairs] of all) {
    const isOwn = id === name;
    if (isOwn && isRoller && (pairs.length || isNamed)) {
      query.set(MAIN, id);
      url.hash = element.querySelector(":scope > .fb-scroll > table")?.id ?? id;
    }
    for (const [key, text] of pairs) query.append(isOwn && isPlain ? key : `${id}.${key}`, text);
  }
  url.search = query.toString();
  return simplifyUrl(url);
}

/** @param {URL} url */
const simplifyUrl = ({ href }) => href.replaceAll("%2C", ",").replaceAll("%2F", "/");
