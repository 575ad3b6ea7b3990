/**
 * <offline-page>: stands where the server's page would stand, and draws it from what this phone keeps: the games of this
 * phone in the look of the start page, a scorecard, the entry of a hole, what a table begins and changes, practice. What it
 * cannot draw it says, with a way back.
 *
 * `data-unsent` is on it, with what was typed, where a form was sent and there was no network.
 *
 * @import {KnownGame} from "../phone/kept.js"
 * @import {Waiting} from "../phone/queue.js"
 * @import {Game} from "../rules/game.js"
 *
 * @typedef {{known: KnownGame, game: Game, waits: number}} Listed  with how many entries of this phone the server does not have
 *
 * @typedef {(page: HTMLElement, key: string, more: string) => boolean | Promise<void>} Draw  false where this phone knows too little
 */

import { KnownGames } from "../phone/kept.js";
import { gameOf, GameOnPhone } from "../phone/game-on-phone.js";
import { deviceStorage, Outbox } from "../phone/queue.js";
import { listing } from "../rules/house.js";
import { leadSentence } from "../rules/leading.js";
import { h } from "../shell/app.js";
import { afterTheGame, canChange, drawNew, drawPlayers, playAgain } from "./begin-page.js";
import { drawPractice } from "./practice-page.js";
import { drawHeading, ScoreCard } from "./scorecard.js";
import "../entry/hole-entry.js";
import "./waiting-note.js";

export class OfflinePage extends HTMLElement {
  connectedCallback() {
    const typed = this.dataset["unsent"];
    if (!SIGHTS.some(([address, draw]) => drawn(this, address, draw, typed))) {
      called("No network");
      this.replaceChildren(...needsNetwork(typed !== undefined));
    } else if (typed !== undefined) this.before(h("p", { class: "notice", role: "status" }, NOT_SENT, " It can be done on this phone:"));
    addEventListener("online", () => void Outbox.open().hurry());
    this.dataset["ready"] = "";
  }
}

const NOT_SENT = "What you just sent did not get through, and nothing was changed.";

/** What can be drawn, by addresses whose groups are handed on. @type {[RegExp, Draw][]} */
const SIGHTS = [
  [/^\/new(?:\/([^/]+))?\/?$/, drawNew],
  [/^\/g\/([^/]+)\/table$/, drawTable],
  [/^\/g\/([^/]+)(?:\/(?:end|rematch|playoff))?\/?$/, drawCard], // the card says who won, and how to go on
  [/^\/$/, drawStart],
  [/^\/practice(?:\/([^/]+)(?:\/(?:start|question))?)?\/?$/, drawPractice],
  [/^\/g\/([^/]+)\/hole\/(\d+)\/?$/, drawHole],
];

/** @type {(page: HTMLElement, address: RegExp, draw: Draw, typed?: string) => boolean} */
function drawn(page, address, draw, typed = "") {
  const found = address.exec(location.pathname);
  return found !== null && draw(page, found[1] ?? "", found[2] ?? typed) !== false;
}

/** Who joins and leaves. @type {Draw} */
function drawTable(page, key) {
  const phone = GameOnPhone.recall(key);
  if (phone === null || phone.isShut || !phone.mayEdit || !canChange(phone)) return false;
  headed("", "page page--narrow", phone).append("Who plays?");
  drawPlayers(page, phone);
  return true;
}

/** The start page: every game that this phone has seen. @type {Draw} */
function drawStart(page) {
  const known = new KnownGames(deviceStorage());
  const outbox = Outbox.open();
  // What waits changes when the network is back.
  const draw = () => page.replaceChildren(
    h("p", { class: "notice", role: "status" }, "No network: this is what this phone has. ", again()),
    ...knownGames(known, outbox).filter((part) => part !== false),
    h("ul", { class: "quiet-links" }, h("li", null, h("a", { href: "/practice" }, "Practice scoring")), h("li", null, h("a", { href: "/houses" }, "Rules of the houses"))),
  );
  outbox.addEventListener("change", draw);
  draw();
  void outbox.flush();
  return true;
}

/** The scorecard: the same parts as templates/play/ writes, filled by the same elements. @type {Draw} */
function drawCard(page, key) {
  const phone = GameOnPhone.recall(key);
  if (phone === null) return false;
  called(phone.answer.title || "Scorecard");
  ScoreCard.goOn = () => h("div", { class: "buttons" }, afterTheGame(phone));
  drawHeading(headed("", "page", phone), phone);
  page.replaceChildren(
    h("waiting-note"),
    h("score-card", null, h("div", { class: "score-card__drawn" }), h("div", { class: "score-card__undo" })),
    h("nav", { class: "sheet", aria: { label: "This game" } },
      h("ul", { class: "menu" },
        phone.mayEdit && !phone.isShut && canChange(phone) && row(`${phone.urls.card}/table`, "Players", "who joins, who leaves"),
        row(`${phone.urls.card}/invite`, "Invite", "a code to scan"),
        row(`${phone.urls.card}/history`, "History and undo", "everything that was changed"),
        row(`${phone.urls.card}/end`, phone.game.isOver ? "See the result" : "Result and downloads", "chart, share, CSV"))),
  );
  return true;
}

/** @type {(href: string, words: string, note: string) => HTMLElement} */
function row(href, words, note) {
  return h("li", null, h("a", { class: "menu__link", href },
    h("span", { class: "menu__main" }, words), h("span", { class: "menu__note" }, note)));
}

/** The entry page; of a hole that was begun, or that comes next. @type {Draw} */
function drawHole(page, key, number) {
  const phone = GameOnPhone.recall(key);
  const hole = Number(number);
  if (phone === null || !phone.mayEdit) return false;
  if (phone.game.hole(hole) === null && phone.game.currentHole !== hole) return false;
  called(`Hole ${hole}`);
  headed("felt entry-page", "entry-main", phone);
  page.replaceChildren(h("waiting-note", { dataset: { compact: "" } }), h("hole-entry", { dataset: { hole } }));
  return true;
}

/** How the page is called in the list of tabs and where it was last. @param {string} title */
function called(title) {
  document.title = `${title} · Scorekeeper`;
}

/**
 * The looks and the bar of a page of a game, as a template of the server gives them; the heading is to be filled.
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
  const rules = isUnsent ? `/houses/${game.house.key}` : `${urls.card}/rules`; // a house is there before its game is
  const places = [urls.card, rules, `/referee?game=${key}`];
  const links = document.querySelectorAll(".app-header__menu a");
  places.forEach((place, number) => links[number]?.setAttribute("href", place));
  return heading;
}

function needsNetwork(/** @type {boolean} */ unsent) {
  const wrong = location.pathname === "/referee" ? wentWrong() : null;
  return [
    h("section", { class: "sheet current-game" },
      h("h1", null, unsent ? "That needs the network" : "This page needs the network"),
      unsent && h("p", null,
        `${NOT_SENT} Go back to try it again; if the network broke off in that very moment, look first whether it is there already.`),
      !unsent && h("p", null, location.pathname.startsWith("/g/")
        ? "This phone does not have it: it was not opened here while there was a network, or it cannot be drawn without one."
        : "There is no answer from the server just now, and this phone has no copy."),
      h("p", { class: "soft" }, "What was entered on this phone is kept, and is sent when the network is back."),
      h("p", { class: "buttons" },
        unsent ? h("button", { type: "button", class: "button button--primary", onclick: () => history.back() }, "Go back") : again("button button--primary"),
        h("a", { class: "button", href: "/" }, "Games on this phone"))),
    h("ul", { class: "quiet-links" },
      wrong !== null && h("li", null, h("a", { href: wrong }, "Something went wrong")),
      h("li", null, h("a", { href: "/houses" }, "Rules of the houses"))),
  ];
}

/** What the referee says of mishaps, as this phone keeps it: by the rules asked for, or of the newest game. */
function wentWrong() {
  const house = new URLSearchParams(location.search).get("house");
  if (house !== null) return `/referee/${encodeURIComponent(house)}/wrong`;
  const newest = new KnownGames(deviceStorage()).all[0];
  const phone = newest === undefined ? null : GameOnPhone.recall(newest.key);
  if (phone === null) return null;
  return phone.isUnsent ? `/referee/${phone.game.house.key}/wrong` : `${phone.urls.card}/wrong`;
}

/** The same page once more. @param {string} [look] */
function again(look = "") {
  return h("a", { href: location.pathname + location.search, class: look }, "Try again");
}

// --- the games of this phone ---------------------------------------------------------------------------------------------

/** More names than these make a line too long. */
const NAMED = 6;

/** Those that go on, and those that are over. @param {KnownGames} known @param {Outbox} outbox */
function knownGames(known, outbox) {
  // A game that this phone may change is not listed once more as one to watch.
  const all = known.standing;
  const mayEdit = new Set(all.filter(({ answer }) => answer.may_edit).map(({ uid }) => uid));
  const shown = all.filter(({ uid, answer }) => answer.may_edit || !mayEdit.has(uid));
  const games = shown.flatMap((one) => listed(one, outbox.of(one.uid)));
  const current = games[0]?.game.isOver === false ? games[0] : undefined;
  const others = games.filter((one) => !one.game.isOver && one !== current);
  const again = current === undefined && playAgain(known);
  return [
    current === undefined ? again || none(games.length > 0) : goOn(current),
    h("p", { class: "buttons start-actions" }, h("a", { class: ["button", !current && !again && "button--primary"], href: "/new" }, "New game")),
    section("unfinished", "Not finished yet", others),
    section("finished", "Past games", games.filter(({ game }) => game.isOver)),
    deletedGames(known.all.filter(({ deleted }) => deleted)),
  ];
}

/**
 * @param {KnownGame} known
 * @param {readonly Waiting[]} waiting
 * @returns {Listed[]} nothing for what another release wrote and this one cannot read; the others are shown all the same
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
  const { known: { answer, urls }, game, waits } = one;
  const next = game.currentHole;
  return h("section", { class: "sheet current-game", aria: { labelledby: "current" } },
    h("p", { class: "eyebrow" }, answer.may_edit ? "Your game" : "You are watching"),
    h("h1", { id: "current" }, answer.title || people(game)),
    h("p", { class: "soft" }, answer.title ? `${game.house.name}, ${people(game)}` : game.house.name),
    h("p", null, leadSentence(game)),
    waits > 0 && h("p", null, `${waits === 1 ? "1 entry waits" : `${waits} entries wait`} for the network.`),
    h("p", { class: "buttons" },
      h("a", { class: "button button--primary", href: wayOn(one) },
        answer.may_edit && next !== null ? `Go on with hole ${next}` : "See the scorecard"),
      answer.may_edit && next !== null && h("a", { class: "button", href: urls.card }, "Scorecard")));
}

/** @param {boolean} some  whether there are finished ones */
function none(some) {
  return h("section", { class: "welcome" },
    h("h1", null, some ? "No game is under way here." : "No games on this phone yet."),
    h("p", null, "A game that was opened on this phone is found here again, also without the network."));
}

/** Those that the server called deleted: without it none can be put back. @param {readonly KnownGame[]} games */
function deletedGames(games) {
  return games.length > 0 && h("section", { class: "sheet stack", aria: { labelledby: "deleted" } },
    h("h2", { id: "deleted" }, "Deleted games"),
    games.map((one) => h("p", { dataset: { deleted: "game" } }, h("strong", null, titleOf(one)), h("br"), h("span", { class: "soft" }, one.deleted ?? ""))));
}

/** @param {KnownGame} known */
function titleOf({ answer: { title, players } }) {
  return title || listing(players.map((/** @type {{name: string}} */ { name }) => name));
}

/** @type {(id: string, title: string, games: readonly Listed[]) => HTMLElement | false} */
function section(id, title, games) {
  return games.length > 0 && h("section", { class: "sheet", aria: { labelledby: id } },
    h("h2", { id }, title),
    h("ul", { class: "menu" }, games.map((one) => {
      const { known: { answer }, game, waits } = one;
      const hole = game.currentHole;
      const notes = [hole === null ? leadSentence(game).replace(/\.$/, "") : game.holeWords(hole), game.house.name, waits > 0 && `${waits} not sent yet`];
      return row(wayOn(one), answer.title || people(game), notes.filter(Boolean).join(", "));
    })));
}

/** @param {Game} game */
function people({ players }) {
  const names = players.map(({ name }) => name);
  return names.length > NAMED ? `${listing(names.slice(0, NAMED))} and more` : listing(names);
}

/** @param {Listed} one */
function wayOn({ known: { answer, urls }, game }) {
  const hole = game.currentHole;
  return answer.may_edit && hole !== null ? urls.hole + hole : urls.card;
}

customElements.define("offline-page", OfflinePage);
