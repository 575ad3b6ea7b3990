/**
 * The service worker: it answers while the server is out of reach, and lets a new release take over between holes. The
 * server's /sw.js calls `work` with the files of its release.
 *
 * @typedef {object} Told  a release, as the server describes it
 * @property {string} release  its name
 * @property {string} base  the folder of its files; it holds their hash
 * @property {readonly string[]} files  in that folder
 * @property {string} shell
 * @property {readonly string[]} pages  cached at once
 */

import {
  baseOfCache,
  cacheName,
  isDrawnPage,
  isEntryPage,
  isKeptPage,
  isOurs,
  isWhole,
  MATCHING,
} from "../phone/device-storage.js";

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));

/** @param {Told} told */
export function work(told) {
  const release = new Release(told);
  worker.addEventListener("install", (event) => event.waitUntil(release.install()));
  worker.addEventListener("activate", (event) => event.waitUntil(begin(release)));
  worker.addEventListener("fetch", (event) => answer(event, release));
  worker.addEventListener("message", (event) => {
    const type = event.data?.type;
    if (type === "take-over") event.waitUntil(takeOver().then((taken) => event.ports[0]?.postMessage(taken)));
    else if (type === "claim") event.waitUntil(worker.clients.claim());
  });
}

/** Take over open pages and delete the caches of earlier releases. @param {Release} release */
async function begin(release) {
  await worker.clients.claim(); // the page of the very first visit too
  await release.removeOthers();
}

/**
 * Replace the release before, unless a hole is being entered.
 * @returns {Promise<boolean>} whether it does
 */
async function takeOver() {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.some((page) => isEntryPage(new URL(page.url).pathname))) return false;
  void worker.skipWaiting(); // ends when this worker is active, which may wait for this message to be handled
  return true;
}

// --- answering -------------------------------------------------------------------------------------------------------

/** Milliseconds to wait for a page that the phone can also show itself. */
export const PATIENCE = 4_000;

/** A proxy's answers when its server is down. */
const NO_SERVER = new Set([502, 503, 504]);

/** Never answered here, so that a Wi-Fi sign-in page can appear. */
const SIGN_IN = "/sign-in-to-network";

/** Added to a page that the phone shows instead of a Wi-Fi sign-in. */
const WANTS_SOMETHING = [
  '<div class="notices"><div class="notice" role="status"><p>This network may need you to sign in. ',
  `<a class="button button--small" href="${SIGN_IN}">Sign in</a></p></div></div>`,
].join("");

const TOO_LATE = Symbol("too late");
const NOT_OURS = Symbol("not ours");

export function answer(/** @type {FetchEvent} */ event, /** @type {Release} */ release) {
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
 * A page from the server, the cache, or drawn by the phone, in that order.
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
  // An answer that isn't ours counts as none if the phone has something to show.
  const ours = network.then(async (found) => (found === null || (await isFromUs(found, url)) ? found : NOT_OURS));
  if (isKept) {
    // A clone, because an answer can be read only once; a late answer is cached too.
    const kept = network.then((found) => found?.clone()).then((found) => found && release.keep(address, found));
    event.waitUntil(kept.catch(() => {})); // storage is full; the page was shown anyway
  }
  const isShown = isKept || isDrawnPage(url.pathname);
  const found = await (isShown ? Promise.race([ours, after(PATIENCE)]) : network);
  if (found instanceof Response) return found;
  const shown = await whatThePhoneHas(url, release);
  if (shown !== undefined) return found === NOT_OURS ? withWordOf(shown) : shown;
  // With nothing else to show, a late or foreign answer is better than none.
  return (await network) ?? (await itsOwnWords(answered)) ?? (await lastResort(release));
}

/** @param {URL} url @param {Release} release @returns {Promise<Response | undefined>} */
async function whatThePhoneHas({ pathname, search }, release) {
  const page = isKeptPage(pathname) ? await release.page(pathname + search) : undefined;
  return page ?? (isDrawnPage(pathname) ? release.shell() : undefined);
}

/** Our own server's error page, which says more than the shell. @param {Promise<Response | null>} answered */
async function itsOwnWords(answered) {
  const found = await answered;
  return found !== null && isOurs(found) ? found : null;
}

/**
 * Whether the app answered. A browser hides a redirect's target, but ours leads to one of our pages.
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

/** Our page with a note that the network may need a sign-in. @param {Response} page */
async function withWordOf(page) {
  const text = await page.text();
  const headers = new Headers(page.headers);
  headers.delete("Content-Length"); // it is longer now, and was unpacked
  headers.delete("Content-Encoding");
  return new Response(
    text.replace(/<main[^>]*>/, (main) => main + WANTS_SOMETHING),
    { headers }
  );
}

/**
 * The page after a form, which is sent once and never repeated.
 * @param {Request} request
 * @param {Release} release
 * @returns {Promise<Response>}
 */
async function afterForm(request, release) {
  const typed = request
    .clone()
    .text()
    .catch(() => "");
  const found = await fetch(request).catch(() => null);
  // Our own server says why nothing was saved, and lets the player send it again.
  if (found !== null && (!NO_SERVER.has(found.status) || isOurs(found))) return found;
  const shell = await lastResort(release);
  const text = await shell.text();
  const said = (await typed).replace(/&/g, "&amp;").replace(/"/g, "&quot;");
  return new Response(
    text.replace("<offline-page", () => `<offline-page data-unsent="${said}"`),
    { headers: shell.headers }
  );
}

/** @param {Release} release */
async function lastResort(release) {
  return (await release.shell()) ?? Response.error();
}

/** @param {number} milliseconds */
function after(milliseconds) {
  return new Promise((done) => setTimeout(() => done(TOO_LATE), milliseconds));
}

// --- one release of the app in the phone's cache ---------------------------------------------------------------------

const AT_ONCE = 4;

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

  /** Fetch all its files, except those that an earlier attempt fetched. */
  async install() {
    const cache = await caches.open(this.#name);
    const { base, files, shell, pages } = this.#told;
    const wanted = [...files.map((file) => base + file), shell, ...pages];
    await inTurns(wanted, async (address) => {
      const kept = await cache.match(address, MATCHING);
      if (kept !== undefined && isOurs(kept)) return;
      // Without cookies: the files are the same for everyone, and must not start a second session.
      const answer = await fetch(address, { cache: "reload", credentials: "omit" });
      if (!isWhole(answer))
        throw new Error(`${address} was answered ${answer.status}${isOurs(answer) ? "" : ", and not by us"}`);
      await cache.put(address, answer);
    });
  }

  async removeOthers() {
    for (const name of await caches.keys())
      if (name !== this.#name && baseOfCache(name) !== null) await caches.delete(name);
  }

  /** @param {Request} request  of a file of this release */
  async ownFile(request) {
    const cache = await caches.open(this.#name);
    const kept = await cache.match(request, MATCHING);
    if (kept !== undefined && isOurs(kept)) return kept;
    // Past the browser's cache, which may hold what a network sent instead.
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

  /** The cached copy of a page. @param {string} address @returns {Promise<Response | undefined>} */
  async page(address) {
    const cache = await caches.open(this.#name);
    return (await cache.match(address, MATCHING)) ?? cache.match(address, { ...MATCHING, ignoreSearch: true });
  }

  /** Cache a page that the server sent. @param {string} address @param {Response} answer */
  async keep(address, answer) {
    if (isWhole(answer)) await (await caches.open(this.#name)).put(address, answer);
  }
}

/**
 * Run `what` for each item, a few at a time, because the open page needs the network too.
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
