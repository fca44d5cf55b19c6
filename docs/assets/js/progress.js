// How far a start is: bytes that have come of those it needs, as they are unpacked.

const WORDS = [
  [/stdlib/, "Fetching Python's library"],
  [/\.whl$/, "Fetching the rules"],
  [/./, "Fetching Python"],
];

/** Counts until all of the names are there; `report` gets words for what most is missing of, and a share from 0 to 1. */
export class Progress {
  #sizes;
  #missing;
  #all;
  #report;

  constructor(sizes, names, report) {
    this.#sizes = new Map(names.map((name) => [name, sizes[name] ?? 0]));
    this.#missing = new Map(this.#sizes);
    this.#all = sum(this.#sizes) || 1;
    this.#report = report;
    this.#tell();
  }

  /** Bytes of a file came. */
  add(name, bytes) {
    if (!this.#sizes.has(name)) return;
    this.#missing.set(name, Math.max(0, this.#missing.get(name) - bytes));
    this.#tell();
  }

  /** A whole file came whose bytes nobody saw on their way. */
  whole(name) {
    this.add(name, this.#sizes.get(name));
  }

  #tell() {
    const [largest] = [...this.#missing].reduce((one, other) => (other[1] > one[1] ? other : one));
    this.#report(WORDS.find(([pattern]) => pattern.test(largest))[1], 1 - sum(this.#missing) / this.#all);
  }
}

const sum = (sizes) => [...sizes.values()].reduce((total, size) => total + size, 0);
