// Pace of a forecast: the number of simulated fights after which the next answer is shown, about one answer a second.

const FIRST_LOOK = 5; // simulated fights before the first answer, which large fights reach within two seconds
const MOST_FIGHTS = 500; // between two answers
const PACE = 1000; // milliseconds between two answers

/**
 * Return the number of fights for the next answer. Many fights are rounded to tens or hundreds.
 * @param {number} fights the number so far
 * @param {number} gained those since the answer before
 * @param {number} milliseconds the time that these took
 */
export function findNextLook(fights, gained, milliseconds) {
  if (!fights) return FIRST_LOOK;
  const step = Math.max(1, Math.min(MOST_FIGHTS, Math.floor((gained * PACE) / Math.max(1, milliseconds))));
  const unit = step >= 100 ? 100 : step >= 10 ? 10 : 1;
  return Math.floor((fights + step) / unit) * unit;
}
