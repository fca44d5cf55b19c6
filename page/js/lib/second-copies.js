// Second copies of stored records, in localStorage. A Chromium that finds the disk full deletes the databases and caches
// of sites that it hasn't promised to keep, but not their localStorage: the store fills the next database from there.
import { encodeBytes, encodeJson, decodeText } from "./packing.js";

const MOST = 250_000; // characters: about 200 sheets; each page reads all of localStorage, which takes 5 ms for as much
const LARGEST = MOST / 4; // characters of a record, so that a very long fight leaves room for others
const MOST_BYTES = 10_000_000; // of a record's JSON
const WAIT = 500; // milliseconds, because a few taps in a row often change the same record

/** Stores whose records have second copies. Rolls have none: there are many, and most are soon forgotten. */
export const COPIED = /** @type {const} */ (["sheets", "fights", "formulas", "screens"]);

/**
 * @typedef {import("#store").StoredRecord} StoredRecord
 * @typedef {[key: string, record: StoredRecord]} Keyed a record and its key, of its store and id
 */

export class SecondCopies {
  #prefix;
  #storage = findStorage();
  /** Records to copy, or null for a deleted one, by key. @type {Map<string, StoredRecord | null>} */
  #changes = new Map();
  /** @type {Promise<void> | null} */
  #underWay = null;
  #isFirst = true;
  /** Bytes of the records that are too large for a copy, by key: what isn't shorter isn't packed again. @type {Map<string, number>} */
  #tooLarge = new Map();
  #listAll;

  /**
   * @param {string} name the database's name
   * @param {() => Promise<Keyed[]>} listAll lists all records of the database, or rejects
   */
  constructor(name, listAll) {
    this.#prefix = `${name}:copy:`;
    this.#listAll = listAll;
  }

  /**
   * Copy a record soon, or drop the copy of a deleted one at once, as its tab may close.
   * @param {string} key
   * @param {StoredRecord | null} record
   */
  note(key, record) {
    if (!this.#storage) return;
    if (!record) this.#storage.removeItem(`${this.#prefix}${key}`);
    this.#changes.set(key, record);
    this.#underWay ??= new Promise((done) => setTimeout(done, WAIT)).then(() => this.#copyChanges());
  }

  /** Return all copies that can be read. @returns {Promise<Keyed[]>} */
  async readAll() {
    const read = async (/** @type {string} */ name) => {
      const text = this.#storage?.getItem(name) ?? "";
      const record = await decodeText(text.slice(text.indexOf(" ") + 1), MOST_BYTES);
      return /** @type {Keyed} */ ([name.slice(this.#prefix.length), record]);
    };
    const copies = await Promise.allSettled(this.#listNames().map(read));
    return copies.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  }

  async #copyChanges() {
    try {
      if (this.#isFirst) await this.#copyMissing();
      this.#isFirst = false;
    } catch {
      // the database can't be read now
    }
    try {
      while (this.#changes.size) {
        const [key, record] = /** @type {[string, StoredRecord | null]} */ (this.#changes.entries().next().value);
        this.#changes.delete(key);
        await this.#copy(key, record);
      }
    } catch {
      // the browser has begun to block localStorage
    }
    this.#underWay = null;
  }

  /** Copy what has no copy of its last change, and drop the copies of what was deleted. */
  async #copyMissing() {
    const records = new Map(await this.#listAll());
    const lacking = [...records].filter(
      ([key, { changed }]) => this.#readTime(`${this.#prefix}${key}`) !== changed && !this.#changes.has(key),
    );
    for (const name of this.#listNames()) {
      const key = name.slice(this.#prefix.length);
      if (!records.has(key) && !this.#changes.has(key)) this.#storage?.removeItem(name);
    }
    for (const [key, record] of lacking.sort(([, one], [, other]) => other.changed - one.changed))
      if (!(await this.#copy(key, record))) return;
  }

  /**
   * Copy a record, or drop its copy. Return false if the later ones leave no room for it.
   * @param {string} key
   * @param {StoredRecord | null} record
   */
  async #copy(key, record) {
    const name = `${this.#prefix}${key}`;
    const bytes = record && encodeJson(record);
    const isSmall = bytes && bytes.length < (this.#tooLarge.get(key) ?? Infinity);
    const text = isSmall ? `${record.changed} ${await encodeBytes(bytes)}` : "";
    this.#storage?.removeItem(name);
    if (!bytes || !text) return true;
    if (text.length > LARGEST) {
      this.#tooLarge.set(key, bytes.length);
      return true;
    }
    if (!this.#makeRoom(text.length, record.changed)) return false;
    try {
      this.#storage?.setItem(name, text);
      return true;
    } catch {
      return false; // localStorage is full of other things
    }
  }

  /**
   * Drop the oldest copies until a record has room, and return true if it has.
   * @param {number} length
   * @param {number} time that of the record's change
   */
  #makeRoom(length, time) {
    const copies = this.#listNames().map((name) => ({
      name,
      time: this.#readTime(name),
      length: this.#storage?.getItem(name)?.length ?? 0,
    }));
    let free = MOST - length - copies.reduce((sum, each) => sum + each.length, 0);
    for (const each of copies.sort((one, other) => one.time - other.time)) {
      if (free >= 0 || each.time > time) break;
      this.#storage?.removeItem(each.name);
      free += each.length;
    }
    return free >= 0;
  }

  /** Return the time of the change that a copy holds, or NaN without a copy. @param {string} name */
  #readTime(name) {
    return Number.parseInt(this.#storage?.getItem(name) ?? "", 10);
  }

  #listNames() {
    return Object.keys(this.#storage ?? {}).filter((name) => name.startsWith(this.#prefix));
  }
}

/** Return localStorage, or null if the browser blocks it. */
function findStorage() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
