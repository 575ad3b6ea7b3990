/**
 * <big-screen>: the game for a room, kept up to date on a television or a projector; the same words, classes and data
 * as templates/screen/index.html, which writes it first. The code to scan is the server's and is not touched.
 *
 * @import {Game, Player} from "../rules/game.js"
 * @import {Standing} from "../rules/standings.js"
 * @import {Child} from "./build.js"
 */

import { comparisonSentence, leadSentence } from "../rules/leading.js";
import { number, ordinal } from "../rules/wording.js";
import { GameOnPhone } from "../store/game-on-phone.js";
import { rematchOf } from "../store/known-game.js";
import { keepAwake } from "./awake.js";
import { h, show } from "./build.js";
import { part } from "./part.js";
import { numbers, seatsOf } from "./scorecard.js";

/** Columns that can be read from a sofa; as in scorekeeper/web/screen/pages.py. */
const MOST_HOLES = 18;

/** Milliseconds. A shorter gap is not worth a word to a room. */
const A_GAP = 5_000;

/** Milliseconds to look at the result, until the screen goes over to the game that the table went on to. */
const GOING_ON = 10_000;

/**
 * Everything of the screen that a change can change.
 * @param {HTMLElement} root
 * @param {GameOnPhone} phone
 * @returns {boolean} whether anything is different now
 */
export function drawScreen(root, { answer, saved: game }) {
  const rematch = rematchOf(answer);
  const all = numbers(game);
  const comparison = comparisonSentence(game);
  const holes = game.lengthWords;
  const table = part(root, ".screen__table");
  const size = sizeOf(game.players.length, all.length);
  const resized = table.dataset["size"] !== size;
  table.dataset["size"] = size;
  const words = part(root, ".screen__connection"); // stands among what is drawn, and is drawn by itself
  const changes = [
    show(part(root, ".screen__name"), answer.title || "Scorecard"),
    show(part(root, ".screen__house"), `${game.house.name}, ${holes}`),
    show(part(root, ".screen__lead"), leadSentence(game)),
    show(part(root, ".screen__comparison"), comparison),
    show(table,
      h("caption", { class: "visually-hidden" }, `Points by player and hole. ${comparison}`),
      ...rowsOf(game, all)),
    show(part(root, ".screen__hole"), ...(rematch === null ? holeUnderWay(game) : wentOn(rematch)), words.cloneNode(true)),
  ];
  return resized || changes.includes(true);
}

/**
 * @param {Game} game
 * @param {readonly number[]} all  the number of every hole
 */
function rowsOf(game, all) {
  const current = game.currentHole;
  const last = Math.max(MOST_HOLES, current ?? all.length);
  const shown = all.filter((hole) => last - MOST_HOLES < hole && hole <= last);
  const { players, places, hasTeams, firsts } = seatsOf(game);
  const standings = new Map(game.standings.map((standing) => [standing.player, standing]));
  const head = (/** @type {number} */ hole) => {
    const extra = (game.hole(hole)?.playoff.length ?? 0) > 0;
    return h("th", { scope: "col", dataset: { hole }, class: [hole === current && "is-current"] },
      hole, extra && [h("span", { class: "visually-hidden" }, " extra"), "+"]);
  };
  /**
   * @param {string} look
   * @param {Pick<Standing, "holes" | "total">} points
   * @param {number | false} rows
   */
  const total = (look, { holes, total }, rows) =>
    h("td", { rowspan: rows, class: [look, holes === 0 && "is-missing"] }, holes > 0 ? number(total) : "–");
  const row = (/** @type {Player} */ player) => {
    const own = standings.get(player);
    const place = places.find(({ side }) => side.players.includes(player));
    const members = place?.side.players ?? [];
    const rows = members.length > 1 && members.length;
    return h("tr", { dataset: { player: player.id }, class: [place?.rank === 1 && "is-leader", firsts.has(player) && "begins-team"] },
      h("th", { scope: "row", class: "screen__player" }, player.name),
      shown.map((hole) => cell(game, hole, player)),
      hasTeams && own && total("screen__own", own, false),
      place && members[0] === player && [
        total("screen__total", place, rows),
        h("td", { rowspan: rows, class: ["screen__rank", place.rank === null && "is-missing"] }, place.rank === null ? "–" : ordinal(place.rank))]);
  };
  return [
    h("thead", null, h("tr", null,
      h("th", { scope: "col", class: "screen__player" }, h("span", { class: "visually-hidden" }, "Player")),
      shown.map(head),
      hasTeams && h("th", { scope: "col", class: "screen__own" }, "Own"),
      h("th", { scope: "col", class: "screen__total" }, hasTeams ? "Team" : "Total"),
      h("th", { scope: "col", class: "screen__rank" }, "Place"))),
    h("tbody", null, players.map(row)),
  ];
}

/**
 * @param {Game} game
 * @param {number} at  the hole's number
 * @param {Player} player
 */
function cell(game, at, player) {
  const hole = game.hole(at);
  const result = game.playerResult(at, player);
  const wins = result !== null && result.wins && hole?.confirmed === true;
  return h("td", { dataset: { hole: at }, class: [at === game.currentHole && "is-current", wins && "wins"] },
    result === null ? noScore(game, at, player) : [number(result.score), wins && h("span", { class: "visually-hidden" }, " lowest")]);
}

/**
 * @param {Game} game
 * @param {number} at
 * @param {Player} player
 * @returns {Child[]}
 */
function noScore(game, at, player) {
  const hole = game.hole(at);
  const here = game.atTable(at).some(({ id }) => id === player.id);
  if (hole === null && here) return [];
  return ["–", h("span", { class: "visually-hidden" }, here && !hole?.confirmed ? " missing" : " did not play")];
}

/** @param {string} rematch */
function wentOn(rematch) {
  return [
    h("h2", { class: "screen__hole-title" }, "The table plays again"),
    h("p", { class: "screen__deal" }, h("a", { href: screenOf(rematch) }, "go to the new game")),
    h("ul", { class: "screen__people" }),
  ];
}

/** @param {string} card */
function screenOf(card) {
  return `${card}/screen`;
}

/** @param {Game} game */
function holeUnderWay(game) {
  const at = game.currentHole;
  const title = (/** @type {string} */ words) => h("h2", { class: "screen__hole-title" }, words);
  if (at === null) {
    return [
      title(game.undecided.length > 0 ? "A tie is still to be broken" : "The game is over"),
      h("p", { class: "screen__deal" }),
      h("ul", { class: "screen__people" }),
    ];
  }
  const extra = (game.hole(at)?.playoff.length ?? 0) > 0;
  const dealer = game.dealer(at);
  const starts = game.startWords(at);
  const missing = new Set(game.missing(at).map(({ id }) => id));
  return [
    title(extra ? "Extra hole" : `Hole ${at}`),
    h("p", { class: "screen__deal" }, dealer && `${dealer.name} deals${starts && `, ${starts}`}`),
    h("ul", { class: "screen__people" }, game.atTable(at).map(({ id, name }) => {
      const waits = missing.has(id);
      return h("li", { dataset: { player: id, state: waits ? "missing" : "entered" } },
        h("span", { aria: { hidden: true } }, waits ? "…" : "✓"), ` ${name}`,
        h("span", { class: "visually-hidden" }, waits ? " is still to come" : " is entered"));
    })),
  ];
}

/**
 * How large the figures can be.
 * @param {number} players
 * @param {number} holes
 */
function sizeOf(players, holes) {
  if (players <= 4 && holes <= 10) return "roomy";
  return players <= 8 ? "full" : "crowded";
}

export class BigScreen extends HTMLElement {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #gap;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #goingOn;

  connectedCallback() {
    void GameOnPhone.here().then((phone) => phone !== null && this.follow(phone));
  }

  /**
   * Show this game from now on, however it changes.
   * @param {GameOnPhone} phone
   */
  follow(phone) {
    const draw = () => {
      drawScreen(this, phone);
      this.#tell(phone);
      this.#goOn(phone);
    };
    phone.addEventListener("change", draw);
    draw();
    keepAwake();
    this.dataset["ready"] = "";
  }

  /**
   * Nobody touches a television: it goes along with its table by itself. Not without the server, whose page would not
   * come: then it goes once the server is back.
   * @param {GameOnPhone} phone
   */
  #goOn(phone) {
    if (rematchOf(phone.answer) === null || phone.connection !== "online") {
      clearTimeout(this.#goingOn);
      this.#goingOn = undefined;
      return;
    }
    this.#goingOn ??= setTimeout(() => {
      const rematch = rematchOf(phone.answer);
      if (rematch !== null) location.replace(screenOf(rematch));
    }, GOING_ON);
  }

  /**
   * The room is told when the screen has stopped following.
   * @param {GameOnPhone} phone
   */
  #tell({ connection, closed }) {
    const words = part(this, ".screen__connection");
    if (connection === "away") {
      this.#gap ??= setTimeout(() => {
        part(this, ".screen__connection").textContent = "No network: this is how the game stood.";
      }, A_GAP);
      return;
    }
    clearTimeout(this.#gap);
    this.#gap = undefined;
    const text = connection === "closed" ? closed || "This link was renewed: ask the table for the new one." : "";
    if (words.textContent !== text) words.textContent = text;
  }
}
