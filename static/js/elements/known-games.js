/** The games of this phone, in the look of the start page, for when that page cannot be had. */

import { sideNames, thirdPerson } from "../rules/leading.js";
import { listing } from "../rules/wording.js";
import { gameOf } from "../store/known-game.js";
import { h } from "./build.js";

/**
 * @import {Game} from "../rules/game.js"
 * @import {KnownGame} from "../store/known-games.js"
 * @import {Waiting} from "../store/outbox.js"
 *
 * @typedef {object} Listed
 * @property {KnownGame} known
 * @property {Game} game
 * @property {number} waits  how many entries of this phone the server does not have
 */

/** More names than these make a line too long. */
const NAMED = 6;

/**
 * @param {readonly KnownGame[]} known  the one seen last first
 * @param {(uid: string) => readonly Waiting[]} waiting
 */
export function knownGames(known, waiting) {
  const games = oneEach(known).flatMap((one) => listed(one, waiting(one.uid)));
  const unfinished = games.filter(({ game }) => !game.isOver);
  const [current, ...others] = unfinished;
  return [
    current === undefined ? none(games.length > 0) : goOn(current),
    section("unfinished", "Not finished yet", others, (one) => unfinishedGame(one)),
    section("finished", "Past games", games.filter(({ game }) => game.isOver), (one) => pastGame(one)),
  ];
}

/**
 * A game that this phone may change is not listed once more as one to watch.
 * @param {readonly KnownGame[]} known
 */
function oneEach(known) {
  const mayEdit = new Set(known.filter(({ answer }) => answer.may_edit).map(({ uid }) => uid));
  return known.filter(({ uid, answer }) => answer.may_edit || !mayEdit.has(uid));
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
  const { known, game, waits } = one;
  const { answer } = known;
  const next = game.currentHole;
  const played = game.holes.filter(({ confirmed }) => confirmed).length;
  return h("section", { class: "sheet current-game", aria: { labelledby: "current" } },
    h("p", { class: "eyebrow" }, answer.may_edit ? "Your game" : "You are watching"),
    h("h1", { id: "current" }, answer.title || people(game)),
    h("p", { class: "soft" }, answer.title ? `${game.house.name}, ${people(game)}` : game.house.name),
    h("p", null, state(game, played)),
    waits > 0 && h("p", null, `${waits === 1 ? "1 entry waits" : `${waits} entries wait`} for the network.`),
    h("p", { class: "buttons" },
      h("a", { class: "button button--primary", href: link(one) },
        answer.may_edit && next !== null ? `Go on with hole ${next}` : "See the scorecard"),
      answer.may_edit && played > 0 && h("a", { class: "button", href: card(one) }, "Scorecard")));
}

/** @param {boolean} some  whether there are finished ones */
function none(some) {
  return h("section", { class: "welcome" },
    h("h1", null, some ? "No game is under way here." : "No games on this phone yet."),
    h("p", null, "A game that was opened on this phone is found here again, also without the network. To begin one takes the network."));
}

/**
 * @param {string} id
 * @param {string} title
 * @param {readonly Listed[]} games
 * @param {(one: Listed) => Node} item
 */
function section(id, title, games, item) {
  return games.length > 0 && h("section", { class: "sheet", aria: { labelledby: id } },
    h("h2", { id }, title),
    h("ul", { class: "menu" }, games.map((one) => h("li", null, item(one)))));
}

/** @param {Listed} one */
function unfinishedGame(one) {
  const { known, game, waits } = one;
  const { answer } = known;
  const hole = game.currentHole;
  return h("a", { class: "menu__link", href: link(one) },
    h("span", { class: "menu__main" }, answer.title || people(game)),
    h("span", { class: "menu__note" }, [
      game.house.name,
      hole === null ? "" : game.holeWords(hole).replace(/^./, (first) => first.toLowerCase()),
      answer.may_edit ? "" : "to watch",
      waits > 0 ? `${waits} not sent yet` : "",
    ].filter(Boolean).join(", ")));
}

/** @param {Listed} one */
function pastGame(one) {
  const { known, game, waits } = one;
  const { title } = known.answer;
  return h("a", { class: "menu__link", href: card(one) },
    h("span", { class: "menu__main" }, outcome(game)),
    h("span", { class: "menu__note" }, [
      title,
      people(game),
      game.house.name,
      waits > 0 ? `${waits} not sent yet` : "",
    ].filter(Boolean).join(", ")));
}

/**
 * @param {Game} game
 * @param {number} played
 */
function state(game, played) {
  const toPoints = (game.house.match.until ?? null) !== null;
  if (played === 0) return toPoints ? `${game.lengthWords.replace("to", "To")}.` : `${game.lengthWords} ahead.`;
  const { ahead } = game;
  const holes = toPoints ? `hole${played === 1 ? "" : "s"}` : `of ${game.lengthWords}`;
  return `${played} ${holes} played; ${sideNames(ahead)} lead${thirdPerson(ahead)}.`;
}

/** @param {Game} game */
function outcome(game) {
  const { ahead } = game;
  if (ahead.length === 0) return "Nobody won";
  if (game.undecided.length > 0) return `${sideNames(ahead)} are tied: an extra hole is to be played`;
  return `${sideNames(ahead)} won${ahead.length > 1 ? " together" : ""}`;
}

/** @param {Game} game */
function people({ players }) {
  const names = players.map(({ name }) => name);
  return names.length > NAMED ? `${listing(names.slice(0, NAMED))} and more` : listing(names);
}

/** @param {Listed} one */
function link({ known, game }) {
  const hole = game.currentHole;
  return known.answer.may_edit && hole !== null ? `${known.urls["hole"]}${hole}` : card({ known });
}

/** @param {Pick<Listed, "known">} one */
function card({ known }) {
  return known.urls["card"] ?? `/g/${known.key}`;
}
