/**
 * The part of a browser's IndexedDB that the app uses, with the browser's bad days: databases that do not
 * open, or have no room.
 */

export class BrowserDatabase {
  /** By the names of the databases. @type {Map<string, Map<string, {keyPath: string, records: Map<string, any>}>>} */
  #stores = new Map();
  /** @type {Set<Connection>} */
  connections = new Set();
  /** "later": no answer before `answer()`; "never": an error. @type {"now" | "later" | "never"} */
  opens = "now";
  /** What fails while it is under way fails like this, the next time. @type {string | null} */
  breaks = null;
  /** @type {(() => void)[]} */
  #waiting = [];

  /** What `indexedDB` is in a browser. */
  get factory() {
    return {
      open: (/** @type {string} */ name) => {
        /** @type {any} */
        const request = {};
        const answer = () => {
          if (this.opens === "never") {
            request.error = new DOMException("no", "UnknownError");
            request.onerror?.();
            return;
          }
          const stores = this.#stores.get(name) ?? new Map();
          this.#stores.set(name, stores);
          request.result = new Connection(this, stores);
          if (stores.size === 0) request.onupgradeneeded?.();
          this.connections.add(request.result);
          request.onsuccess?.();
        };
        if (this.opens === "later") this.#waiting.push(answer);
        else queueMicrotask(answer);
        return request;
      },
    };
  }

  answer() {
    this.opens = "now";
    for (const answer of this.#waiting.splice(0)) answer();
  }
}

class Connection {
  /** @param {BrowserDatabase} database @param {Map<string, {keyPath: string, records: Map<string, any>}>} stores */
  constructor(database, stores) {
    this.database = database;
    this.stores = stores;
  }

  get objectStoreNames() {
    return { contains: (/** @type {string} */ name) => this.stores.has(name) };
  }

  /** @param {string} name @param {{keyPath: string}} how */
  createObjectStore(name, { keyPath }) {
    this.stores.set(name, { keyPath, records: new Map() });
  }

  close() {
    this.database.connections.delete(this);
  }

  /** @param {string} name */
  transaction(name) {
    const store = this.stores.get(name);
    if (store === undefined) throw new DOMException("no such store", "NotFoundError");
    /** @type {any} */
    const transaction = { error: null };
    const { database } = this;
    const breaks = database.breaks;
    database.breaks = null;
    /** @type {(() => void)[]} */
    const asked = [];
    const ask = (/** @type {() => any} */ what) => {
      /** @type {any} */
      const request = {};
      asked.push(() => {
        request.result = structuredClone(what());
        request.onsuccess?.();
      });
      return request;
    };
    transaction.objectStore = () => ({
      getAll: () => ask(() => [...store.records.values()]),
      get: (/** @type {string} */ key) => ask(() => store.records.get(key)),
      put: (/** @type {any} */ value) => ask(() => void store.records.set(value[store.keyPath], structuredClone(value))),
      delete: (/** @type {string} */ key) => ask(() => void store.records.delete(key)),
    });
    setImmediate(() => {
      if (breaks !== null) {
        transaction.error = new DOMException("broken off", breaks);
        transaction.onabort?.();
        return;
      }
      for (let next = asked.shift(); next !== undefined; next = asked.shift()) next();
      transaction.oncomplete?.();
    });
    return transaction;
  }
}
