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

import { baseOfCache, gameOf, isEntryPage, keepPage, WORKER } from "./kept.js";

/** Where the scripts of this page lie; it names their contents. */
const BASE = new URL("../../", import.meta.url).pathname;
const ASKED_TO_PERSIST = "scorekeeper:asked-to-persist";

/**
 * The worker's address. Browsers that know Trusted Types take it from this policy, which gives no other; every page has
 * it, so it is no part of own-markup.js, which few need.
 */
const workerAddress = /** @type {{trustedTypes?: {createPolicy: (name: string, rules: object) => {createScriptURL: (text: string) => string}}}} */ (
  globalThis
).trustedTypes?.createPolicy("worker", { createScriptURL: () => WORKER }).createScriptURL("") ?? WORKER;

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
  if (await isAtWork()) return told("");
  const code = await (registered ??= register());
  return told((await isAtWork()) ? "" : code);
}

/**
 * Whether a worker answers the next page that is opened, with what it needs for that. That goes by the page's address:
 * it need have no hold on the page that is open.
 */
async function isAtWork() {
  if (!("serviceWorker" in navigator)) return false;
  const registration = await navigator.serviceWorker.getRegistration();
  return Boolean(registration?.active) && (await caches.keys()).some((name) => baseOfCache(name) !== null);
}

/** Called once by every page. */
export async function install() {
  await loaded();
  registered ??= register();
  if ((await registered) !== "not-yet") return;
  const key = gameOf(location.pathname);
  if (key !== null) void persist();
  const { active } = await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller === null) active?.postMessage({ type: "claim" });
  if (key !== null) await keep(`/g/${key}/rules`);
}

/**
 * Keep a page for when there is no network, with the release that this page is of. Where another release is at work, that
 * one keeps it: it answers.
 * @param {string} address
 */
async function keep(address) {
  const names = (await caches.keys()).filter((name) => baseOfCache(name) !== null);
  const name = names.find((one) => baseOfCache(one) === BASE) ?? names.at(-1);
  try {
    if (name !== undefined) await keepPage(await caches.open(name), address);
  } catch {
    // No network just now, or no room. The next page of the game tries again.
  }
}

/** @returns {Promise<Abilities["code"]>} */
async function register() {
  if (!("serviceWorker" in navigator)) return isSecureContext ? "too-old" : "plain-http";
  try {
    const registration = await navigator.serviceWorker.register(workerAddress, { type: "module" });
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

void install();
