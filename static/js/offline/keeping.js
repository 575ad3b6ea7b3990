/** The phone's caches, one for each release: what pages and the worker both do with them. */

import { isKeptPage } from "./addresses.js";

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
