/**
 * @import {Rank} from "../../../static/js/rules/cards.js"
 * @import {House} from "../../../static/js/rules/house.js"
 */

import { ranksOf } from "../../../static/js/rules/house.js";
import { totalOfRanks } from "../../../static/js/rules/scoring.js";

/**
 * Score every possible layout of ranks, one by one, in the order of Python's Totals.every(): columns from left to
 * right, in each column from top to bottom, ranks as the house lists them, the last place fastest.
 *
 * @param {House} house
 * @param {(total: number) => void} take
 */
export function everyTotal(house, take) {
  const { rows, columns } = house.grid;
  const all = ranksOf(house);
  const order = Array.from({ length: rows * columns }, (_, n) => (n % rows) * columns + Math.floor(n / rows));
  /** @type {Rank[]} */
  const ranks = new Array(rows * columns).fill(all[0]);

  /** @param {number} depth */
  function fill(depth) {
    if (depth === order.length) {
      take(totalOfRanks(ranks, house));
      return;
    }
    for (const rank of all) {
      ranks[/** @type {number} */ (order[depth])] = rank;
      fill(depth + 1);
    }
  }
  fill(0);
}
