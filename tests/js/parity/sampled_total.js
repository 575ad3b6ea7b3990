/**
 * @import {Card, Cell, House, Layout} from "../../../static/js/rules/house.js"
 */

import { GONE, linesOf, STANDARD_RANKS, SUITS } from "../../../static/js/rules/house.js";
import { needsSuit, ranksOf } from "../../../static/js/rules/house.js";
import { score } from "../../../static/js/rules/scoring.js";

/** The sentences of a score are not looked at here. */
const NO_WORDS = { sentences: new Proxy({}, { get: () => "" }) };

/**
 * Score `count` layouts, drawn in the one fixed sequence that tests/golden/sampling.py describes and draws as well.
 *
 * @param {House} house
 * @param {number} count
 * @param {(total: number) => void} take
 */
export function sampledTotal(house, count, take) {
  for (const layout of sampledLayouts(house, count)) {
    take(score(layout, house, /** @type {any} */ (NO_WORDS)).total);
  }
}

/**
 * @param {House} house
 * @param {number} count
 * @returns {Generator<Layout>}
 */
function* sampledLayouts(house, count) {
  let state = 1;
  /** @param {number} n */
  const oneOf = (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 16) % n;
  };
  /** @template T @param {readonly T[]} choice @returns {T} */
  const drawn = (choice) => /** @type {T} */ (choice[oneOf(choice.length)]);
  /** @template T @param {number} most @param {readonly T[]} choice */
  const some = (most, choice) => Array.from({ length: 1 + oneOf(most) }, () => drawn(choice));

  const { rows, columns } = house.grid;
  const all = ranksOf(house);
  const rule = house.cancelling;
  const lines = rule?.leave ? linesOf(house.grid, rule.where, rule.size) : [];
  for (let made = 0; made < count; made += 1) {
    const ranks = some(5, all);
    const suits = STANDARD_RANKS.some((rank) => needsSuit(rank, house)) ? some(4, SUITS) : [];
    /** @type {Card[]} */
    const cards = new Array(rows * columns);
    for (let column = 0; column < columns; column += 1) {
      for (let row = 0; row < rows; row += 1) {
        const rank = drawn(ranks);
        const suit = needsSuit(rank, house) ? drawn(suits) : null;
        cards[row * columns + column] = /** @type {Card} */ ({ rank, suit });
      }
    }
    for (const line of lines) {
      if (oneOf(4) === 0) for (const place of line) cards[place] = { rank: GONE, suit: null };
    }
    /** @type {Cell[]} */
    const hidden =
      house.ending.hidden === "counted"
        ? []
        : cards.flatMap((_, place) =>
            oneOf(4) === 0 ? [/** @type {Cell} */ ([Math.floor(place / columns), place % columns])] : []
          );
    yield/** @type {Layout} */ ({
      rows: Array.from({ length: rows }, (_, row) => cards.slice(row * columns, (row + 1) * columns)),
      hidden,
    });
  }
}
