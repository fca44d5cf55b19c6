// Opening of the database, with a timeout if another tab blocks it.
import { openDB } from "idb";
import { migrate } from "./migrations.js";
import { STALLED_AFTER } from "./failure.js";

const LETS_GO_WITHIN = 1000; // milliseconds for another tab to finish its work
const UPGRADED = "upgraded"; // suffix of the localStorage key for the time of the last upgrade

/**
 * @typedef {import("idb").IDBPDatabase<any>} Database
 * @typedef {import("idb").IDBPTransaction<any, any, any>} Transaction
 */

/**
 * Open a database in the current version. `inTime` rejects after a timeout; `whenever` waits until other tabs release
 * it.
 * @param {string} name
 * @param {import("./migrations.js").Migration[]} shapes
 * @param {(upgrade: Transaction) => void} underWay called with the transaction of an upgrade
 * @param {(isOvertaken?: boolean) => void} gone called when the database is closed from outside, for example by an
 *   upgrade
 * @param {(database: Database, hadOne: boolean) => Promise<void>} fillNew called with a new, empty database before
 *   anything reads it, and true if this device is known to have had one
 * @returns {{ inTime: Promise<Database>, whenever: Promise<Database> }}
 */
export function openDatabase(name, shapes, underWay, gone, fillNew) {
  let isNew = false;
  const hadOne = isUpgradedSince(name, 0);
  let alarm = 0;
  /** @type {(after: number) => void} */
  let giveUp = () => {};
  const tooLong = new Promise((_, fail) => {
    giveUp = (after) => {
      clearTimeout(alarm);
      alarm = setTimeout(
        () => fail(new DOMException("another tab holds an older version open", "BlockedError")),
        after,
      );
    };
  });
  giveUp(STALLED_AFTER);
  const whenever = Promise.resolve()
    .then(() =>
      openDB(name, shapes.length, {
        upgrade: (database, older, _, upgrade) => {
          underWay(upgrade);
          isNew = older === 0;
          upgrade.done.then(
            () => noteUpgrade(name),
            () => {},
          );
          migrate(shapes, database, older, /** @type {any} */ (upgrade)).catch(() => abort(upgrade));
        },
        blocked: () => giveUp(LETS_GO_WITHIN),
        blocking: (_, newer, event) => {
          // another tab upgrades or deletes the database
          /** @type {IDBDatabase} */ (event.target).close();
          gone(newer !== null);
        },
        terminated: () => gone(),
      }),
    )
    .then(async (database) => {
      if (isNew) await fillNew(database, hadOne);
      return database;
    })
    .finally(() => clearTimeout(alarm));
  return { inTime: Promise.race([whenever, tooLong]), whenever };
}

/**
 * Open a database that a newer version of this site has upgraded, for reading only.
 * @param {string} name
 * @param {() => void} gone called when the database is closed from outside
 * @returns {Promise<Database>}
 */
export const openAsItIs = (name, gone) =>
  openDB(name, undefined, {
    upgrade: (_, __, ___, upgrade) => abort(upgrade), // it was just deleted: don't create an empty one
    blocking: (_, __, event) => {
      /** @type {IDBDatabase} */ (event.target).close();
      gone();
    },
    terminated: gone,
  });

/**
 * Return true if a tab has upgraded a database since a time.
 * @param {string} name
 * @param {number} time in milliseconds since 1970
 */
export function isUpgradedSince(name, time) {
  try {
    return Number(localStorage.getItem(`${name}:${UPGRADED}`)) > time;
  } catch {
    return false;
  }
}

/** @param {string} name */
function noteUpgrade(name) {
  try {
    localStorage.setItem(`${name}:${UPGRADED}`, String(Date.now()));
  } catch {
    // without it, only the reason for a newer database is less precise
  }
}

/** @param {Transaction} transaction */
export function abort(transaction) {
  try {
    transaction.abort();
  } catch {
    // it was already complete
  }
}
