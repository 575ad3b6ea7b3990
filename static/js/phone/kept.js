/**
 * What this phone keeps for when there is no network: which pages, the caches that they lie in, one for each release, and
 * the games that it has seen, as they were when it saw them last.
 *
 * Pages and the service worker agree on it, and may be of neighbouring releases. So a message between them is an object
 * with a `type`, and whoever does not know a type leaves it alone. Games are kept in IndexedDB. Where a browser keeps nothing
 * (private browsing, storage forbidden, a page of an older release beside a newer one), the same calls work in memory, and
 * `durable` says so.
 *
 * @typedef {{type: "take-over"}} TakeOver  to a waiting worker: nothing of this page hinders you.
 *   With a port, it is told whether the worker takes over
 *
 * @typedef {{type: "claim"}} Claim  to the worker at work: you have no hold on this page, which was being opened when you
 *   began. A worker that knows no such message answers the next page all the same
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

/** Where a browser looks for the worker. */
export const WORKER = "/sw.js";

/**
 * Whether cards are being entered there: no new release may take over in the middle of that.
 * @param {string} path
 */
export function isEntryPage(path) {
  return /^\/g\/[^/]+\/hole\/\d+\/?$/.test(path);
}

/**
 * Whether the page is kept as the server made it: rules change seldom, and are wanted most in a dispute at the cabin.
 * @param {string} path
 */
export function isKeptPage(path) {
  return /^\/houses(\/(?!build$)[^/]+)?$|^\/g\/[^/]+\/rules$/.test(path);
}

/**
 * Whether the shell can draw something there from what the phone keeps.
 * @param {string} path
 */
export function isDrawnPage(path) {
  return /^\/$|^\/g\/[^/]+(\/(end|hole\/\d+))?\/?$/.test(path);
}

/**
 * The game whose page that is.
 * @param {string} path
 * @returns {string | null} its key
 */
export function gameOf(path) {
  return /^\/g\/([^/]+)/.exec(path)?.[1] ?? null;
}

// --- the phone's caches --------------------------------------------------------------------------------------------------

const PREFIX = "scorekeeper";

/** A person's own headers say nothing about which of the answers is meant. */
export const MATCHING = { ignoreVary: true };

/**
 * What the app says of itself with everything that it sends. A network that wants something first (a fee, a tick) sends a
 * page of its own, as if it were the answer.
 */
const SIGNATURE = "Scorekeeper-Release";

/**
 * @param {string} release
 * @param {string} base  the address under which its files lie
 */
export function cacheName(release, base) {
  return [PREFIX, release, base].join(" ");
}

/**
 * @param {string} name  of a cache
 * @returns {string | null} under which address the files of its release lie; nothing for a cache of something else
 */
export function baseOfCache(name) {
  const [prefix, , base] = name.split(" ");
  return prefix === PREFIX && base !== undefined ? base : null;
}

/**
 * Fetch a page that will be wanted without a network, unless it is here.
 * @param {Cache} cache
 * @param {string} address
 */
export async function keepPage(cache, address) {
  if (!isKeptPage(address)) return;
  const kept = await cache.match(address, MATCHING);
  if (kept !== undefined && isOurs(kept)) return;
  const answer = await fetch(address);
  if (isWhole(answer)) await cache.put(address, answer);
}

/**
 * Whether the app itself answered.
 * @param {Response} answer
 */
export function isOurs(answer) {
  return answer.headers.has(SIGNATURE);
}

/**
 * Whether the answer is ours and what was asked for. One that came by a redirect may not stand in for a page, says the browser.
 * @param {Response} answer
 */
export function isWhole(answer) {
  return isOurs(answer) && answer.status === 200 && answer.type === "basic" && !answer.redirected;
}

// --- the database ------------------------------------------------------------------------------------------------------

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
