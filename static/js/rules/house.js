/**
 * A house: one complete, named set of rules for Golf, as the server hands it over (scorekeeper/rules/parameters.py says what
 * each field means). Only what scoring, notation, holes, decks and games need is named here. A house is never changed.
 *
 * A field that may be missing has its usual value then.
 *
 * @import {Card, Rank} from "./cards.js"
 *
 * @typedef {{readonly rows: number, readonly columns: number}} Grid
 *
 * @typedef {"column"|"row"|"diagonal"|"anywhere"} Direction
 *
 * @typedef {object} Cancelling  which equal cards count nothing
 * @property {readonly Direction[]} where
 * @property {number} size  how many equal cards cancel each other
 * @property {"rank"|"value"|"card"} same
 * @property {"counts"|"cancels"} leftover  what becomes of a third equal card
 * @property {"zero"|"negative"|number} [counts]  what a cancelled group counts
 * @property {Readonly<Partial<Record<Rank, "zero"|"keep"|"lower"|"negative"|number>>>} exceptions
 * @property {readonly Rank[]} wild
 * @property {boolean} [leave]  cancelled cards leave the grid
 *
 * @typedef {object} FourOfAKind  points for four equal cards
 * @property {number} points  0 switches the bonus off
 * @property {"columns"|"any-pairs"|"two-and-two"|"anywhere"|"block"|"end-block"} pattern
 * @property {boolean} touching
 * @property {readonly Rank[]} not_for
 * @property {"once"|"each-block"|"each-pair"} six_alike
 * @property {"cancelled"|"counted"} cards
 * @property {Readonly<Partial<Record<Rank, number>>>} [by_rank]
 * @property {Readonly<Record<string, number>>} [by_columns]
 *
 * @typedef {object} Bonus  points for what a whole layout shows
 * @property {"one-suit"|"run"|"corners"|"pairs"|"all-cancelled"|"exact-total"} pattern
 * @property {number} points
 * @property {number} others  points for each of the other players
 * @property {"cancelled"|"counted"} cards
 * @property {boolean} jokers_wild
 * @property {readonly Rank[]} ranks
 * @property {number} pairs
 * @property {number} total
 *
 * @typedef {object} Penalty
 * @property {"none"|"add"|"double"|"double-and-add"|"worst"} kind
 * @property {number} points
 * @property {"someone-lower"|"someone-lower-or-equal"} when
 * @property {boolean} each_rival
 * @property {"kept"|"doubled"} [below_zero]
 *
 * @typedef {object} Reward
 * @property {"none"|"zero"|"half"|"add"} kind
 * @property {number} points
 * @property {"alone"|"shared"} [when]
 *
 * @typedef {object} Placing  what places on a hole bring to anybody
 * @property {Reward | null} winner
 * @property {number} equal
 * @property {"raw"|"after-penalty"} [compared]
 *
 * @typedef {object} Match  who wins a game
 * @property {"lowest-total"|"most-holes"} winner
 * @property {"shared"|"extra-hole"|"lowest-hole"|"most-holes"|"ender-loses"} tie
 * @property {number | null} [until]
 * @property {Readonly<Record<string, number>>} [exact]
 * @property {"shared"|"ender-wins"|"ender-loses"} [hole_tie]
 * @property {"moves-on"|"stays"|"winner-starts"|"loser-deals"|"ender-starts"|"ender-deals"|"highest-opening-starts"
 *   |"highest-opening-then-ender"} [deal]
 * @property {"left-of-dealer"|"dealer"} [first]
 * @property {"none"|"sum"|"best-ball"} [teams]  who is ranked together
 *
 * @typedef {object} Table
 * @property {Readonly<Record<string, number|"ask">>} decks
 * @property {number} jokers_per_deck
 * @property {Readonly<Partial<Record<Rank, number>>> | null} [deck]  a deck of its own: how many of each rank are in one
 *
 * @typedef {object} House
 * @property {string} key
 * @property {string} name
 * @property {Grid} grid
 * @property {Readonly<Partial<Record<Rank, number>>>} values  a rank that is missing here is not in the game
 * @property {{readonly hidden: "counted"|number}} ending
 * @property {Table} table
 * @property {Cancelling | null} cancelling
 * @property {FourOfAKind | null} four_of_a_kind
 * @property {readonly Bonus[]} [bonuses]
 * @property {Penalty | null} penalty
 * @property {Reward | null} reward
 * @property {Placing} [placing]
 * @property {Readonly<Record<string, number>>} [card_values]  points of a single card, such as `QS`
 * @property {Match} match
 */

import { CARDS_OF_A_RANK_IN_A_DECK, face, formatCard, JOKER, RANKS, STANDARD_RANKS } from "./cards.js";

/**
 * The ways to pass the deal on that ask who ended the last hole.
 * @type {readonly string[]}
 */
export const BY_ENDER = ["ender-starts", "ender-deals", "highest-opening-then-ender"];

/**
 * Those that ask who shows the highest cards: on every hole, or on one before which nobody has ended any.
 * @type {readonly string[]}
 */
export const BY_OPENING = ["highest-opening-starts", "highest-opening-then-ender"];

/**
 * The ranks that this house gives a value: the keys of its keypad.
 * @param {House} house
 */
export function ranksOf(house) {
  return RANKS.filter((rank) => house.values[rank] !== undefined);
}

/**
 * What may be typed for a card of a deck of its own: `-2` for `#-2`. Nothing for the standard deck.
 * @param {House} house
 * @returns {ReadonlyMap<string, Rank>}
 */
export function facesOf(house) {
  return new Map(house.table.deck ? ranksOf(house).map((rank) => [face(rank), rank]) : []);
}

/**
 * What a card counts by itself; 0 for a rank that is not in the game.
 * @param {Card} card
 * @param {House} house
 */
export function value(card, house) {
  return house.card_values?.[formatCard(card)] ?? house.values[card.rank] ?? 0;
}

/**
 * Whether a score can depend on the suit of this rank.
 * @param {Rank} rank
 * @param {House} house
 */
export function needsSuit(rank, house) {
  if (!STANDARD_RANKS.includes(rank)) return false;
  if (house.cancelling?.same === "card" || house.bonuses?.some(({ pattern }) => pattern === "one-suit")) return true;
  return Object.keys(house.card_values ?? {}).some((card) => card.slice(0, -1) === rank);
}

/**
 * How many cards of that rank are in one deck.
 * @param {Rank} rank
 * @param {House} house
 */
export function cardsOfRank(rank, { table }) {
  if (table.deck) return table.deck[rank] ?? 0;
  if (rank === JOKER) return table.jokers_per_deck;
  return STANDARD_RANKS.includes(rank) ? CARDS_OF_A_RANK_IN_A_DECK : 0;
}

/**
 * Whether a hole score can depend on who ended the hole, apart from a tie that the ender wins or loses.
 * @param {House} house
 */
export function enderMatters(house) {
  return [house.penalty, house.reward].some((rule) => rule !== null && rule.kind !== "none");
}

/**
 * Whether a table must say who ended a hole: for its scores, for a tie, or for who begins the next one.
 * @param {House} house
 */
export function needsEnder(house) {
  const { tie, hole_tie: holeTie = "shared", deal = "" } = house.match;
  return enderMatters(house) || tie === "ender-loses" || holeTie !== "shared" || BY_ENDER.includes(deal);
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
