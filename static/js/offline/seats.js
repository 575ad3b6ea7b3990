/** The pages of pupils that this phone keeps, and whose turn it is where several use it. */

import { classOf, isSeatPage } from "./addresses.js";
import { baseOfCache, isOurs, isWhole, MATCHING } from "./keeping.js";

/**
 * The cache of whose page of a class the server showed here last, a note for each class: several pupils may use one device
 * by turns, and without a network nobody's page opens but that one. It belongs to no release, so it outlives them.
 */
const HANDS = "scorekeeper-hands";

/** When the request went out that a note follows from. */
const BEGUN = "Scorekeeper-Begun";

/** Milliseconds: longer than a class is kept anywhere. */
const OLD = 31 * 24 * 60 * 60 * 1_000;

/** What the server says where it knows the seat, and another pupil has this device in hand. */
const FORBIDDEN = 403;

/**
 * Forget a page, in whatever release it is kept.
 * @param {string} address
 */
export async function forgetPage(address) {
  for await (const cache of ours()) await cache.delete(address, MATCHING);
  if (isSeatPage(address)) await forgetTurnOf(address);
}

/**
 * Forget the pages of all pupils of a class.
 * @param {string} code
 */
export async function forgetSeatPagesOf(code) {
  for await (const [cache, request, path] of seatPages()) if (classOf(path) === code) await cache.delete(request, MATCHING);
  await forgetNote(code);
}

/** Forget the pages of pupils that are older than any class, and whose turn it was. */
export async function forgetOldSeatPages() {
  for await (const [cache, request] of seatPages()) {
    if (await isOld(cache, request)) await cache.delete(request, MATCHING);
  }
  if (!(await caches.has(HANDS))) return;
  const hands = await caches.open(HANDS);
  for (const request of await hands.keys()) if (await isOld(hands, request)) await hands.delete(request);
}

/**
 * @param {Cache} cache
 * @param {Request} request
 */
async function isOld(cache, request) {
  const sent = Date.parse((await cache.match(request, MATCHING))?.headers.get("Date") ?? "");
  return Date.now() - sent > OLD;
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

/**
 * A pupil's page as it was seen last, of whatever release.
 * @param {string} path
 * @returns {Promise<Response | undefined>}
 */
export async function keptSeatPage(path) {
  /** @type {Response | undefined} */
  let found;
  for await (const cache of ours()) found = (await cache.match(path, MATCHING)) ?? found;
  return found;
}

// --- whose turn it is at this device ---------------------------------------------------------------------------------------

/**
 * Whether that pupil has this device in hand, as far as it knows. The release before noted nobody: where it kept the page of
 * one pupil alone, that one has.
 * @param {string} path  of the pupil's page
 */
export async function isAtHand(path) {
  const code = classOf(path) ?? "";
  const note = await noteOf(code);
  if (note !== undefined) return (await note.text()) === path;
  const here = await seatPagesOf(code);
  return here.length === 1 && here[0]?.path === path;
}

/**
 * That pupil has this device in hand from now on.
 * @param {string} path
 */
export async function handTo(path) {
  await writeNote(classOf(path) ?? "", path, Date.now());
}

/**
 * Nobody of a class has this device in hand from now on.
 * @param {string} code
 */
export async function handToNobody(code) {
  await writeNote(code, "", Date.now());
}

/**
 * What the server says to a pupil's page tells who has this device in hand.
 * @param {string} path
 * @param {Response} answer
 * @param {number} begun  when it was asked for: what was asked for earlier says nothing any more
 */
export function seeWhoseTurn(path, answer, begun) {
  // One after the other: what is read before a note is written would not be true any more.
  seeing = seeing.catch(() => {}).then(() => noteWhoseTurn(path, answer, begun));
  return seeing;
}

/** @type {Promise<void>} */
let seeing = Promise.resolve();

/**
 * @param {string} path
 * @param {Response} answer
 * @param {number} begun
 */
async function noteWhoseTurn(path, answer, begun) {
  const code = classOf(path) ?? "";
  const noted = Number((await noteOf(code))?.headers.get(BEGUN) ?? 0);
  if (begun < noted && noted <= Date.now()) return; // and not because the clock was set back
  if (isWhole(answer)) await writeNote(code, path, begun);
  else if (isOurs(answer) && answer.status === FORBIDDEN && (await isAtHand(path))) await writeNote(code, "", begun);
}

/**
 * Nobody's page is at hand where it was this one, and no note stays where no page of the class does.
 * @param {string} path
 */
async function forgetTurnOf(path) {
  const code = classOf(path) ?? "";
  const note = await noteOf(code);
  if (note === undefined) return;
  if ((await seatPagesOf(code)).length === 0) await forgetNote(code);
  else if ((await note.text()) === path) await writeNote(code, "", Date.now());
}

/** @param {string} code */
async function noteOf(code) {
  return caches.match(noteAddress(code), { cacheName: HANDS });
}

/**
 * @param {string} code
 * @param {string} path  of the page at hand; "" for nobody's
 * @param {number} begun
 */
async function writeNote(code, path, begun) {
  const headers = { Date: new Date().toUTCString(), [BEGUN]: String(begun) };
  await (await caches.open(HANDS)).put(noteAddress(code), new Response(path, { headers }));
}

/** @param {string} code */
async function forgetNote(code) {
  if (!(await caches.has(HANDS))) return;
  const hands = await caches.open(HANDS);
  await hands.delete(noteAddress(code));
  if ((await hands.keys()).length === 0) await caches.delete(HANDS);
}

/** @param {string} code */
function noteAddress(code) {
  return `/join/${code}`;
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
