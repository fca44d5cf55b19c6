// Faces that a reader entered, read in turn for dice that the page rolls itself.

export class GivenFaces {
  /** @type {number[]} */
  #faces;
  #at = 0;

  /** @param {string} text such as `4,5` */
  constructor(text) {
    this.#faces = text
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number);
  }

  /**
   * @param {number} sides the sides of the requested die
   * @throws {Error} a sentence if no face is left, or the die doesn't have the face
   */
  next(sides) {
    const face = this.#faces[this.#at];
    if (face === undefined) throw new Error(`One more die is needed: a d${sides}.`);
    if (!Number.isInteger(face) || face < 1 || face > sides)
      throw new Error(`A d${sides} shows 1 to ${sides}, not ${face}.`);
    this.#at += 1;
    return face;
  }

  /** @throws {Error} if faces are left over */
  end() {
    const over = this.#faces.length - this.#at;
    if (over) throw new Error(`${over === 1 ? "One die" : `${over} dice`} too many: this roll uses only ${this.#at}.`);
  }
}
