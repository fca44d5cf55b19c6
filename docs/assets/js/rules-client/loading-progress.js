// How far a start is: bytes that have come of those it needs, as they are unpacked.

/** @type {[RegExp, string][]} */
const WORDS = [
  [/\.whl$/, "Getting the rules ready"],
  [/./, "Getting the dice ready"],
];

/** Counts until all of the names are there; `report` gets words for what most is missing of, and a share of 0 to 1. */
export class Progress {
  #sizes;
  #missing;
  #all;
  #report;

  /**
   * @param {Record<string, number>} sizes bytes by name
   * @param {string[]} names
   * @param {(words: string, share: number) => void} report
   */
  constructor(sizes, names, report) {
    this.#sizes = new Map(names.map((name) => [name, sizes[name] ?? 0]));
    this.#missing = new Map(this.#sizes);
    this.#all = sum(this.#sizes) || 1;
    this.#report = report;
    this.#tell();
  }

  /**
   * Bytes of a file came.
   * @param {string} name
   * @param {number} bytes
   */
  add(name, bytes) {
    const missing = this.#missing.get(name);
    if (missing === undefined) return;
    this.#missing.set(name, Math.max(0, missing - bytes));
    this.#tell();
  }

  /**
   * A whole file came whose bytes nobody saw on their way.
   * @param {string} name
   */
  whole(name) {
    this.add(name, this.#sizes.get(name) ?? 0);
  }

  #tell() {
    const [largest] = [...this.#missing].reduce((one, other) => (other[1] > one[1] ? other : one));
    const [, words] = WORDS.find(([pattern]) => pattern.test(largest)) ?? WORDS[1];
    this.#report(words, 1 - sum(this.#missing) / this.#all);
  }
}

const sum = (/** @type {Map<string, number>} */ sizes) => [...sizes.values()].reduce((total, size) => total + size, 0);
