// A database that another tab may hold up: it is waited for, though not for ever.
import { openDB } from "idb";
import { migrate } from "./migrations.js";
import { SLOW_AFTER } from "./failure.js";

const LETS_GO_WITHIN = 1000; // milliseconds that another tab may take to end what it is at
const UPGRADED = "upgraded"; // what localStorage calls the time of the last upgrade, after the database's name

/**
 * @typedef {import("idb").IDBPDatabase<any>} Database
 * @typedef {import("idb").IDBPTransaction<any, any, any>} Transaction
 */

/**
 * Open a database in the shape of now: as long as it is worth waiting for, and whenever another tab lets go.
 * @param {string} name
 * @param {import("./migrations.js").Migration[]} shapes
 * @param {(upgrade: Transaction) => void} underWay is told of the steps to the shape of now
 * @param {(isOvertaken?: boolean) => void} gone once the database is closed from outside, such as for a newer shape
 * @returns {{ inTime: Promise<Database>, whenever: Promise<Database> }}
 */
export function opening(name, shapes, underWay, gone) {
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
  giveUp(SLOW_AFTER);
  const whenever = Promise.resolve()
    .then(() =>
      openDB(name, shapes.length, {
        upgrade: (database, older, _, upgrade) => {
          underWay(upgrade);
          upgrade.done.then(
            () => noteUpgrade(name),
            () => {},
          );
          migrate(shapes, database, older, /** @type {any} */ (upgrade)).catch(() => abort(upgrade));
        },
        blocked: () => giveUp(LETS_GO_WITHIN),
        blocking: (_, newer, event) => {
          // another tab brings a newer shape, or deletes the database
          /** @type {IDBDatabase} */ (event.target).close();
          gone(newer !== null);
        },
        terminated: () => gone(),
      }),
    )
    .finally(() => clearTimeout(alarm));
  return { inTime: Promise.race([whenever, tooLong]), whenever };
}

/**
 * Open a database that a newer version of this site has upgraded, to read from it: its shape stays as it is.
 * @param {string} name
 * @param {() => void} gone once the database is closed from outside
 * @returns {Promise<Database>}
 */
export const openAsItIs = (name, gone) =>
  openDB(name, undefined, {
    upgrade: (_, __, ___, upgrade) => abort(upgrade), // it was deleted a moment ago: don't create an empty one
    blocking: (_, __, event) => {
      /** @type {IDBDatabase} */ (event.target).close();
      gone();
    },
    terminated: gone,
  });

/**
 * Tell whether some tab has upgraded a database since a time.
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
    // this only makes the reason for a database that is too new more exact
  }
}

/** @param {Transaction} transaction */
export function abort(transaction) {
  try {
    transaction.abort();
  } catch {
    // it was complete already
  }
}
