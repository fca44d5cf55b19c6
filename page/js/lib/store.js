// Repository of sheets, fights, rolls and other records in IndexedDB, through idb, a wrapper of 1 kB without state of
// its own. Tabs share it and notify each other. Each change is applied to the current record, so that tabs don't
// overwrite each other's. Records that the browser refuses stay in this tab, and are written once that works again. A
// connection that the browser has killed is replaced, and a record that it can't read doesn't hide the others. If the
// database is deleted, the page writes back the records that it knows and those of which there are second copies.
import { noteChanges } from "./backups.js";
import { MIGRATIONS, STORES } from "./migrations.js";
import { abort, isUpgradedSince, openAsItIs, openDatabase } from "./open-database.js";
import { waitForever, PageLifetime } from "./page-lifetime.js";
import { dropRecent, noteRecent } from "./recent.js";

/**
 * @typedef {typeof import("./migrations.js").STORES[number]} StoreName
 *
 * @typedef {object} FightSummary see rules_py.rendering.fights.summary
 * @property {string} line the combatants and the round
 * @property {{ name: string, side: string }[]} fallen
 * @property {string} winner the name of the side that is left, or ""
 * @property {"prepared" | "running" | "over"} [state] missing from fights of an earlier version, as are the names
 * @property {string[]} [names] of all combatants
 *
 * @typedef {{ name: string, filled: number, segments: number }} Clock
 *
 * @typedef {object} StoredRecord a record
 * @property {string} id a UUID
 * @property {string} game its slug
 * @property {string} name the reader's name for it
 * @property {any} data JSON: a sheet's `{"sheet", "fields"}`, a fight's `{"fight", "events"}`, a roll as described in
 *   `features/dice-tray/history.js`, a formula's `{"notation", "plan"}`, a screen's `{"screen", "tiles"}`
 * @property {Record<string, { id: string, fields: object }>} [from] of a fight: by key, the stored sheet that someone
 *   joined as, and its fields when both last matched
 * @property {Record<string, string>} [typed] typed values that aren't applied yet, by field
 * @property {Record<string, any>} [making] of a character that isn't finished: how far the player is
 * @property {boolean} [aside] of such a character: true if the sheet is open in place of the steps
 * @property {FightSummary} [summary] of a fight, after its last event; missing from fights of an earlier version
 * @property {string} [campaign] of a fight: the label of its campaign
 * @property {string} [note] of a fight: the GM's note
 * @property {Clock[]} [clocks] of a fight: clocks of the GM, besides those of its game
 * @property {Record<string, any>} [players] of a fight: what players see of it, see rules_py.play.board.players
 * @property {string} [of] of a fight that came in a link: the id of the fight that the link was made from
 * @property {number} changed the time of the last change, in milliseconds since 1970
 * @property {number} revision the number of changes; records with the same id and revision are equal
 *
 * @typedef {Pick<StoredRecord, "game" | "name" | "data"> & Partial<StoredRecord>} New
 * @typedef {"" | "unreadable" | "failing" | "refused" | "full" | "newer" | "older" | "blocked"} Trouble reason why
 *   changes last only as long as this tab. newer: another tab has loaded a newer version of this site; older: the site
 *   went back to an older version; failing: it may work again later. With "unreadable", changes are stored, but at least
 *   one stored record can't be read.
 * @typedef {{ store: StoreName, id: string, isGone: boolean }} Told the message for watchers; id "" means any record
 */

/** Notices for the reader. */
export const TROUBLE_WORDS = {
  "": "",
  unreadable:
    "Your browser can't read one of the items that you have stored here, so it is missing from these lists. All others "
    + "are here, and your changes are saved. Export everything to be safe.",
  failing:
    "Your browser couldn't reach your saved data just now. Your latest changes are kept in this tab, and it saves them "
    + "as soon as it can. If this doesn't go away, export them and then reload the page.",
  refused:
    "This browser doesn't save data for this site, so what you enter lasts only until you close this tab. "
    + "Export it to keep it.",
  full:
    "This device is out of storage, so your latest changes last only until you close this tab. "
    + "Export them, or free some space and make another change.",
  newer:
    "Another tab has loaded a newer version of this site. Reload this page; until you do, your changes last only "
    + "until you close this tab.",
  older:
    "This site has gone back to an older version than the one that saved your data. Nothing is lost: it all works "
    + "again once the newer version is back. Until then you can read it and export it from a game's characters page, but "
    + "your changes last only until you close this tab.",
  blocked:
    "Another tab is blocking access to your saved data. Close the site's other tabs; until then, "
    + "your changes last only until you close this tab.",
};

/** @type {Record<string, Trouble>} */
const TROUBLES = {
  BlockedError: "blocked",
  QuotaExceededError: "full",
  NS_ERROR_DOM_QUOTA_REACHED: "full",
  ...Object.fromEntries(
    [
      "AbortError",
      "InvalidStateError",
      "OperationError",
      "TimeoutError",
      "TransactionInactiveError",
      "UnknownError",
    ].map((name) => [name, "failing"]),
  ),
};

/** A message of an engine that reports a full disk under a general name; Chromium's is a DataError. */
const IS_FULL = /quota|full|no[ _]space|not enough space|failed to write/i;

/** @param {Partial<Error>} error @returns {Trouble} */
function findTrouble({ name = "", message = "" }) {
  const trouble = TROUBLES[name] ?? "refused";
  return (trouble === "failing" || name === "DataError") && IS_FULL.test(message) ? "full" : trouble;
}

/** Made for the first comparison: that takes 10 ms of a start. @type {Intl.Collator | undefined} */
let collator;

/** @param {string} one @param {string} other */
function compareNames(one, other) {
  collator ??= new Intl.Collator("en", { numeric: true });
  return collator.compare(one, other);
}

/**
 * Compare records for a list with the latest change first. Records that changed together are sorted by name.
 * @param {StoredRecord} one
 * @param {StoredRecord} other
 */
export const compareLatest = (one, other) => other.changed - one.changed || compareNames(one.name, other.name);

const VANISHED = "vanished"; // the message to other tabs that the database was deleted

/** Dispatches "vanished" when the database was deleted under the page, with the number of records written back. */
export class Store extends EventTarget {
  /** @type {Trouble} */
  trouble = "";
  /** Records that the browser refused, by store and id. @type {Map<string, StoredRecord>} */
  #unsaved = new Map();
  /** Records that this tab deleted although the browser couldn't. @type {Set<string>} */
  #gone = new Set();
  /** The revision that the device has of a record that the browser refused, by store and id. @type {Map<string, number>} */
  #stored = new Map();
  /** The revision with which another tab kept a refused record from being written, by store and id. @type {Map<string, number>} */
  #rivals = new Map();
  /**
   * The latest records that this tab has read or written, in case the browser can't reach them.
   * @type {Map<string, StoredRecord>}
   */
  #known = new Map();
  /** Records that the browser can't read, by store and id. @type {Set<string>} */
  #unreadable = new Set();
  /** @type {Promise<import("idb").IDBPDatabase<any>> | null} */
  #database = null;
  /**
   * The database of a newer version of this site, for reading.
   * @type {Promise<import("idb").IDBPDatabase<any>> | null}
   */
  #newer = null;
  #wasOpen = false; // true once a database has been opened
  #isClosed = false; // true once nobody uses this store any more
  #isOvertaken = false; // another tab has upgraded the open database
  /** Current transactions, including an upgrade's. @type {Set<import("idb").IDBPTransaction<any, any, any>>} */
  #transactions = new Set();
  #stay;
  #channel;

  /**
   * @param {string} [name] the database's name
   * @param {import("./migrations.js").Migration[]} [shapes]
   * @param {Partial<EventTarget> & { performance?: Pick<Performance, "timeOrigin"> }} [page] reports when the reader
   *   leaves and comes back, and knows when it was loaded
   */
  constructor(name = "fieldbook", shapes = MIGRATIONS, page = globalThis) {
    super();
    this.name = name;
    this.shapes = shapes;
    this.page = page;
    this.#channel = globalThis.BroadcastChannel ? new BroadcastChannel(`${name}-kept`) : null;
    this.#channel?.addEventListener("message", ({ data }) => {
      if (data === VANISHED) this.#addKnown();
      else this.#tellHere(data);
    });
    this.#stay = new PageLifetime(page, () => this.#leave());
    globalThis.document?.addEventListener?.("visibilitychange", () => {
      if (document.visibilityState === "visible") this.heal();
    });
  }

  /** Replace a connection that the browser has killed in the background, and write what it refused before. */
  async heal() {
    if (!this.#database && !this.trouble && !this.#wasOpen) return;
    await this.#stay.runInVisit(() =>
      this.#write(
        [STORES[0]],
        async () => {},
        () => {},
      ),
    );
  }

  /**
   * Return all records of a store or of one game, the latest changed first. Records that changed together, such as an
   * import's, are sorted by name.
   * @param {StoreName} store
   * @param {string} [game]
   */
  list(store, game) {
    return this.#stay.runInVisit(() => this.#list(store, game));
  }

  /** @param {StoreName} store @param {string} [game] */
  async #list(store, game) {
    const saved = await this.#readAll(store, game);
    /** @type {Map<string, StoredRecord>} */
    const found = new Map(saved.map((/** @type {StoredRecord} */ record) => [record.id, repairRecord(record)]));
    for (const [key, record] of this.#unsaved) {
      if (key === buildKey(store, record.id) && (game === undefined || record.game === game))
        found.set(record.id, record);
    }
    return [...found.values()].filter(({ id }) => !this.#gone.has(buildKey(store, id))).sort(compareLatest);
  }

  /**
   * Read all records at once, or one by one if one of them can't be read.
   * @param {StoreName} store
   * @param {string} [game]
   * @returns {Promise<StoredRecord[]>}
   */
  async #readAll(store, game) {
    const read = (/** @type {any} */ records) =>
      game === undefined ? records.getAll() : records.index("game").getAll(game);
    const failed = /** @type {StoredRecord[]} */ ([]);
    const found = await this.#read(store, read, failed);
    if (found !== failed) {
      for (const record of found) this.#known.set(buildKey(store, record.id), record);
      return found;
    }
    const keys = await this.#read(store, (records) => records.getAllKeys(), null);
    if (keys === null) {
      const isWanted = (/** @type {[string, StoredRecord]} */ [key, record]) =>
        this.#isCutOff && key.startsWith(`${store} `) && (game === undefined || record.game === game);
      return [...this.#known].filter(isWanted).map(([, record]) => record);
    }
    const readable = [];
    for (const id of keys.map(String)) {
      try {
        readable.push(await this.#transact([store], "readonly", (each) => each.objectStore(store).get(id)));
      } catch {
        this.#unreadable.add(buildKey(store, id));
      }
    }
    if (this.#unreadable.size && !this.#unsaved.size) this.#set("unreadable");
    return readable.filter((record) => record && (game === undefined || record.game === game));
  }

  /** True if the browser can't reach the database at all, so that this tab's memory has to do. */
  get #isCutOff() {
    return this.trouble === "failing" || this.trouble === "refused" || this.trouble === "full";
  }

  /**
   * @param {StoreName} store
   * @param {string} id
   * @returns {Promise<StoredRecord | null>}
   */
  get(store, id) {
    return this.#stay.runInVisit(async () => {
      const record = await this.#get(store, id);
      return record && repairRecord(record);
    });
  }

  /**
   * Return a record exactly as it was written.
   * @param {StoreName} store
   * @param {string} id
   * @returns {Promise<StoredRecord | null>}
   */
  async #get(store, id) {
    const key = buildKey(store, id);
    if (this.#gone.has(key)) return null;
    const unsaved = this.#unsaved.get(key);
    if (unsaved) return unsaved;
    const found = await this.#read(store, (records) => records.get(id), null);
    if (found === null) return (this.#isCutOff && this.#known.get(key)) || null;
    if (found) this.#known.set(key, found);
    return found ?? null;
  }

  /**
   * Store a new record.
   * @param {StoreName} store
   * @param {New} about
   */
  async add(store, about) {
    /** @type {StoredRecord} */
    const record = { id: createId(), ...about, changed: Date.now(), revision: 1 };
    await this.#stay.runInVisit(() => this.#put(store, record));
    this.#requestPersistence();
    return record;
  }

  /**
   * Store several new records, either all or none of them on the device. Watchers of each store are notified once.
   * @param {[StoreName, New][]} several
   */
  async addAll(several) {
    if (!several.length) return [];
    const changed = Date.now();
    const records = several.map(
      ([store, about]) =>
        /** @type {[StoreName, StoredRecord]} */ ([store, { id: createId(), changed, revision: 1, ...about }]),
    );
    await this.#stay.runInVisit(() =>
      this.#write(
        [...new Set(records.map(([store]) => store))],
        async (transaction) => {
          records.forEach(([store, record]) =>
            transaction
              .objectStore(store)
              .add(record)
              .catch(() => {}),
          );
        },
        () => records.forEach(([store, record]) => this.#unsaved.set(buildKey(store, record.id), record)),
      ),
    );
    for (const [store, record] of records) {
      this.#known.set(buildKey(store, record.id), record);
      this.#noteRecent(store, record);
    }
    for (const store of new Set(records.map(([store]) => store))) {
      const ids = records.flatMap(([each, { id }]) => (each === store ? [id] : []));
      this.#tell({ store, id: ids.length === 1 ? ids[0] : "", isGone: false });
    }
    this.#requestPersistence();
    return records.map(([, record]) => record);
  }

  /**
   * Store records with given ids, without duplicates, and keep only the latest of the store.
   * @param {StoreName} store a store whose records have `data.at`, in milliseconds since 1970
   * @param {StoredRecord[]} records
   * @param {number} most the number of records to keep
   */
  async putLatest(store, records, most) {
    /** @type {string[]} */
    const over = [];
    const unsaved = [...this.#unsaved].filter(([key]) => key.startsWith(`${store} `)).map(([, record]) => record);
    for (const { id } of records) this.#gone.delete(buildKey(store, id));
    await this.#stay.runInVisit(() =>
      this.#write(
        [store],
        async (transaction) => {
          const kept = transaction.objectStore(store);
          [...unsaved, ...records].forEach((record) => kept.put(record).catch(() => {})); // the transaction reports it
          const times = IDBKeyRange.upperBound(Infinity); // only numbers: records with other times stay
          const surplus = (await kept.index("at").count(times)) - most;
          over.splice(0);
          if (surplus > 0) over.push(...(await listOldest(kept.index("at"), surplus)));
          over.forEach((id) => kept.delete(id).catch(() => {}));
        },
        () =>
          [...unsaved, ...records]
            .sort((one, other) => estimateArrival(other) - estimateArrival(one))
            .forEach((record, place) => {
              const key = buildKey(store, record.id);
              if (place < most) this.#unsaved.set(key, record);
              else this.#unsaved.delete(key);
            }),
        () => unsaved.forEach(({ id }) => this.#forgetUnsaved(buildKey(store, id))),
      ),
    );
    for (const { id } of records) this.#tell({ store, id, isGone: false });
    for (const id of over) this.#tell({ store, id, isGone: true });
  }

  /**
   * Delete all records of a store, including those that other tabs have added.
   * @param {StoreName} store
   * @returns {Promise<StoredRecord[]>} the deleted records
   */
  async clear(store) {
    let records = await this.list(store);
    await this.#stay.runInVisit(() =>
      this.#write(
        [store],
        async (transaction) => {
          const kept = transaction.objectStore(store);
          records = [...(await kept.getAll()), ...records.filter(({ id }) => this.#unsaved.has(buildKey(store, id)))];
          kept.clear().catch(() => {});
        },
        () => records.forEach(({ id }) => this.#gone.add(buildKey(store, id))),
      ),
    );
    for (const { id } of records) {
      this.#forgetUnsaved(buildKey(store, id));
      this.#tell({ store, id, isGone: true });
    }
    return records;
  }

  /**
   * Change the current version of a record. `change` may be asynchronous, for requests to Python; if it throws, the
   * record stays as it is.
   * @param {StoreName} store
   * @param {string} id
   * @param {(before: StoredRecord) => Partial<StoredRecord> | null | Promise<Partial<StoredRecord> | null>} change returns
   *   null for no change
   * @returns {Promise<StoredRecord | null>} the changed record, or null if it was deleted
   */
  update(store, id, change) {
    return this.#stay.runInVisit(
      async (isLeft) => {
        for (;;) {
          const written = await this.#get(store, id);
          const before = written && repairRecord(written);
          const given = before && (await change(before));
          if (!before || !given || isLeft()) return before;
          const after = { ...written, changed: Date.now(), ...given, id, revision: before.revision + 1 };
          if (await this.#put(store, after, before.revision)) return repairRecord(after);
        }
      },
      `${this.name} ${buildKey(store, id)}`,
    );
  }

  /**
   * Delete a record.
   * @param {StoreName} store
   * @param {string} id
   * @returns {Promise<() => Promise<void>>} restores it
   */
  remove(store, id) {
    return this.#stay.runInVisit(
      async () => {
        const record = await this.#get(store, id);
        this.#forgetUnsaved(buildKey(store, id));
        await this.#write(
          [store],
          async (transaction) => {
            await transaction.objectStore(store).delete(id);
          },
          () => this.#gone.add(buildKey(store, id)),
        );
        dropRecent(store, id);
        this.#copy(store, id, null);
        this.#tell({ store, id, isGone: true });
        return async () => {
          if (record)
            await this.#stay.runInVisit(() =>
              this.#put(store, { ...record, revision: repairRecord(record).revision + 1 }),
            );
        };
      },
      `${this.name} ${buildKey(store, id)}`,
    );
  }

  /**
   * Call a function whenever a record of a store changes or is deleted, in any tab.
   * @param {StoreName} store
   * @param {(told: Told) => void} act
   * @returns {() => void} ends it
   */
  watch(store, act) {
    const forward = (/** @type {Event} */ event) => {
      const { detail } = /** @type {CustomEvent<Told>} */ (event);
      if (detail.store === store) act(detail);
    };
    this.addEventListener("kept", forward);
    return () => this.removeEventListener("kept", forward);
  }

  /** True if the last write outlives the tab. */
  get isSaved() {
    return this.trouble === "" || this.trouble === "unreadable";
  }

  /** Close the database and the channel to other tabs. */
  async close() {
    this.#isClosed = true;
    this.#channel?.close();
    const opened = await Promise.all([this.#database, this.#newer].map((each) => each?.catch(() => null)));
    for (const each of opened) each?.close();
    this.#database = this.#newer = null;
  }

  /**
   * Write a record, unless another tab has changed it since.
   * @param {StoreName} store
   * @param {StoredRecord} record
   * @param {number} [after] the expected current revision
   */
  async #put(store, record, after) {
    const key = buildKey(store, record.id);
    let isLate = false;
    this.#gone.delete(key);
    await this.#write(
      [store],
      async (transaction) => {
        const records = transaction.objectStore(store);
        const there = await records.get(record.id);
        isLate = after !== undefined && !this.#unsaved.has(key) && (!there || repairRecord(there).revision !== after);
        if (!isLate) records.put(record).catch(() => {}); // the transaction reports the error too
      },
      () => {
        const rival = this.#rivals.get(key); // this change resolves the conflict, as it would have if it were stored
        if (rival !== undefined) this.#stored.set(key, rival);
        else if (after !== undefined && !this.#unsaved.has(key)) this.#stored.set(key, after);
        this.#rivals.delete(key);
        this.#unsaved.set(key, record);
      },
      () => {
        if (!isLate) this.#forgetUnsaved(key);
      },
    );
    if (isLate) return false;
    this.#known.set(key, record);
    this.#noteRecent(store, record);
    this.#tell({ store, id: record.id, isGone: false });
    return true;
  }

  /**
   * Note a record as one of the latest, and as a change since the last backup, if it outlives this tab.
   * @param {StoreName} store
   * @param {StoredRecord} record
   */
  #noteRecent(store, record) {
    if (this.#unsaved.has(buildKey(store, record.id))) return;
    noteRecent(store, repairRecord(record));
    this.#copy(store, record.id, record);
    if (store !== "rolls") noteChanges();
  }

  /**
   * @template T
   * @param {StoreName} store
   * @param {(records: import("idb").IDBPObjectStore<any, any, any, "readonly">) => Promise<T>} read
   * @param {T} otherwise the result if nothing can be read
   * @returns {Promise<T>}
   */
  async #read(store, read, otherwise) {
    try {
      return await this.#transact([store], "readonly", (transaction) => read(transaction.objectStore(store)));
    } catch (error) {
      this.#noteTrouble(error);
      return otherwise;
    }
  }

  /**
   * @param {StoreName[]} stores
   * @param {(transaction: import("idb").IDBPTransaction<any, any, "readwrite">) => Promise<void>} write
   * @param {() => void} otherwise called if nothing can be written
   * @param {() => void} [then] called after writing
   */
  async #write(stores, write, otherwise, then = () => {}) {
    try {
      await this.#transact(stores, "readwrite", write);
      then();
      if (this.trouble) await this.#endTrouble();
    } catch (error) {
      otherwise();
      this.#noteTrouble(error);
    }
  }

  /**
   * Write what the browser refused, once writing works again: records and deletions.
   * @returns {Promise<Told[]>} the records that are written now
   */
  async #writeUnsaved() {
    /** @type {Told[]} */
    const written = [];
    for (const [key, record] of [...this.#unsaved]) {
      const store = /** @type {StoreName} */ (key.split(" ")[0]);
      try {
        const isWritten = await this.#transact([store], "readwrite", async (transaction) => {
          const records = transaction.objectStore(store);
          const there = await records.get(record.id);
          // its next change resolves the conflict with a change of another tab
          const revision = there ? repairRecord(there).revision : undefined;
          if (revision !== undefined && revision !== this.#stored.get(key)) {
            this.#rivals.set(key, revision);
            return false;
          }
          await records.put(record);
          return true;
        });
        if (!isWritten) continue;
        if (this.#unsaved.get(key) === record) this.#forgetUnsaved(key);
        this.#known.set(key, record);
        this.#copy(store, record.id, record);
        written.push({ store, id: record.id, isGone: false });
      } catch {
        return written;
      }
    }
    for (const key of [...this.#gone]) {
      const [store, id] = /** @type {[StoreName, string]} */ (key.split(" "));
      try {
        await this.#transact([store], "readwrite", (transaction) => transaction.objectStore(store).delete(id));
        this.#gone.delete(key);
      } catch {
        return written;
      }
    }
    return written;
  }

  /** @param {string} key */
  #forgetUnsaved(key) {
    for (const each of [this.#unsaved, this.#stored, this.#rivals]) each.delete(key);
  }

  /** Write what is left, and note that the browser stores changes again, unless it still lacks some. */
  async #endTrouble() {
    const written = await this.#writeUnsaved();
    if (!this.#unsaved.size) this.#set(this.#unreadable.size ? "unreadable" : "");
    for (const each of written) this.#tell(each);
  }

  /**
   * @template T
   * @template {IDBTransactionMode} Mode
   * @param {StoreName[]} stores
   * @param {Mode} mode
   * @param {(transaction: import("idb").IDBPTransaction<any, any, Mode>) => Promise<T>} act
   * @returns {Promise<T>}
   */
  async #transact(stores, mode, act) {
    const isLeft = this.#stay.watch();
    const attempt = async () => {
      const database = await this.#open().catch((error) => this.#openNewer(error, mode));
      if (isLeft()) return waitForever();
      const transaction = this.#track(database.transaction(stores, mode));
      const found = await act(transaction);
      await transaction.done;
      return found;
    };
    try {
      return await attempt().catch((error) => {
        // By its name alone: an error that tells of a full disk may be of a dead connection, and another try costs little.
        if (isLeft() || TROUBLES[error?.name] !== "failing") throw error;
        this.#dropConnection(); // it may be dead: browsers kill those of background tabs without an event
        return attempt();
      });
    } catch (error) {
      if (isLeft()) return waitForever();
      throw error;
    }
  }

  /** Close the connection, so that the next request opens another one. */
  #dropConnection() {
    this.#database?.then(
      (database) => database.close(),
      () => {},
    );
    this.#database = null;
  }

  /**
   * Track a transaction until it ends.
   * @template {import("idb").IDBPTransaction<any, any, any>} Transaction
   * @param {Transaction} transaction
   */
  #track(transaction) {
    this.#transactions.add(transaction);
    const end = () => {
      this.#transactions.delete(transaction);
    };
    transaction.done.then(end, end);
    return transaction;
  }

  /** Abort and close everything that could block another page. */
  #leave() {
    this.#transactions.forEach(abort);
    for (const opened of [this.#database, this.#newer]) {
      opened?.then(
        (database) => database.close(),
        () => {},
      );
    }
    this.#database = this.#newer = null;
  }

  #open() {
    if (this.#database) return this.#database;
    const forget = (isOvertaken = false) => {
      this.#isOvertaken ||= isOvertaken;
      if (this.#database !== known) return;
      this.#database = null;
      if (!isOvertaken && this.#known.size) setTimeout(() => this.#reopen()); // it may have been deleted
    };
    const { inTime, whenever } = openDatabase(
      this.name,
      this.shapes,
      (upgrade) => this.#track(upgrade),
      forget,
      (database, hadOne) => this.#fillNewDatabase(database, hadOne),
    );
    let known = inTime;
    inTime.catch(() =>
      whenever.then(
        (database) => {
          // another tab has released the database
          if (this.#database !== inTime)
            database.close(); // the reader has left meanwhile
          else {
            known = this.#database = whenever;
            this.#resume();
          }
        },
        () => forget(),
      ),
    );
    this.#database = inTime;
    whenever.then(
      () => {
        this.#wasOpen = true;
      },
      () => {},
    );
    return inTime;
  }

  /** Open the database again while the page is in use, which writes back what was deleted with an earlier one. */
  async #reopen() {
    if (this.#isClosed) return;
    await this.#stay.runInVisit(() => this.#open()).catch(() => {}); // the next request reports why it can't be opened
  }

  /**
   * Write the known records and the copied ones into a new database, if it takes the place of one that was deleted.
   * @param {import("idb").IDBPDatabase<any>} database
   * @param {boolean} hadOne
   */
  async #fillNewDatabase(database, hadOne) {
    if (hadOne) {
      for (const [key, record] of (await (await this.#loadCopies())?.readAll()) ?? []) {
        const isOfStore = database.objectStoreNames.contains(key.split(" ")[0]); // a later version may drop one
        if (isOfStore && !this.#known.has(key)) this.#known.set(key, record);
      }
    }
    if (!this.#wasOpen && !this.#known.size) return;
    const restored = await this.#writeKnown(database);
    if (restored === null) return;
    this.#channel?.postMessage(VANISHED);
    this.#reportVanished(restored);
  }

  /** Write back what only this tab knows after another one has found that the database was deleted. */
  async #addKnown() {
    const restored = await this.#stay.runInVisit(async () => this.#writeKnown(await this.#open())).catch(() => null);
    if (restored !== null) this.#reportVanished(restored);
  }

  /**
   * Write the known records that a database lacks.
   * @param {import("idb").IDBPDatabase<any>} database
   * @returns {Promise<number | null>} their number, or null if they couldn't be written; then they stay in this tab
   */
  async #writeKnown(database) {
    const known = [...this.#known].filter(([key]) => !this.#gone.has(key));
    if (!known.length) return 0;
    try {
      const transaction = this.#track(database.transaction(STORES, "readwrite"));
      let written = 0;
      for (const [key, record] of known) {
        const records = transaction.objectStore(/** @type {StoreName} */ (key.split(" ")[0]));
        if (await records.getKey(record.id)) continue;
        written += 1;
        records.put(record).catch(() => {}); // the transaction reports it
      }
      await transaction.done;
      for (const [key, record] of known) noteRecent(/** @type {StoreName} */ (key.split(" ")[0]), repairRecord(record));
      return written;
    } catch (error) {
      for (const [key, record] of known) this.#unsaved.set(key, record);
      this.#noteTrouble(error);
      return null;
    }
  }

  #loadCopies() {
    return (this.#copies ??= import("#second-copies").then(
      ({ COPIED, SecondCopies }) => new SecondCopies(this.name, () => this.#listStored([...COPIED])),
      () => null, // a page without this script works as well
    ));
  }

  /**
   * Return all records of several stores with their keys, as they are in the database.
   * @param {StoreName[]} stores
   * @returns {Promise<[key: string, record: StoredRecord][]>}
   */
  async #listStored(stores) {
    const lists = await this.#transact(stores, "readonly", (transaction) =>
      Promise.all(stores.map((store) => transaction.objectStore(store).getAll())),
    );
    if (this.trouble) throw new Error(this.trouble); // it may lack some
    return stores.flatMap((store, at) => lists[at].map((record) => [buildKey(store, record.id), record]));
  }

  /**
   * Copy a record that is stored, or drop the copy of a deleted one.
   * @param {StoreName} store
   * @param {string} id
   * @param {StoredRecord | null} record
   */
  async #copy(store, id, record) {
    if (store !== "rolls") (await this.#loadCopies())?.note(buildKey(store, id), record);
  }

  /** @type {Promise<import("#second-copies").SecondCopies | null> | null} */
  #copies = null;

  /** @param {number} restored */
  #reportVanished(restored) {
    this.dispatchEvent(new CustomEvent("vanished", { detail: restored }));
    for (const store of STORES) this.#tellHere({ store, id: "", isGone: false });
  }

  /**
   * Open a newer version's database for reading.
   * @param {any} error the error of opening it in this version
   * @param {IDBTransactionMode} mode
   */
  #openNewer(error, mode) {
    if (error?.name !== "VersionError") throw error;
    this.#noteTrouble(error);
    if (mode !== "readonly") throw error;
    const forget = () => {
      if (this.#newer === opened) this.#newer = null;
    };
    const opened = (this.#newer ??= openAsItIs(this.name, forget));
    return opened.catch(() => {
      forget();
      throw error;
    });
  }

  /** Continue after another tab has released the database. */
  async #resume() {
    await this.#endTrouble();
    for (const store of STORES) this.#tellHere({ store, id: "", isGone: false });
  }

  /** @param {unknown} error */
  #noteTrouble(error) {
    const { name = "" } = /** @type {Partial<Error>} */ (error ?? {});
    if (name === "VersionError") this.#set(this.#isBehind ? "newer" : "older");
    else if (name === "NotFoundError" && this.#newer)
      return; // the newer version removed this store
    else this.#set(findTrouble(/** @type {Partial<Error>} */ (error ?? {})));
  }

  /** True if a newer version has appeared since this page was loaded, so that reloading helps. */
  get #isBehind() {
    return this.#isOvertaken || isUpgradedSince(this.name, this.page.performance?.timeOrigin ?? 0);
  }

  /** @param {Trouble} trouble */
  #set(trouble) {
    if (trouble === this.trouble) return;
    this.trouble = trouble;
    this.dispatchEvent(new Event("trouble"));
  }

  /** @param {Told} told */
  #tell(told) {
    this.#channel?.postMessage(told);
    this.#tellHere(told);
  }

  /** @param {Told} detail */
  #tellHere(detail) {
    if (detail.isGone) this.#known.delete(buildKey(detail.store, detail.id));
    this.dispatchEvent(new CustomEvent("kept", { detail }));
  }

  /** Ask the browser once per visit not to evict the data when storage is low. */
  #requestPersistence() {
    this.#asked ??= globalThis.navigator?.storage?.persist?.().catch(() => false) ?? Promise.resolve(false);
  }

  /** @type {Promise<boolean> | null} */
  #asked = null;
}

/** @param {unknown} value */
const isText = (value) => typeof value === "string";

/** @param {unknown} value */
const isTextIfAny = (value) => value === undefined || isText(value);

/** @param {unknown} value */
const isObjectIfAny = (value) =>
  value === undefined || (typeof value === "object" && value !== null && !Array.isArray(value));

/** Fields of a record besides its data, with replacements for invalid values. */
const FRAME = /** @type {[name: keyof StoredRecord, isSound: (value: unknown) => boolean, otherwise: unknown][]} */ ([
  ["game", isText, ""],
  ["name", isText, ""],
  ["changed", Number.isFinite, 0],
  ["revision", Number.isInteger, 0],
  ["from", isObjectIfAny, undefined],
  ["typed", isObjectIfAny, undefined],
  ["summary", isObjectIfAny, undefined],
  ["campaign", isTextIfAny, undefined],
  ["note", isTextIfAny, undefined],
  ["clocks", (value) => value === undefined || Array.isArray(value), undefined],
  ["players", isObjectIfAny, undefined],
  ["of", isTextIfAny, undefined],
]);

/**
 * Return a record with valid fields, whichever version or extension wrote it. Callers check its data.
 * @param {StoredRecord} record
 * @returns {StoredRecord}
 */
const repairRecord = (record) => ({
  ...record,
  ...Object.fromEntries(
    FRAME.filter(([name, isSound]) => !isSound(record[name])).map(([name, , otherwise]) => [name, otherwise]),
  ),
});

/** Milliseconds by which a time may be ahead of the clock: rolls of one batch get one each. */
const AHEAD = 60_000;

/**
 * Return the time when a record came: its own, or the beginning of time if its clock was ahead of this one's. It came
 * before now in any case.
 * @param {StoredRecord} record
 */
const estimateArrival = ({ data }) => (data?.at > Date.now() + AHEAD ? 0 : data?.at);

/**
 * Return the ids of the records that came first. Times in the future are from a clock that was ahead: those records came
 * before now, too, so they go before one that has just come.
 * @param {import("idb").IDBPIndex<any, any, any, "at", "readwrite">} index
 * @param {number} count
 */
async function listOldest(index, count) {
  const now = Date.now() + AHEAD;
  /** @type {string[]} */
  const found = [];
  for (const times of [IDBKeyRange.bound(now, Infinity, true), IDBKeyRange.upperBound(now)]) {
    const left = count - found.length;
    if (left > 0) found.push(...(await index.getAllKeys(times, left)).map(String));
  }
  return found;
}

/** @param {StoreName} store @param {string} id */
const buildKey = (store, id) => `${store} ${id}`;

/** Return a UUID, also with plain http, which lacks `randomUUID`. */
export function createId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export const keep = new Store();
