// <fb-screen>: a GM's screen. A page can have a built-in one, whose sections are its tiles; the GM's changes go into a
// copy on this device. The fragment names the screen, otherwise the last one is shown.
import { Failure, find, findClicked, make, makeAction, makeButton, resolveAddress, say, showError } from "#shared";
import { keep, TROUBLE_WORDS } from "#store";
import * as tiles from "../../lib/screen-tiles.js";
import { buildTilesChange, isScreen, readTiles, UNREADABLE } from "../../lib/validate-screen.js";
import { makeBlockBody } from "./block-body.js";
import { chooseWidth, fetchBlock } from "./blocks.js";
import { listenToPointer } from "./drag.js";
import { leavePaper, showPaper } from "./print-screen.js";
import { findFirst, readShown, use } from "./recent-screens.js";
import { offerLinkedScreen } from "./sharing.js";
import { makeSection, refreshLayout, TileView } from "./tile.js";
import { ScreenBar } from "./toolbar.js";

/** @typedef {tiles.Tile} Tile */
/** @typedef {typeof import("./tile-renderers.js").BODIES} Bodies */
/** @typedef {import("#store").StoredRecord} StoredRecord */

const OPEN = /^#kept=(?<id>[0-9a-f-]{36})$/;

/** Changes of a tile by the action of its menu. @type {Record<string, (tile: Tile, steps: number) => Partial<Tile>>} */
const SIZES = {
  narrower: (tile) => tiles.widenTile(tile, -1),
  wider: (tile) => tiles.widenTile(tile, 1),
  shorter: (tile, steps) => tiles.heightenTile(tile, -1, steps),
  taller: (tile, steps) => tiles.heightenTile(tile, 1, steps),
  fit: () => ({ height: 0 }),
  fold: ({ folded }) => ({ folded: !folded }),
};
/** Places that a tile moves by, by the action. @type {Record<string, -1 | 1>} */
const MOVES = { earlier: -1, later: 1 };

export class Screen extends HTMLElement {
  /** The built-in tiles of the page. @type {{ tile: Tile, section: HTMLElement }[]} */
  #ready = [];
  /** @type {StoredRecord | null} */
  #record = null;
  /** Tiles on show, by their keys. @type {Map<string, TileView>} */
  #views = new Map();
  #note = make("div", { className: "fb-screen-note" });
  /** The storage notice, shown as long as saving fails. @type {HTMLElement | null} */
  #trouble = null;
  #end = makeButton("fb-add fb-screen-end", "Add at the end");
  /** @type {import("./tile-picker.js").Picker | null} */
  #picker = null;
  #unread = make("p", { className: "fb-error fb-screen-unread", hidden: true }); // the notice about unreadable tiles
  #empty = make("p", { className: "fb-screen-empty", hidden: true });
  /** @type {ScreenBar | null} */
  #bar = null;
  /** The renderers of tiles other than blocks; null before the first one. @type {Bodies | null} */
  #bodies = null;
  #visit = new AbortController();
  /** @type {Promise<string> | null} */
  #copying = null;
  /** The screen that the toolbar names. @type {StoredRecord | null | undefined} */
  #named;
  #title = ""; // of the page
  #brought = ""; // the last handled fragment of the address
  #changing = 0; // number of changes in progress

  connectedCallback() {
    if (!this.#bar) this.#begin();
    const { signal } = (this.#visit = new AbortController());
    const stopWatching = keep.watch("screens", ({ id }) => {
      if (id !== this.#record?.id) this.#bar?.show();
      else if (!this.#changing) this.#show(); // it shows its own changes itself when they are done
    });
    signal.addEventListener("abort", stopWatching);
    keep.addEventListener("trouble", () => this.#tellTrouble(), { signal });
    addEventListener("stepped", () => this.#show(), { signal });
    addEventListener("resize", () => refreshLayout([...this.#views.values()]), { signal });
    document.addEventListener("click", (event) => this.#closeMenus(event), { signal });
    showPaper();
    this.#tellTrouble();
    this.#show();
  }

  disconnectedCallback() {
    this.#visit.abort();
    this.#views.forEach((view) => view.body?.end?.());
    leavePaper();
  }

  get game() {
    return this.getAttribute("game") ?? "";
  }

  /** The stored screen on show, or null for the built-in one. */
  get record() {
    return this.#record;
  }

  /** True if the stored screen can be read. */
  get isReadable() {
    return this.#record === null || isScreen(this.#record.data);
  }

  get hasReady() {
    return this.#ready.length > 0;
  }

  /** The current tiles. @returns {Tile[]} */
  get tiles() {
    return this.#record ? readTiles(this.#record.data).tiles : this.#ready.map(({ tile }) => tile);
  }

  /** @param {string} id the id of a stored screen, or "" for the built-in one */
  open(id) {
    use(this.game, id);
    history.pushState(history.state, "", `${location.pathname}${location.search}${id ? `#kept=${id}` : ""}`);
    this.#note.replaceChildren();
    return this.#show();
  }

  /**
   * Change the tiles; a built-in screen is copied first.
   * @param {(before: Tile[], keys: Set<unknown>) => Tile[]} change
   */
  async change(change) {
    this.#changing += 1;
    try {
      const id = await this.#getOwnId();
      const after = await keep.update("screens", id, buildTilesChange(change));
      if (after) {
        await this.#prepare(readTiles(after.data).tiles);
        this.#draw(after);
      }
      return after;
    } finally {
      this.#changing -= 1;
    }
  }

  /**
   * Add a tile without scrolling.
   * @param {Partial<Tile> & { kind: tiles.Kind, title: string }} about
   * @param {string | null} after the key of the tile below which it goes; null for the end
   * @returns {Promise<TileView>}
   * @throws {Error} if it can't be shown, or the screen has no room for it
   */
  async addBelow(about, after) {
    if (!this.isReadable) throw new Failure("this saved screen can't be read");
    const block = about.at ? (await fetchBlock(about.at))[0] : null;
    if (!(await this.#prepare([about]))) throw new Failure("its script couldn't be downloaded");
    let key = "";
    await this.change((before, keys) => {
      if (before.length >= tiles.MOST_TILES) return before;
      const tile = tiles.createTile(before, { ...about, ...(block && { width: chooseWidth(block) }) }, keys);
      ({ key } = tile);
      const at = before.findIndex((each) => each.key === after);
      return tiles.insertTile(before, tile, at < 0 ? before.length : at + 1);
    });
    const view = this.#views.get(key);
    if (!view) throw new Failure(`a screen can have up to ${tiles.MOST_TILES} tiles; remove one to add another`);
    return view;
  }

  /** @param {string} key */
  removeTile(key) {
    return this.change((before) => tiles.removeTile(before, key));
  }

  /** Mark the tiles that were added, and go on at the last one if the reader uses keys. @param {string[]} keys */
  showAdded(keys) {
    const views = keys.flatMap((key) => this.#views.get(key) ?? []);
    views.forEach(({ element }) => {
      element.classList.add("fb-found");
      element.addEventListener("animationend", () => element.classList.remove("fb-found"), { once: true });
    });
    views.at(-1)?.handle.focus({ preventScroll: true });
  }

  /**
   * Open the picker.
   * @param {string | null} [after] the key of the tile below which the first tile goes; null for the end
   */
  async openPicker(after = this.#findMiddle()) {
    if (!this.isReadable) {
      this.refuse(UNREADABLE);
      return;
    }
    try {
      const { Picker } = await import("#picker");
      this.#picker ??= new Picker(this);
    } catch {
      this.refuse("The list of what you can add couldn't be loaded. Reload the page once you're online.");
      return;
    }
    await this.#picker.open(after);
  }

  /** Return the key of the tile nearest to the middle of the window, or null if there is none. */
  #findMiddle() {
    const middle = innerHeight / 2;
    const measure = (/** @type {TileView} */ { element }) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      const aside = Math.abs((left + right) / 2 - innerWidth / 2);
      return Math.max(top - middle, middle - bottom, 0) + aside / innerWidth;
    };
    const views = [...this.#views.values()].map((view) => ({ view, distance: measure(view) }));
    return views.sort((one, other) => one.distance - other.distance)[0]?.view.key ?? null;
  }

  /**
   * Show a line above the tiles, with a button that takes an action.
   * @param {string} words
   * @param {string} [label]
   * @param {() => Promise<unknown>} [act]
   */
  tell(words, label = "", act) {
    const line = make("p", {}, words, " ");
    if (act) {
      const doer = makeAction("fb-add", label, async () => {
        this.#note.replaceChildren();
        await act();
      });
      line.append(doer);
    }
    this.#note.replaceChildren(line);
    say(words);
    return line;
  }

  /** Show something above the tiles, in place of an earlier notice. @param {Node[]} content */
  showNotice(content) {
    this.#note.replaceChildren(...content);
  }

  /** @param {string} sentence */
  refuse(sentence) {
    showError(this.#note, sentence);
    this.#note.scrollIntoView({ block: "nearest" });
  }

  get #grid() {
    return find(this, ".fb-screen-grid", HTMLElement);
  }

  #begin() {
    this.#ready = [...this.#grid.querySelectorAll(":scope > .fb-tile")].map((section) => ({
      section: /** @type {HTMLElement} */ (section),
      tile: this.#readTile(/** @type {HTMLElement} */ (section)),
    }));
    this.#bar = new ScreenBar(this, find(this, ".fb-screen-bar", HTMLElement));
    this.#empty.textContent =
      "This screen is empty. Press Add and search for a table, a roll, a rule or a fight. On any page, the pin of what "
      + "you point at or tap puts it here, too.";
    this.#bar.element.after(this.#note, this.#unread, this.#empty);
    this.append(this.#end);
    this.#end.addEventListener("click", () => this.openPicker(null));
    this.#grid.addEventListener("click", (event) => this.#handleClick(event));
    this.#grid.addEventListener("keydown", (event) => this.#handleKey(event));
    this.#grid.addEventListener("change", ({ target }) => this.#handleRename(target));
    listenToPointer(this.#grid, {
      place: (key, before) => this.#place(key, before),
      size: (key, width, height) => this.#size(key, width, height),
    });
  }

  /** @param {HTMLElement} section @returns {Tile} */
  #readTile(section) {
    const id = section.dataset.tile ?? "";
    const page = location.href.slice(resolveAddress("").length).replace(/[?#].*$/, "");
    return {
      key: id,
      kind: "block",
      at: `${page}#${id}`,
      set: {},
      height: 0,
      folded: false,
      width: Number(section.dataset.width),
      title: section.querySelector("h2")?.firstChild?.textContent?.trim() ?? "",
    };
  }

  async #show() {
    if (location.hash !== this.#brought) {
      this.#brought = location.hash;
      await offerLinkedScreen(this);
    }
    const asked = OPEN.exec(location.hash)?.groups?.id;
    const id = asked ?? readShown(this.game) ?? "";
    const kept = id ? await keep.get("screens", id) : null;
    if (asked && !kept)
      showError(this.#note, "This screen isn't on this device. It was deleted, or made on another device.");
    if (kept && asked) use(this.game, kept.id);
    const others = kept || this.hasReady || asked ? [] : await keep.list("screens", this.game);
    const record = kept ?? findFirst(others) ?? others[0] ?? null;
    await this.#prepare(readTiles(record?.data).tiles);
    this.#draw(record);
  }

  /**
   * Load the script of tiles other than blocks if one of these needs it. Return false if that fails.
   * @param {{ kind: tiles.Kind }[]} wanted
   */
  async #prepare(wanted) {
    if (this.#bodies || wanted.every(({ kind }) => kind === "block")) return true;
    try {
      this.#bodies = (await import("#tiles")).BODIES;
      const wasRefused = [...this.#views.values()].some(({ body }) => !body);
      if (wasRefused) this.#note.replaceChildren();
    } catch {
      this.refuse("Some tiles couldn't be loaded. Reload the page once you're online.");
    }
    return this.#bodies !== null;
  }

  /** @param {StoredRecord | null} record */
  #draw(record) {
    this.#record = record;
    const shown = this.tiles;
    for (const [key, view] of this.#views) {
      const tile = shown.find((each) => each.key === key);
      const isLoaded = Boolean(view.body) || !this.#bodies; // a tile is empty if its script had failed to load
      if (isLoaded && tile?.kind === view.tile.kind && tile.at === view.tile.at) continue;
      view.end();
      this.#views.delete(key);
    }
    this.#ready.forEach(({ tile, section }) => {
      if (!this.#views.has(tile.key)) section.remove();
    });
    this.#order(shown.map((tile) => this.#view(tile)));
    if (this.#grid.dataset.laid === undefined) refreshLayout([...this.#views.values()]); // set heights before showing tiles
    this.#grid.dataset.laid = "";
    this.#tellUnread();
    this.#empty.hidden = shown.length > 0 || !this.isReadable;
    this.#end.hidden = shown.length === 0;
    this.#showName(record?.name);
    if (this.#named === undefined || record?.id !== this.#named?.id || record?.name !== this.#named?.name)
      this.#bar?.show();
    this.#named = record;
  }

  /** Show the notice about unreadable tiles. */
  #tellUnread() {
    const count = readTiles(this.#record?.data).unread.length;
    const words = !this.isReadable
      ? UNREADABLE
      : count === 1
        ? "One tile of this screen can't be read and isn't shown. It stays saved, unchanged."
        : count
          ? `${count} tiles of this screen can't be read and aren't shown. They stay saved, unchanged.`
          : "";
    if (words && words !== this.#unread.textContent) say(words);
    this.#unread.textContent = words;
    this.#unread.hidden = !words;
  }

  /** Show the screen's name in the page's heading. @param {string} [name] of a stored screen */
  #showName(name) {
    const heading = document.querySelector("h1")?.firstChild;
    if (!heading) return;
    this.#title ||= heading.textContent?.trim() ?? "";
    heading.textContent = name || this.#title;
  }

  /** @param {Tile} tile */
  #view(tile) {
    const there = this.#views.get(tile.key);
    if (there) {
      there.show(tile);
      return there;
    }
    const ready = this.#record ? null : this.#ready.find(({ tile: each }) => each.key === tile.key);
    const view = new TileView(ready ? emptySection(ready.section) : makeSection(tile), tile);
    /** @type {import("./tile-renderers.js").Change} */
    const change = (patch, then) => this.#changeTile(tile.key, patch, then);
    if (ready) view.body = makeBlockBody(tile, change, view.inner);
    else {
      const makeBody = tile.kind === "block" ? makeBlockBody : this.#bodies?.get(tile.kind);
      view.body = makeBody?.(tile, change) ?? null;
      if (view.body) view.inner.append(view.body.element);
      if (view.body?.settings) view.addSettings(view.body.settings);
    }
    view.show(tile);
    this.#views.set(tile.key, view);
    return view;
  }

  /**
   * Apply a change from within a tile. Values in the form of a built-in screen don't create a copy.
   * @param {string} key
   * @param {(tile: Tile) => Partial<Tile>} patch
   * @param {(after: Tile) => void} [then]
   */
  async #changeTile(key, patch, then) {
    if (!this.#record) return;
    const after = await this.change((before) => tiles.changeTile(before, key, patch));
    const tile = readTiles(after?.data).tiles.find((each) => each.key === key);
    if (tile) then?.(tile);
  }

  /** Put the tiles in order; the focused element keeps the focus. @param {TileView[]} views */
  #order(views) {
    const focused = this.#grid.contains(document.activeElement) ? document.activeElement : null;
    views.forEach(({ element }, at) => {
      const here = this.#grid.children[at] ?? null;
      if (here !== element) this.#grid.insertBefore(element, here);
    });
    if (focused instanceof HTMLElement && focused.isConnected && focused !== document.activeElement) {
      focused.focus({ preventScroll: true });
    }
  }

  /** Return the id of a stored screen to change, copying the built-in one if needed. */
  #getOwnId() {
    if (this.#record) return Promise.resolve(this.#record.id);
    this.#copying ??= this.#copy().finally(() => {
      this.#copying = null;
    });
    return this.#copying;
  }

  async #copy() {
    const name = this.hasReady ? `My ${this.#title}` : "My screen";
    const record = await keep.add("screens", { game: this.game, name, data: { screen: 1, tiles: this.tiles } });
    use(this.game, record.id);
    this.#record = record;
    return record.id;
  }

  /** @param {Event} event */
  #handleClick(event) {
    const pressed = findClicked(event, ".fb-tile-head [data-act]");
    const view = this.#findView(pressed);
    if (pressed && view) this.act(view, pressed.dataset.act ?? "");
  }

  /** @param {Element | null} element */
  #findView(element) {
    const tile = element?.closest(".fb-tile");
    return tile instanceof HTMLElement ? (this.#views.get(tile.dataset.tile ?? "") ?? null) : null;
  }

  /**
   * Execute an action of a tile's menu.
   * @param {TileView} view
   * @param {string} act
   */
  async act(view, act) {
    const { key, title, steps } = view;
    if (act === "add") {
      view.toggleMenu(false);
      await this.openPicker(key);
    } else if (act === "remove") await this.#remove(view);
    if (!(act in SIZES || act in MOVES)) return;
    await this.change((before) =>
      act in MOVES
        ? tiles.moveTile(before, key, MOVES[act])
        : tiles.changeTile(before, key, (tile) => SIZES[act](tile, steps)),
    );
    this.#announceChange(key, title, act);
  }

  /** @param {string} key @param {string | null} before */
  async #place(key, before) {
    await this.change((all) => tiles.placeTile(all, key, before));
    this.#announceChange(key, this.#views.get(key)?.title ?? "", "later");
  }

  /** @param {string} key @param {number} width @param {number} height */
  async #size(key, width, height) {
    await this.change((all) =>
      tiles.changeTile(all, key, (tile) => ({
        ...tiles.widenTile(tile, width - tile.width),
        height: Math.min(height, tiles.HEIGHTS.most),
      })),
    );
    this.#announceChange(key, this.#views.get(key)?.title ?? "", "wider");
  }

  /** @param {string} key @param {string} title @param {string} act */
  #announceChange(key, title, act) {
    const at = this.tiles.findIndex((tile) => tile.key === key);
    const { width, height, folded } = this.tiles[at] ?? {};
    if (act === "earlier" || act === "later") say(`${title}: place ${at + 1} of ${this.tiles.length}.`);
    else if (act === "narrower" || act === "wider") say(`${title}: ${width} of 12 columns wide.`);
    else if (act === "fold") say(`${title} is ${folded ? "folded" : "unfolded"}.`);
    else say(height ? `${title}: ${height} steps high.` : `${title} fits its content.`);
  }

  /** @param {TileView} view */
  async #remove(view) {
    const { key, title } = view;
    const at = this.tiles.findIndex((tile) => tile.key === key);
    await this.change((before) => tiles.removeTile(before, key));
    const gone = /** @type {Tile} */ (view.tile);
    this.tell(`${title} was removed from your screen.`, "Bring it back", async () => {
      await this.change((before) => tiles.insertTile(before, gone, at));
      this.#views.get(key)?.handle.focus();
      say(`${title} is back.`);
    })
      .querySelector("button")
      ?.focus();
  }

  /**
   * Move a tile with the arrow keys on its handle, resize it with Shift, and close menus with Escape.
   * @param {KeyboardEvent} event
   */
  #handleKey(event) {
    const view = this.#findView(event.target instanceof Element ? event.target : null);
    if (!view) return;
    if (event.key === "Escape" && view.isMenuOpen) {
      view.toggleMenu(false);
      return;
    }
    if (event.target !== view.handle) return;
    const act = (
      event.shiftKey
        ? { ArrowLeft: "narrower", ArrowRight: "wider", ArrowUp: "shorter", ArrowDown: "taller" }
        : { ArrowLeft: "earlier", ArrowUp: "earlier", ArrowRight: "later", ArrowDown: "later" }
    )[event.key];
    if (!act) return;
    event.preventDefault();
    this.act(view, act);
  }

  /** @param {EventTarget | null} field */
  #handleRename(field) {
    if (!(field instanceof HTMLInputElement) || !field.matches(".fb-tile-name")) return;
    const view = this.#findView(field);
    const title = field.value.trim();
    if (view && title) this.change((before) => tiles.changeTile(before, view.key, () => ({ title })));
  }

  /** Close menus when the reader taps elsewhere. @param {Event} event */
  #closeMenus({ target }) {
    for (const view of this.#views.values()) {
      const isInside = target instanceof Node && view.element.querySelector(".fb-tile-head")?.contains(target);
      if (view.isMenuOpen && !isInside) view.toggleMenu(false);
    }
  }

  #tellTrouble() {
    const words = TROUBLE_WORDS[keep.trouble];
    this.#trouble?.remove();
    this.#trouble = words ? this.tell(words) : null;
  }
}

/** Return a section of the page without content from an earlier view. @param {HTMLElement} section */
function emptySection(section) {
  const head = section.querySelector(":scope > .fb-tile-head");
  const heading = section.querySelector("h2");
  if (head && heading) head.replaceWith(heading);
  section.querySelector(":scope > .fb-tile-size")?.remove();
  return section;
}
