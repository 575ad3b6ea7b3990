/** How the service worker answers what a page asks for. What it does not answer goes its usual way. */

import { isDrawnPage, isKeptPage } from "./addresses.js";

/** @import {Release} from "./release.js" */

/** Milliseconds that a page which the phone can show by itself may take to come. */
export const PATIENCE = 4_000;

/** What stands before a server answers so when there is none behind it, or none that can work. */
const NO_SERVER = new Set([502, 503, 504]);

const TOO_LATE = Symbol("too late");

/**
 * @param {FetchEvent} event
 * @param {Release} release
 */
export function answer(event, release) {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (url.pathname.startsWith("/static/")) {
    if (request.method !== "GET" || request.headers.has("Range")) return;
    event.respondWith(release.isOwnFile(url) ? release.ownFile(request) : release.othersFile(request));
  } else if (request.mode === "navigate") {
    if (request.method === "GET") event.respondWith(page(event, url, release));
    else event.respondWith(afterForm(request, release));
  }
}

/**
 * A page: from the server if it can be had, else the copy of it, else what the phone can draw.
 * @param {FetchEvent} event
 * @param {URL} url
 * @param {Release} release
 * @returns {Promise<Response>}
 */
async function page(event, url, release) {
  const isKept = isKeptPage(url.pathname);
  const address = url.pathname + url.search;
  const network = fromServer(event.request);
  if (isKept) {
    // A copy, because an answer can be read once; and also when it comes too late for this time.
    const kept = network.then((found) => found?.clone()).then((found) => found && release.seePage(address, found));
    event.waitUntil(kept.catch(() => {})); // full; it was shown all the same
  }
  const instead = () => (isKept ? release.page(address) : isDrawnPage(url.pathname) ? release.shell() : undefined);
  const late = isKept || isDrawnPage(url.pathname) ? after(PATIENCE) : new Promise(() => {});
  const found = await Promise.race([network, late]);
  if (found === TOO_LATE) {
    // Late is better than never where there is nothing to show instead.
    return (await instead()) ?? (await network) ?? (await lastResort(release));
  }
  return /** @type {Response | null} */ (found) ?? (await instead()) ?? (await lastResort(release));
}

/**
 * The page after a form. It was sent once and is never sent again from here.
 * @param {Request} request
 * @param {Release} release
 * @returns {Promise<Response>}
 */
async function afterForm(request, release) {
  const found = await fromServer(request);
  if (found !== null) return found;
  const shell = await lastResort(release);
  const text = await shell.text();
  return new Response(text.replace("<offline-page", "<offline-page data-unsent"), { headers: shell.headers });
}

/**
 * @param {Request} request
 * @returns {Promise<Response | null>} nothing where there is no server
 */
async function fromServer(request) {
  try {
    const found = await fetch(request);
    return NO_SERVER.has(found.status) ? null : found;
  } catch {
    return null;
  }
}

/** @param {Release} release */
async function lastResort(release) {
  return (await release.shell()) ?? Response.error();
}

/** @param {number} milliseconds */
function after(milliseconds) {
  return new Promise((done) => setTimeout(() => done(TOO_LATE), milliseconds));
}
