/**
 * The scorecard of a game, drawn from what this phone knows: the same words, classes and links as
 * templates/play/card.html, which writes it first. <score-card> keeps a card up to date that the server wrote.
 *
 * @import {Game, Hole, Player} from "../rules/game.js"
 * @import {Child} from "./build.js"
 */

import { needsEnder } from "../rules/house.js";
import { comparisonSentence, leadSentence } from "../rules/leading.js";
import { number, ordinal, perHole, signed } from "../rules/wording.js";
import { GameOnPhone } from "../store/game-on-phone.js";
import { rematchOf } from "../store/known-game.js";
import { h, show } from "./build.js";
import { part } from "./part.js";
import { playsAgain } from "./plays-again.js";
import { UndoButton } from "./undo-button.js";
import { whatChanged } from "./what-changed.js";

/**
 * Everything of the card that a change can change, from who leads to what the marks mean.
 * @param {Element} root
 * @param {GameOnPhone} phone
 * @returns {boolean} whether anything is different now
 */
export function drawScorecard(root, phone) {
  const { game } = phone;
  return show(
    root,
    playsAgain(phone.answer),
    h("section", { class: "lead", aria: { label: "Who leads" } },
      h("p", { class: "lead__sentence" }, leadSentence(game)),
      h("p", { class: "soft" }, comparisonSentence(game))),
    h("div", { class: "score-card__next" }, next(phone)),
    h("div", { class: "table-scroll", tabindex: 0, role: "region", aria: { label: "Scorecard" } },
      h("table", { class: "card-table" },
        h("caption", { class: "visually-hidden" }, `Points by hole and player. ${comparisonSentence(game)}`),
        h("thead", null, h("tr", null, h("th", { scope: "col" }, "Hole"), game.players.map(heading))),
        h("tbody", null, numbers(game).map((hole) => row(phone, hole))),
        h("tfoot", null, totals(phone)))),
    h("p", { class: "soft small" }, legend(phone)),
  );
}

/**
 * What the heading of the page says: the game's name, and in a few words which game it is.
 * @param {Element} root
 * @param {GameOnPhone} phone
 */
export function drawHeading(root, { answer, game }) {
  const note = `${game.house.name}, ${game.lengthWords}`;
  return show(root, `${answer.title || "Scorecard"} `, h("span", { class: "app-header__note" }, note));
}

/**
 * Every hole with a row of its own: those to be played, and those played beyond them.
 * @param {Game} game
 */
export function numbers({ holes, holesShown }) {
  const planned = Array.from({ length: holesShown }, (_, index) => index + 1);
  return [...new Set([...planned, ...holes.map((hole) => hole.number)])].sort((one, other) => one - other);
}

/**
 * @param {GameOnPhone} phone
 * @returns {Child[]}
 */
function next({ game, mayEdit, urls }) {
  const hole = game.currentHole;
  if (hole === null) {
    return [h("p", { class: "buttons" }, h("a", { class: "button button--primary button--wide", href: `${urls.card}/end` }, "See the result"))];
  }
  if (!mayEdit) return [];
  const extra = (game.hole(hole)?.playoff.length ?? 0) > 0;
  const dealer = game.dealer(hole);
  const starter = game.starter(hole);
  return [
    h("p", { class: "buttons" },
      h("a", { class: "button button--primary button--wide", href: urls.hole + hole }, extra ? "Enter the extra hole" : `Enter hole ${hole}`)),
    dealer && h("p", { class: "soft next-deal" }, `${dealer.name} deals hole ${hole}${starter ? `, ${starter.name} starts` : ""}.`),
  ];
}

/** @param {Player} player */
function heading({ name, left }) {
  return h("th", { scope: "col" }, name, left !== null && [" ", h("span", { class: "card-table__note" }, "left")]);
}

/**
 * @param {GameOnPhone} phone
 * @param {number} at  the hole's number
 */
function row(phone, at) {
  const { game, urls } = phone;
  const hole = game.hole(at);
  const worked = `${urls.hole}${at}/worked`;
  const extra = hole !== null && hole.playoff.length > 0;
  const warned = isWarned(game, at);
  return h("tr", { id: `hole-${at}`, class: [at === game.currentHole && "is-current"] },
    h("th", { scope: "row" },
      hole === null
        ? at
        : h("a", { href: worked, aria: { label: `Hole ${at}${extra ? ", extra" : ""}, worked out` } },
          at, extra && h("span", { class: "card-table__note" }, "extra")),
      warned && mark("warning", "!", "impossible cards"),
      sending(phone, at, null)),
    game.players.map((player) => cell(phone, at, hole, player, `${worked}#player-${player.id}`)));
}

/**
 * Whether there are cards that cannot be, and nobody has said that they are meant.
 * @param {Game} game
 * @param {number} at  the hole's number
 */
function isWarned(game, at) {
  const hole = game.hole(at);
  return hole !== null && !hole.warningsAccepted && game.warnings(at).length > 0;
}

/**
 * @param {GameOnPhone} phone
 * @param {number} at
 * @param {Hole | null} hole
 * @param {Player} player
 * @param {string} worked
 */
function cell(phone, at, hole, player, worked) {
  const { game } = phone;
  const result = game.playerResult(at, player);
  const waits = sending(phone, at, player.id);
  if (result === null) {
    const here = game.atTable(at).some(({ id }) => id === player.id);
    if (hole === null && here) return h("td", null, waits);
    const words = here && !hole?.confirmed ? " missing" : " did not play";
    return h("td", null, h("span", { class: "is-missing" }, "–", hidden(words)), waits);
  }
  const wins = result.wins && hole?.confirmed;
  const { points, rule } = result.adjustment;
  return h("td", { class: [wins && "wins"] },
    h("a", { href: worked },
      number(result.score),
      hole?.entries.get(player.id)?.layout === null && mark("bare", "#", "a number, no cards", "number only"),
      points !== 0 && mark("penalty", signed(points), rule, `${rule} included`),
      points === 0 && hole?.ender === player.id && mark("ender", "⚑", "ended the hole"),
      waits,
      wins && hidden(" lowest")));
}

/**
 * @param {string} kind
 * @param {string} sign
 * @param {string} title
 * @param {string} [spoken]
 */
function mark(kind, sign, title, spoken = title) {
  return h("span", { class: ["mark", `mark--${kind}`], title }, sign, hidden(` ${spoken}`));
}

/** @param {string} words */
function hidden(words) {
  return h("span", { class: "visually-hidden" }, words);
}

/**
 * What of a hole, or of one player's hand on it, the server does not have yet.
 * @param {GameOnPhone} phone
 * @param {number} hole
 * @param {number | null} player  null for the hole's confirmation
 * @returns {Child[]}
 */
function sending({ waiting }, hole, player) {
  const own = waiting.filter((one) => one.hole === hole && one.player === player);
  if (own.length === 0) return [];
  const needsYou = own.some((one) => one.state === "needs-you");
  return [needsYou ? mark("needs-you", "?", "not taken: needs you") : mark("waiting", "↑", "entered on this phone, not sent yet")];
}

/**
 * @param {GameOnPhone} phone
 */
function totals({ game, urls }) {
  const standings = new Map(game.standings.map((standing) => [standing.player.id, standing]));
  const all = game.players.map((player) => standings.get(player.id)).filter((standing) => standing !== undefined);
  return [
    h("tr", { class: "totals" }, h("th", { scope: "row" }, "Total"), all.map(({ rank, holes, total }) =>
      h("td", { class: [rank === 1 && "is-leader"] },
        holes > 0 ? h("a", { href: `${urls.card}/end`, aria: { label: `${number(total)} in all, hole by hole` } }, number(total)) : "–"))),
    game.byAverage && h("tr", null, h("th", { scope: "row" }, "Per hole"), all.map(({ average }) =>
      h("td", null, average === null ? "–" : perHole(average)))),
    h("tr", { class: "ranks" }, h("th", { scope: "row" }, "Place"), all.map(({ rank }) =>
      h("td", null, rank === null ? "–" : ordinal(rank)))),
  ];
}

/** @param {GameOnPhone} phone */
function legend({ game, waiting }) {
  return [
    "Tap any number to see how it was counted.",
    needsEnder(game.house) && " A small number beside a score is the ender's penalty, already counted; ⚑ marks an ender without one.",
    " # marks a number entered without cards.",
    game.holes.some((hole) => isWarned(game, hole.number)) && " ! marks a hole with impossible cards: more of a kind than there are.",
    waiting.length > 0 && " ↑ marks what was entered on this phone and is not sent yet.",
  ].filter(Boolean).join("");
}

// --- on a page that the server wrote ---------------------------------------------------------------------------------

export class ScoreCard extends HTMLElement {
  connectedCallback() {
    void GameOnPhone.here().then((phone) => phone !== null && this.follow(phone));
  }

  /**
   * Show this game from now on, however it changes.
   * @param {GameOnPhone} phone
   */
  follow(phone) {
    const said = h("p", { class: "visually-hidden", role: "status" });
    this.append(said);
    const undo = new UndoButton(part(this, ".score-card__undo"), phone);
    let { game } = phone;
    let rematch = rematchOf(phone.answer);
    const draw = () => {
      drawScorecard(part(this, ".score-card__drawn"), phone);
      const heading = document.querySelector("h1.app-header__title");
      if (heading !== null) drawHeading(heading, phone);
      const wentOn = rematchOf(phone.answer);
      const news = wentOn !== null && wentOn !== rematch ? "The table plays again." : whatChanged(game, phone.game);
      if (news !== "") said.textContent = news;
      game = phone.game;
      rematch = wentOn;
      void undo.update();
    };
    phone.addEventListener("change", draw);
    draw();
    this.dataset["ready"] = "";
  }
}
