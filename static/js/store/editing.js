/**
 * What an entry makes of a game. Mirrors what a phone can do by itself of scorekeeper/tally/editing.py, and the
 * confirmation in scorekeeper/web/play/hole_form.py. Pure: games in, games out. Where the server would refuse, the game
 * stays as it is.
 *
 * Versions are not looked at: whether another phone was quicker, only the server knows.
 *
 * @import {Entry, Game, Hole} from "../rules/game.js"
 */

import { nextClockwise } from "../rules/dealing.js";
import { formatLayout } from "../rules/notation.js";

/**
 * Enter one player's cards or points on a hole, which begins with this if it had not yet; null takes the entry away,
 * and opens a confirmed hole again.
 *
 * @param {Game} game
 * @param {{hole: number, player: number, entry: Entry | null}} edit
 * @returns {Game}
 */
export function enterHand(game, { hole: number, player, entry }) {
  const known = game.hole(number);
  const theirs = known?.entries.get(player) ?? null;
  if (isSame(theirs, entry) || !isAtTable(game, number, player)) return game;
  const hole = known ?? begin(game, number);
  if (hole === null) return game;
  const entries = new Map(hole.entries);
  if (entry === null) {
    entries.delete(player);
    // The table confirmed a hole with this hand in it, and said nothing of one without.
    return withoutStaleAcceptance(game, { ...hole, entries, confirmed: false });
  }
  entries.set(player, entry);
  return withoutStaleAcceptance(game, { ...hole, entries });
}

/**
 * The table is done with a hole: from now on it counts, unless something is still to be settled.
 *
 * @param {Game} game
 * @param {object} edit
 * @param {number} edit.hole
 * @param {number | null} edit.ender
 * @param {boolean} edit.enderKnown
 * @param {boolean} edit.acceptWarnings  the impossible cards are right
 * @param {boolean} edit.acceptMissing  whoever has no cards sat this hole out
 * @returns {Game}
 */
export function confirmHole(game, { hole: number, ender, enderKnown, acceptWarnings, acceptMissing }) {
  const hole = game.hole(number) ?? begin(game, number);
  if (hole === null || (ender !== null && !isAtTable(game, number, ender))) return game;
  const known = enderKnown || ender !== null;
  const accepted = [acceptWarnings ? "hole.impossible_cards" : "", acceptMissing ? "hole.hands_missing" : ""];
  const problems = game.confirmProblems(number, { enderKnown: known });
  if (problems.some((problem) => !accepted.includes(problem.code))) return game;
  const warningsAccepted = acceptWarnings || hole.warningsAccepted;
  return game.withHole({ ...hole, ender, enderKnown: known, confirmed: true, warningsAccepted });
}

/**
 * @param {Entry | null} one
 * @param {Entry | null} other
 */
function isSame(one, other) {
  /** @param {Entry | null} entry */
  const text = (entry) => entry && (entry.layout ? formatLayout(entry.layout) : entry.points);
  return text(one) === text(other);
}

/**
 * @param {Game} game
 * @param {number} hole
 * @param {number} player
 */
function isAtTable(game, hole, player) {
  return game.atTable(hole).some(({ id }) => id === player);
}

/**
 * A new planned hole; null for one that cannot begin. Extra holes begin on the page of the result.
 *
 * @param {Game} game
 * @param {number} number
 * @returns {Hole | null}
 */
function begin(game, number) {
  if (!(number >= 1 && number <= game.holesPlanned)) return null;
  const atTable = new Set(game.atTable(number).map((player) => player.id));
  const next = game.dealer(number)?.id ?? game.firstDealer;
  const dealer = atTable.has(next) ? next : nextClockwise(game.seats, next, atTable);
  if (dealer === null) return null;
  return {
    number, dealer, entries: new Map(), ender: null, enderKnown: false, confirmed: false, warningsAccepted: false,
    playoff: [],
  };
}

/**
 * The game with that hole, on which no impossible cards pass as accepted that were not there to be seen.
 *
 * @param {Game} before
 * @param {Hole} hole
 */
function withoutStaleAcceptance(before, hole) {
  const after = before.withHole(hole);
  if (!hole.warningsAccepted) return after;
  const seen = tooMany(before, hole.number);
  const isStale = [...tooMany(after, hole.number)].some(([what, count]) => count > (seen.get(what) ?? 0));
  return isStale ? before.withHole({ ...hole, warningsAccepted: false }) : after;
}

/**
 * How many there are of each card of which there cannot be so many, whoever holds them.
 *
 * @param {Game} game
 * @param {number} hole
 * @returns {Map<string, number>}
 */
function tooMany(game, hole) {
  return new Map(game.warnings(hole).map(({ code, card, holders }) =>
    [`${code} ${card}`, holders.reduce((sum, [, count]) => sum + count, 0)]));
}
