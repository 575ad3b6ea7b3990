/** The phone's caches, one for each release: what pages and the worker both do with them. */

import { classOf, isKeptPage, isSeatPage } from "./addresses.js";

const PREFIX = "scorekeeper";

/** Milliseconds: longer than a class is kept anywhere. */
const OLD = 31 * 24 * 60 * 60 * 1_000;

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

/**
 * Forget a page, in whatever release it is kept.
 * @param {string} address
 */
export async function forgetPage(address) {
  for await (const cache of ours()) await cache.delete(address, MATCHING);
}

/**
 * Forget the pages of all pupils of a class.
 * @param {string} code
 */
export async function forgetSeatPagesOf(code) {
  for await (const [cache, request, path] of seatPages()) if (classOf(path) === code) await cache.delete(request, MATCHING);
}

/** Forget the pages of pupils that are older than any class. */
export async function forgetOldSeatPages() {
  for await (const [cache, request] of seatPages()) {
    const sent = Date.parse((await cache.match(request, MATCHING))?.headers.get("Date") ?? "");
    if (Date.now() - sent > OLD) await cache.delete(request, MATCHING);
  }
}

/**
 * The pages of pupils of a class that this phone keeps.
 * @param {string} code
 * @returns {Promise<{path: string, text: string}[]>} the newest of each, by the numbers of the seats
 */
export async function seatPagesOf(code) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for await (const [cache, request, path] of seatPages()) {
    if (classOf(path) === code) found.set(path, (await (await cache.match(request, MATCHING))?.text()) ?? "");
  }
  const number = (/** @type {string} */ path) => Number(path.split("/").at(-1));
  return [...found].map(([path, text]) => ({ path, text })).sort((one, other) => number(one.path) - number(other.path));
}

/** @returns {AsyncGenerator<Cache>} */
async function* ours() {
  for (const name of await caches.keys()) if (baseOfCache(name) !== null) yield await caches.open(name);
}

/** @returns {AsyncGenerator<[cache: Cache, request: Request, path: string]>} */
async function* seatPages() {
  for await (const cache of ours()) {
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url);
      if (isSeatPage(pathname)) yield [cache, request, pathname];
    }
  }
}
