// Frame of a tile: the head with handle, title, fold button and menu, and the content below.
import { find, letKeysScroll, make, makeButton } from "#shared";

/** @typedef {import("../../lib/screen-tiles.js").Tile} Tile */

/**
 * A tile's content: an element, and a function that is called whenever the tile has changed.
 * @typedef {{ element: HTMLElement, settings?: HTMLElement, show: (tile: Tile) => void, end?: () => void }} Body
 */

const ROW = 8; // pixels of the grid's rows and gaps
const STEP = 10; // rows
const BELOW = 10; // pixels below a tile's content
const EDGES = 4; // pixels of its borders

/** Actions of a tile's menu, by label. */
const ACTIONS = /** @type {const} */ ([
  ["Earlier", "earlier"],
  ["Later", "later"],
  ["Narrower", "narrower"],
  ["Wider", "wider"],
  ["Shorter", "shorter"],
  ["Taller", "taller"],
  ["Fit to content", "fit"],
  ["Add below", "add"],
  ["Remove", "remove"],
]);

let made = 0;

export class TileView {
  /** @type {Body | null} */
  body = null;
  #rows = 0; // the greatest height since the last layout
  #handle = makeButton("fb-tile-move", "");
  #fold = makeButton("fb-tile-fold", "");
  #opener = makeButton("fb-tile-more", "⋯");
  #menu = make("div", { className: "fb-tile-menu", role: "group", hidden: true });
  #name = make("input", { className: "fb-tile-name", maxLength: 120, autocomplete: "off" });
  #shown = ""; // the last tile on show, as JSON

  /**
   * @param {HTMLElement} element a section with a heading and a body
   * @param {Tile} tile
   */
  constructor(element, tile) {
    this.element = element;
    this.tile = tile;
    this.heading = find(element, "h2", HTMLElement);
    this.place = find(element, ".fb-tile-body", HTMLElement);
    this.inner = find(element, ".fb-tile-block", HTMLElement);
    const id = `fb-tile-${(made += 1)}`;
    this.place.id ||= `${id}-body`;
    this.heading.id ||= `${id}-name`;
    this.place.setAttribute("role", "group");
    this.place.setAttribute("aria-labelledby", this.heading.id);
    letKeysScroll(this.place);
    this.#menu.id = `${id}-menu`;
    this.#opener.setAttribute("aria-controls", this.#menu.id);
    this.#fold.setAttribute("aria-controls", this.place.id);
    this.#fill();
    const head = make("div", { className: "fb-tile-head" });
    this.heading.replaceWith(head);
    head.append(this.#handle, this.heading, this.#fold, this.#opener, this.#menu);
    element.append(make("span", { className: "fb-tile-size", "aria-hidden": "true" }));
    this.#opener.addEventListener("click", () => this.toggleMenu());
    for (const each of [head, this.inner]) observe(each, this);
    this.#name.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault(); // it would press the button that gets the focus
      this.#name.blur(); // applies the name
      this.toggleMenu(false);
    });
    element.addEventListener("toggle", () => this.lay(), { capture: true });
    this.show(tile);
  }

  /** Add settings to the tile's menu. @param {HTMLElement} settings */
  addSettings(settings) {
    this.#menu.firstElementChild?.after(settings);
  }

  get handle() {
    return this.#handle;
  }

  get key() {
    return this.tile.key;
  }

  get isMenuOpen() {
    return !this.#menu.hidden;
  }

  /** The title of the tile. */
  get title() {
    return this.tile.title || this.heading.textContent?.replace("#", "").trim() || "Tile";
  }

  /** The height in steps. */
  get steps() {
    return Math.max(1, Math.round(this.element.offsetHeight / (ROW * STEP)));
  }

  /** @param {Tile} tile */
  show(tile) {
    const before = this.tile;
    const written = JSON.stringify(tile);
    this.tile = tile;
    if (written === this.#shown && this.body) return;
    this.#shown = this.body ? written : "";
    const { title } = this;
    this.element.dataset.tile = tile.key;
    this.element.dataset.kind = tile.kind;
    this.element.dataset.width = String(tile.width);
    this.element.style.setProperty("--width", String(tile.width));
    this.element.toggleAttribute("data-folded", tile.folded);
    this.element.toggleAttribute("data-fixed", tile.height > 0 && !tile.folded);
    if (tile.title && this.heading.textContent !== tile.title) this.heading.textContent = tile.title;
    this.place.hidden = tile.folded;
    this.#fold.setAttribute("aria-expanded", String(!tile.folded));
    this.#fold.setAttribute("aria-label", `${tile.folded ? "Unfold" : "Fold"} ${title}`);
    this.#handle.setAttribute("aria-label", `Move ${title}`);
    this.#opener.setAttribute("aria-label", `${title}: size and place`);
    this.#opener.setAttribute("aria-expanded", String(this.isMenuOpen));
    this.#menu.setAttribute("aria-label", `${title}: size and place`);
    if (document.activeElement !== this.#name) this.#name.value = title;
    this.body?.show(tile);
    if (before.width !== tile.width || before.height !== tile.height || before.folded !== tile.folded) this.lay();
  }

  /** Scroll to the tile and select its name for typing. */
  name() {
    this.element.scrollIntoView({ block: "nearest" });
    this.toggleMenu(true);
    this.#name.focus({ preventScroll: true });
    this.#name.select();
  }

  /** Update its layout. */
  lay() {
    refreshLayout([this]);
  }

  /** Forget its previous height. */
  forget() {
    this.#rows = 0;
  }

  /**
   * Return the rows that it needs, or 0 if they can't be measured yet. It grows with a result and keeps its height, so
   * that the next roll doesn't move other tiles.
   */
  measureRows() {
    const { height, folded } = this.tile;
    if (!this.element.isConnected || (this.inner.childElementCount === 0 && !height && !folded)) return 0;
    const head = this.heading.parentElement?.offsetHeight ?? 0;
    const inner = folded ? 0 : Math.min(this.inner.offsetHeight + BELOW, this.#getHeightLimit());
    return height && !folded ? height * STEP : Math.ceil((head + inner + ROW + EDGES) / ROW);
  }

  set rows(wanted) {
    if (wanted <= this.#rows) return;
    this.#rows = wanted;
    this.element.style.setProperty("--rows", String(wanted));
  }

  get rows() {
    return this.#rows;
  }

  /** @param {boolean} [opens] */
  toggleMenu(opens = !this.isMenuOpen) {
    if (opens === this.isMenuOpen) return;
    this.#menu.hidden = !opens;
    this.element.toggleAttribute("data-open", opens);
    this.#opener.setAttribute("aria-expanded", String(opens));
    if (!opens) this.#opener.focus({ preventScroll: true });
  }

  end() {
    for (const each of [this.heading.parentElement, this.inner]) if (each) observer.unobserve(each);
    this.body?.end?.();
    this.element.remove();
  }

  /** Return the greatest height of the content, which fits the screen; the rest scrolls. A board is always shown whole. */
  #getHeightLimit() {
    return this.tile.kind === "fight" ? Infinity : Math.max(240, innerHeight - 140);
  }

  #fill() {
    this.#handle.dataset.act = "move";
    this.#fold.dataset.act = "fold";
    const label = make("label", { className: "fb-tile-renaming" }, "Name ", this.#name);
    this.#menu.append(
      label,
      ...ACTIONS.map(([words, act]) => {
        const each = makeButton("fb-tile-act", words);
        each.dataset.act = act;
        return each;
      }),
    );
  }
}

/** The tiles to update when their elements' sizes change. @type {WeakMap<Element, TileView>} */
const observedViews = new WeakMap();

const observer = new ResizeObserver((entries) => {
  layOut([...new Set(entries.flatMap(({ target }) => observedViews.get(target) ?? []))]);
});

/** @param {Element} element @param {TileView} view */
function observe(element, view) {
  observedViews.set(element, view);
  observer.observe(element);
}

/**
 * Measure all tiles before changing any, because two hundred tiles would otherwise cause as many layouts.
 * @param {TileView[]} views
 */
function layOut(views) {
  const wanted = views.map((view) => view.measureRows());
  views.forEach((view, at) => {
    view.rows = wanted[at];
  });
}

/** Update the layout of tiles. @param {TileView[]} views */
export function refreshLayout(views) {
  views.forEach((view) => view.forget());
  layOut(views);
}

/**
 * Return an empty tile.
 * @param {Tile} tile
 */
export const makeSection = (tile) =>
  make(
    "section",
    { className: "fb-tile" },
    make("h2", {}, tile.title),
    make("div", { className: "fb-tile-body" }, make("div", { className: "fb-tile-block" })),
  );
