/**
 * What this phone keeps for when there is no network: which pages, the caches that they lie in, one for each release, and
 * the games that it has seen, as they were when it saw them last.
 *
 * Pages and the service worker agree on it, and may be of neighboring releases. So a message between them is an object
 * with a `type`, and whoever does not know a type leaves it alone. Where a browser
 * keeps nothing (private browsing, storage forbidden or full), the same calls work in memory, and `areSafe` says so.
 *
 * @typedef {{type: "take-over"}} TakeOver  to a waiting worker: nothing of this page hinders you.
 *   With a port, it is told whether the worker takes over
 *
 * @typedef {{type: "claim"}} Claim  to the worker at work: you have no hold on this page, which was being opened when you
 *   began. A worker that knows no such message answers the next page all the same
 *
 * @typedef {object} Shelf  a browser's Storage, which a worker does not know
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
 * @property {string} key  of the link by which this phone came
 * @property {string} uid  the same for every link of the game
 * @property {any} answer  the server's newest answer
 * @property {any} rules  of the house that the game is played by
 * @property {number | null} seat  the player that this phone says it is
 * @property {GameUrls} urls
 * @property {number} seenAt  milliseconds since 1970
 * @property {string} [deleted]  what the server said when it was deleted; "" or nothing while it stands
 */

/** Where the pages of a game are, by the key of its link. @type {(key: string) => GameUrls} */
export function gameUrls(key) {
  const card = `/g/${key}`;
  return { card, hole: `${card}/hole/`, api: `/api/games/${key}`, settle: `/score?game=${key}` };
}

/** Where a browser looks for the worker. */
export const WORKER = "/sw.js";

/** Whether cards are being entered there: no new release may take over in the middle of that. @param {string} path */
export function isEntryPage(path) {
  return /^\/g\/[^/]+\/hole\/\d+\/?$/.test(path);
}

/**
 * Whether the page is kept as the server made it: rules, and what to do when something went wrong, change seldom and are
 * wanted most in a dispute at the cabin; a practice hole plays by itself.
 * @param {string} path
 */
export function isKeptPage(path) {
  return /^\/houses(\/(?!build$)[^/]+)?$|^\/play(\/[^/]+)?$|^\/g\/[^/]+\/(rules|wrong)$|^\/referee\/[^/]+\/wrong$/.test(path);
}

/** Whether the shell can draw something there from what the phone keeps. @param {string} path */
export function isDrawnPage(path) {
  return /^\/(new(\/[^/]+)?|practice)?$|^\/g\/[^/]+(\/(end|table|hole\/\d+))?\/?$/.test(path);
}

/** The game whose page that is. @param {string} path @returns {string | null} its key */
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

/** @param {string} release @param {string} base  the address under which its files lie */
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

/** Whether the app itself answered. @param {Response} answer */
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

// --- what the browser's storage keeps ----------------------------------------------------------------------------------------

/** What a browser keeps for good, or for a tab. @param {"localStorage" | "sessionStorage"} [which] */
export function deviceStorage(which = "localStorage") {
  try {
    return /** @type {any} */ (globalThis)[which] ?? null; // a worker has none
  } catch {
    return null; // blocked by the browser's settings
  }
}

/** The records of what was done here and the server has not acknowledged. */
export const WAITS = "scorekeeper:waits:";

/**
 * Records in the browser's storage; in memory where that is forbidden or full.
 * @template {object} Kept
 */
export class Records {
  /** What the storage has no room for. @type {Map<string, Kept>} */
  #unkept = new Map();

  /**
   * @param {string} prefix  of its keys
   * @param {Shelf | null} storage
   */
  constructor(prefix, storage) {
    this.prefix = prefix;
    this.storage = storage;
  }

  /** Whether all of it survives closing the page. */
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

  /** @param {string} id @returns {Kept | null}  null also for what something else wrote */
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

// --- the games that this phone has seen ----------------------------------------------------------------------------------

/** As many as leave most of a storage to what is entered. */
export const MOST = 40;

export class KnownGames {
  /** @type {Records<KnownGame>} */
  #records;

  /** @param {Shelf | null} storage */
  constructor(storage) {
    this.#records = new Records("scorekeeper:game:", storage);
  }

  /** Whether they will be there when the page is opened again. */
  get areSafe() {
    return this.#records.areSafe;
  }

  /**
   * Keep a game, in place of what was known of it. A newer version stays: another tab may have seen more. A link that was
   * renewed takes the place of the old one. What this phone alone has, as version 0, never makes room.
   * @param {Omit<KnownGame, "format" | "urls">} game
   * @param {{wentBack?: boolean, deleted?: string}} [how]  wentBack: the server itself has gone back to this older version
   */
  remember(game, { wentBack = false, deleted = "" } = {}) {
    const before = this.get(game.key);
    const answer = !wentBack && before !== null && before.answer.version > game.answer.version ? before.answer : game.answer;
    this.#records.put(game.key, { ...game, answer, urls: gameUrls(game.key), deleted, format: 1 });
    if (before !== null) return;
    const others = this.all.filter(({ key }) => key !== game.key);
    const isReplaced = (/** @type {KnownGame} */ other) =>
      other.uid === game.uid && other.answer.may_edit === game.answer.may_edit;
    const gone = [...others.filter(isReplaced), ...others.filter((other) => !isReplaced(other)).slice(MOST - 1).filter(({ answer }) => answer.version > 0)];
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

  /** The server says that a game was deleted. @param {string} uid @param {string} deleted  in its words */
  markDeleted(uid, deleted) {
    for (const game of this.all) if (game.uid === uid) this.#records.put(game.key, { ...game, deleted });
  }

  /** Those that stand, the one seen last first. */
  get standing() {
    return this.all.filter(({ deleted }) => !deleted);
  }

  /** Every game, the one seen last first. @returns {KnownGame[]} */
  get all() {
    return this.#records.ids.flatMap((key) => this.get(key) ?? []).sort((one, other) => other.seenAt - one.seenAt);
  }
}

/**
 * What a page of a game starts from: what came with it, or what the phone knows better. For a browser may show a page that
 * it has kept since before, above all on the way back and without a network; if the server has gone back itself, it tells.
 * @template {Pick<KnownGame, "answer" | "rules" | "seat">} Page
 * @param {Page} page
 * @param {KnownGame | null} known
 * @param {boolean} isReplayed  whether the page was come back to: then it has nothing that the phone had not seen
 * @returns {Page}
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
