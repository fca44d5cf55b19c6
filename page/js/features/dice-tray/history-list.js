// <fb-history>: the latest rolls of all pages, newest first, in the tray and on the dice page.
import { focusOn, make, makeAction, makeButton, resolveAddress, say } from "#shared";
import { keep } from "#store";
import { saveAs } from "../../components/save-file.js";
import { toJson } from "./export-text.js";
import { fetchGames } from "./games.js";
import { makeLine } from "./history-entry.js";
import {
  clear,
  describeTrouble,
  isHistoryOn,
  listPast,
  loadPast,
  remove,
  switchHistory,
  watchPast,
} from "./history.js";
import { describeUnread } from "./validate-rolls.js";

/** @typedef {import("./history.js").Entry} Entry */

const FIRST = 20; // more than fit on a screen

export class History extends HTMLElement {
  #list = make("div", { className: "fb-past" });
  #note = make("p", { className: "fb-past-note" });
  #trouble = make("p", { className: "fb-past-trouble" });
  #unread = make("p", { className: "fb-past-note", hidden: true });
  #undo = make("p", { className: "fb-past-undo", hidden: true });
  #export = makeButton("fb-add", "Save as file");
  #clear = makeButton("fb-add", "Clear");
  #switch = make("input", { type: "checkbox" });
  /** Lines on show, by the roll's id. @type {Map<string, HTMLElement>} */
  #lines = new Map();
  /** Days on show by name, each with its heading and list. @type {Map<string, [HTMLElement, HTMLElement]>} */
  #days = new Map();
  #stopWatching = () => {};
  /** @type {Promise<void> | null} */
  #showing = null;
  #isOld = false;
  #handleChange = () => {
    this.show();
  };

  connectedCallback() {
    if (!this.contains(this.#list)) {
      this.#export.addEventListener("click", () => this.#save());
      this.#clear.addEventListener("click", () => this.#clearAll());
      this.#switch.addEventListener("change", () => this.#handleSwitch());
      this.#export.hidden = this.#clear.hidden = true; // until there is something to export or clear
      this.replaceChildren(
        this.#trouble,
        this.#unread,
        this.#note,
        this.#undo,
        ...(this.closest("dialog") ? [makeMoreLinks()] : []),
        this.#list,
        make(
          "p",
          { className: "fb-past-foot" },
          this.#export,
          this.#clear,
          make("label", { className: "fb-toggle" }, this.#switch, make("span", {}, "Save my rolls on this device")),
        ),
      );
    }
    this.#stopWatching = watchPast(this.#handleChange);
    keep.addEventListener("trouble", this.#handleChange);
    this.show();
  }

  disconnectedCallback() {
    this.#stopWatching();
    keep.removeEventListener("trouble", this.#handleChange);
  }

  /** Update the list once for all changes since the last update. */
  show() {
    this.#isOld = true;
    this.#showing ??= this.#showAll().finally(() => {
      this.#showing = null;
    });
    return this.#showing;
  }

  async #showAll() {
    while (this.#isOld) {
      this.#isOld = false;
      const [{ entries, unread }, known] = await Promise.all([loadPast(), fetchGames()]);
      this.#unread.textContent = describeUnread(unread, "roll", "rolls");
      this.#unread.hidden = !unread;
      if (!this.#lines.size && entries.length > FIRST) {
        // first draw what is in view, then everything
        this.#draw(entries.slice(0, FIRST), known);
        await new Promise((next) => setTimeout(next));
      }
      this.#draw(entries, known);
    }
  }

  /** @param {Entry[]} entries @param {Record<string, import("./games.js").Game>} known */
  #draw(entries, known) {
    const ids = new Set(entries.map(({ id }) => id));
    for (const id of this.#lines.keys()) if (!ids.has(id)) this.#lines.delete(id);
    const byDays = groupByDay(entries);
    const shown = new Set(byDays.map(([day]) => day));
    for (const day of this.#days.keys()) if (!shown.has(day)) this.#days.delete(day);
    const days = byDays.map(([day, ofDay]) => {
      const [heading, list] = this.#makeDay(day);
      fill(
        list,
        ofDay.map((entry) => this.#makeLine(entry, known)),
      );
      return [heading, list];
    });
    fill(this.#list, days.flat());
    this.#trouble.textContent = describeTrouble();
    this.#trouble.hidden = !describeTrouble();
    this.#switch.checked = isHistoryOn();
    this.#export.hidden = !entries.length;
    this.#clear.hidden = !entries.length && this.#unread.hidden;
    this.#note.hidden = entries.length > 0 && isHistoryOn();
    this.#note.textContent = isHistoryOn()
      ? "No rolls yet. Every roll you make on this site appears here, with its dice."
      : "Your rolls aren't saved, so new ones don't appear here.";
  }

  /** @param {string} day */
  #makeDay(day) {
    const shown = this.#days.get(day) ?? [make("h3", {}, day), make("ol", { "aria-label": day })];
    this.#days.set(day, shown);
    return shown;
  }

  /** @param {Entry} entry @param {Record<string, import("./games.js").Game>} known */
  #makeLine(entry, known) {
    const line = this.#lines.get(entry.id) ?? makeLine(entry, known, (each) => this.#remove(each));
    this.#lines.set(entry.id, line);
    return line;
  }

  /** @param {Entry} entry */
  async #remove({ id, data }) {
    const line = this.#lines.get(id);
    const next = line?.nextElementSibling ?? line?.previousElementSibling;
    const bringBack = await remove(id);
    this.#offerUndo(`Deleted: ${data.rolled.about.title || data.rolled.sentence}.`, bringBack);
    /** @type {HTMLElement | null | undefined} */ (
      this.#undo.querySelector("button") ?? next?.querySelector("summary")
    )?.focus();
  }

  async #clearAll() {
    const bringBack = await clear();
    this.#offerUndo("All rolls are cleared.", bringBack);
    this.#undo.querySelector("button")?.focus();
  }

  /** @param {string} words @param {() => Promise<unknown>} bringBack */
  #offerUndo(words, bringBack) {
    const back = makeAction("fb-add", "Restore", async () => {
      await bringBack();
      this.#undo.hidden = true;
      say("Restored.");
      await this.show();
      focusOn(this.querySelector("summary"));
    });
    this.#undo.replaceChildren(`${words} `, back);
    this.#undo.hidden = false;
    say(words);
  }

  async #save() {
    const entries = await listPast();
    await saveAs(`rolls-${new Date().toISOString().slice(0, 10)}`, toJson(entries.map(({ data }) => data)));
  }

  #handleSwitch() {
    switchHistory(this.#switch.checked);
    say(this.#switch.checked ? "Your rolls are saved on this device." : "Your rolls are no longer saved.");
    this.show();
  }
}

/** Return links to the parts of the dice page that look at all rolls. */
const makeMoreLinks = () =>
  make(
    "p",
    { className: "fb-past-links" },
    make("a", { href: resolveAddress("dice/#luck") }, "My luck"),
    make("a", { href: resolveAddress("dice/#session") }, "This session as a picture"),
  );

/**
 * Replace an element's children. Existing children stay in the page, so that a simultaneous tap counts and the focus
 * stays.
 * @param {HTMLElement} place
 * @param {HTMLElement[]} children
 */
function fill(place, children) {
  const wanted = new Set(children);
  for (const each of [...place.children]) if (!wanted.has(/** @type {HTMLElement} */ (each))) each.remove();
  children.forEach((child, at) => {
    if (place.children[at] !== child) place.insertBefore(child, place.children[at] ?? null);
  });
}

/** Group rolls by the day of the roll. @param {Entry[]} entries @returns {[day: string, entries: Entry[]][]} */
function groupByDay(entries) {
  /** @type {Map<string, Entry[]>} */
  const days = new Map();
  for (const entry of entries) {
    const day = formatDay(entry.data.at);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}

/** @param {number} at */
function formatDay(at) {
  const day = new Date(at);
  const ago = new Date().setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0);
  if (ago <= 0) return "Today";
  if (ago < 26 * 3_600_000) return "Yesterday"; // a day has 25 hours when clocks go back
  return day.toLocaleDateString([], { weekday: "long", day: "numeric", month: "long" });
}
