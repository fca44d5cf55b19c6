// Blocks of pages that a screen can show: finds them, fetches them and sets their forms.
import { Failure, resolveAddress, values } from "#shared";
import { adaptPart, fetchPage, findSection, removeAnchors } from "../../components/page-fragments.js";

const SITE = resolveAddress("");
const BLOCKS = "fb-roller, fb-calc, fb-order, fb-counted, fb-dice-odds, fb-table, .fb-heat";

/**
 * Return the block with an id, or the text of the section if it is a heading's.
 * @param {Document} page
 * @param {string} id
 * @returns {Element[]} empty if the page has no such block
 */
export function findBlock(page, id) {
  const found = page.getElementById(id);
  const tile = found?.closest("[data-tile]");
  if (tile && tile.getAttribute("data-tile") === id)
    return [...tile.querySelectorAll(":scope > .fb-tile-body > .fb-tile-block > *")];
  if (found?.matches("h1, h2, h3, h4, h5, h6")) return findSection(page, id)?.parts ?? [];
  const block = found?.closest(BLOCKS);
  return block ? [block] : [];
}

/**
 * Fetch a block of a page of this site for a screen.
 * @param {string} at page#id
 * @returns {Promise<Element[]>}
 * @throws {Error} if it can't be fetched or no longer exists
 */
export async function fetchBlock(at) {
  const [path, id] = at.split("#");
  const blocks = findBlock(await fetchPage(path), id);
  if (!blocks.length) throw new Failure("its page no longer has it");
  return blocks.map((block) => {
    const part = adaptPart(/** @type {Element} */ (document.adoptNode(block)), path);
    if (!part.matches(BLOCKS)) removeAnchors(part);
    return part;
  });
}

/**
 * Set the forms of a block to stored values.
 * @param {ParentNode} place
 * @param {Record<string, string>} set
 */
export function setForms(place, set) {
  const pairs = Object.entries(set);
  const form = findForm(place);
  if (!form || !pairs.length) return;
  values.setValues(form, pairs);
  form.querySelector("[name]")?.dispatchEvent(new Event("input", { bubbles: true }));
}

/** @param {ParentNode} place @returns {Record<string, string>} its form's values that differ from the page's presets */
export function readSet(place) {
  const form = findForm(place);
  return form ? values.readChangedValues(form) : {};
}

/** Return the form of a block, or null. @param {ParentNode} place */
export function findForm(place) {
  const form = place.querySelector("fb-roller form, fb-calc form, fb-dice-odds form");
  return form instanceof HTMLFormElement ? form : null;
}

/**
 * Return the place and the title of a block of this page, or null if a screen can't show it.
 * @param {Element} block
 * @returns {{ at: string, title: string } | null}
 */
export function findBlockPlace(block) {
  const id =
    block.getAttribute("stands-for")
    ?? (block.querySelector(":scope > .fb-scroll > table, :scope > table")?.id || block.id);
  if (!id) return null;
  const page = block.getAttribute("page") ?? location.href.slice(SITE.length).replace(/[?#].*$/, "");
  return { at: `${page}#${id}`, title: readTitle(block) };
}

/** @param {Element} block */
export function readTitle(block) {
  const title =
    block.querySelector(".fb-calc-body, .fb-dice-odds-body")?.getAttribute("aria-label")
    ?? block.querySelector(".fb-title > span, caption")?.textContent
    ?? "";
  return title.trim().split(" · ")[0].slice(0, 120);
}

/**
 * Return the number of columns for a block.
 * @param {Element} block
 */
export function chooseWidth(block) {
  if (block.matches("fb-calc")) return 8;
  if (!block.matches("fb-table, fb-counted, .fb-heat")) return 4;
  const columns = block.querySelector("tr")?.cells.length ?? 2;
  return columns > 5 ? 8 : columns > 2 || !block.matches("fb-table") ? 6 : 4;
}
