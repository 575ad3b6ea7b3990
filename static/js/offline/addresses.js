/**
 * What the pages and the service worker must agree on: which addresses are what, and how they speak to each other.
 *
 * A page and a worker may be of neighbouring releases. So a message is an object with a `type`, and whoever does not know
 * a type leaves it alone.
 *
 * @typedef {{type: "take-over"}} TakeOver  to a waiting worker: nothing of this page hinders you.
 *   With a port, it is told whether the worker takes over
 * @typedef {{type: "claim"}} Claim  to the worker at work: you have no hold on this page, which was being opened when you
 *   began. A worker that knows no such message answers the next page all the same
 * @typedef {{type: "which-base"}} WhichBase  to a page, with a port: tell where your scripts came from
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
