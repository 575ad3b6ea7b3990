/**
 * What the pages and the service worker must agree on: which addresses are what, what lies in the phone's caches, one for each
 * release, and how they speak to each other.
 *
 * A page and a worker may be of neighbouring releases. So a message is an object with a `type`, and whoever does not know
 * a type leaves it alone.
 *
 * @typedef {{type: "take-over"}} TakeOver  to a waiting worker: nothing of this page hinders you.
 *   With a port, it is told whether the worker takes over
 *
 * @typedef {{type: "claim"}} Claim  to the worker at work: you have no hold on this page, which was being opened when you
 *   began. A worker that knows no such message answers the next page all the same
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
