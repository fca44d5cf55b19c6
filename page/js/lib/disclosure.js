// Folded parts of a page: they open for a link or a search result, and stay as the reader left them when a new answer
// replaces them.

/**
 * Open all folded parts around an element.
 * @param {Element} element
 */
export function unfold(element) {
  for (let part = element.closest("details"); part; part = part.parentElement?.closest("details") ?? null) {
    part.open = true;
  }
}

/** The folded parts of a place whose answers are replaced. */
export class Parts {
  /** True for each open part, in order. @type {boolean[]} */
  #open = [];
  #focused = -1;

  /** @param {Element} place */
  constructor(place) {
    this.place = place;
  }

  /** Remember the open parts before the next answer. An answer without parts, such as an error, changes nothing. */
  note() {
    const parts = [...this.place.querySelectorAll("details")];
    if (parts.length) this.#open = parts.map((part) => part.open);
    this.#focused = parts.findIndex((part) => part.firstElementChild === document.activeElement);
  }

  /** Open the same parts again, and restore the focus. */
  restore() {
    this.place.querySelectorAll("details").forEach((part, at) => {
      part.open = this.#open[at] ?? false;
      const head = part.firstElementChild;
      if (at === this.#focused && head instanceof HTMLElement) head.focus({ preventScroll: true });
    });
  }
}
