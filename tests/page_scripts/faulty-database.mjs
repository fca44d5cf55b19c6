// Faults of IndexedDB in Node: a connection that the browser kills, with or without an event, an open that fails, a
// record that can't be read, and a full disk in the words of each engine.
import "fake-indexeddb/auto";

const EVENT = "../../node_modules/fake-indexeddb/build/esm/lib/FakeEvent.js"; // the package doesn't export it
const { default: FakeEvent } = await import(EVENT);

/** The errors of a full disk: Chromium and today's others, an older Firefox, and WebKit. */
export const FULL = [
  () => new DOMException("Encountered full disk while opening backing store", "QuotaExceededError"),
  () => Object.assign(new Error("no room"), { name: "NS_ERROR_DOM_QUOTA_REACHED" }),
  () => new DOMException("Unable to store record in object store because of not enough space", "UnknownError"),
];

const lost = () =>
  new DOMException("Connection to Indexed Database server lost. Refresh the page to try again", "UnknownError");

/** Faults that apply from now on; `heal` ends them. */
export class Faults {
  #ends = [];
  #dead = new WeakSet();
  #opened = [];

  constructor() {
    const { open } = IDBFactory.prototype;
    const faults = this;
    this.#replace(IDBFactory.prototype, "open", function (...about) {
      const request = open.apply(this, about);
      request.addEventListener("success", () => faults.#opened.push(request.result));
      return request;
    });
    const { transaction } = IDBDatabase.prototype;
    this.#replace(IDBDatabase.prototype, "transaction", function (...about) {
      if (faults.#dead.has(this)) throw lost();
      return transaction.apply(this, about);
    });
  }

  #replace(target, name, by) {
    const before = target[name];
    target[name] = by;
    this.#ends.push(() => (target[name] = before));
  }

  /** Kill all open connections. @param {boolean} withEvent true to fire `close` */
  kill(withEvent = false) {
    for (const database of this.#opened.splice(0)) {
      this.#dead.add(database);
      if (withEvent) database.dispatchEvent(new FakeEvent("close"));
    }
  }

  /** Let every open fail until the returned function is called. @param {() => Error} error */
  failToOpen(error = lost) {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = () => {
      throw error();
    };
    const end = () => (IDBFactory.prototype.open = open);
    this.#ends.push(end);
    return end;
  }

  /** Let every write fail until the returned function is called. @param {() => Error} error */
  failToWrite(error) {
    const ends = ["put", "add", "delete"].map((name) => {
      const before = IDBObjectStore.prototype[name];
      IDBObjectStore.prototype[name] = function () {
        this.transaction.abort();
        throw error();
      };
      return () => (IDBObjectStore.prototype[name] = before);
    });
    const end = () => ends.forEach((each) => each());
    this.#ends.push(end);
    return end;
  }

  /** Make one record unreadable, alone and among others. @param {string} id */
  breakRecord(id) {
    const { get } = IDBObjectStore.prototype;
    const fail = (/** @type {IDBObjectStore} */ store) => {
      store.transaction.abort();
      throw new DOMException("Failed to read large IndexedDB value", "UnknownError");
    };
    this.#replace(IDBObjectStore.prototype, "get", function (key) {
      return key === id ? fail(this) : get.call(this, key);
    });
    this.#replace(IDBObjectStore.prototype, "getAll", function () {
      return fail(this);
    });
    this.#replace(IDBIndex.prototype, "getAll", function () {
      return fail(this.objectStore);
    });
  }

  /** End all faults. */
  heal() {
    for (const end of this.#ends.splice(0).reverse()) end();
  }
}
