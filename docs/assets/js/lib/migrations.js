// The shapes that what is kept has had, as steps from each to the next: `MIGRATIONS[n]` makes version n + 1 of version n.
// A step that browsers out there have taken is never changed; another shape is another step, and a test from before it.
/**
 * @typedef {import("idb").IDBPDatabase<any>} Database
 * @typedef {import("idb").IDBPTransaction<any, string[], "versionchange">} Upgrade
 * @typedef {(database: Database, upgrade: Upgrade) => void | Promise<unknown>} Migration
 */

/** What is kept: one store of records for each. Whoever keeps something new adds a step below. */
export const STORES = /** @type {const} */ (["sheets", "fights", "rolls", "formulas", "screens"]);

/** @type {Migration[]} */
export const MIGRATIONS = [
  (database) => {
    for (const name of ["sheets", "fights"]) {
      database.createObjectStore(name, { keyPath: "id" }).createIndex("game", "game");
    }
  },
  (database) => {
    // one record a roll, so that tabs that roll at once write nothing over; by `at` the oldest go
    for (const name of ["rolls", "formulas"]) {
      const store = database.createObjectStore(name, { keyPath: "id" });
      store.createIndex("game", "game");
      if (name === "rolls") store.createIndex("at", "data.at");
    }
  },
  (database) => database.createObjectStore("screens", { keyPath: "id" }).createIndex("game", "game"),
];

/**
 * Take every step from an older shape to the one of now.
 * @param {Migration[]} shapes
 * @param {Database} database
 * @param {number} older its version; 0 where there is none yet
 * @param {Upgrade} upgrade
 */
export async function migrate(shapes, database, older, upgrade) {
  for (const step of shapes.slice(older)) await step(database, upgrade);
}
