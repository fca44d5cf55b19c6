// A database that another tab may hold up: it is waited for, though not for ever.
import { openDB } from "idb";
import { SLOW_AFTER } from "../python/queue.js";
import { takeSteps } from "./shapes.js";

const LETS_GO_WITHIN = 1000; // milliseconds that another tab may take to end what it is at

/**
 * @typedef {import("idb").IDBPDatabase<any>} Database
 * @typedef {import("idb").IDBPTransaction<any, any, any>} Transaction
 */

/**
 * Open a database in the shape of now: as long as it is worth waiting for, and whenever another tab lets go.
 * @param {string} name
 * @param {import("./shapes.js").Shape[]} shapes
 * @param {(upgrade: Transaction) => void} underWay is told of the steps to the shape of now
 * @param {() => void} gone once the database is closed from outside
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
          takeSteps(shapes, database, older, /** @type {any} */ (upgrade)).catch(() => abort(upgrade));
        },
        blocked: () => giveUp(LETS_GO_WITHIN),
        blocking: (_, __, event) => {
          // another tab brings a newer shape
          /** @type {IDBDatabase} */ (event.target).close();
          gone();
        },
        terminated: gone,
      }),
    )
    .finally(() => clearTimeout(alarm));
  return { inTime: Promise.race([whenever, tooLong]), whenever };
}

/** @param {Transaction} transaction */
export function abort(transaction) {
  try {
    transaction.abort();
  } catch {
    // it was complete already
  }
}
