/**
 * Whose deal a hole is, and who plays first on it. Mirrors scorekeeper/rules/dealing.py.
 *
 * @import {Game, Hole, Player} from "./game.js"
 */

import { holeWinners } from "./hole.js";
import { BY_ENDER, BY_OPENING } from "./house.js";

/**
 * The next seat after that player's whose player is among those; their own comes last. Null for nobody. Counting from
 * somebody who has no seat, the first seat is the next.
 *
 * @param {readonly number[]} seats  player ids in seating order
 * @param {number} after
 * @param {{has(id: number): boolean}} among
 * @returns {number | null}
 */
export function nextClockwise(seats, after, among) {
  const start = seats.indexOf(after) + 1;
  return [...seats.slice(start), ...seats.slice(0, start)].find((seat) => among.has(seat)) ?? null;
}

/**
 * Who deals that hole: noted with the hole, or else as the house passes the deal on. That is to the next seat clockwise,
 * unless the house says otherwise; and where the best or the worst of a hole decides, or whoever ended it, as far as that
 * hole is confirmed.
 *
 * @param {Game} game
 * @param {number} number
 * @returns {Player | null}
 */
export function dealer(game, number) {
  const hole = game.hole(number);
  if (hole !== null) return game.player(hole.dealer);
  const noted = lastBefore(game, number);
  let deals = noted?.dealer ?? game.firstDealer;
  for (let ahead = (noted?.number ?? 0) + 1; ahead <= number; ahead++) {
    if (ahead === 1 && game.atTable(1).some((player) => player.id === deals)) continue; // nobody has dealt yet
    if (game.house.match.deal === "stays" && game.atTable(ahead).some((player) => player.id === deals)) continue;
    const decided = noted !== null && ahead === noted.number + 1 ? decidedBy(game, noted, ahead) : null;
    const following = decided ?? nextSeat(game, deals, ahead)?.id;
    if (following === undefined) return null;
    deals = following;
  }
  return game.player(deals);
}

/**
 * @param {Game} game
 * @param {number} number
 */
function lastBefore(game, number) {
  const before = game.holes.filter((earlier) => earlier.number < number && earlier.playoff.length === 0);
  return before.reduce(
    (last, earlier) => (last === null || earlier.number > last.number ? earlier : last),
    /** @type {Hole | null} */ (null));
}

/**
 * Who deals after that hole where its scores or its ender decide; null where they do not, or are not settled.
 *
 * @param {Game} game
 * @param {Hole} last
 * @param {number} number
 */
function decidedBy(game, last, number) {
  const { deal = "", first } = game.house.match;
  const found = BY_ENDER.includes(deal) ? endedBy(game, last, number) : byScore(game, last, number);
  if (found === null || deal === "loser-deals" || deal === "ender-deals" || first === "dealer") return found;
  // Whoever plays first sits to the left of the dealer.
  return nextClockwise(game.seats.reverse(), found, new Set(game.atTable(number).map((player) => player.id)));
}

/**
 * Who ended that hole; null where it is not confirmed, or that was nobody, or nobody who plays the next one.
 *
 * @param {Game} game
 * @param {Hole | null} last
 * @param {number} number
 */
function endedBy(game, last, number) {
  if (!last?.confirmed) return null;
  return game.atTable(number).find((player) => player.id === last.ender)?.id ?? null;
}

/**
 * Who was best or worst on that hole, where that is asked; null where it is not, or is not settled. Of several who are
 * equal the first one clockwise from the dealer is taken.
 *
 * @param {Game} game
 * @param {Hole} last
 * @param {number} number
 */
function byScore(game, last, number) {
  const { deal } = game.house.match;
  if ((deal !== "winner-starts" && deal !== "loser-deals") || !last.confirmed) return null;
  const scores = game.atTable(number).flatMap((player) => {
    const result = game.playerResult(last.number, player);
    return result === null ? [] : [/** @type {const} */ ([player.id, result.score])];
  });
  const highest = Math.max(...scores.map(([, points]) => points));
  const those = deal === "winner-starts"
    ? holeWinners(scores, game.house, last.ender)
    : scores.filter(([, points]) => points === highest).map(([id]) => id);
  return nextClockwise(game.seats, last.dealer, new Set(those));
}

/**
 * Who plays first: the dealer, or the player to their left; null where the cards that are turned up decide.
 * @param {Game} game
 * @param {number} number
 * @returns {Player | null}
 */
export function starter(game, number) {
  const { deal = "", first } = game.house.match;
  const ended = BY_ENDER.includes(deal) ? endedBy(game, lastBefore(game, number), number) : null;
  if (BY_OPENING.includes(deal) && ended === null) return null;
  const deals = dealer(game, number);
  if (first === "dealer" && game.atTable(number).some((player) => player.id === deals?.id)) return deals;
  return deals === null ? null : nextSeat(game, deals.id, number);
}

/**
 * Who plays first, in words: `Bo starts`; empty for nobody.
 * @param {Game} game
 * @param {number} number
 */
export function startWords(game, number) {
  const first = starter(game, number);
  if (first !== null) return `${first.name} starts`;
  return BY_OPENING.includes(game.house.match.deal ?? "") ? "the highest open cards start" : "";
}

/**
 * The next player, clockwise, who is at the table on that hole.
 * @param {Game} game
 * @param {number} id
 * @param {number} number
 */
function nextSeat(game, id, number) {
  const following = nextClockwise(game.seats, id, new Set(game.atTable(number).map((player) => player.id)));
  return following === null ? null : game.player(following);
}
