// Database migrations: `MIGRATIONS[n]` upgrades stored data from version n to n + 1. Never change a released migration;
// add another one, with a test. The copies of second-copies.js may be as old: what changes records has to change them.
/**
 * @typedef {import("idb").IDBPDatabase<any>} Database
 * @typedef {import("idb").IDBPTransaction<any, string[], "versionchange">} Upgrade
 * @typedef {(database: Database, upgrade: Upgrade) => void | Promise<unknown>} Migration
 */

/** Stores of the database. A new store needs a migration below. */
export const STORES = /** @type {const} */ (["sheets", "fights", "rolls", "formulas", "screens"]);

/** @type {Migration[]} */
export const MIGRATIONS = [
  (database) => {
    for (const name of ["sheets", "fights"]) {
      database.createObjectStore(name, { keyPath: "id" }).createIndex("game", "game");
    }
  },
  (database) => {
    // a record for each roll avoids conflicts between tabs; the index `at` finds the oldest
    for (const name of ["rolls", "formulas"]) {
      const store = database.createObjectStore(name, { keyPath: "id" });
      store.createIndex("game", "game");
      if (name === "rolls") store.createIndex("at", "data.at");
    }
  },
  (database) => database.createObjectStore("screens", { keyPath: "id" }).createIndex("game", "game"),
];

/**
 * Run the migrations from an older version to the current one.
 * @param {Migration[]} shapes
 * @param {Database} database
 * @param {number} older its version, or 0 for a new database
 * @param {Upgrade} upgrade
 */
export async function migrate(shapes, database, older, upgrade) {
  for (const step of shapes.slice(older)) await step(database, upgrade);
}
