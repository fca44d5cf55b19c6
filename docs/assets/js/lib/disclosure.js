// Folded parts of a page: they open for what an address or a search result names in them, and stay as the reader has
// them when what is around them comes anew.

/**
 * Open whatever folds an element away.
 * @param {Element} element
 */
export function unfold(element) {
  for (let part = element.closest("details"); part; part = part.parentElement?.closest("details") ?? null) {
    part.open = true;
  }
}

/** The folded parts of a place whose answers come anew. */
export class Parts {
  /** Which of them are open, in their order. @type {boolean[]} */
  #open = [];
  #focused = -1;

  /** @param {Element} place */
  constructor(place) {
    this.place = place;
  }

  /** Note how the reader has them, before another answer; where none has them (a refusal, say) they stay as noted. */
  note() {
    const parts = [...this.place.querySelectorAll("details")];
    if (parts.length) this.#open = parts.map((part) => part.open);
    this.#focused = parts.findIndex((part) => part.firstElementChild === document.activeElement);
  }

  /** Open those that were open, and give the focus back to the head that had it. */
  restore() {
    this.place.querySelectorAll("details").forEach((part, at) => {
      part.open = this.#open[at] ?? false;
      const head = part.firstElementChild;
      if (at === this.#focused && head instanceof HTMLElement) head.focus({ preventScroll: true });
    });
  }
}
