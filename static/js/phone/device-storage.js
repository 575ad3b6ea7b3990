/**
 * What this phone keeps for offline use: pages, in a cache for each release, and the games that it has seen, as it last
 * saw them.
 *
 * Pages and the service worker share this module, perhaps from neighboring releases. A message between them is an
 * object with a `type`, and unknown types are ignored. If a browser keeps nothing (private browsing, storage forbidden
 * or full), the same calls work in memory, and `areSafe` says so.
 *
 * @typedef {{type: "take-over"}} TakeOver  to a waiting worker: this page is ready for you. With a port, the worker
 *   answers whether it takes over
 *
 * @typedef {{type: "claim"}} Claim  to the active worker: take this page, which was opening when you started. A worker
 *   without this message still answers the next page
 *
 * @typedef {object} Shelf  a browser's Storage, a type that workers do not have
 * @property {number} length
 * @property {(at: number) => string | null} key
 * @property {(key: string) => string | null} getItem
 * @property {(key: string, text: string) => void} setItem
 * @property {(key: string) => void} removeItem
 *
 * @typedef {Record<"card" | "hole" | "api" | "settle", string>} GameUrls  without the number of a hole at their end
 *
 * @typedef {object} KnownGame
 * @property {1} format
 * @property {string} key  of this phone's link
 * @property {string} uid  the same for every link of the game
 * @property {any} answer  the server's newest answer
 * @property {any} rules  of the game's house
 * @property {number | null} seat  the player who uses this phone
 * @property {GameUrls} urls
 * @property {number} seenAt  milliseconds since 1970
 * @property {string} [deleted]  the server's message for a deleted game; otherwise "" or missing
 */

/** The addresses of a game's pages, by the key of its link. @type {(key: string) => GameUrls} */
export function gameUrls(key) {
  const card = `/g/${key}`;
  return { card, hole: `${card}/hole/`, api: `/api/games/${key}`, settle: `/score?game=${key}` };
}

/**
 * Where a hole is played next: the page on which its cards are entered, or against the phone.
 * @param {{answer: any, urls: GameUrls, key: string}} game @param {number} hole
 */
export function holeAddress({ answer, urls, key }, hole) {
  return answer.practice ? `${answer.practice}?game=${key}` : urls.hole + hole;
}

/** The address of the worker. */
export const WORKER = "/sw.js";

/** Whether people enter cards on that page, so that no new release may take over. @param {string} path */
export function isEntryPage(path) {
  return /^\/g\/[^/]+\/hole\/\d+\/?$/.test(path);
}

/**
 * Whether a page is kept as the server made it: rules and mishaps, which seldom change and settle disputes offline, and
 * practice holes and first lessons, which need no server.
 * @param {string} path
 */
export function isKeptPage(path) {
  return KEPT.some((kept) => kept.test(path));
}

const KEPT = [
  /^\/houses(\/(?!build$)[^/]+)?$/,
  /^\/(play|learn)(\/[^/]+)?$/,
  /^\/g\/[^/]+\/(rules|wrong)$/,
  /^\/referee\/[^/]+\/wrong$/,
];

/** Whether the shell can draw that page from the phone's data. @param {string} path */
export function isDrawnPage(path) {
  return /^\/(new(\/[^/]+)?|practice)?$|^\/g\/[^/]+(\/(end|table|hole\/\d+))?\/?$/.test(path);
}

/** The game of a page. @param {string} path @returns {string | null} its key */
export function gameOf(path) {
  return /^\/g\/([^/]+)/.exec(path)?.[1] ?? null;
}

// --- the phone's caches ----------------------------------------------------------------------------------------------

const PREFIX = "scorekeeper";

/** Headers do not choose between cached answers. */
export const MATCHING = { ignoreVary: true };

/** A header of all the app's answers. A network that wants a fee or a sign-in answers with its own page instead. */
const SIGNATURE = "Scorekeeper-Release";

/** @param {string} release @param {string} base  the address under which its files lie */
export function cacheName(release, base) {
  return [PREFIX, release, base].join(" ");
}

/**
 * @param {string} name  of a cache
 * @returns {string | null} the address under which its release's files are; null for other caches
 */
export function baseOfCache(name) {
  const [prefix, , base] = name.split(" ");
  return prefix === PREFIX && base !== undefined ? base : null;
}

/**
 * Fetch a page for offline use, unless it is already kept.
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

/** Whether the app itself sent an answer. @param {Response} answer */
export function isOurs(answer) {
  return answer.headers.has(SIGNATURE);
}

/**
 * Whether an answer is ours and complete. Browsers do not accept redirected answers in place of a page.
 * @param {Response} answer
 */
export function isWhole(answer) {
  return isOurs(answer) && answer.status === 200 && answer.type === "basic" && !answer.redirected;
}

// --- the browser's storage -------------------------------------------------------------------------------------------

/** The browser's storage, permanent or for a tab. @param {"localStorage" | "sessionStorage"} [which] */
export function deviceStorage(which = "localStorage") {
  try {
    return /** @type {any} */ (globalThis)[which] ?? null; // a worker has none
  } catch {
    return null; // blocked by the browser's settings
  }
}

/** The key prefix of entries that the server has not acknowledged. */
export const WAITS = "scorekeeper:waits:";

/**
 * Records in the browser's storage, or in memory if that is forbidden or full.
 * @template {object} Kept
 */
export class Records {
  /** Records that the storage cannot hold. @type {Map<string, Kept>} */
  #unkept = new Map();

  /**
   * @param {string} prefix  of its keys
   * @param {Shelf | null} storage
   */
  constructor(prefix, storage) {
    this.prefix = prefix;
    this.storage = storage;
  }

  /** Whether all records survive closing the page. */
  get areSafe() {
    return this.#unkept.size === 0;
  }

  /** @returns {string[]} */
  get ids() {
    const { storage, prefix } = this;
    const keys = Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? "");
    const kept = keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
    return [...new Set([...kept, ...this.#unkept.keys()])];
  }

  /** @param {string} id @returns {Kept | null}  null also for unreadable records */
  get(id) {
    try {
      return this.#unkept.get(id) ?? JSON.parse(this.storage?.getItem(this.prefix + id) ?? "null");
    } catch {
      return null;
    }
  }

  put(/** @type {string} */ id, /** @type {Kept} */ record) {
    this.#unkept.delete(id);
    try {
      if (this.storage === null) throw new DOMException("forbidden", "SecurityError");
      this.storage.setItem(this.prefix + id, JSON.stringify(record));
    } catch {
      this.storage?.removeItem(this.prefix + id);
      this.#unkept.set(id, record);
    }
  }

  /** @param {string} id */
  drop(id) {
    this.#unkept.delete(id);
    this.storage?.removeItem(this.prefix + id);
  }
}

// --- the games that this phone has seen ------------------------------------------------------------------------------

/** The most games to keep, so that most of the storage is left for entries. */
export const MOST = 40;

export class KnownGames {
  /** @type {Records<KnownGame>} */
  #records;

  /** @param {Shelf | null} storage */
  constructor(storage) {
    this.#records = new Records("scorekeeper:game:", storage);
  }

  /** Whether all games survive closing the page. */
  get areSafe() {
    return this.#records.areSafe;
  }

  /**
   * Keep a game, replacing its earlier record. A newer version stays, because another tab may have seen more. A new
   * link replaces the old one. Games that only this phone has (version 0) are never dropped.
   * @param {Omit<KnownGame, "format" | "urls">} game
   * @param {{wentBack?: boolean, deleted?: string}} [how]  wentBack: the server went back to this older version
   */
  remember(game, { wentBack = false, deleted = "" } = {}) {
    const before = this.get(game.key);
    const answer =
      !wentBack && before !== null && before.answer.version > game.answer.version ? before.answer : game.answer;
    this.#records.put(game.key, { ...game, answer, urls: gameUrls(game.key), deleted, format: 1 });
    if (before !== null) return;
    const others = this.all.filter(({ key }) => key !== game.key);
    const isReplaced = (/** @type {KnownGame} */ other) =>
      other.uid === game.uid && other.answer.may_edit === game.answer.may_edit;
    const gone = [
      ...others.filter(isReplaced),
      ...others
        .filter((other) => !isReplaced(other))
        .slice(MOST - 1)
        .filter(({ answer }) => answer.version > 0),
    ];
    for (const { key } of gone) this.#records.drop(key);
  }

  /** @param {string} key @returns {KnownGame | null} */
  get(key) {
    const found = this.#records.get(key);
    return isKnownGame(found) ? found : null;
  }

  /** @param {string} key */
  forget(key) {
    this.#records.drop(key);
  }

  /** Mark a game as deleted on the server. @param {string} uid @param {string} deleted  in its words */
  markDeleted(uid, deleted) {
    for (const game of this.all) if (game.uid === uid) this.#records.put(game.key, { ...game, deleted });
  }

  /** The games that are not deleted, last seen first. */
  get standing() {
    return this.all.filter(({ deleted }) => !deleted);
  }

  /** All games, last seen first. @returns {KnownGame[]} */
  get all() {
    return this.#records.ids.flatMap((key) => this.get(key) ?? []).sort((one, other) => other.seenAt - one.seenAt);
  }
}

/**
 * The data that a page of a game starts from: its own, or newer data on the phone. A browser may show an old copy of a
 * page, mostly on the way back and offline. If the server itself went back, its next answer says so.
 * @template {Pick<KnownGame, "answer" | "rules" | "seat">} Page
 * @param {Page} page
 * @param {KnownGame | null} known
 * @param {boolean} isReplayed  whether the visitor came back to the page, which then has nothing new for the phone
 * @returns {Page}
 */
export function startOf(page, known, isReplayed) {
  if (known === null || known.answer.version < page.answer.version + (isReplayed ? 0 : 1)) return page;
  const { answer, rules, seat } = known;
  return { ...page, answer, rules, seat, etag: null };
}

/**
 * Whether this release understands a record; later releases may write others.
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
