// Slugs of games in ids.
/**
 * Return the slug of an id's game, or an empty list for plain dice, whose id is a single word.
 * @param {string} id
 * @returns {string[]} one, or none
 */
export const extractSlugs = (id) => (id.includes(".") ? [id.split(".")[0]] : []);
