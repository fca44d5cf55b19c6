// The place that names the fight on show: the page's address, or on a GM's screen the attribute `fight` of its tile.
import { NEW } from "./fight-shelf.js";

const PLAYERS = /^#(players|view)=/; // an address of what players see
const NAMED = /^#kept=(?<id>.+)$/; // an address with the id of a stored fight, or for a new fight

/** Return the address of a fight. @param {string} id the id of a stored fight, or NEW */
export const buildFightAddress = (id) => `${location.pathname}${location.search}#kept=${id}`;

/** The address of a page with a fight. */
export class PageAddress {
  /** Ends the names of the board's parts, which no other board of the page has. */
  suffix = "";
  #path = location.pathname; // because the address changes before the page does

  /** True while the page itself is on show. */
  get isOnShow() {
    return location.pathname === this.#path;
  }

  /** True if a step in the history can lead to another fight here. */
  get hasSteps() {
    return this.isOnShow;
  }

  /** True if it asks for what players see. */
  get isForPlayers() {
    return PLAYERS.test(location.hash);
  }

  /** True if it names a fight or nothing; otherwise it names a part of the page, or has a shared fight. */
  get isOfFight() {
    return !location.hash || NAMED.test(location.hash);
  }

  /** The fragment, which may have a shared fight. */
  get fragment() {
    return location.hash;
  }

  /** Return the id of the named fight or NEW, undefined if there is no name. */
  readId() {
    return NAMED.exec(location.hash)?.groups?.id;
  }

  /** Name the fight on show. A shared fight stays until the reader saves it. @param {string} id of a stored fight, or "" */
  name(id) {
    if (id && this.isOnShow && !location.hash.startsWith("#fight=")) {
      history.replaceState(history.state, "", buildFightAddress(id));
    }
  }

  /** Step to another fight. @param {string} id of a stored fight, or NEW */
  stepTo(id) {
    const address = buildFightAddress(id);
    if (!location.href.endsWith(address)) history.pushState(history.state, "", address);
  }
}

/** The name of a fight in a tile. */
export class TileAddress extends PageAddress {
  /** @param {HTMLElement} tile @param {string} suffix */
  constructor(tile, suffix) {
    super();
    this.tile = tile;
    this.suffix = suffix;
  }

  get hasSteps() {
    return false;
  }

  get isForPlayers() {
    return false;
  }

  get fragment() {
    return "";
  }

  readId() {
    return this.tile.getAttribute("fight") || NEW;
  }

  /** @param {string} id */
  name(id) {
    if (id) this.#tellScreen(id);
  }

  /** @param {string} id */
  stepTo(id) {
    this.#tellScreen(id === NEW ? "" : id);
  }

  /** Tell the screen which fight the reader has turned to. @param {string} id "" for a new one */
  #tellScreen(id) {
    if (this.tile.getAttribute("fight") === id) return;
    this.tile.setAttribute("fight", id);
    this.tile.dispatchEvent(new CustomEvent("turned"));
  }
}
