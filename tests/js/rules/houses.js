/**
 * Small houses for the tests of the rules, with the same defaults as a house file. That every real house scores as it
 * does on the server is tested under parity/.
 *
 * @import {Cancelling, FourOfAKind, House, PartialLayout, Rank} from "../../../static/js/rules/house.js"
 */

import { parseCard } from "../../../static/js/rules/house.js";

/** @type {Record<string, number>} */
const VALUES = { A: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9, 10: 10, J: 10, Q: 10, K: 0, "*": -2 };

/** @type {Cancelling} */
const COLUMN_PAIRS = {
  where: ["column"],
  size: 2,
  same: "rank",
  leftover: "counts",
  exceptions: { "*": "keep" },
  wild: [],
};

/** @type {FourOfAKind} */
const MINUS_TEN = {
  points: -10,
  pattern: "columns",
  touching: false,
  not_for: [],
  six_alike: "once",
  cards: "cancelled",
};

/**
 * Six cards, column pairs cancel, jokers minus 2; with the given changes.
 * @param {Partial<House>} [changed]
 * @param {Partial<Cancelling>} [cancelling]
 * @returns {House}
 */
export function aHouse(changed = {}, cancelling = {}) {
  return {
    key: "test",
    name: "Test",
    grid: { rows: 2, columns: 3 },
    values: /** @type {Record<Rank, number>} */ (VALUES),
    ending: { hidden: "counted" },
    table: { decks: { 2: 1, 5: 2 }, jokers_per_deck: 2 },
    cancelling: { ...COLUMN_PAIRS, ...cancelling },
    four_of_a_kind: null,
    penalty: null,
    reward: null,
    match: { winner: "lowest-total", tie: "shared" },
    ...changed,
  };
}

/** The same with ten points off for four of a kind in two columns. @param {Partial<FourOfAKind>} [changed] */
export function aHouseWithBonus(changed = {}) {
  return aHouse({ four_of_a_kind: { ...MINUS_TEN, ...changed } });
}

/**
 * A layout in notation, with `_` for a place that is still empty.
 * @param {string} text
 * @returns {PartialLayout}
 */
export function partial(text) {
  return {
    rows: text.split("/").map((row) =>
      row
        .trim()
        .split(" ")
        .map((card) => (card === "_" ? null : parseCard(card)))
    ),
  };
}

/** Sentences that show what they were given. */
export const WORDING = {
  sentences: {
    "card": "{name} {value}",
    "card.face": "{value}",
    "cards": "{cards} = {points}",
    "hidden": "{name} hidden {value}",
    "pair.column": "{count} {plural} {points}",
    "pair": "{count} {plural} {points}",
    "pair.unlike": "{names} {points}",
    "pair.kept": "{count} {plural} keep {points}",
    "pair.lower": "{count} {plural} lower {points}",
    "pair.fixed": "{count} {plural} fixed {points}",
    "four.columns": "four {plural} {points}",
    "four.anywhere": "four {plural} {points}",
  },
};
