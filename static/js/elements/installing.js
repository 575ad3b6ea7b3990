/**
 * Makes an app of the pages: keeps them on the phone, and lets a new release take over between holes. No page is ever
 * loaded anew by this.
 *
 * Browsers allow it to pages that came over https, and to those from this very machine.
 *
 * @typedef {object} Abilities
 * @property {boolean} offline  whether pages can be opened without a network
 * @property {"" | "plain-http" | "too-old" | "not-kept" | "not-yet"} code
 * @property {string} why  for people, where they cannot
 */

import { gameOf, isEntryPage, WORKER } from "../offline/addresses.js";

/** Where the scripts of this page lie; it names their contents. */
const BASE = new URL("../../", import.meta.url).pathname;
const ASKED_TO_PERSIST = "scorekeeper:asked-to-persist";

const WHY = {
  "plain-http":
    "This page came over plain http, so it cannot be opened again without the network. Leave it open, and what you enter waits in it.",
  "too-old": "This browser cannot open pages without the network. Leave this one open, and what you enter waits in it.",
  "not-kept": "The app could not be kept on this device just now. It is tried again with the next page.",
  "not-yet": "The app is being kept on this device.",
};

/** @type {Promise<Abilities["code"]> | null} */
let registered = null;

/**
 * What this browser can do without a network, as it stands now.
 * @returns {Promise<Abilities>}
 */
export async function abilities() {
  const code = await (registered ??= register());
  if (code !== "not-yet") return told(code);
  const registration = await navigator.serviceWorker.getRegistration();
  return told(registration?.active ? "" : code);
}

/** Called once by every page. */
export async function install() {
  await loaded();
  registered ??= register();
  if ((await registered) !== "not-yet") return;
  if (gameOf(location.pathname) !== null) void persist();
  const { serviceWorker } = navigator;
  // Where a new release is about to take over, it is the one to be greeted. A message to the worker before it, in that
  // very moment, would make Chromium wait for minutes.
  if (serviceWorker.controller !== null) serviceWorker.addEventListener("controllerchange", () => greet(serviceWorker.controller));
  const { waiting, active } = await serviceWorker.ready;
  if (waiting === null) greet(active);
}

/**
 * Tell the worker that a page was opened, and what it may want later.
 * @param {ServiceWorker | null} worker
 */
function greet(worker) {
  const key = gameOf(location.pathname);
  worker?.postMessage({ type: "hello" });
  if (key !== null) worker?.postMessage({ type: "keep-pages", pages: [`/g/${key}/rules`] });
}

/** @returns {Promise<Abilities["code"]>} */
async function register() {
  if (!("serviceWorker" in navigator)) return isSecureContext ? "too-old" : "plain-http";
  navigator.serviceWorker.addEventListener("message", (event) => {
    if (event.data?.type === "which-base") event.ports[0]?.postMessage(BASE);
  });
  try {
    const registration = await navigator.serviceWorker.register(WORKER, { type: "module" });
    letTakeOver(registration);
    return "not-yet";
  } catch (error) {
    return error instanceof TypeError && navigator.onLine && !navigator.serviceWorker.controller ? "too-old" : "not-kept";
  }
}

/**
 * Tell each release that waits, now or later, that this page does not hinder it.
 * @param {ServiceWorkerRegistration} registration
 */
function letTakeOver(registration) {
  const tell = () => {
    if (!isEntryPage(location.pathname)) registration.waiting?.postMessage({ type: "take-over" });
  };
  tell();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", tell);
  });
  registration.installing?.addEventListener("statechange", tell);
  addEventListener("pageshow", tell);
  document.addEventListener("visibilitychange", tell);
}

/** Ask the browser, once, not to throw the games away when room is short. Some ask the person. */
async function persist() {
  try {
    if (localStorage.getItem(ASKED_TO_PERSIST) !== null || (await navigator.storage.persisted())) return;
    localStorage.setItem(ASKED_TO_PERSIST, "yes");
    await navigator.storage.persist();
  } catch {
    // Not in this browser, or not in private browsing. The games are on the server too.
  }
}

/** @returns {Promise<void>} */
function loaded() {
  // What the page itself wants comes first.
  return new Promise((done) => {
    if (document.readyState === "complete") done();
    else addEventListener("load", () => done(), { once: true });
  });
}

/**
 * @param {Abilities["code"]} code
 * @returns {Abilities}
 */
function told(code) {
  return { offline: code === "", code, why: code === "" ? "" : WHY[code] };
}
