/**
 * How much worse a move leaves a hand than the best move would, worked out without the players' own code. An unseen
 * card is worth the average of all unseen cards. Of the rules about matching cards, this knows those of the measured
 * houses.
 *
 * @import {State} from "../../../static/js/play/hole.js"
 */

/** Points by which a bad move leaves a hand worse than the best one. */
export const BAD = 2;

const ROUNDING = 1e-6;

/** @param {State} state @param {number} player @param {string} action @param {readonly string[]} legal */
export function isBad(state, player, action, legal) {
  if (state.step !== "hand") return false;
  const best = Math.min(...legal.map((move) => handAfter(state, player, move)));
  return handAfter(state, player, action) > best + BAD + ROUNDING;
}

/** The expected total of the player's hand after a move. @param {any} state @param {number} player */
export function handAfter({ house, seats, stock, drawn }, player, move = "") {
  const isUnseen = (/** @type {any} */ spot, /** @type {number} */ seat) =>
    spot.card && !spot.faceUp && !(seat === player && spot.seen);
  const cards = [...stock];
  for (const [seat, { places }] of seats.entries())
    for (const spot of places) if (isUnseen(spot, seat)) cards.push(spot.card);
  let average = 0;
  for (const { rank } of cards) average += house.values[rank] / cards.length;
  const hand = seats[player].places.map((/** @type {any} */ spot) =>
    isUnseen(spot, player) ? "unseen" : (spot.card?.rank ?? "gone")
  );
  const [, row, column] = (/^replace (\d+) (\d+)/.exec(move) ?? []).map(Number);
  if (row) hand[(row - 1) * house.grid.columns + column - 1] = drawn.rank;
  return totalOf(hand, house, average);
}

/** @param {readonly string[]} hand  ranks in reading order @param {any} house @param {number} average */
function totalOf(hand, { grid, values, cancelling, four_of_a_kind: four }, average) {
  const lineOf = (/** @type {number} */ at) => (cancelling?.where[0] === "column" ? at % grid.columns : 0);
  /** @type {Record<string, number>} */
  const counts = {};
  for (const [at, rank] of hand.entries()) {
    const name = `${lineOf(at)} ${rank}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  const columns = [];
  let total = 0;
  for (const [name, count] of Object.entries(counts)) {
    const [, rank = ""] = name.split(" ");
    const isKnown = rank !== "unseen" && rank !== "gone";
    const cancels = isKnown && cancelling && cancelling.exceptions[rank] !== "keep";
    const worth = isKnown ? values[rank] : rank === "gone" ? 0 : average;
    total += worth * (cancels ? count % cancelling.size : count);
    if (isKnown && count === grid.rows) columns.push(rank);
  }
  const hasFour = four?.pattern === "columns" && new Set(columns).size < columns.length;
  return total + (hasFour ? four.points : 0);
}
