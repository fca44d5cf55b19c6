// Contrast of colours, as WCAG 2 computes it.

/** @typedef {[red: number, green: number, blue: number]} Rgb each from 0 to 255 */

/** The least contrast of text with what is behind it. */
export const LEAST_CONTRAST = 4.5;

const STEPS = 20;

/** Return the relative luminance of a colour, from 0 to 1. @param {Rgb} colour */
export function computeLuminance(colour) {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Return the contrast of two colours, from 1 to 21. @param {Rgb} one @param {Rgb} other */
export function computeContrast(one, other) {
  const [dark, light] = [computeLuminance(one), computeLuminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Mix two colours.
 * @param {Rgb} one
 * @param {Rgb} other
 * @param {number} share of the other one, from 0 to 1
 * @returns {Rgb}
 */
export const computeMix = (one, other, share) =>
  /** @type {Rgb} */ (one.map((part, at) => Math.round(part + (other[at] - part) * share)));

/**
 * Return a text's colour, made darker or lighter until it can be read.
 * @param {Rgb} text
 * @param {Rgb} behind
 * @param {number} [least]
 */
export function makeReadable(text, behind, least = LEAST_CONTRAST) {
  /** @type {Rgb[]} */
  const ends = [
    [0, 0, 0],
    [255, 255, 255],
  ];
  const end = ends.sort((one, other) => computeContrast(other, behind) - computeContrast(one, behind))[0];
  for (let step = 0; step < STEPS; step += 1) {
    const tried = computeMix(text, end, step / STEPS);
    if (computeContrast(tried, behind) >= least) return tried;
  }
  return end;
}
