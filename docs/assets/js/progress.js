// How far a start is: bytes that have come of those it needs, as they are unpacked.

const WORDS = [
  [/stdlib/, "Fetching Python's library"],
  [/\.whl$/, "Fetching the rules"],
  [/./, "Fetching Python"],
];

/** Counts until all of the names are there; `report` gets words and a share from 0 to 1. */
export class Progress {
  #sizes;
  #all;
  #seen = 0;
  #report;

  constructor(sizes, names, report) {
    this.#sizes = new Map(names.map((name) => [name, sizes[name] ?? 0]));
    this.#all = [...this.#sizes.values()].reduce((sum, size) => sum + size, 0) || 1;
    this.#report = report;
    report("Fetching Python", 0);
  }

  /** Bytes of a file came. */
  add(name, bytes) {
    if (!this.#sizes.has(name)) return;
    this.#seen += bytes;
    this.#report(WORDS.find(([pattern]) => pattern.test(name))[1], Math.min(1, this.#seen / this.#all));
  }

  /** A whole file came whose bytes nobody saw on their way. */
  whole(name) {
    this.add(name, this.#sizes.get(name));
  }
}
