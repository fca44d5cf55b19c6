// Progress of Python's start: received bytes out of all needed ones, uncompressed.

/** @type {[RegExp, string][]} */
const WORDS = [
  [/\.whl$/, "Getting the rules ready"],
  [/./, "Getting the dice ready"],
];

/**
 * Counts bytes until all files have arrived. `report` is called with words about the largest missing part and a share
 * from 0 to 1.
 */
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
   * Count received bytes of a file.
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
   * Count a whole file whose bytes couldn't be observed.
   * @param {string} name
   */
  addWhole(name) {
    this.add(name, this.#sizes.get(name) ?? 0);
  }

  #tell() {
    const [largest] = [...this.#missing].reduce((one, other) => (other[1] > one[1] ? other : one));
    const [, words] = WORDS.find(([pattern]) => pattern.test(largest)) ?? WORDS[1];
    this.#report(words, 1 - sum(this.#missing) / this.#all);
  }
}

const sum = (/** @type {Map<string, number>} */ sizes) => [...sizes.values()].reduce((total, size) => total + size, 0);
