// Where a part of a page is now: a page that grew too long has handed parts to others, and old addresses still name it.

/** @typedef {Pick<import("../../lib/site-search.js").Entry, "url" | "anchor" | "game">} Place */

/**
 * The page of the same game that has what this one has no longer.
 * @param {readonly Place[]} places all that the site's index has
 * @param {string} here this page's address below the site's root
 * @param {string} id of a section, a row, a table or a roller
 * @returns {string | null} its address below the site's root
 */
export function pageOf(places, here, id) {
  const game = places.find(({ url }) => url === here)?.game;
  return places.find((each) => each.anchor === id && each.game === game && each.url !== here)?.url ?? null;
}
