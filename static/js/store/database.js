/**
 * What this browser keeps for good, in IndexedDB: games, and what was entered for them. Where a browser keeps nothing
 * (private browsing, storage forbidden, a page of an older release beside a newer one), the same calls work in memory, and
 * `durable` says so.
 *
 * @typedef {object} Keep
 * @property {boolean} durable  whether what is put survives closing the page
 * @property {(store: string) => Promise<any[]>} getAll
 * @property {(store: string, key: string) => Promise<any>} get  undefined for nothing
 * @property {(store: string, value: any) => Promise<void>} put  resolves when it is safe; rejects when there is no room
 * @property {(store: string, key: string, change: (record: any) => any) => Promise<any>} update  puts what is made of the
 *   record that is there, and resolves with that, undefined where there is none; no other tab comes in between
 * @property {(store: string, key: string) => Promise<void>} delete
 */

const NAME = "scorekeeper";

/** Grows with a store that is added, which takes the database away from open pages of the release before. */
const VERSION = 1;

/** The stores, and the field that their records are found by. @type {Record<string, string>} */
const KEYS = { outbox: "id", games: "key" };

/** Milliseconds. One that opens later, or waits for ever for another page, must not keep a page from being drawn. */
export const LONGEST_OPENING = 5_000;

/** What a call ends with when the connection is lost: some browsers close those of apps in the background. */
const LOST = ["InvalidStateError", "UnknownError", "AbortError"];

/**
 * The browser's own database, or one in memory.
 * @returns {Promise<Keep>}
 */
export async function openDatabase() {
  try {
    return keptIn(await open());
  } catch {
    return inMemory();
  }
}

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      reject(new DOMException("the database does not open", "TimeoutError"));
    }, LONGEST_OPENING);
    request.onupgradeneeded = () => {
      for (const [store, keyPath] of Object.entries(KEYS)) {
        if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store, { keyPath });
      }
    };
    request.onsuccess = () => {
      clearTimeout(late);
      if (isLate) request.result.close();
      // A newer release in another tab may change the stores; it would wait for ever for a page that is left open.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => {
      clearTimeout(late);
      reject(request.error);
    };
  });
}

/**
 * @param {IDBDatabase} first
 * @returns {Keep}
 */
function keptIn(first) {
  /** @type {Promise<IDBDatabase> | null} */
  let connection = Promise.resolve(first);
  const forget = (/** @type {Promise<IDBDatabase>} */ one) => {
    if (connection === one) connection = null;
  };
  const connected = () => {
    const one = (connection ??= open());
    one.catch(() => forget(one)); // the next call tries again
    return one;
  };
  /**
   * @param {string} name
   * @param {IDBTransactionMode} mode
   * @param {(store: IDBObjectStore) => IDBRequest} ask  may be asked twice
   * @returns {Promise<any>}
   */
  const inOne = async (name, mode, ask) => {
    const mine = connected();
    const database = await mine;
    try {
      return await transacted(database, name, mode, ask);
    } catch (error) {
      if (!(error instanceof DOMException && LOST.includes(error.name))) throw error;
      forget(mine);
      database.close();
      return transacted(await connected(), name, mode, ask);
    }
  };
  return {
    durable: true,
    getAll: (name) => inOne(name, "readonly", (store) => store.getAll()),
    get: (name, key) => inOne(name, "readonly", (store) => store.get(key)),
    put: (name, value) => inOne(name, "readwrite", (store) => store.put(value)),
    async update(name, key, change) {
      /** @type {any} */
      let changed;
      await inOne(name, "readwrite", (store) => {
        const found = store.get(key);
        found.onsuccess = () => {
          if (found.result !== undefined) store.put((changed = change(found.result)));
        };
        return found;
      });
      return changed;
    },
    delete: (name, key) => inOne(name, "readwrite", (store) => store.delete(key)),
  };
}

/**
 * @param {IDBDatabase} database
 * @param {string} name
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest} ask
 * @returns {Promise<any>}
 */
function transacted(database, name, mode, ask) {
  return new Promise((resolve, reject) => {
    // Strict: on the disk before it is called kept, for a phone may be switched off at once.
    const transaction = database.transaction(name, mode, { durability: "strict" });
    const request = ask(transaction.objectStore(name));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error); // also after an error
  });
}

/**
 * The same, for as long as the page is open.
 * @returns {Keep}
 */
export function inMemory() {
  /** @type {Map<string, Map<string, any>>} */
  const stores = new Map(Object.keys(KEYS).map((name) => [name, new Map()]));
  const of = (/** @type {string} */ name) => stores.get(name) ?? new Map();
  return {
    durable: false,
    getAll: async (name) => structuredClone([...of(name).values()]),
    get: async (name, key) => structuredClone(of(name).get(key)),
    put: async (name, value) => void of(name).set(value[KEYS[name] ?? ""], structuredClone(value)),
    async update(name, key, change) {
      const before = of(name).get(key);
      if (before === undefined) return undefined;
      const changed = structuredClone(change(structuredClone(before)));
      of(name).set(key, changed);
      return structuredClone(changed);
    },
    delete: async (name, key) => void of(name).delete(key),
  };
}
