// Blocks of pages: which element is one, where it stands, and the same block again on a screen.
import { addressOf, Failure, values } from "#shared";
import { asOwn, fetchPage } from "../../components/page-fragments.js";

const SITE = addressOf("");

/**
 * What of an element's page can stand on a screen: the block that an id stands for.
 * @param {Document} page
 * @param {string} id
 * @returns {Element[]} none where the page has nothing of the kind
 */
export function blockWith(page, id) {
  const found = page.getElementById(id);
  const tile = found?.closest("[data-tile]");
  if (tile && tile.getAttribute("data-tile") === id)
    return [...tile.querySelectorAll(":scope > .fb-tile-body > .fb-tile-block > *")];
  const block = found?.closest("fb-roller, fb-calc, fb-order, fb-counted, fb-dice-odds, fb-table, .fb-heat");
  return block ? [block] : [];
}

/**
 * A block of a page of this site, to be put on a screen.
 * @param {string} at page#id
 * @returns {Promise<Element[]>}
 * @throws {Error} it can't be fetched, or is there no more
 */
export async function fetchBlock(at) {
  const [path, id] = at.split("#");
  const blocks = blockWith(await fetchPage(path), id);
  if (!blocks.length) throw new Failure("its page no longer has it");
  return blocks.map((block) => asOwn(/** @type {Element} */ (document.adoptNode(block)), path));
}

/**
 * Set the forms of a block as they were left.
 * @param {ParentNode} place
 * @param {Record<string, string>} set
 */
export function setForms(place, set) {
  const pairs = Object.entries(set);
  const form = formOf(place);
  if (!form || !pairs.length) return;
  values.setValues(form, pairs);
  form.querySelector("[name]")?.dispatchEvent(new Event("input", { bubbles: true }));
}

/** @param {ParentNode} place @returns {Record<string, string>} what its form says besides what its page presets */
export function setOf(place) {
  const form = formOf(place);
  return form ? values.changedValuesOf(form) : {};
}

/** The form of a block, where it has one. @param {ParentNode} place */
export function formOf(place) {
  const form = place.querySelector("fb-roller form, fb-calc form, fb-dice-odds form");
  return form instanceof HTMLFormElement ? form : null;
}

/**
 * Where a block of this page stands, and what it is called; null for what can't stand on a screen.
 * @param {Element} block
 * @returns {{ at: string, title: string } | null}
 */
export function placeOfBlock(block) {
  const id =
    block.getAttribute("stands-for")
    ?? (block.querySelector(":scope > .fb-scroll > table, :scope > table")?.id || block.id);
  if (!id) return null;
  const page = block.getAttribute("page") ?? location.href.slice(SITE.length).replace(/[?#].*$/, "");
  return { at: `${page}#${id}`, title: titleOf(block) };
}

/** @param {Element} block */
export function titleOf(block) {
  const title =
    block.querySelector(".fb-calc-body, .fb-dice-odds-body")?.getAttribute("aria-label")
    ?? block.querySelector(".fb-title > span, caption")?.textContent
    ?? "";
  return title.trim().split(" · ")[0].slice(0, 120);
}

/**
 * How many columns suit a block.
 * @param {Element} block
 */
export function widthOf(block) {
  if (block.matches("fb-calc")) return 8;
  if (!block.matches("fb-table, fb-counted, .fb-heat")) return 4;
  const columns = block.querySelector("tr")?.cells.length ?? 2;
  return columns > 5 ? 8 : columns > 2 || !block.matches("fb-table") ? 6 : 4;
}
