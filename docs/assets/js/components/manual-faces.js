// Faces that somebody rolled, read one after the other for dice that the page rolls itself.

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
   * @param {number} sides of the die that is asked for
   * @throws {Error} a sentence: there is no face left, or its die does not have it
   */
  next(sides) {
    const face = this.#faces[this.#at];
    if (face === undefined) throw new Error(`One more die is needed: a d${sides}.`);
    if (!Number.isInteger(face) || face < 1 || face > sides)
      throw new Error(`A d${sides} shows 1 to ${sides}, not ${face}.`);
    this.#at += 1;
    return face;
  }

  /** @throws {Error} faces are left over */
  end() {
    const over = this.#faces.length - this.#at;
    if (over) throw new Error(`${over === 1 ? "One die" : `${over} dice`} too many: this roll uses only ${this.#at}.`);
  }
}
