/**
 * The game that a phone knows: what the server said last, with what this phone entered since.
 *
 * The server may be of the next release: fields that are not known are not looked at.
 *
 * @import {Entry, Hole, Player} from "../rules/game.js"
 * @import {House} from "../rules/house.js"
 * @import {Waiting} from "./outbox.js"
 *
 * @typedef {object} HandAnswer  one player's hand; HandAnswer in scorekeeper/web/game_json.py, as are those below
 * @property {number} player
 * @property {string} name
 * @property {number} version
 * @property {string | null} cards
 * @property {number | null} points
 * @property {number | null} raw
 *
 * @typedef {object} HoleAnswer  a hole that has begun
 * @property {number} hole
 * @property {number} version
 * @property {number} hole_version
 * @property {number | null} dealer
 * @property {number[]} playoff
 * @property {HandAnswer[]} hands  of those at the table, in seating order
 * @property {number[]} missing
 * @property {{code: string, message: string, players: number[]}[]} warnings
 * @property {boolean} warnings_accepted
 * @property {number | null} ender
 * @property {boolean} ender_known
 * @property {boolean} confirmed
 *
 * @typedef {object} StandingAnswer
 * @property {number} player
 * @property {string} name
 * @property {number} total
 * @property {number} holes
 * @property {number | null} rank
 *
 * @typedef {object} GameAnswer  what `GET /api/games/<key>` says
 * @property {number} [format]
 * @property {string} [uid]
 * @property {boolean} [may_edit]
 * @property {string} title
 * @property {string} house  its name
 * @property {string} house_version
 * @property {number} version
 * @property {number} holes_planned
 * @property {number} first_dealer
 * @property {number | null} current_hole
 * @property {Player[]} players  in seating order
 * @property {StandingAnswer[]} standings
 * @property {HoleAnswer[]} holes
 * @property {string | null} [rematch]  the scorecard of the game that the table went on to
 *
 * @typedef {object} PageRules  what `GET /api/games/<key>/house` says under `rules`
 * @property {House} house
 * @property {Readonly<Record<string, string>>} sentences
 *
 * @typedef {Pick<Waiting, "kind" | "hole" | "player" | "cards" | "points" | "confirm" | "state">} Wish
 */

import { Game } from "../rules/game.js";
import { parseLayout } from "../rules/notation.js";
import { confirmHole, enterHand } from "./editing.js";

/**
 * The game as it will be once everything that waits has arrived.
 *
 * What needs somebody's word is not part of it: the server refused it, and the game goes on without. What it will
 * refuse for a reason that can be seen from here is left out as well.
 *
 * @param {GameAnswer} answer
 * @param {PageRules} rules
 * @param {readonly Wish[]} waiting  in the order in which they were entered
 */
export function gameOf(answer, rules, waiting = []) {
  const { players, holes_planned: holesPlanned, first_dealer: firstDealer } = answer;
  const parts = { house: rules.house, players, holesPlanned, firstDealer, holes: [] };
  const saved = [...answer.holes]
    .sort((one, other) => one.hole - other.hole)
    .reduce((game, hole) => game.withHole(holeOf(hole, game)), new Game(parts, rules));
  return waiting.reduce(withWish, saved);
}

/**
 * Where the table went on to; null while it plays this game.
 *
 * @param {{rematch?: unknown}} answer
 * @returns {string | null} the address of a scorecard
 */
export function rematchOf({ rematch }) {
  // Nothing but an address on this server: it becomes a link.
  return typeof rematch === "string" && /^\/[^/\\][^\\]*$/.test(rematch) ? rematch : null;
}

/**
 * @param {Game} game
 * @param {Wish} wish
 * @returns {Game}
 */
function withWish(game, { kind, hole, player, cards, points, confirm, state }) {
  if (state === "needs-you") return game;
  if (kind === "confirm") return confirm === null ? game : confirmHole(game, { ...confirm, hole });
  if (player === null) return game;
  if (cards === null && points === null) return enterHand(game, { hole, player, entry: null });
  const entry = entryOf(cards, points, null, game.house);
  return entry === null ? game : enterHand(game, { hole, player, entry });
}

/**
 * @param {HoleAnswer} answer
 * @param {Game} game  with every hole before
 * @returns {Hole}
 */
function holeOf(answer, game) {
  const number = answer.hole;
  const entries = answer.hands.flatMap(({ player, cards, points, raw }) => {
    const entry = entryOf(cards, points, raw, game.house);
    return entry === null ? [] : [/** @type {[number, Entry]} */ ([player, entry])];
  });
  return {
    number,
    dealer: answer.dealer ?? game.dealer(number)?.id ?? game.firstDealer,
    entries: new Map(entries),
    ender: answer.ender,
    enderKnown: answer.ender_known,
    confirmed: answer.confirmed,
    warningsAccepted: answer.warnings_accepted,
    playoff: answer.playoff,
  };
}

/**
 * Cards that cannot be read here, because the server knows more than this page, count what the server says they do.
 *
 * @param {string | null | undefined} cards
 * @param {number | null | undefined} points
 * @param {number | null | undefined} raw
 * @param {House} house
 * @returns {Entry | null}
 */
function entryOf(cards, points, raw, house) {
  const layout = typeof cards === "string" ? parseLayout(cards, house) : null;
  if (layout !== null) return { layout, points: null };
  const bare = points ?? raw ?? null;
  return bare === null ? null : { layout: null, points: bare };
}
