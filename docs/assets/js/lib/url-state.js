// The state of a page's rollers, tables and calculators, in its address.
//
//   ?attribute=2                            the page's calculator
//   ?roll=psiops.action&attribute=2         the roller that `roll` names; its faces when a roll is shared: &faces=4,5
//   ?roll=psiops.panic&faces=3              a shared roll on the table that `roll` names
//   &psiops.attack.armor=3&calc-2.cover=1   any other one, by its id
//
// An element's values are pairs of a name and a text. The names are those of its parameters, `faces`, `odds-count`, and
// `vs` with `vs.<name>` for a set-up that it is compared with (components/forms/comparison-url.js has them all).

const SITE = new URL("../../../", import.meta.url);
const MAIN = "roll";
const LONGEST = 60_000; // characters of an address, far more than a long fight comes to
const NAME = /^(?:(?<id>[\w.-]+?)\.)??(?<name>(?:vs(?:-\d+)?\.)?[^.]+)$/;

/** @typedef {[name: string, text: string][]} Pairs */

/**
 * What the address says about an element; null where it says nothing.
 * @param {Element} element
 * @returns {Pairs | null}
 */
export function readState(element) {
  const name = nameOf(element);
  if (tooLong()) return null;
  const isNamed = new URLSearchParams(location.search).get(MAIN) === name;
  return states().get(name) ?? (isNamed ? [] : null);
}

/**
 * Put an element's values into the address bar, without a load; those of others stay.
 * @param {Element} element
 * @param {Record<string, string>} values those that differ from what the page presets
 */
export function keepState(element, values) {
  if (!element.id || element.hasAttribute("stands-for")) return; // only what the page has itself has a place there
  const all = states();
  all.delete(element.id);
  const others = [...all].filter(([id]) => document.getElementById(id));
  const own = /** @type {[string, Pairs]} */ ([element.id, Object.entries(values)]);
  history.replaceState(history.state, "", written(new URL(location.href), element, [own, ...others]));
}

/**
 * The address of an element with these values: on the page where it stands, wherever it is shown.
 * @param {Element} element
 * @param {Record<string, string>} values
 */
export function linkTo(element, values) {
  const url = new URL(homeOf(element));
  return written(url, element, [[nameOf(element), Object.entries(values)]], element.matches(ROLLS));
}

/**
 * The address of a roll that no element of the page made.
 * @param {string} home page#anchor of what rolls it
 * @param {string} id
 * @param {Record<string, string>} values its faces too
 */
export function linkToRoll(home, id, values) {
  const url = new URL(addressOf(home));
  url.search = new URLSearchParams({ [MAIN]: id, ...values }).toString();
  return plain(url);
}

/** All that the address says, by id; the one that `roll` names comes first. */
export function statesNamed() {
  const main = tooLong() ? null : new URLSearchParams(location.search).get(MAIN);
  return new Map([...(main === null ? [] : [/** @type {[string, Pairs]} */ ([main, []])]), ...states()]);
}

/** Whether this page has what an address calls so. @param {string} id */
export const isHere = (id) => document.getElementById(id)?.matches(STATEFUL) || tableOf(id) !== null;

/** This page's address below the site's root, such as `psiops/combat/`. */
export const pathInSite = () => location.pathname.slice(SITE.pathname.length);

/** What the address calls an element: a part of another page is called what it is there. @param {Element} element */
const nameOf = (element) => element.getAttribute("table") ?? element.getAttribute("stands-for") ?? element.id;

const ROLLS = "fb-roller, fb-table";
const STATEFUL = "fb-roller, fb-calc, fb-counted, fb-dice-odds";

/** @param {string} id */
const tableOf = (id) => document.querySelector(`fb-table[table="${CSS.escape(id)}"]`);

/**
 * An address within the site, from wherever it is read; the site's own where one leads elsewhere.
 * @param {string} page as rules name it, such as `psiops/combat/#attack`
 */
export function addressOf(page) {
  const { href } = URL.canParse(page, SITE) ? new URL(page, SITE) : SITE;
  return href.startsWith(SITE.href) ? href : SITE.href;
}

/** Why nothing of an address is read: a sentence, "" where it is as long as one may be. @param {string} [address] */
export const tooLong = (address = location.href) =>
  address.length <= LONGEST
    ? ""
    : `This link has ${address.length} characters. The site reads up to ${LONGEST}, so it was ignored.`;

/**
 * page#anchor of something, as rules name it.
 * @param {Element} element
 * @param {string} anchor
 */
export const placeOf = (element, anchor) => `${homeOf(element).replace(SITE.href, "")}#${anchor}`;

/** @param {Element} element */
function homeOf(element) {
  const page = element.getAttribute("page");
  return page === null ? location.origin + location.pathname : addressOf(page);
}

/** All that the address says, by element. */
function states() {
  const query = new URLSearchParams(tooLong() ? "" : location.search);
  const main = query.get(MAIN) ?? firstCalculator()?.id;
  /** @type {Map<string, Pairs>} */
  const found = new Map();
  for (const [key, text] of query) {
    const { id = main, name = key } = NAME.exec(key)?.groups ?? {};
    if (key === MAIN || id === undefined) continue;
    found.set(id, [...(found.get(id) ?? []), [name, text]]);
  }
  return found;
}

const firstCalculator = () => document.querySelector("fb-calc");

/**
 * An address with these states; the element's own without its id where it is told apart without.
 * @param {URL} url
 * @param {Element} element
 * @param {[id: string, pairs: Pairs][]} all
 */
function written(url, element, all, isNamed = false) {
  const isRoller = element.matches(ROLLS);
  const name = nameOf(element);
  const isPlain = isRoller || (firstCalculator()?.id === element.id && url.pathname === location.pathname);
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
  return plain(url);
}

/** @param {URL} url */
const plain = ({ href }) => href.replaceAll("%2C", ",").replaceAll("%2F", "/");
