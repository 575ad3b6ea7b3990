/**
 * The teacher's pages of a class, each put in the place of the one before. A page that is loaded anew leaves the full
 * screen, and with the bar of the browser its address is on the wall: whoever reads that can lead the class.
 *
 * The board, its questions and the cells of its map open so, what the teacher's own view leads to, and so does what
 * follows from leading the class and from what else is sent there. Papers have a script of their own, and a class that is
 * deleted is led no more: these are loaded as a whole, as is whatever does not come as it should, and as without a script.
 */

import { h } from "./build.js";
import { ownPage } from "./own-markup.js";

const OF_A_CLASS = /\/class\/[\w-]{22}(\/((question|map)\/.*|seat\/\d+|roster|label|remove|delete|elsewhere))?$/;
const PAGES = "main:is(.board-page, .board-aside)";
const SENT = ".board-lead, .board-send";

/** What the page is drawn from. A place on the page (`#main`) is no other page. */
let shown = address(location);
/** Whatever was asked for later is what is shown. */
let turns = 0;
let sending = false;

/** From now on these pages open in the place of this one. */
export function openInPlace() {
  document.addEventListener("click", follow);
  document.addEventListener("submit", (event) => void send(event));
  window.addEventListener("popstate", (event) => void goBack(event));
  document.addEventListener("live-page:another", (event) => {
    if (event instanceof CustomEvent && put(event.detail)) event.preventDefault();
  });
}

/** @param {MouseEvent} event */
function follow(event) {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link.target || link.download) return;
  if (link.origin !== location.origin || !OF_A_CLASS.test(link.pathname) || link.hash) return;
  event.preventDefault();
  void open(link.href);
}

/** @param {string} url */
async function open(url) {
  const drawn = await fetched(url);
  if (drawn === null) return;
  history.replaceState({ top: scrollY }, "");
  history.pushState(null, "", url);
  if (!put(drawn)) {
    location.reload();
    return;
  }
  scrollTo({ top: 0, behavior: "instant" });
  focusOn(document.querySelector("main h1"));
}

/** @param {PopStateEvent} event */
async function goBack(event) {
  if (address(location) === shown) return;
  const left = shown;
  const drawn = await fetched(location.href);
  if (drawn === null) return;
  if (!put(drawn)) {
    location.reload();
    return;
  }
  const link = [...document.querySelectorAll("main a[href]")].find((one) => one instanceof HTMLAnchorElement && address(one) === left);
  focusOn(link ?? document.querySelector("main h1"));
  scrollTo({ top: Number(event.state?.top ?? 0), behavior: "instant" });
}

/** @param {SubmitEvent} event */
async function send(event) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches(SENT)) return;
  event.preventDefault();
  if (sending) return;
  sending = true;
  const pressed = event.submitter instanceof HTMLButtonElement ? event.submitter : null;
  turns += 1;
  let response;
  let text;
  try {
    // Its buttons are called `action`, and hide the property of that name.
    response = await fetch(form.getAttribute("action") ?? "", { method: "POST", body: new FormData(form, pressed), headers: { Accept: "text/html" }, cache: "no-store", credentials: "same-origin" });
    text = await response.text();
  } catch {
    document.querySelector("main")?.prepend(h("p", { class: "notice notice--warning flash", role: "alert" }, "No network: nothing was changed. Try again."));
    return;
  } finally {
    sending = false;
  }
  if (!response.ok || !put(ownPage(text))) {
    // The same again does nothing twice, and the answer to it is shown as it is.
    if (pressed !== null) form.append(h("input", { type: "hidden", name: pressed.name, value: pressed.value }));
    form.submit();
    return;
  }
  if (response.url !== location.href) history.replaceState(null, "", response.url);
  shown = address(location);
  const again = pressed?.id ? document.getElementById(pressed.id) : null;
  focusOn(again ?? document.querySelector('[data-live="lead"]'));
}

/**
 * A page as the server has it; where it does not come as it should, it is loaded as a whole.
 * @param {string} url
 * @returns {Promise<Document | null>} null also where something else was asked for meanwhile
 */
async function fetched(url) {
  const turn = ++turns;
  try {
    const response = await fetch(url, { headers: { Accept: "text/html" }, cache: "no-store", credentials: "same-origin" });
    const text = await response.text();
    if (turn !== turns) return null;
    if (response.ok && address(new URL(response.url)) === address(new URL(url))) return ownPage(text);
  } catch {
    if (turn !== turns) return null;
  }
  location.assign(url);
  return null;
}

/**
 * @param {unknown} drawn
 * @returns {boolean} false where it is none of these pages
 */
function put(drawn) {
  const main = document.querySelector("main");
  const fresh = drawn instanceof Document ? drawn.querySelector(PAGES) : null;
  if (!(drawn instanceof Document) || main === null || fresh === null) return false;
  const title = document.querySelector(".app-header__title");
  const freshTitle = drawn.querySelector(".app-header__title");
  main.className = fresh.className;
  main.replaceChildren(...document.importNode(fresh, true).childNodes);
  if (title !== null && freshTitle !== null) title.replaceWith(document.importNode(freshTitle, true));
  document.title = drawn.title;
  shown = address(location);
  return true;
}

/** @param {Element | null} element */
function focusOn(element) {
  if (!(element instanceof HTMLElement)) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** @param {{pathname: string, search: string}} where */
function address({ pathname, search }) {
  return pathname + search;
}
