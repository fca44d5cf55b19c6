// The shelf of fights: the details of the fight on show, in the drawer of the bar's "…", and all fights of the game, in the
// drawer of its title. Before a fight, the mat offers the latest ones.
import { buildLink, LONGEST_EVERYWHERE, saveAs } from "#play-shared";
import { ignoreRepeats, make, makeAction, makeButton, resolveAddress, say, share, showError } from "#shared";
import { compareLatest, keep } from "#store";
import { completeSummary, describeShort, readState } from "../../components/fight-words.js";
import { isBackupDue } from "../../lib/backups.js";
import { makeShortcutSwitch } from "./board-keyboard.js";
import { isClock, makeDetails, makeShare } from "./encounter-details.js";
import { EncounterList } from "./encounter-list.js";
import { copyEncounter } from "./encounter-records.js";
import { buildShared } from "./shared-fight.js";
import { moveTo } from "./kept-fields.js";

/** The id of a fight that nobody has joined yet. */
export const NEW = "new";

const MOST_ON_MAT = 3;
const NO_EXPORT = "The script for files couldn't be loaded. Reload the page once you're online.";

/** @typedef {import("#store").StoredRecord} StoredRecord */

export class Shelf {
  /** The details and tools of the fight on show. */
  element = make("div", { className: "fb-fight-shelf" });
  /** All fights. */
  list = make("div", { className: "fb-fight-shelf" });
  #encounters = new EncounterList({
    open: ({ id }) => this.turnTo(id),
    copy: (fight) => this.#copy(fight),
    remove: ({ id, name }) => this.#remove(id, name),
    exportCampaign: (campaign) => this.#export(async () => (await loadFiles()).exportCampaign(campaign)),
  });
  #fresh = makeButton("fb-fight-fresh", "New fight");
  #reminder = make("div");
  #note = make("div", { className: "fb-fight-shelf-note" });
  /** @type {ParentNode | null} */
  #board = null;
  /** @type {import("./encounter-details.js").Details | null} */
  #details = null;
  #drawn = { own: "", details: "", list: "" };
  #id = "";
  /** All fights of the game, the latest first. @type {StoredRecord[]} */
  #fights = [];
  /** The ids of those that have changed since; null before all of them are read. @type {Set<string> | null} */
  #changed = null;
  /** Fights whose summary the rules have been asked for. @type {Set<string>} */
  #asked = new Set();

  /**
   * @param {HTMLElement} asker
   * @param {string} game
   * @param {(id: string) => Promise<unknown>} turnTo shows another fight of this device, or a new one
   * @param {(content: Node[]) => HTMLElement} makeNotice shows something over the board
   */
  constructor(asker, game, turnTo, makeNotice) {
    this.asker = asker;
    this.game = game;
    this.turnTo = turnTo;
    this.makeNotice = makeNotice;
    this.#fresh.addEventListener("click", () => this.turnTo(NEW));
    const tools = make("p", { className: "fb-fight-tools" }, this.#fresh);
    this.list.append(tools, this.#encounters.element, this.#reminder, this.#note);
  }

  /** Note a change of a stored fight, before the shelf is drawn again. @param {string} [id] "" for any fight */
  note(id = "") {
    if (id) this.#changed?.add(id);
    else this.#changed = null;
  }

  /** Read the fights that have changed: reading two hundred of them takes longer than a turn should. */
  async #read() {
    const changed = this.#changed;
    this.#changed = new Set();
    if (!changed) {
      this.#fights = await keep.list("fights", this.game);
      return;
    }
    const read = await Promise.all([...changed].map((id) => keep.get("fights", id)));
    const now = read.flatMap((fight) => (fight?.game === this.game ? [fight] : []));
    this.#fights = [...now, ...this.#fights.filter(({ id }) => !changed.has(id))].sort(compareLatest);
  }

  /** Draw the shelf. Unchanged content stays as it is. @param {string} id the fight on show, or "" */
  async draw(id) {
    await this.#read();
    const fights = this.#fights;
    this.#id = id;
    const own = fights.find((each) => each.id === id);
    const campaigns = [...new Set(fights.flatMap(({ campaign }) => (campaign ? [campaign] : [])))];
    this.#change("own", this.element, [own?.id], () => {
      this.#details = own ? makeDetails(own) : null;
      const parts = own && this.#details ? [this.#details.element, this.#makeTools(own)] : [];
      this.element.replaceChildren(...parts, makeShortcutSwitch());
    });
    this.#change("details", this.element, [id, own?.name, own?.campaign, own?.note, own?.clocks, campaigns], () => {
      if (own) this.#details?.update(own, campaigns);
    });
    this.#change("list", this.list, [id, fights.map(describeChange)], () => {
      this.#encounters.draw(fights, id, campaigns);
    });
    if (this.#board) this.#addToBoard(this.#board);
  }

  /**
   * Draw a part again if its content has changed, and keep the focus in it.
   * @param {"own" | "details" | "list"} name
   * @param {HTMLElement} part
   * @param {unknown} content
   * @param {() => void} draw
   */
  #change(name, part, content, draw) {
    const drawn = JSON.stringify(content);
    if (this.#drawn[name] === drawn) return;
    this.#drawn[name] = drawn;
    const focused = describeFocus(part);
    draw();
    if (focused) focusIn(part, focused);
  }

  /** Put the shelf into its places on the board. @param {ParentNode} board */
  moveInto(board) {
    this.#board = board;
    const shelf = board.querySelector(".fb-shelf-place");
    if (shelf) moveTo(shelf, this.element);
    const place = board.querySelector(".fb-encounters-place");
    if (place) {
      moveTo(place, this.list);
      this.#completeSummaries(this.#fights);
      this.#remind();
    }
    this.#addToBoard(board);
  }

  /** Remind the reader of a backup after many changes. */
  async #remind() {
    const script = isBackupDue() ? await import("#data").catch(() => null) : null;
    const reminder = script?.makeReminder((words) => words && showError(this.#note, words));
    this.#reminder.replaceChildren(...(reminder ? [reminder] : []));
  }

  /** Add the offers of the mat, and the clocks of the bar. @param {ParentNode} board */
  #addToBoard(board) {
    this.#offerStart(board);
    this.#addClocks(board);
  }

  /** Complete the summaries of fights that an earlier version stored, one after the other. @param {StoredRecord[]} fights */
  async #completeSummaries(fights) {
    for (const fight of fights) {
      if (readState(fight) || this.#asked.has(fight.id)) continue;
      this.#asked.add(fight.id);
      await completeSummary(this.asker, fight);
    }
  }

  /**
   * Offer the latest fights on the mat of one that has no combatants yet; else show the note of one that hasn't begun.
   * @param {ParentNode} board
   */
  #offerStart(board) {
    const place = board.querySelector(".fb-start-place");
    const isShared = !this.#id && board.querySelector(".fb-piece:not([data-free])") !== null;
    if (!place || isShared) return;
    const own = this.#fights.find(({ id }) => id === this.#id);
    if (own?.data?.events?.length) {
      place.replaceChildren(...(own.note ? [make("p", { className: "fb-start-note" }, own.note)] : []));
      return;
    }
    const others = this.#fights.filter(({ id, data }) => id !== this.#id && data?.events?.length);
    const open = others.filter((fight) => readState(fight) !== "over");
    const shown = [...open, ...others.filter((fight) => !open.includes(fight))].slice(0, MOST_ON_MAT);
    if (!shown.length) return;
    this.#completeSummaries(shown);
    const cards = shown.map((fight) => {
      const card = makeAction("fb-start-card", "", () => this.turnTo(fight.id));
      card.append(make("strong", {}, fight.name || "A fight"), make("small", {}, describeShort(fight)));
      return card;
    });
    const all = makeButton("fb-start-card", `All fights (${this.#fights.length})`);
    all.dataset.view = JSON.stringify({ open: "encounters" });
    place.replaceChildren(make("p", { className: "fb-start-title" }, "Or go on with"), ...cards, all);
  }

  /** Add the clocks of the encounter to the bar; a tap opens the drawer with their buttons. @param {ParentNode} board */
  #addClocks(board) {
    const place = board.querySelector(".fb-board-bar .fb-pools");
    for (const before of place?.querySelectorAll(".fb-encounter-own") ?? []) before.remove();
    const own = this.#fights.find(({ id }) => id === this.#id);
    for (const { name, filled, segments } of (own?.clocks ?? []).filter(isClock)) {
      const clock = makeButton("fb-board-clock fb-encounter-own", "");
      clock.append(make("span", {}, `${name} `, ...makeShare(filled, segments)));
      clock.style.cssText = `--now:${filled};--most:${segments}`;
      clock.dataset.view = JSON.stringify({ open: "menu" });
      place?.append(clock);
    }
  }

  /** @param {StoredRecord} own */
  #makeTools(own) {
    const sharer = makeAction("fb-share", "Share this fight", () => this.#share(sharer, own.id));
    const copy = makeAction("fb-fight-copy", "Same combatants, fresh", () => this.#copy(own));
    const remove = makeAction("fb-fight-delete", "Delete this fight", () => this.#remove(own.id, own.name));
    return make("p", { className: "fb-fight-tools" }, copy, sharer, remove);
  }

  /** Make a fresh copy of a fight, and show it. */
  #copy = ignoreRepeats(async (/** @type {StoredRecord} */ { id }) => {
    const fight = await keep.get("fights", id);
    if (!fight) return;
    try {
      const made = await copyEncounter(this.asker, fight);
      await this.turnTo(made.id);
      say(`${made.name}: the same combatants, fresh.`);
    } catch (error) {
      showError(this.makeNotice([]), error instanceof Error ? error.message : String(error));
    }
  });

  /** Have a file made. @param {() => Promise<unknown>} makeFile */
  async #export(makeFile) {
    try {
      await makeFile();
      this.#note.replaceChildren();
    } catch (error) {
      showError(this.#note, error instanceof Error ? error.message : String(error));
    }
  }

  /** Delete a fight, with a way back. @param {string} id @param {string} name */
  async #remove(id, name) {
    const isOnShow = id === this.#id;
    const bringBack = await keep.remove("fights", id);
    if (isOnShow) await this.turnTo(NEW);
    await this.draw(isOnShow ? "" : this.#id);
    const back = makeAction("fb-button", "Bring it back", async () => {
      await bringBack();
      note.remove();
      await this.turnTo(id);
      say(`${name} is back.`);
    });
    const note = this.makeNotice([make("p", {}, `${name} is deleted.`), back]);
    back.focus({ preventScroll: true });
    say(`${name} is deleted.`);
  }

  /** Share a link that contains a fight. @param {HTMLButtonElement} sharer @param {string} id */
  async #share(sharer, id) {
    const kept = await keep.get("fights", id);
    if (!kept) return;
    const link = await buildLink(resolveAddress(`${this.game}/fight/`), "fight", buildShared(kept));
    if (link !== null && link.length <= LONGEST_EVERYWHERE) share(sharer, link, "Link to this fight");
    else this.#shareLong(sharer, kept, link);
  }

  /**
   * Report that a link is too long for other apps or for this site, and offer a file.
   * @param {HTMLElement} sharer
   * @param {import("#store").StoredRecord} kept
   * @param {string | null} link null if this site couldn't open it
   */
  #shareLong(sharer, kept, link) {
    const words =
      link === null
        ? "This fight is too long for a link. Send it as a file instead; “Import a file” on the game's characters page opens it."
        : `The link to this fight has ${link.length.toLocaleString("en")} characters, and some apps cut links that long.`
          + " A file always works; “Import a file” on the game's characters page opens it.";
    const save = makeAction("fb-add", "Save as file", () => this.#export(() => saveFight(kept)));
    const place = make("div", { className: "fb-fight-shared" }, make("p", {}, words), save);
    if (link !== null) {
      const send = makeAction("fb-add fb-fight-long", "Share the link", () => share(send, link, "Link to this fight"));
      place.append(send);
    }
    const tools = sharer.closest("p");
    if (tools?.nextElementSibling?.matches(".fb-fight-shared")) tools.nextElementSibling.remove();
    tools?.after(place);
    say(words);
    save.focus();
  }
}

/** Return everything that a list tells about a fight. @param {StoredRecord} fight */
const describeChange = ({ id, name, changed, campaign, note, summary }) => [id, name, changed, campaign, note, summary];

/** Load the script for files. @throws {Error} a sentence if it doesn't arrive */
function loadFiles() {
  return import("#data").catch(() => {
    throw new Error(NO_EXPORT);
  });
}

/** Save a fight as a file. @param {StoredRecord} fight @throws {Error} a sentence if the script doesn't arrive */
export async function saveFight(fight) {
  const { formatFile } = await loadFiles();
  await saveAs(fight.name || "fight", formatFile({ fights: [fight] }));
}

/**
 * Describe the focused element of the shelf, so that the focus can be restored.
 * @param {Element} root
 */
function describeFocus(root) {
  const { activeElement } = document;
  if (!activeElement || !root.contains(activeElement)) return null;
  return {
    name: activeElement.className,
    at: [...root.getElementsByClassName(activeElement.className)].indexOf(activeElement),
  };
}

/** @param {Element} root @param {{ name: string, at: number }} place */
function focusIn(root, { name, at }) {
  const next = root.getElementsByClassName(name)[at] ?? root.querySelector("button");
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}
