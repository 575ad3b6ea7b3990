/**
 * Code of every page: it installs the app on the phone, and builds and updates parts of a page.
 *
 * A new release takes over between holes and never reloads a page. Browsers allow an app only over https or from this
 * machine itself.
 *
 * Texts only become text nodes, so a name that looks like markup stays a name. Only our own server's pages become
 * markup, and only here: Trusted Types block every other way.
 *
 * @typedef {object} Abilities
 * @property {boolean} offline  whether pages open offline
 * @property {"" | "plain-http" | "too-old" | "not-kept" | "not-yet"} code
 * @property {string} why  the reason for people, if they don't
 *
 * @typedef {Node | string | number | null | undefined | false} Child  nothing is drawn for null, undefined, false and
 *   ""
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

import {
  baseOfCache,
  deviceStorage,
  gameOf,
  isEntryPage,
  keepPage,
  Records,
  WAITS,
  WORKER,
} from "../phone/device-storage.js";

/**
 * Build an element with its children; a custom element starts when it is inserted.
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
    for (const [key, datum] of Object.entries(value))
      if (datum !== null && datum !== undefined) element.dataset[key] = String(datum);
  } else if (name === "aria") {
    for (const [key, said] of Object.entries(value))
      if (said !== null && said !== undefined) element.setAttribute(`aria-${key}`, String(said));
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
 * Make an element show these children. Equal nodes stay and changed ones are updated in place, so focus and scroll
 * position survive. Children are matched by id, then by order. Listen on the parent: a new child's listeners are lost
 * if an old node takes its content.
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
    const own =
      child instanceof Element && child.id !== "" && Array.from(now.children).find(({ id }) => id === child.id);
    if (own) {
      if (own !== at) now.insertBefore(own, at);
      at = own;
    }
    // Whitespace between the server's elements means nothing.
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

/** The values with which parts of a page were last drawn. */
export class Drawn {
  /** @type {WeakMap<Element, string>} */
  #values = new WeakMap();

  /**
   * Note the values that a part is about to be drawn with.
   * @param {Element} place
   * @param {...unknown} values  all that its look depends on
   * @returns {boolean} whether they differ from the last ones
   */
  changes(place, ...values) {
    const text = JSON.stringify(values);
    if (this.#values.get(place) === text) return false;
    this.#values.set(place, text);
    return true;
  }
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

// --- parts of a page -------------------------------------------------------------------------------------------------

/**
 * A part of the page that its script needs.
 * @param {HTMLElement} root
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function part(root, selector) {
  const found = root.querySelector(selector);
  if (found instanceof HTMLElement) return found;
  throw new Error(`the page lacks ${selector}`);
}

// --- what our own server sent ----------------------------------------------------------------------------------------

/** @type {{createPolicy: <Rules>(name: string, rules: Rules) => Rules} | undefined} */
const trusted = /** @type {any} */ (globalThis).trustedTypes;

const rules = { createHTML: (/** @type {string} */ text) => text };
const policy = trusted?.createPolicy("scorekeeper", rules) ?? rules;

/** Parse a page that our server sent. Its scripts never run. @param {string} text */
export function ownPage(text) {
  return new DOMParser().parseFromString(policy.createHTML(text), "text/html");
}

/**
 * Fetch a page from our server; null if that fails, as when offline.
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

/** Show part of a page that our server sent. @param {Element} place @param {string} text */
export function showOwn(place, text) {
  place.innerHTML = policy.createHTML(text);
}

// --- the device ----------------------------------------------------------------------------------------------------

/** @returns {boolean} whether this browser supports it */
export function keepAwake() {
  if (!("wakeLock" in navigator)) return false;
  // A phone with a low battery refuses; that is its owner's choice.
  const ask = () => void (document.hidden || navigator.wakeLock.request("screen").catch(() => undefined));
  document.addEventListener("visibilitychange", ask);
  ask();
  return true;
}

const NO_TICKS = "scorekeeper:no-ticks";

/** Whether keys may be felt on this phone: its owner's choice, in the fold of <this-phone>. */
export function mayTick() {
  try {
    return localStorage.getItem(NO_TICKS) === null;
  } catch {
    return true;
  }
}

/** @param {boolean} may */
export function setTicks(may) {
  try {
    if (may) localStorage.removeItem(NO_TICKS);
    else localStorage.setItem(NO_TICKS, "1");
  } catch {
    // This browser keeps nothing: the keys stay as they are.
  }
}

export function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Vibrate: briefly for a key, longer for a complete hand; unless this phone was told not to. */
export function tremble(milliseconds = 30) {
  if (!isStill() && mayTick()) navigator.vibrate?.(milliseconds);
}

/**
 * Shake an element whose tap does nothing, unless the device asks for reduced motion.
 * @param {Element | null} tapped
 */
export function shake(tapped) {
  if (isStill()) return;
  tapped?.animate({ translate: ["0", "-5px", "5px", "-3px", "3px", "0"] }, 200);
}

// --- the app ---------------------------------------------------------------------------------------------------------

/** The folder of this page's scripts; it holds their hash. */
const BASE = new URL("../../", import.meta.url).pathname;
const ASKED_TO_PERSIST = "scorekeeper:asked-to-persist";

/** The worker's address; Trusted Types accept it from this policy only. */
const workerAddress =
  trusted?.createPolicy("worker", { createScriptURL: (_ = "") => WORKER }).createScriptURL("") ?? WORKER;

const WHY = {
  "plain-http":
    "You can’t reopen this page offline, because it isn’t https. Keep this page open. Your entries are kept here.",
  "too-old": "This browser can’t open pages offline. Keep this page open. Your entries are kept here.",
  "not-kept": "Couldn’t save the app for offline use. We’ll try again on the next page.",
  "not-yet": "Saving the app for offline use…",
};

/** @type {Promise<Abilities["code"]> | null} */
let registered = null;

/** What this browser can do offline now. @returns {Promise<Abilities>} */
export async function abilities() {
  if (await isAtWork()) return told("");
  const code = await (registered ??= register());
  return told((await isAtWork()) ? "" : code);
}

/**
 * Whether a worker with a full cache answers the next page. It goes by the address and need not control the open page.
 */
async function isAtWork() {
  if (!("serviceWorker" in navigator)) return false;
  const registration = await navigator.serviceWorker.getRegistration();
  return Boolean(registration?.active) && (await caches.keys()).some((name) => baseOfCache(name) !== null);
}

/** Whether this is the result of a finished game in Safari on an iPhone, and not yet on its home screen. */
function isForHomeScreen() {
  const isSafari = /iPhone/.test(navigator.userAgent) && !/CriOS|FxiOS|EdgiOS/.test(navigator.userAgent);
  return (
    isSafari &&
    !matchMedia("(display-mode: standalone)").matches &&
    document.querySelector("form[action$='/rematch']") !== null
  );
}

/** Called once by every page. */
export async function install() {
  await loaded();
  // The server shows times in this phone's time zone. A slow phone looks it up for 60 ms.
  document.cookie = `zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}; path=/; max-age=31536000; samesite=lax`;
  if (new Records(WAITS, deviceStorage()).ids.length > 0) void import("./what-waits.js");
  if (isForHomeScreen()) void import("./home-screen.js").then(({ hintAtHomeScreen }) => hintAtHomeScreen());
  registered ??= register();
  if ((await registered) !== "not-yet") {
    tellOfFiles(); // the browser's own cache holds them from the next page on
    return;
  }
  const key = gameOf(location.pathname);
  if (key !== null) void persist();
  const { active, installing } = await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller === null) active?.postMessage({ type: "claim" });
  if (installing === null && (await caches.keys()).some((name) => baseOfCache(name) === BASE)) tellOfFiles();
  const isRefereed = document.querySelector(".app-header__menu a[href^='/referee']") !== null;
  const ofGame = [`/g/${key}/rules`, ...(isRefereed ? [`/g/${key}/wrong`] : [])];
  const wanted = key === null ? [location.pathname] : ofGame;
  for (const page of wanted) await keep(page);
}

/** Tell the server that this browser keeps the release's files: its pages come with links from now on. */
function tellOfFiles() {
  document.cookie = `files=${BASE.split("/").at(-2)}; path=/; max-age=31536000; samesite=lax`;
}

/**
 * Cache a page for offline use, with this page's release or with the one that is active.
 * @param {string} address
 */
async function keep(address) {
  const names = (await caches.keys()).filter((name) => baseOfCache(name) !== null);
  const name = names.find((one) => baseOfCache(one) === BASE) ?? names.at(-1);
  try {
    if (name !== undefined) await keepPage(await caches.open(name), address);
  } catch {
    // Offline, or no room. The next page of the game tries again.
  }
}

/** @returns {Promise<Abilities["code"]>} */
async function register() {
  if (!("serviceWorker" in navigator)) return isSecureContext ? "too-old" : "plain-http";
  try {
    letTakeOver(await navigator.serviceWorker.register(workerAddress, { type: "module" }));
    return "not-yet";
  } catch (error) {
    return error instanceof TypeError && navigator.onLine && !navigator.serviceWorker.controller
      ? "too-old"
      : "not-kept";
  }
}

/**
 * Tell each waiting release, now and later, that this page lets it take over.
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

/** Ask the browser once to keep the games when storage is short. Some browsers ask the person. */
async function persist() {
  try {
    if (localStorage.getItem(ASKED_TO_PERSIST) !== null || (await navigator.storage.persisted())) return;
    localStorage.setItem(ASKED_TO_PERSIST, "yes");
    await navigator.storage.persist();
  } catch {
    // Unsupported, or private browsing. The server has the games too.
  }
}

/** @returns {Promise<void>} */
function loaded() {
  // The page's own files come first.
  return new Promise((done) => {
    if (document.readyState === "complete") done();
    else addEventListener("load", () => done(), { once: true });
  });
}

/** @param {Abilities["code"]} code @returns {Abilities} */
function told(code) {
  return { offline: code === "", code, why: code === "" ? "" : WHY[code] };
}

if (globalThis.document) void install(); // not in unit tests
