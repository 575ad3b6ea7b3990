/**
 * What this browser keeps for good, in IndexedDB: what was entered and not acknowledged, and the games that it has seen, as
 * they were when it saw them last. Where a browser keeps nothing (private browsing, storage forbidden, a page of an older
 * release beside a newer one), the same calls work in memory, and `durable` says so.
 *
 * @typedef {object} Keep
 * @property {boolean} durable  whether what is put survives closing the page
 * @property {(store: string) => Promise<any[]>} getAll
 * @property {(store: string, key: string) => Promise<any>} get  undefined for nothing
 * @property {(store: string, value: any) => Promise<void>} put  resolves when it is safe; rejects when there is no room
 * @property {(store: string, key: string, change: (record: any) => any) => Promise<any>} update  puts what is made of the
 *   record that is there, and resolves with that, undefined where there is none; no other tab comes in between
 * @property {(store: string, key: string) => Promise<void>} delete
 *
 * @typedef {object} KnownGame
 * @property {1} format
 * @property {string} key  of the link by which this phone came
 * @property {string} uid  the same for every link of the game
 * @property {any} answer  the server's newest answer
 * @property {any} rules  of the house that the game is played by
 * @property {number | null} seat  the player that this phone says it is
 * @property {Record<string, string>} urls
 * @property {number} seenAt  milliseconds since 1970
 *
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

// --- the games that this phone has seen ----------------------------------------------------------------------------------

export const STORE = "games";
export const MOST = 60;

export class KnownGames {
  #keep;

  /** @param {Pick<Keep, "getAll" | "get" | "put" | "delete">} keep */
  constructor(keep) {
    this.#keep = keep;
  }

  /**
   * Keep a game, in place of what was known of it. A newer version stays: another tab may have seen more. A link that was
   * renewed takes the place of the old one.
   * @param {Omit<KnownGame, "format">} game
   * @param {{wentBack?: boolean}} [how]  wentBack: the server itself has gone back to this older version
   * @returns {Promise<boolean>} whether it will be there when the page is opened again
   */
  async remember(game, { wentBack = false } = {}) {
    try {
      const known = await this.all();
      const before = known.find(({ key }) => key === game.key);
      const answer = !wentBack && before !== undefined && before.answer.version > game.answer.version ? before.answer : game.answer;
      await this.#keep.put(STORE, { ...game, answer, format: 1 });
      const others = known.filter(({ key }) => key !== game.key);
      const isReplaced = (/** @type {KnownGame} */ other) =>
        other.uid === game.uid && other.answer.may_edit === game.answer.may_edit;
      const gone = [...others.filter(isReplaced), ...others.filter((other) => !isReplaced(other)).slice(MOST - 1)];
      for (const { key } of gone) await this.#keep.delete(STORE, key);
      return true;
    } catch {
      return false; // full, or taken away meanwhile; the page goes on without
    }
  }

  /**
   * @param {string} key
   * @returns {Promise<KnownGame | null>}
   */
  async get(key) {
    const found = await this.#keep.get(STORE, key);
    return isKnownGame(found) ? found : null;
  }

  /**
   * Every game, the one seen last first.
   * @returns {Promise<KnownGame[]>}
   */
  async all() {
    const found = await this.#keep.getAll(STORE);
    return found.filter(isKnownGame).sort((one, other) => other.seenAt - one.seenAt);
  }

  /** @param {string} key */
  async forget(key) {
    await this.#keep.delete(STORE, key);
  }
}

/**
 * What a page of a game starts from: what came with it, or what the phone knows better. For a browser may show a page that
 * it has kept since before, above all on the way back and without a network; if the server has gone back itself, it tells.
 * @param {import("./game-on-phone.js").GameData} page
 * @param {KnownGame | null} known
 * @param {boolean} isReplayed  whether the page was come back to: then it has nothing that the phone had not seen
 * @returns {import("./game-on-phone.js").GameData}
 */
export function startOf(page, known, isReplayed) {
  if (known === null || known.answer.version < page.answer.version + (isReplayed ? 0 : 1)) return page;
  const { answer, rules, seat } = known;
  return { ...page, answer, rules, seat, etag: null };
}

/**
 * Whether this release understands the record; a later one may write others.
 * @param {any} record
 * @returns {record is KnownGame}
 */
function isKnownGame(record) {
  return (
    record?.format === 1 &&
    typeof record.key === "string" &&
    typeof record.uid === "string" &&
    typeof record.seenAt === "number" &&
    Number.isInteger(record.answer?.version) &&
    typeof record.rules === "object" &&
    record.rules !== null
  );
}
