/**
 * Whose deal a hole is, and who plays first on it. Mirrors scorekeeper/rules/dealing.py.
 *
 * @import {Game, Hole, Player} from "./game.js"
 */

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
 * unless the house says otherwise; and where the best or the worst of a hole decides, as far as that hole is confirmed.
 *
 * @param {Game} game
 * @param {number} number
 * @returns {Player | null}
 */
export function dealer(game, number) {
  const hole = game.hole(number);
  if (hole !== null) return game.player(hole.dealer);
  const before = game.holes.filter((earlier) => earlier.number < number && earlier.playoff.length === 0);
  const noted = before.reduce(
    (last, earlier) => (last === null || earlier.number > last.number ? earlier : last),
    /** @type {Hole | null} */ (null));
  let deals = noted?.dealer ?? game.firstDealer;
  for (let ahead = (noted?.number ?? 0) + 1; ahead <= number; ahead++) {
    if (ahead === 1 && game.atTable(1).some((player) => player.id === deals)) continue; // nobody has dealt yet
    if (game.house.match.deal === "stays" && game.atTable(ahead).some((player) => player.id === deals)) continue;
    const decided = noted !== null && ahead === noted.number + 1 ? byScore(game, noted, ahead) : null;
    const following = decided ?? nextSeat(game, deals, ahead)?.id;
    if (following === undefined) return null;
    deals = following;
  }
  return game.player(deals);
}

/**
 * Who deals after that hole where its scores decide; null where they do not, or are not settled. Of several who are
 * equal the first one clockwise from the dealer is taken.
 *
 * @param {Game} game
 * @param {Hole} last
 * @param {number} number
 */
function byScore(game, last, number) {
  const { deal } = game.house.match;
  if ((deal !== "winner-starts" && deal !== "loser-deals") || !last.confirmed) return null;
  const atTable = game.atTable(number);
  const scores = new Map(atTable.flatMap((player) => {
    const result = game.playerResult(last.number, player);
    return result === null ? [] : [[player.id, result.score]];
  }));
  const decisive = (deal === "winner-starts" ? Math.min : Math.max)(...scores.values());
  const those = new Set([...scores.keys()].filter((id) => scores.get(id) === decisive));
  const found = nextClockwise(game.seats, last.dealer, those);
  if (found === null || deal === "loser-deals") return found;
  // Whoever plays first sits to the left of the dealer.
  return nextClockwise(game.seats.reverse(), found, new Set(atTable.map((player) => player.id)));
}

/**
 * Who plays first: the player to the dealer's left; null where the cards that are turned up decide.
 * @param {Game} game
 * @param {number} number
 * @returns {Player | null}
 */
export function starter(game, number) {
  if (game.house.match.deal === "highest-opening-starts") return null;
  const deals = dealer(game, number);
  return deals === null ? null : nextSeat(game, deals.id, number);
}

/**
 * Who plays first, in words: `Bo starts`; empty for nobody.
 * @param {Game} game
 * @param {number} number
 */
export function startWords(game, number) {
  if (game.house.match.deal === "highest-opening-starts") return "the highest open cards start";
  const first = starter(game, number);
  return first === null ? "" : `${first.name} starts`;
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
