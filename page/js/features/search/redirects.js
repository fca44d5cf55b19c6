// Lookup of content that moved to another page when a page was split.

/** @typedef {Pick<import("./finder.js").Entry, "url" | "anchor" | "game">} Place */

/**
 * Return the page of the same game that now has a part of this one.
 * @param {readonly Place[]} places all places in the site's index
 * @param {string} here this page's address below the site's root
 * @param {string} id the id of a section, a row, a table or a roller
 * @returns {string | null} its address below the site's root
 */
export function findNewPage(places, here, id) {
  const game = places.find(({ url }) => url === here)?.game;
  return places.find((each) => each.anchor === id && each.game === game && each.url !== here)?.url ?? null;
}
