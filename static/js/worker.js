/**
 * The service worker: answers in place of a server that cannot be reached, and lets a new release take over between
 * holes. What the server sends as /sw.js calls `work` with what belongs to the release.
 */

import { isEntryPage } from "./offline/addresses.js";
import { answer } from "./offline/answering.js";
import { Release } from "./offline/release.js";

/** @import {Told} from "./offline/release.js" */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** Milliseconds that a page has to say where it came from. */
const TO_ANSWER = 2_000;

/** @param {Told} told */
export function work(told) {
  const release = new Release(told);
  worker.addEventListener("install", (event) => event.waitUntil(release.install()));
  worker.addEventListener("activate", (event) => event.waitUntil(begin(release)));
  worker.addEventListener("fetch", (event) => {
    answer(event, release);
    if (event.request.mode === "navigate") event.waitUntil(removeOthers(release));
  });
  worker.addEventListener("message", (event) => {
    if (event.data?.type === "take-over") {
      event.waitUntil(takeOver().then((taken) => event.ports[0]?.postMessage(taken)));
    } else if (event.data?.type === "claim") {
      event.waitUntil(worker.clients.claim());
    }
  });
}

/** @param {Release} release */
async function begin(release) {
  await worker.clients.claim(); // the page of the very first visit too
  await removeOthers(release);
}

/**
 * Begin to work in place of the release before, unless somebody is in the middle of a hole.
 * @returns {Promise<boolean>} whether it does
 */
async function takeOver() {
  const pages = await windows();
  if (pages.some((page) => isEntryPage(new URL(page.url).pathname))) return false;
  void worker.skipWaiting(); // ends when this worker is at work, which may wait for this very message to be done with
  return true;
}

/**
 * Give back the room of releases that no open page came from.
 * @param {Release} release
 */
async function removeOthers(release) {
  const { installing, waiting } = worker.registration;
  if (installing !== null || waiting !== null) return; // a newer one is there, and tidies up when its time comes
  if (!(await release.isNotAlone())) return;
  const bases = await Promise.all((await windows()).map(baseOf));
  if (bases.includes(null)) return; // asleep, or no page of ours; the next one that is opened leads here again
  await release.removeOthers(new Set(bases.filter((base) => base !== null)));
}

function windows() {
  return worker.clients.matchAll({ type: "window", includeUncontrolled: true });
}

/**
 * Where a page's scripts came from.
 * @param {Client} page
 * @returns {Promise<string | null>} nothing where it does not say
 */
function baseOf(page) {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    // Asked in the moment in which it is left, a page answers no more, and needs nothing.
    const late = setTimeout(async () => done((await worker.clients.get(page.id)) === undefined ? "" : null), TO_ANSWER);
    port1.onmessage = (event) => {
      clearTimeout(late);
      port1.close();
      done(typeof event.data === "string" ? event.data : null);
    };
    page.postMessage({ type: "which-base" }, [port2]);
  });
}
