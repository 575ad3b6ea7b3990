/**
 * What every page has: it becomes an app that is kept on the phone, and builds and changes its parts.
 *
 * A new release takes over between holes; no page is ever loaded anew by that. Browsers allow an app to pages that came over
 * https, and to those from this very machine.
 *
 * Texts become text nodes and nothing else, so that a name that looks like markup stays a name. What our own server sent, and
 * nothing else, becomes a page here: browsers that know Trusted Types refuse any other way.
 *
 * @typedef {object} Abilities
 * @property {boolean} offline  whether pages can be opened without a network
 * @property {"" | "plain-http" | "too-old" | "not-kept" | "not-yet"} code
 * @property {string} why  for people, where they cannot
 *
 * @typedef {Node | string | number | null | undefined | false} Child  nothing is drawn for null, undefined, false and ""
 *
 * @typedef {string | number | boolean | null | undefined} Value  an attribute; true for one without a value
 *
 * @typedef {object} SpecialProps
 * @property {string | readonly (string | false | null | undefined)[]} [class]
 * @property {Readonly<Record<string, string | number | null | undefined>>} [dataset]
 * @property {Readonly<Record<string, Value>>} [aria]  without the `aria-`; true and false are written as words
 *
 * @typedef {Readonly<Record<string, unknown>> & SpecialProps} Props  other names are attributes, or, beginning with
 *   `on` and holding a function, listeners: `onclick`
 */

import { baseOfCache, deviceStorage, gameOf, isEntryPage, keepPage, Records, WAITS, WORKER } from "../phone/kept.js";

/**
 * An element with its children; one of our own begins when it is put into the page.
 * @template {string} Tag
 * @param {Tag} tag
 * @param {Props | null} [props]
 * @param {...(Child | readonly Child[])} children
 * @returns {Tag extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag] : HTMLElement}
 */
export function h(tag, props, ...children) {
  const element = /** @type {any} */ (document.createElement(tag));
  for (const [name, value] of Object.entries(props ?? {})) setProp(element, name, value);
  element.append(...nodes(children));
  return element;
}

function setProp(/** @type {HTMLElement} */ element, /** @type {string} */ name, /** @type {any} */ value) {
  if (name === "class") {
    const classes = (Array.isArray(value) ? value : [value]).filter(Boolean).join(" ");
    if (classes !== "") element.className = classes;
  } else if (name === "dataset") {
    for (const [key, datum] of Object.entries(value)) if (datum !== null && datum !== undefined) element.dataset[key] = String(datum);
  } else if (name === "aria") {
    for (const [key, said] of Object.entries(value)) if (said !== null && said !== undefined) element.setAttribute(`aria-${key}`, String(said));
  } else if (typeof value === "function") {
    element.addEventListener(name.slice("on".length), value);
  } else if (value !== null && value !== undefined && value !== false) {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {readonly (Child | readonly Child[])[]} children @returns {(Node | string)[]} */
function nodes(children) {
  return /** @type {Child[]} */ (children.flat()).flatMap((child) => {
    if (child === null || child === undefined || child === false || child === "") return [];
    return [typeof child === "number" ? String(child) : child];
  });
}

/**
 * Make a place show these children. What says the same already is not touched, and what changed is changed where it
 * stands: focus, scrolling and a reader's place are kept. Children are told apart by their id, else by their order.
 * Listen at the place itself: listeners of the new children are kept only where a child is new altogether.
 * @param {Element} place
 * @param {...(Child | readonly Child[])} children
 * @returns {boolean} whether anything was different
 */
export function show(place, ...children) {
  const wanted = document.createDocumentFragment();
  wanted.append(...nodes(children));
  wanted.normalize();
  return makeSame(place, wanted);
}

/**
 * @param {Element} now
 * @param {ParentNode & Node} wanted  is used up
 * @returns {boolean}
 */
function makeSame(now, wanted) {
  let changed = false;
  let at = now.firstChild;
  for (const child of Array.from(wanted.childNodes)) {
    const own = child instanceof Element && child.id !== "" && Array.from(now.children).find(({ id }) => id === child.id);
    if (own) {
      if (own !== at) now.insertBefore(own, at);
      at = own;
    }
    // The blanks between the elements of a page as the server writes it mean nothing.
    while (at !== null && isBlank(at) && !isBlank(child)) at = removed(at);
    if (at !== null && isAlike(at, child)) {
      changed = bringUp(at, child) || changed;
      at = at.nextSibling;
    } else {
      changed ||= !isBlank(child);
      now.insertBefore(child, at);
    }
  }
  while (at !== null) {
    changed ||= !isBlank(at);
    at = removed(at);
  }
  return changed;
}

/** @param {Node} old @param {Node} wanted @returns {boolean} whether they differed */
function bringUp(old, wanted) {
  if (!(old instanceof Element && wanted instanceof Element)) {
    const [before, after] = [old, wanted].map((node) => (node.nodeValue ?? "").replace(/\s+/g, " "));
    if (before === after) return false;
    old.nodeValue = wanted.nodeValue;
    return before?.trim() !== after?.trim();
  }
  let changed = false;
  for (const { name, value } of Array.from(old.attributes)) {
    if (wanted.hasAttribute(name) || (name === "class" && value.trim() === "")) continue;
    old.removeAttribute(name);
    changed = true;
  }
  for (const { name, value } of Array.from(wanted.attributes)) {
    if (old.getAttribute(name)?.trim() === value.trim()) continue;
    old.setAttribute(name, value);
    changed = true;
  }
  return makeSame(old, wanted) || changed;
}

function isAlike(/** @type {Node} */ one, /** @type {Node} */ other) {
  if (one instanceof Element && other instanceof Element && one.id !== other.id) return false;
  return one.nodeName === other.nodeName;
}

/** @param {Node} node */
function isBlank(node) {
  return node instanceof Text && node.data.trim() === "";
}

/** @param {ChildNode} node @returns {ChildNode | null} the one after it */
function removed(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

// --- parts of a page -----------------------------------------------------------------------------------------------------

/**
 * A part of a page that its script cannot do without.
 * @param {HTMLElement} root
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function part(root, selector) {
  const found = root.querySelector(selector);
  if (found instanceof HTMLElement) return found;
  throw new Error(`the page lacks ${selector}`);
}

// --- what our own server sent --------------------------------------------------------------------------------------------

/** @type {{createPolicy: <Rules>(name: string, rules: Rules) => Rules} | undefined} */
const trusted = /** @type {any} */ (globalThis).trustedTypes;

const rules = { createHTML: (/** @type {string} */ text) => text };
const policy = trusted?.createPolicy("scorekeeper", rules) ?? rules;

/** A page that our server answered with. Its scripts never run. @param {string} text */
export function ownPage(text) {
  return new DOMParser().parseFromString(policy.createHTML(text), "text/html");
}

/**
 * A page as our server writes it now; null where it cannot be had, as without a network.
 * @param {string | URL} address
 * @param {AbortSignal | null} [signal]
 */
export async function fetchPage(address, signal = null) {
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" }, cache: "no-store", signal });
    return ownPage(await answer.text());
  } catch {
    return null;
  }
}

/** Show a piece of a page that our server answered with. @param {Element} place @param {string} text */
export function showOwn(place, text) {
  place.innerHTML = policy.createHTML(text);
}

// --- the device ----------------------------------------------------------------------------------------------------

/** @returns {boolean} whether this browser can at all */
export function keepAwake() {
  if (!("wakeLock" in navigator)) return false;
  // A phone that is nearly empty refuses; that is its owner's wish.
  const ask = () => void (document.hidden || navigator.wakeLock.request("screen").catch(() => undefined));
  document.addEventListener("visibilitychange", ask);
  ask();
  return true;
}

/** A short tremble: one layout is finished. Not for those who asked their device to keep still. */
export function tremble() {
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate?.(30);
}

/** A tap that does nothing is seen to have arrived. Where nothing may move, words alone tell. @param {Element | null} tapped */
export function shake(tapped) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  tapped?.animate({ translate: ["0", "-5px", "5px", "-3px", "3px", "0"] }, 200);
}

// --- the app -------------------------------------------------------------------------------------------------------------

/** Where the scripts of this page lie; it names their contents. */
const BASE = new URL("../../", import.meta.url).pathname;
const ASKED_TO_PERSIST = "scorekeeper:asked-to-persist";

/** The worker's address. Browsers that know Trusted Types take it from this policy, which gives no other. */
const workerAddress = trusted?.createPolicy("worker", { createScriptURL: (_ = "") => WORKER }).createScriptURL("") ?? WORKER;

const WHY = {
  "plain-http":
    "This page came over plain http, so it cannot be opened again without the network. Leave it open, and what you enter waits in it.",
  "too-old": "This browser cannot open pages without the network. Leave this one open, and what you enter waits in it.",
  "not-kept": "The app could not be kept on this device just now. It is tried again with the next page.",
  "not-yet": "The app is being kept on this device.",
};

/** @type {Promise<Abilities["code"]> | null} */
let registered = null;

/** What this browser can do without a network, as it stands now. @returns {Promise<Abilities>} */
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
  // The server writes moments by this phone's clock.
  document.cookie = `zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}; path=/; max-age=31536000; samesite=lax`;
  await loaded();
  if (new Records(WAITS, deviceStorage()).ids.length > 0) void import("./what-waits.js");
  registered ??= register();
  if ((await registered) !== "not-yet") return;
  const key = gameOf(location.pathname);
  if (key !== null) void persist();
  const { active } = await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller === null) active?.postMessage({ type: "claim" });
  const wanted = key === null ? [location.pathname] : [`/g/${key}/rules`, `/g/${key}/wrong`];
  for (const page of wanted) await keep(page);
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
    letTakeOver(await navigator.serviceWorker.register(workerAddress, { type: "module" }));
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
  const follow = () => registration.installing?.addEventListener("statechange", tell);
  tell();
  follow();
  registration.addEventListener("updatefound", follow);
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

/** @param {Abilities["code"]} code @returns {Abilities} */
function told(code) {
  return { offline: code === "", code, why: code === "" ? "" : WHY[code] };
}

if (globalThis.document) void install(); // not where its parts are tried alone
