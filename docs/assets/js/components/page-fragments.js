// Parts of other pages of the site, to be shown on this one: they work here, and lead where they led.
import { addressOf, asPartOf, fetchText, somethingElse } from "#shared";

const FORMS = "fb-roller, fb-calc, fb-counted, fb-dice-odds";
const PARTS = `${FORMS}, fb-table, fb-order`;

/** What a page is made of, by its address: fetched once, for all that is taken from it.
 * @type {Map<string, Promise<string>>} */
const texts = new Map();

/**
 * A page of this site.
 * @param {string} path below the site's root, such as `psiops/combat/`
 * @returns {Promise<Document>} one of its own each time
 * @throws {Error} it can't be fetched, or something else came
 */
export async function fetchPage(path) {
  const page = addressOf(path);
  let text = texts.get(page);
  if (!text) {
    text = fetchOurs(page);
    texts.set(page, text);
    text.catch(() => texts.delete(page));
  }
  return parsed(await text);
}

/** @param {string} page */
async function fetchOurs(page) {
  const text = await fetchText(page);
  if (!parsed(text).querySelector(".fb-page")) throw somethingElse();
  return text;
}

/** @param {string} text */
const parsed = (text) => new DOMParser().parseFromString(text, "text/html");

/**
 * A part of a page as it works away from it: the ids of its forms are its own, its links lead where they led.
 * @param {Element} part
 * @param {string} path of its page
 */
export function asOwn(part, path) {
  for (const link of part.querySelectorAll("a[href]")) {
    const href = link.getAttribute("href") ?? "";
    const isWithin = href.startsWith("#") && part.querySelector(`[id="${CSS.escape(href.slice(1))}"]`);
    if (!isWithin) link.setAttribute("href", new URL(href, addressOf(path)).href);
  }
  for (const each of [part, ...part.querySelectorAll(PARTS)]) {
    if (each.matches(FORMS)) asPartOf(each, path, each.id, true);
    else if (each === part || each.matches(PARTS)) each.setAttribute("page", path);
  }
  return part;
}
