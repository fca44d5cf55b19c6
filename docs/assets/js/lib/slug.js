/**
 * The slug of the game that an id belongs to: none where it is a single word, as dice in plain notation are of no game.
 * @param {string} id
 * @returns {string[]} one, or none
 */
export const slugOf = (id) => (id.includes(".") ? [id.split(".")[0]] : []);
