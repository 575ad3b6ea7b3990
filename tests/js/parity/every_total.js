/**
 * @import {House, Rank} from "../../../static/js/rules/house.js"
 */

import { boardOf } from "../../../static/js/rules/scoring.js";
import { needsSuit, ranksOf } from "../../../static/js/rules/house.js";
import { workOut } from "../../../static/js/rules/scoring.js";

/**
 * The total of a layout of ranks, nothing hidden, which is all that the house compares.
 *
 * @param {readonly Rank[]} ranks
 * @param {House} house
 */
function totalOf(ranks, house) {
  const board = boardOf(house);
  const values = ranks.map((rank) => house.values[rank] ?? 0);
  const alike = house.cancelling?.same === "value" ? values : ranks;
  let total = 0;
  for (const { points } of workOut({ cards: [], ranks, values, alike, unknown: 0, faceDown: 0, gone: 0 }, board))
    total += points;
  return total;
}

/**
 * Score every possible layout of ranks, one by one, in the order of Python's Totals.every(): columns from left to
 * right, in each column from top to bottom, ranks as the house lists them, the last place fastest.
 *
 * @param {House} house
 * @param {(total: number) => void} take
 */
export function everyTotal(house, take) {
  if (ranksOf(house).some((rank) => needsSuit(rank, house))) throw new Error(`${house.name} compares suits`);
  const { rows, columns } = house.grid;
  const all = ranksOf(house);
  const order = Array.from({ length: rows * columns }, (_, n) => (n % rows) * columns + Math.floor(n / rows));
  /** @type {Rank[]} */
  const ranks = new Array(rows * columns).fill(all[0]);

  /** @param {number} depth */
  function fill(depth) {
    if (depth === order.length) {
      take(totalOf(ranks, house));
      return;
    }
    for (const rank of all) {
      ranks[/** @type {number} */ (order[depth])] = rank;
      fill(depth + 1);
    }
  }
  fill(0);
}
