/**
 * One release of the app as the phone keeps it: files, the shell, rule sheets, in a cache of its own.
 *
 * @typedef {object} Told  what the server says of a release
 * @property {string} release  its name
 * @property {string} base  the address under which its files lie; it names their contents
 * @property {readonly string[]} files  under that address
 * @property {string} shell
 * @property {readonly string[]} pages  that are kept from the first
 */

import { isKeptPage } from "./addresses.js";
import { baseOfCache, cacheName, isOurs, isWhole, keepPage, MATCHING } from "./keeping.js";

const AT_ONCE = 4;
/** Rule sheets of games that a new release takes along from the one before. */
const SHEETS_TAKEN_ALONG = 20;

export class Release {
  #told;
  #name;

  /** @param {Told} told */
  constructor(told) {
    this.#told = told;
    this.#name = cacheName(told.release, told.base);
  }

  /** @param {URL} url */
  isOwnFile(url) {
    return url.pathname.startsWith(this.#told.base);
  }

  /** Fetch everything that belongs to it. What an earlier attempt has fetched is not fetched again. */
  async install() {
    const cache = await caches.open(this.#name);
    const { base, files, shell, pages } = this.#told;
    const wanted = [...files.map((file) => base + file), shell, ...pages];
    await inTurns(wanted, async (address) => {
      const kept = await cache.match(address, MATCHING);
      if (kept !== undefined && isOurs(kept)) return;
      // Without cookies: these are the same for everybody, and must not begin a session beside that of the page.
      const answer = await fetch(address, { cache: "reload", credentials: "omit" });
      if (!isWhole(answer)) throw new Error(`${address} was answered ${answer.status}${isOurs(answer) ? "" : ", and not by us"}`);
      await cache.put(address, answer);
    });
    const sheets = (await sheetsOfOthers(this.#name)).filter((address) => !pages.includes(address));
    await inTurns(sheets.slice(-SHEETS_TAKEN_ALONG), (address) => keepPage(cache, address).catch(() => {}));
  }

  /** Whether the phone keeps other releases too. */
  async isNotAlone() {
    return (await caches.keys()).some((name) => this.#isOther(name));
  }

  /**
   * Remove the caches of other releases, but for those from whose addresses an open page came.
   * @param {ReadonlySet<string>} bases
   */
  async removeOthers(bases) {
    for (const name of await caches.keys()) {
      if (this.#isOther(name) && !bases.has(baseOfCache(name) ?? "")) await caches.delete(name);
    }
  }

  /** @param {string} name */
  #isOther(name) {
    return name !== this.#name && baseOfCache(name) !== null;
  }

  /** @param {Request} request  of a file of this release */
  async ownFile(request) {
    const cache = await caches.open(this.#name);
    const kept = await cache.match(request, MATCHING);
    if (kept !== undefined && isOurs(kept)) return kept;
    // Not what a network made of it before, here or in the browser's own cache.
    const answer = await fetch(request, { cache: "reload" });
    if (isWhole(answer)) await cache.put(request, answer.clone()).catch(() => {});
    return answer;
  }

  /** @param {Request} request  of a file of another release */
  async othersFile(request) {
    const kept = await caches.match(request, MATCHING);
    return kept !== undefined && isOurs(kept) ? kept : fetch(request);
  }

  /** @returns {Promise<Response | undefined>} */
  async shell() {
    const cache = await caches.open(this.#name);
    return cache.match(this.#told.shell, MATCHING);
  }

  /**
   * The page as it was seen last.
   * @param {string} address
   * @returns {Promise<Response | undefined>}
   */
  async page(address) {
    const cache = await caches.open(this.#name);
    return (await cache.match(address, MATCHING)) ?? cache.match(address, { ...MATCHING, ignoreSearch: true });
  }

  /**
   * Keep a page that the server has just answered with.
   * @param {string} address
   * @param {Response} answer
   */
  async keep(address, answer) {
    if (isWhole(answer)) await (await caches.open(this.#name)).put(address, answer);
  }
}

/**
 * The rule sheets that other releases keep, the newest last.
 * @param {string} own
 * @returns {Promise<string[]>}
 */
async function sheetsOfOthers(own) {
  const found = new Set();
  for (const name of await caches.keys()) {
    if (baseOfCache(name) === null || name === own) continue;
    for (const request of await (await caches.open(name)).keys()) {
      const { pathname } = new URL(request.url);
      if (isKeptPage(pathname)) found.add(pathname);
    }
  }
  return [...found];
}

/**
 * Do it with each, a few at once: the page that was opened wants the network too.
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T) => Promise<void>} what
 */
async function inTurns(items, what) {
  const left = [...items];
  const turn = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await what(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, turn));
}
