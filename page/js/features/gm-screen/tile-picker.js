// The picker of a screen: a search over everything that a tile can show. It stays open, so that a GM adds several.
import { fetchSiteIndex, make, makeAction, makeButton, say, toFailure } from "#shared";
import { keep } from "#store";
import { completeSummary, readState } from "../../components/fight-words.js";
import { hasAllWords } from "../../lib/sorting.js";
import { groupChoices, listChoices, listFights, readKey } from "./choices.js";

/** @typedef {import("./choices.js").Choice} Choice */
/** @typedef {import("./gm-screen.js").Screen} Screen */
/** @typedef {Awaited<ReturnType<typeof fetchSiteIndex>>} Index */

const SHOWN = 4; // choices of a group, until the reader wants all
const PAUSE = 600; // milliseconds after which a typed word counts as a whole one, so that the count is said

/**
 * Tiles that a GM fills in, with their initial values.
 * @type {Record<string, Partial<import("../../lib/screen-tiles.js").Tile> & { kind:
 *   import("../../lib/screen-tiles.js").Kind, title: string }>}
 */
const OWN = {
  "Custom table": { kind: "table", title: "My table", text: "", dice: "" },
  Tracker: { kind: "tracker", title: "Tracker", value: 0, step: 1 },
  Clock: { kind: "clock", title: "Clock", segments: 6, filled: 0 },
  Note: { kind: "note", title: "Note", text: "" },
  Fight: { kind: "fight", title: "Fight", fight: "" },
};

export class Picker {
  #dialog = make("dialog", { className: "md-typeset fb-search fb-picker", "aria-label": "Add to this screen" });
  #field = make("input", {
    type: "search",
    placeholder: "Roll, table, rule or fight",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: false,
    enterKeyHint: "done",
    "aria-label": "Find something to add",
  });
  #words = make("span", { role: "status" });
  #said = make("p", { className: "fb-picker-said" }, this.#words);
  #own = make("div", { className: "fb-picker-own", role: "group", "aria-label": "Your own tiles" });
  #finds = make("div", { className: "fb-picker-finds" });
  #status = make("p", { className: "fb-search-status", role: "status" });
  /** @type {Index | null} */
  #index = null;
  /** Groups of which all choices are shown. @type {Set<string>} */
  #opened = new Set();
  /** The key of the tile below which the next one goes; null for the end. @type {string | null} */
  #after = null;
  /** The keys of the tiles that were added since the picker was opened. @type {string[]} */
  #added = [];
  /** Fights whose summary the rules have been asked for. @type {Set<string>} */
  #completed = new Set();
  /** The tile that the GM fills in next. @type {import("./tile.js").TileView | null} */
  #unnamed = null;
  #asked = 0; // the number of the latest search, whose answer counts
  #saying = 0;

  /** @param {Screen} screen */
  constructor(screen) {
    this.screen = screen;
    const done = makeButton("fb-search-close", "Done");
    for (const words of Object.keys(OWN)) {
      const each = makeAction("fb-add", words, () => this.#addOwn(words));
      this.#own.append(each);
    }
    const bar = make("div", { className: "fb-search-bar" }, this.#field, done);
    this.#dialog.append(bar, this.#said, this.#own, this.#status, this.#finds);
    done.addEventListener("click", () => this.#dialog.close());
    this.#field.addEventListener("input", () => {
      this.#opened.clear();
      this.#show();
    });
    this.#dialog.addEventListener("click", (event) => event.target === this.#dialog && this.#dialog.close());
    this.#dialog.addEventListener("keydown", (event) => this.#handleKey(event));
    this.#dialog.addEventListener("close", () => {
      this.screen.showAdded(this.#added);
      this.#unnamed?.name();
    });
    screen.append(this.#dialog);
  }

  /** Open it. @param {string | null} after the key of the tile below which the first one goes; null for the end */
  async open(after) {
    this.#after = after;
    this.#added = [];
    this.#unnamed = null;
    this.#tell("");
    this.#dialog.showModal();
    this.#field.focus({ preventScroll: true });
    this.#field.value = "";
    await this.#show();
  }

  /** Show what matches the typed words; without any, what a GM may want on this screen. */
  async #show() {
    const number = (this.#asked += 1);
    const typed = this.#field.value.trim();
    for (const each of this.#own.children) {
      each.toggleAttribute("hidden", !hasAllWords(each.textContent ?? "", typed));
    }
    if (!this.#index) this.#status.textContent = "Getting the search ready…";
    const [index, fights] = await Promise.all([this.#fetchIndex(), keep.list("fights")]);
    if (number !== this.#asked) return;
    const { game } = this.screen;
    const { finder } = index ?? {};
    const own = listFights(game ? [...fights].sort(this.#compareGames) : fights, typed, finder?.games ?? {});
    const found = finder
      ? typed
        ? finder.find(typed, game).entries
        : finder.entries.filter((each) => each.game === game)
      : [];
    const others = listChoices(found, finder?.entries ?? []);
    const isNamed = typed && own.some(({ title }) => title.toLowerCase().includes(typed.toLowerCase()));
    const groups = groupChoices(typed && !isNamed ? [...others, ...own] : [...own, ...others]);
    this.#finds.replaceChildren(...groups.map((group) => this.#makeGroup(group)));
    this.#completeSummaries(fights);
    if (index) this.#count(own.length + others.length, typed);
  }

  /** Complete the summaries of fights that an earlier version stored. @param {import("#store").StoredRecord[]} fights */
  async #completeSummaries(fights) {
    const pending = fights.filter((fight) => !readState(fight) && !this.#completed.has(fight.id));
    for (const fight of pending) {
      this.#completed.add(fight.id);
      await completeSummary(this.screen, fight);
    }
    const isUsed = this.#finds.contains(document.activeElement); // a new list would take the focus away
    if (pending.length && this.#dialog.open && !isUsed) await this.#show();
  }

  /** @param {{ game: string }} one @param {{ game: string }} other */
  #compareGames = (one, other) => Number(other.game === this.screen.game) - Number(one.game === this.screen.game);

  async #fetchIndex() {
    try {
      this.#index ??= await fetchSiteIndex();
    } catch (error) {
      this.#status.textContent = `The search couldn't be loaded: ${toFailure(error).message}. Type again to try it again.`;
    }
    return this.#index;
  }

  /** Say how much was found, once the reader pauses. @param {number} count @param {string} typed */
  #count(count, typed) {
    clearTimeout(this.#saying);
    const one = count === 1 ? "1 thing to add" : `${count} things to add`;
    const words = !typed ? "" : count ? one : `Nothing here is called “${typed.slice(0, 40)}”.`;
    if (count || !typed) this.#status.textContent = words;
    else
      this.#saying = window.setTimeout(() => {
        this.#status.textContent = words;
      }, PAUSE);
  }

  /** @param {import("./choices.js").Group} group */
  #makeGroup({ name, choices }) {
    const isAll = this.#opened.has(name);
    const shown = isAll ? choices : choices.slice(0, SHOWN);
    const there = new Set(this.screen.tiles.map(readKey));
    const list = make("ul", {}, ...shown.map((choice) => make("li", {}, this.#makeChoice(choice, there))));
    const part = make("section", { "aria-label": name }, make("h3", {}, name), list);
    if (shown.length < choices.length) {
      const all = makeButton("fb-finds-more", `All ${choices.length}`, `All ${choices.length} ${name.toLowerCase()}`);
      all.addEventListener("click", async () => {
        this.#opened.add(name);
        await this.#show();
        const found = this.#finds.querySelectorAll(`section[aria-label="${name}"] .fb-addable`)[SHOWN];
        if (found instanceof HTMLElement) found.focus();
      });
      part.append(all);
    }
    return part;
  }

  /** @param {Choice} choice @param {Set<string>} there what the screen shows already */
  #makeChoice(choice, there) {
    const game = this.#index?.finder.games[choice.game];
    const pick = makeAction("fb-addable", "", () => this.#add(choice, pick));
    const icon = make("span", { className: "fb-find-mark", "aria-hidden": "true", innerHTML: game?.mark ?? "" });
    pick.append(icon, make("strong", {}, choice.title), " ", make("small", {}, choice.where));
    if (game) pick.style.cssText = `--game-light:${game.accent.light};--game-dark:${game.accent.dark}`;
    if (there.has(choice.key)) markAdded(pick);
    return pick;
  }

  /** @param {Choice} choice @param {HTMLButtonElement} pick */
  async #add(choice, pick) {
    if (this.screen.tiles.some((tile) => readKey(tile) === choice.key)) {
      this.#tell(`${choice.title} is on the screen already.`);
      return;
    }
    try {
      const view = await this.screen.addBelow(choice.about, this.#after);
      this.#after = view.key;
      this.#added.push(view.key);
      markAdded(pick);
      this.#tell(`${choice.title} is on the screen.`, view.key, pick);
    } catch (error) {
      this.#tell(`${choice.title} wasn't added: ${toFailure(error, "it couldn't be downloaded").message}.`);
    }
  }

  /** Add a tile that the GM fills in, and go to its name. @param {string} words */
  async #addOwn(words) {
    try {
      const view = await this.screen.addBelow(OWN[words], this.#after);
      this.#added.push(view.key);
      this.#unnamed = view.tile.kind === "fight" ? null : view;
      this.#dialog.close();
      say(`${view.title} is on the screen.`);
    } catch (error) {
      this.#tell(`${words} wasn't added: ${toFailure(error).message}.`);
    }
  }

  /**
   * Say what was done, with a way back.
   * @param {string} words
   * @param {string} [key] of the tile that was added
   * @param {HTMLElement} [pick] the button that added it
   */
  #tell(words, key, pick) {
    this.#words.textContent = words;
    this.#said.replaceChildren(this.#words);
    if (!key) return;
    const undo = makeButton("fb-add", "Undo", `Undo: ${words}`);
    undo.addEventListener("click", async () => {
      await this.screen.removeTile(key);
      this.#added = this.#added.filter((each) => each !== key);
      if (this.#after === key) this.#after = this.#added.at(-1) ?? null;
      if (pick?.isConnected) {
        pick.removeAttribute("data-added");
        pick.querySelector(".fb-addable-note")?.remove();
      }
      this.#tell("Removed from your screen.");
      if (pick?.isConnected) pick.focus();
      else this.#field.focus();
    });
    this.#said.append(undo);
  }

  /**
   * Move through the choices with Up and Down; Enter in the field adds the first, and Escape closes the picker.
   * @param {KeyboardEvent} event
   */
  #handleKey(event) {
    const picks = /** @type {HTMLElement[]} */ ([...this.#finds.querySelectorAll("button")]);
    const at = picks.indexOf(/** @type {any} */ (document.activeElement));
    if (event.key === "ArrowDown") (picks[at + 1] ?? picks.at(-1))?.focus();
    else if (event.key === "ArrowUp") (at > 0 ? picks[at - 1] : this.#field).focus();
    else if (event.key === "Enter" && document.activeElement === this.#field) picks[0]?.click();
    else if (event.key === "Escape")
      this.#dialog.close(); // a search field would only empty itself
    else return;
    event.preventDefault();
  }
}

/** @param {HTMLElement} pick */
function markAdded(pick) {
  if (pick.hasAttribute("data-added")) return;
  pick.dataset.added = "";
  pick.append(make("span", { className: "fb-addable-note" }, "On the screen"));
}
