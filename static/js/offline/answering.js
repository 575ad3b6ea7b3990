/** How the service worker answers what a page asks for. What it does not answer goes its usual way. */

import { isDrawnPage, isKeptPage } from "./addresses.js";
import { isOurs } from "./keeping.js";

/** @import {Release} from "./release.js" */

/** Milliseconds that a page which the phone can show by itself may take to come. */
export const PATIENCE = 4_000;

/** What stands before a server answers so when there is none behind it, or none that can work. */
const NO_SERVER = new Set([502, 503, 504]);

/** Answered by the network itself, also where it lets nobody through yet: never from here. */
const SIGN_IN = "/sign-in-to-network";

/** Stands on a page that is shown from the phone because of that. */
const WANTS_SOMETHING = [
  '<div class="notices"><div class="notice" role="status"><p>This network wants something first (sign in?). ',
  `<a class="button button--small" href="${SIGN_IN}">Open it</a></p></div></div>`,
].join("");

const TOO_LATE = Symbol("too late");
const NOT_OURS = Symbol("not ours");

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
  } else if (request.mode === "navigate" && url.pathname !== SIGN_IN) {
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
  const answered = fetch(event.request).catch(() => null);
  const network = answered.then((found) => (found !== null && NO_SERVER.has(found.status) ? null : found));
  // What others say in the server's place counts as no server, where the phone has something to show.
  const ours = network.then(async (found) => (found === null || (await isFromUs(found, url)) ? found : NOT_OURS));
  if (isKept) {
    // A copy, because an answer can be read once; and also when it comes too late for this time.
    const kept = network.then((found) => found?.clone()).then((found) => found && release.keep(address, found));
    event.waitUntil(kept.catch(() => {})); // full; it was shown all the same
  }
  const instead = () => whatThePhoneHas(url, address, release);
  const isShown = isKept || isDrawnPage(url.pathname);
  const found = await (isShown ? Promise.race([ours, after(PATIENCE)]) : network);
  if (found instanceof Response) return found;
  const shown = await instead();
  if (shown !== undefined) return found === NOT_OURS ? withWordOf(shown) : shown;
  // Late, or from somebody else, is better than never where there is nothing to show instead.
  return (await network) ?? (await itsOwnWords(answered)) ?? (await lastResort(release));
}

/**
 * @param {URL} url
 * @param {string} address
 * @param {Release} release
 * @returns {Promise<Response | undefined>}
 */
async function whatThePhoneHas({ pathname }, address, release) {
  const page = isKeptPage(pathname) ? await release.page(address) : undefined;
  return page ?? (isDrawnPage(pathname) ? release.shell() : undefined);
}

/**
 * Our own server says better than the shell what its trouble is.
 * @param {Promise<Response | null>} answered
 */
async function itsOwnWords(answered) {
  const found = await answered;
  return found !== null && isOurs(found) ? found : null;
}

/**
 * Whether the app answered. Where a redirect leads, a browser keeps to itself: one of ours leads to a page of ours.
 * @param {Response} found
 * @param {URL} url
 */
async function isFromUs(found, url) {
  if (found.type !== "opaqueredirect") return isOurs(found);
  try {
    return isOurs(await fetch(url, { mode: "same-origin", headers: { Accept: "text/html" } }));
  } catch {
    return false; // it leads to another host
  }
}

/**
 * A page of ours that says why it comes from the phone, and how to get through.
 * @param {Response} page
 */
async function withWordOf(page) {
  const text = await page.text();
  const headers = new Headers(page.headers);
  headers.delete("Content-Length"); // it is longer now, and was unpacked
  headers.delete("Content-Encoding");
  return new Response(text.replace(/<main[^>]*>/, (main) => main + WANTS_SOMETHING), { headers });
}

/**
 * The page after a form. It was sent once and is never sent again from here.
 * @param {Request} request
 * @param {Release} release
 * @returns {Promise<Response>}
 */
async function afterForm(request, release) {
  const found = await fetch(request).catch(() => null);
  // Our own server says why nothing was kept, and offers to send it again.
  if (found !== null && (!NO_SERVER.has(found.status) || isOurs(found))) return found;
  const shell = await lastResort(release);
  const text = await shell.text();
  return new Response(text.replace("<offline-page", "<offline-page data-unsent"), { headers: shell.headers });
}

/** @param {Release} release */
async function lastResort(release) {
  return (await release.shell()) ?? Response.error();
}

/** @param {number} milliseconds */
function after(milliseconds) {
  return new Promise((done) => setTimeout(() => done(TOO_LATE), milliseconds));
}
