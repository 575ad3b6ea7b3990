/**
 * <offline-page>: a page that this phone draws itself while the server is out of reach. It draws the games of this
 * phone like the start page, a scorecard, the entry of a hole, new games and changes of players, practice. For other
 * pages it says what is missing, and offers a way back.
 *
 * `data-unsent` holds the fields of a form that was sent while offline.
 *
 * @import {KnownGame} from "../phone/device-storage.js"
 * @import {Waiting} from "../phone/queue.js"
 * @import {Game} from "../rules/game.js"
 *
 * @typedef {{known: KnownGame, game: Game, waits: number}} Listed  waits: entries that the server does not have yet
 *
 * @typedef {(page: HTMLElement, key: string, more: string) => boolean | Promise<void>} Draw  false where this phone
 *   knows too little
 */

import { holeAddress, KnownGames } from "../phone/device-storage.js";
import { gameOf, GameOnPhone } from "../phone/game-on-phone.js";
import { deviceStorage, Outbox } from "../phone/queue.js";
import { capitalized, hasCards, listing, roundWord } from "../rules/house.js";
import { leadSentence } from "../rules/leading.js";
import { h } from "../shell/app.js";
import { afterTheGame, canChange, drawNew, drawPlayers, playAgain } from "./begin-page.js";
import { drawPractice } from "./practice-page.js";
import { drawHeading, holeWords, ScoreCard } from "./scorecard.js";
import "../entry/hole-entry.js";

export class OfflinePage extends HTMLElement {
  connectedCallback() {
    const typed = this.dataset["unsent"];
    if (!SIGHTS.some(([address, draw]) => drawn(this, address, draw, typed))) {
      called("Offline");
      this.replaceChildren(...needsNetwork(typed !== undefined));
    } else if (typed !== undefined)
      this.before(h("p", { class: "notice", role: "status" }, "That didn’t go through. You can do it on this phone:"));
    addEventListener("online", () => void Outbox.open().hurry());
    this.dataset["ready"] = "";
  }
}

/** The pages it can draw, by address; the groups are arguments of the drawing function. @type {[RegExp, Draw][]} */
const SIGHTS = [
  [/^\/new(?:\/([^/]+))?\/?$/, drawNew],
  [/^\/g\/([^/]+)\/table$/, drawTable],
  [/^\/g\/([^/]+)(?:\/(?:end|rematch|playoff))?\/?$/, drawCard], // the card names the winner and offers the next game
  [/^\/$/, drawStart],
  [/^\/practice(?:\/([^/]+)(?:\/(?:start|question))?)?\/?$/, drawPractice],
  [/^\/g\/([^/]+)\/hole\/(\d+)\/?$/, drawHole],
];

/** @type {(page: HTMLElement, address: RegExp, draw: Draw, typed?: string) => boolean} */
function drawn(page, address, draw, typed = "") {
  const found = address.exec(location.pathname);
  return found !== null && draw(page, found[1] ?? "", found[2] ?? typed) !== false;
}

/** Players joining and leaving. @type {Draw} */
function drawTable(page, key) {
  const phone = GameOnPhone.recall(key);
  if (phone === null || phone.isShut || !phone.mayEdit || !canChange(phone)) return false;
  headed("", "page page--narrow", phone).append("Who’s playing?");
  drawPlayers(page, phone);
  return true;
}

/** The start page, with every game that was opened on this phone. @type {Draw} */
function drawStart(page) {
  const known = new KnownGames(deviceStorage());
  const outbox = Outbox.open();
  // The queue empties once the phone is online.
  const draw = () =>
    page.replaceChildren(
      h("p", { class: "notice", role: "status" }, "You’re offline. These games are on this phone. ", again()),
      ...knownGames(known, outbox).filter((part) => part !== false),
      h(
        "ul",
        { class: "quiet-links" },
        h("li", null, h("a", { href: "/practice" }, "Practice scoring")),
        h("li", null, h("a", { href: "/play" }, "Practice hole")),
        h("li", null, h("a", { href: "/houses" }, "All rules"))
      )
    );
  outbox.addEventListener("change", draw);
  draw();
  void outbox.flush();
  return true;
}

/** The scorecard, made of the same elements as in templates/play/. @type {Draw} */
function drawCard(page, key) {
  const phone = GameOnPhone.recall(key);
  if (phone === null) return false;
  called(phone.answer.title || "Scorecard");
  ScoreCard.goOn = () => h("div", { class: "buttons" }, afterTheGame(phone));
  drawHeading(headed("", "page", phone), phone);
  page.replaceChildren(
    h("waiting-note"),
    h("score-card", null, h("div", { class: "score-card__drawn" }), h("div", { class: "score-card__undo" })),
    h(
      "nav",
      { class: "sheet", aria: { label: "This game" } },
      h(
        "ul",
        { class: "menu" },
        phone.mayEdit && !phone.isShut && canChange(phone) && row(`${phone.urls.card}/table`, "Players", "join, leave"),
        row(`${phone.urls.card}/invite`, "Invite", "a code to scan"),
        row(`${phone.urls.card}/history`, "History", "every change"),
        row(`${phone.urls.card}/end`, phone.game.isOver ? "See the results" : "Results", "ranking, chart, share")
      )
    )
  );
  return true;
}

/** @type {(href: string, words: string, note: string) => HTMLElement} */
function row(href, words, note) {
  return h(
    "li",
    null,
    h(
      "a",
      { class: "menu__link", href },
      h("span", { class: "menu__main" }, words),
      h("span", { class: "menu__note" }, note)
    )
  );
}

/** The entry page of a started hole or the next one. @type {Draw} */
function drawHole(page, key, number) {
  const phone = GameOnPhone.recall(key);
  const hole = Number(number);
  if (phone === null || !phone.mayEdit) return false;
  if (phone.game.hole(hole) === null && phone.game.currentHole !== hole) return false;
  called(`${capitalized(roundWord(phone.game.house))} ${hole}`);
  headed("felt entry-page", "entry-main", phone);
  page.replaceChildren(h("waiting-note", { dataset: { compact: "" } }), h("hole-entry", { dataset: { hole } }));
  return true;
}

/** Set the page's title. @param {string} title */
function called(title) {
  document.title = `${title} · Scorekeeper`;
}

/**
 * Style the page and its header bar like the server's template of a game's page; return the empty heading.
 * @type {(body: string, main: string, phone: GameOnPhone) => HTMLHeadingElement}
 */
function headed(body, main, { isUnsent, game, key, urls }) {
  document.body.className = body;
  document.querySelector("main")?.setAttribute("class", main);
  const heading = h("h1", { class: "app-header__title" });
  const title = document.querySelector(".app-header__title");
  const mark = title?.querySelector("svg");
  if (mark) title?.before(h("a", { class: "app-header__home", href: "/", aria: { label: "Start" } }, mark));
  title?.replaceWith(heading);
  // The server has the rules, but not the game yet.
  const rules = isUnsent ? `/houses/${game.house.key}` : `${urls.card}/rules`;
  const places = [urls.card, rules, `/referee?game=${key}`];
  const links = document.querySelectorAll(".app-header__menu a");
  for (const [number, place] of places.entries()) links[number]?.setAttribute("href", place);
  if (!hasCards(game.house)) links[2]?.parentElement?.remove(); // the referee rules on cards
  return heading;
}

function needsNetwork(/** @type {boolean} */ unsent) {
  const wrong = location.pathname === "/referee" ? wentWrong() : null;
  return [
    h(
      "section",
      { class: "sheet current-game" },
      h("h1", null, "You’re offline"),
      unsent &&
        h("p", null, "That may not have gone through. Go back and check whether it was saved before you try again."),
      !unsent &&
        h(
          "p",
          null,
          location.pathname.startsWith("/g/")
            ? "This phone doesn’t have this page yet. Open it once while you’re online."
            : "The server isn’t answering, and this phone doesn’t have a copy of this page."
        ),
      h("p", { class: "soft" }, "What you entered is saved here and sent when you’re online."),
      h(
        "p",
        { class: "buttons" },
        unsent
          ? h("button", { type: "button", class: "button button--primary", onclick: () => history.back() }, "Go back")
          : again("button button--primary"),
        h("a", { class: "button", href: "/" }, "Games on this phone")
      )
    ),
    h(
      "ul",
      { class: "quiet-links" },
      wrong !== null && h("li", null, h("a", { href: wrong }, "Something went wrong")),
      h("li", null, h("a", { href: "/houses" }, "All rules"))
    ),
  ];
}

/** Address of the page about mishaps: for the rules in the address, or for the newest game; null for none. */
function wentWrong() {
  const house = new URLSearchParams(location.search).get("house");
  if (house !== null) return `/referee/${encodeURIComponent(house)}/wrong`;
  const newest = new KnownGames(deviceStorage()).all[0];
  const phone = newest === undefined ? null : GameOnPhone.recall(newest.key);
  if (phone === null) return null;
  return phone.isUnsent ? `/referee/${phone.game.house.key}/wrong` : `${phone.urls.card}/wrong`;
}

/** A link that reloads this page. @param {string} [look] */
function again(look = "") {
  return h("a", { href: location.pathname + location.search, class: look }, "Try again");
}

// --- the games of this phone -----------------------------------------------------------------------------------------

/** Most names that are all listed; of more players only the first ones are named. */
const NAMED = 4,
  FIRST = 3;

/** Unfinished, finished and deleted games. @param {KnownGames} known @param {Outbox} outbox */
function knownGames(known, outbox) {
  // A game with both links is listed once, by its join link.
  const all = known.standing;
  const mayEdit = new Set(all.filter(({ answer }) => answer.may_edit).map(({ uid }) => uid));
  const shown = all.filter(({ uid, answer }) => answer.may_edit || !mayEdit.has(uid));
  const games = shown.flatMap((one) => listed(one, outbox.of(one.uid)));
  const current = games[0]?.game.isOver === false ? games[0] : undefined;
  const others = games.filter((one) => !one.game.isOver && one !== current);
  const again = current === undefined && playAgain(known);
  return [
    current === undefined ? again || none(games.length > 0) : goOn(current),
    h("a", { class: ["button start__new", !current && !again && "button--primary"], href: "/new" }, "New game"),
    section("unfinished", "Unfinished games", others),
    section(
      "finished",
      "Past games",
      games.filter(({ game }) => game.isOver)
    ),
    deletedGames(known.all.filter(({ deleted }) => deleted)),
  ];
}

/**
 * @param {KnownGame} known
 * @param {readonly Waiting[]} waiting
 * @returns {Listed[]} empty for a game of another release that this one cannot read
 */
function listed(known, waiting) {
  try {
    return [{ known, game: gameOf(known.answer, known.rules, waiting), waits: waiting.length }];
  } catch (error) {
    console.error(error);
    return [];
  }
}

/** @param {Listed} one */
function goOn(one) {
  const {
    known: { answer, urls },
    game,
    waits,
  } = one;
  const next = game.currentHole;
  return h(
    "section",
    { class: "sheet current-game", aria: { labelledby: "current" } },
    h("p", { class: "eyebrow" }, answer.may_edit ? "Your game" : "You’re watching"),
    h("h1", { id: "current" }, answer.title || people(game)),
    h("p", { class: "soft" }, answer.title ? `${game.house.name}, ${people(game)}` : game.house.name),
    h("p", null, leadSentence(game)),
    waits > 0 && h("p", null, waits === 1 ? "1 entry" : `${waits} entries`, " waiting to send."),
    h(
      "p",
      { class: "buttons" },
      h(
        "a",
        { class: "button button--primary", href: wayOn(one) },
        answer.may_edit && next !== null ? holeWords({ answer, game }, next) : "Scorecard"
      ),
      answer.may_edit && next !== null && h("a", { class: "button", href: urls.card }, "Scorecard")
    )
  );
}

/** @param {boolean} some  whether the phone has finished games */
function none(some) {
  return h(
    "section",
    { class: "welcome" },
    h("h1", null, some ? "No game in progress" : "No games on this phone yet"),
    h("p", null, "Games you open on this phone stay here, even offline.")
  );
}

/** Deleted games; they can be put back only while online. @param {readonly KnownGame[]} games */
function deletedGames(games) {
  return (
    games.length > 0 &&
    h(
      "section",
      { class: "sheet stack", aria: { labelledby: "deleted" } },
      h("h2", { id: "deleted" }, "Deleted games"),
      games.map((one) =>
        h(
          "p",
          { dataset: { deleted: "game" } },
          h("strong", null, titleOf(one)),
          h("br"),
          h("span", { class: "soft" }, one.deleted ?? "")
        )
      )
    )
  );
}

/** @param {KnownGame} known */
function titleOf({ answer: { title, players } }) {
  return title || listing(players.map((/** @type {{name: string}} */ { name }) => name));
}

/** @type {(id: string, title: string, games: readonly Listed[]) => HTMLElement | false} */
function section(id, title, games) {
  return (
    games.length > 0 &&
    h(
      "section",
      { class: "sheet", aria: { labelledby: id } },
      h("h2", { id }, title),
      h(
        "ul",
        { class: "menu" },
        games.map((one) => {
          const {
            known: { answer },
            game,
            waits,
          } = one;
          const hole = game.currentHole;
          const notes = [
            hole === null ? leadSentence(game).replace(/\.$/, "") : game.holeWords(hole),
            game.house.name,
            waits > 0 && `${waits} not sent yet`,
          ];
          return row(wayOn(one), answer.title || people(game), notes.filter(Boolean).join(", "));
        })
      )
    )
  );
}

/** @param {Game} game */
function people({ players }) {
  const names = players.map(({ name }) => name);
  return names.length > NAMED ? `${names.slice(0, FIRST).join(", ")} +${names.length - FIRST}` : listing(names);
}

/** @param {Listed} one */
function wayOn({ known, game }) {
  const { answer } = known;
  const hole = game.currentHole;
  return answer.may_edit && hole !== null ? holeAddress(known, hole) : known.urls.card;
}

customElements.define("offline-page", OfflinePage);
