/**
 * The games that this phone has seen, as they were when it saw them last: what is drawn when there is no network. They are
 * kept in IndexedDB. Where a browser keeps nothing (private browsing, storage forbidden, a page of an older release beside a
 * newer one), the same calls work in memory, and `durable` says so.
 *
 * @typedef {object} Keep
 * @property {boolean} durable  whether what is put survives closing the page
 * @property {() => Promise<any[]>} getAll
 * @property {(key: string) => Promise<any>} get  undefined for nothing
 * @property {(value: any) => Promise<void>} put  resolves when it is safe; rejects when there is no room
 * @property {(key: string) => Promise<void>} delete
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
 */

const NAME = "scorekeeper";

/** Grows with a store that is added, which takes the database away from open pages of the release before. */
const VERSION = 1;

const STORE = "games";

/** Milliseconds. One that opens later, or waits for ever for another page, must not keep a page from being drawn. */
export const LONGEST_OPENING = 5_000;

/**
 * The browser's own database, or one in memory. It is opened for each call anew: some browsers close the connections of
 * apps in the background, and one that is left open would keep a newer release waiting.
 * @returns {Promise<Keep>}
 */
export async function openDatabase() {
  try {
    (await open()).close();
  } catch {
    return inMemory();
  }
  return {
    durable: true,
    getAll: () => inOne("readonly", (store) => store.getAll()),
    get: (key) => inOne("readonly", (store) => store.get(key)),
    put: (value) => inOne("readwrite", (store) => store.put(value)),
    delete: (key) => inOne("readwrite", (store) => store.delete(key)),
  };
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
      if (!request.result.objectStoreNames.contains(STORE)) request.result.createObjectStore(STORE, { keyPath: "key" });
    };
    request.onsuccess = () => {
      clearTimeout(late);
      if (isLate) request.result.close();
      resolve(request.result);
    };
    request.onerror = () => {
      clearTimeout(late);
      reject(request.error);
    };
  });
}

/**
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest} ask
 * @returns {Promise<any>}
 */
async function inOne(mode, ask) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = ask(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error); // also after an error
    });
  } finally {
    database.close();
  }
}

/**
 * The same, for as long as the page is open.
 * @returns {Keep}
 */
export function inMemory() {
  /** @type {Map<string, any>} */
  const games = new Map();
  return {
    durable: false,
    getAll: async () => structuredClone([...games.values()]),
    get: async (key) => structuredClone(games.get(key)),
    put: async (value) => void games.set(value.key, structuredClone(value)),
    delete: async (key) => void games.delete(key),
  };
}

// --- the games that this phone has seen ----------------------------------------------------------------------------------

export const MOST = 60;

export class KnownGames {
  #keep;

  /** @param {Keep} keep */
  constructor(keep) {
    this.#keep = keep;
    this.durable = keep.durable;
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
      await this.#keep.put({ ...game, answer, format: 1 });
      const others = known.filter(({ key }) => key !== game.key);
      const isReplaced = (/** @type {KnownGame} */ other) =>
        other.uid === game.uid && other.answer.may_edit === game.answer.may_edit;
      const gone = [...others.filter(isReplaced), ...others.filter((other) => !isReplaced(other)).slice(MOST - 1)];
      for (const { key } of gone) await this.#keep.delete(key);
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
    const found = await this.#keep.get(key);
    return isKnownGame(found) ? found : null;
  }

  /**
   * Every game, the one seen last first.
   * @returns {Promise<KnownGame[]>}
   */
  async all() {
    const found = await this.#keep.getAll();
    return found.filter(isKnownGame).sort((one, other) => other.seenAt - one.seenAt);
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
