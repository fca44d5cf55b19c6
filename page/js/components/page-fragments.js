// Parts of other pages that this page shows. Their elements work here, and their links lead to the same pages.
import { resolveAddress, adaptRoller, fetchText, createForeignFailure } from "#shared";

const FORMS = "fb-roller, fb-calc, fb-counted, fb-dice-odds";
const PARTS = `${FORMS}, fb-table, fb-order`;
const BLOCKS = "fb-roller, fb-calc, fb-order, fb-counted, fb-table";

/**
 * Pages' HTML by address, fetched once for all their parts.
 * @type {Map<string, Promise<string>>}
 */
const texts = new Map();

/**
 * Fetch a page of this site.
 * @param {string} path below the site's root, such as `psiops/combat/`
 * @returns {Promise<Document>} a new document for each call
 * @throws {Error} if it can't be fetched, or isn't a page of this site
 */
export async function fetchPage(path) {
  const page = resolveAddress(path);
  let text = texts.get(page);
  if (!text) {
    text = fetchOurs(page);
    texts.set(page, text);
    text.catch(() => texts.delete(page));
  }
  return parseHtml(await text);
}

/** @param {string} page */
async function fetchOurs(page) {
  const text = await fetchText(page);
  if (!parseHtml(text).querySelector(".fb-page")) throw createForeignFailure();
  return text;
}

/** @param {string} text */
const parseHtml = (text) => new DOMParser().parseFromString(text, "text/html");

/**
 * Adapt a part of a page for use elsewhere: its forms get new ids, and its links get absolute addresses.
 * @param {Element} part
 * @param {string} path the address of its page
 */
export function adaptPart(part, path) {
  for (const link of part.querySelectorAll("a[href], link[href]")) {
    const href = link.getAttribute("href") ?? "";
    const isWithin = href.startsWith("#") && part.querySelector(`[id="${CSS.escape(href.slice(1))}"]`);
    if (!isWithin) link.setAttribute("href", new URL(href, resolveAddress(path)).href);
  }
  for (const each of [part, ...part.querySelectorAll(PARTS)]) {
    if (each.matches(FORMS)) adaptRoller(each, path, each.id, true);
    else if (each === part || each.matches(PARTS)) each.setAttribute("page", path);
  }
  return part;
}

/**
 * Return the content of an id and its title: a heading with everything below it, or a block.
 * @param {Document} page
 * @param {string} id
 * @returns {{ title: string, parts: Element[] } | null}
 */
export function findSection(page, id) {
  const found = page.getElementById(id);
  if (!found) return null;
  if (!/^H[1-6]$/.test(found.tagName)) {
    const part = found.closest(BLOCKS) ?? found.closest(".fb-page > *") ?? found;
    return { title: part.querySelector(".fb-title > span, caption, h2, h3")?.textContent?.trim() ?? "", parts: [part] };
  }
  const parts = [];
  const ends = [...Array(Math.max(Number(found.tagName[1]), 2)).keys()].map((level) => `h${level + 1}`).join();
  for (let next = found.nextElementSibling; next && !next.matches(ends); next = next.nextElementSibling) {
    if (!next.matches("noscript, .fb-contents, .fb-print-foot")) parts.push(next);
  }
  const title = /** @type {Element} */ (found.cloneNode(true));
  title.querySelector(".headerlink")?.remove();
  return { title: title.textContent?.trim() ?? "", parts };
}

/**
 * Remove the ids of a section that another page shows, because that page may have them already. Forms need theirs.
 * @param {Element} part
 */
export function removeAnchors(part) {
  for (const each of [part, ...part.querySelectorAll("[id]")]) {
    if (!each.closest("fb-roller, fb-calc, fb-order, fb-counted")) each.removeAttribute("id");
  }
  for (const each of part.querySelectorAll(".headerlink")) each.remove();
}
