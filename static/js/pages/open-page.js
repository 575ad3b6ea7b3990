/**
 * A page without a service worker, as over plain http: while the server is away, the page stays open. It shows the
 * scorecard and the rules on top, enters holes itself, and holds any other link until the server answers.
 */

import { GameOnPhone } from "../phone/game-on-phone.js";
import { isOurs } from "../phone/device-storage.js";
import { Outbox } from "../phone/queue.js";
import { NO_NETWORK } from "../phone/server.js";
import { fetchPage, h, show } from "../shell/app.js";
import { drawScorecard } from "./scorecard.js";
import "./offline-page.js";

/** Milliseconds that a server in the same home may take to answer, and between two tries. */
const PATIENCE = 2_500;

const phone = GameOnPhone.here();
const outbox = Outbox.open();

/** When the server last accepted an entry or answered this page. */
let heard = -PATIENCE;

const title = h("h2", { class: "app-header__title", id: "over-page-title" });
const body = h("div", { class: "page" });
const dialog = h(
  "dialog",
  { class: "over-page sheet", aria: { labelledby: title.id } },
  h(
    "div",
    { class: "app-header" },
    title,
    h(
      "ul",
      { class: "app-header__menu" },
      h("li", null, h("button", { type: "button", onclick: () => dialog.close() }, "Back"))
    )
  ),
  body
);

let draw = () => {};
/** The link that waits for the server. @type {(() => void) | null} */
let waiting = null;

/** @type {(name: string, drawing: () => void, go?: (() => void) | null) => void} */
function over(name, drawing, go = null) {
  [draw, waiting] = [drawing, go];
  title.textContent = name;
  dialog.classList.toggle("over-page--waits", go !== null);
  draw();
  if (!dialog.open) dialog.showModal();
  dialog.scrollTo(0, 0);
}

/** Wait until the server is back or the dialog is closed. @param {() => void} go */
async function wait(go) {
  over("No connection", () => show(body, h("p", { role: "status" }, "This opens when the server is back.")), go);
  while (waiting === go) {
    await new Promise((done) => setTimeout(done, PATIENCE));
    if (waiting !== go || !(await answers())) continue;
    // Entries outside the storage would be lost with this page.
    if (outbox.keeps || outbox.all.length === 0) leave(go);
    else void phone?.look();
  }
}

function clicked(/** @type {MouseEvent} */ event) {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (
    !(link instanceof HTMLAnchorElement) ||
    event.defaultPrevented ||
    event.button !== 0 ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  const { origin, pathname, search, hash } = link;
  const isHere = hash !== "" && pathname + search === location.pathname + location.search;
  if (origin !== location.origin || isHere || link.target !== "" || link.hasAttribute("download")) return;
  event.preventDefault();
  follow(pathname, () => location.assign(link.href));
}

/** @type {(path: string, go: () => void) => void} */
function follow(path, go) {
  if (phone?.connection === "away") void phone.look(); // for the next tap
  const asked = phone?.connection === "away" ? Promise.resolve(false) : answers();
  void asked.then((there) => (there ? leave(go) : isShown(path) || void wait(go)));
}

function leave(/** @type {() => void} */ go) {
  heard = performance.now();
  dialog.close();
  go();
}

/** Show a link's page here; false for pages that only the server can show. @param {string} path */
function isShown(path) {
  if (phone === null) return false;
  const { card, hole } = phone.urls;
  const isHole = phone.mayEdit && path.startsWith(hole) && /^\d+$/.test(path.slice(hole.length));
  if (path === card || path === `${card}/end`) over("Scorecard", () => drawScorecard(body, phone));
  else if (path === `${card}/rules` && rules.length > 0) {
    show(body, ...rules.map((part) => part.cloneNode(true)));
    over("Rules", () => {}); // drawing it again would close the folds that people opened
  } else if (isHole) toHole(path);
  else return false;
  return true;
}

/** Go to a hole: the entry page does it itself, another page becomes one. @param {string} path */
function toHole(path) {
  dialog.close();
  history.pushState(null, "", path);
  if (document.querySelector("hole-entry")) dispatchEvent(new PopStateEvent("popstate"));
  else document.querySelector("main")?.replaceChildren(h("offline-page"));
}

/** Whether our server can be reached. */
function answers() {
  return fetch("/health", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PATIENCE) }).then(
    isOurs,
    () => false
  );
}

/** The parts of the game's rule sheet, and its version of the house. @type {Node[]} */
let rules = [];
let rulesOf = "";

async function fetchRules(/** @type {GameOnPhone} */ { connection, answer, urls }) {
  if (connection !== "online" || answer.house_version === rulesOf) return;
  rulesOf = answer.house_version;
  const page = await fetchPage(`${urls.card}/rules`);
  const parts = Array.from(page?.querySelectorAll("main > :is(header, article, section, .rules-page)") ?? []);
  if (parts.length > 0) rules = parts;
  else rulesOf = "";
}

document.body.append(dialog);
dialog.addEventListener("close", () => (waiting = null));
document.addEventListener("click", clicked);
outbox.addEventListener("done", () => (heard = performance.now()));
if (phone !== null) {
  // Pages over this one need the styles of scorecards and rules, and a hole may take its place.
  for (const sheet of ["pages", "over-page", "card-table", "scorecard", "rules", "keypad", "entry"]) {
    if (document.querySelector(`link[href$="/${sheet}.css"]`)) continue;
    document.head.append(
      h("link", { rel: "stylesheet", href: new URL(`../../css/${sheet}.css`, import.meta.url).href })
    );
  }
  // Reloading is what people try first.
  const isAway = () => phone.connection === "away" || outbox.trouble === NO_NETWORK;
  addEventListener(
    "beforeunload",
    (event) => isAway() && performance.now() > heard + PATIENCE && event.preventDefault()
  );
  phone.addEventListener("change", () => {
    if (dialog.open) draw();
    void fetchRules(phone);
  });
  void fetchRules(phone);
}
