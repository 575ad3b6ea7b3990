/**
 * A house: one complete, named set of rules for Golf, as the server hands it over (scorekeeper/rules/house.py says what
 * each field means). Only what scoring, notation, holes, decks and games need is named here. A house is never changed.
 *
 * @import {Rank} from "./cards.js"
 *
 * @typedef {{readonly rows: number, readonly columns: number}} Grid
 *
 * @typedef {object} Cancelling  which equal cards count nothing
 * @property {readonly ("column"|"row"|"anywhere")[]} where
 * @property {number} size  how many equal cards cancel each other
 * @property {"rank"|"value"|"card"} same
 * @property {"counts"|"cancels"} leftover  what becomes of a third equal card
 * @property {Readonly<Partial<Record<Rank, "zero"|"keep"|"lower"|number>>>} exceptions
 * @property {readonly Rank[]} wild
 *
 * @typedef {object} FourOfAKind  points for four equal cards
 * @property {number} points  0 switches the bonus off
 * @property {"columns"|"any-pairs"|"two-and-two"|"anywhere"} pattern
 * @property {boolean} touching
 * @property {readonly Rank[]} not_for
 * @property {"once"|"each-block"|"each-pair"} six_alike
 * @property {"cancelled"|"counted"} cards
 *
 * @typedef {object} Penalty
 * @property {"none"|"add"|"double"|"double-and-add"|"worst"} kind
 * @property {number} points
 * @property {"someone-lower"|"someone-lower-or-equal"} when
 * @property {boolean} each_rival
 *
 * @typedef {{readonly kind: "none"|"zero"|"add", readonly points: number}} Reward
 *
 * @typedef {object} Match  who wins a game
 * @property {"lowest-total"|"most-holes"} winner
 * @property {"shared"|"extra-hole"} tie
 *
 * @typedef {object} House
 * @property {string} key
 * @property {string} name
 * @property {Grid} grid
 * @property {Readonly<Partial<Record<Rank, number>>>} values  a rank that is missing here is not in the game
 * @property {{readonly hidden: "counted"|number}} ending
 * @property {{readonly decks: Readonly<Record<string, number|"ask">>, readonly jokers_per_deck: number}} table
 * @property {Cancelling | null} cancelling
 * @property {FourOfAKind | null} four_of_a_kind
 * @property {Penalty | null} penalty
 * @property {Reward | null} reward
 * @property {Match} match
 */

import { RANKS } from "./cards.js";

/**
 * The ranks that this house gives a value, ace first: the keys of its keypad.
 * @param {House} house
 */
export function ranksOf(house) {
  return RANKS.filter((rank) => house.values[rank] !== undefined);
}

/**
 * Whether a score can depend on suits.
 * @param {House} house
 */
export function needsSuits(house) {
  return house.cancelling?.same === "card";
}

/**
 * Whether a hole score can depend on who ended the hole.
 * @param {House} house
 */
export function needsEnder(house) {
  return [house.penalty, house.reward].some((rule) => rule !== null && rule.kind !== "none");
}

/**
 * How many decks so many players use; null where the sheet leaves a gap that the table has not closed.
 * @param {House} house
 * @param {number} players
 * @returns {number | null}
 */
export function decksFor(house, players) {
  const starts = Object.keys(house.table.decks).map(Number);
  // An extra hole may be played by fewer people than the house seats.
  const seated = Math.max(players, Math.min(...starts));
  const start = Math.max(...starts.filter((from) => from <= seated));
  const decks = house.table.decks[start];
  return typeof decks === "number" ? decks : null;
}

/**
 * The shape of a layout in words.
 * @param {Grid} grid
 */
export function gridText(grid) {
  return grid.rows > 1 ? `${grid.rows} rows of ${grid.columns}` : `one row of ${grid.columns}`;
}
