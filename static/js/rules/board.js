/**
 * A house and a layout as scoring looks at them. In here a place of the grid is its number in reading order, and a set of
 * places is a number with those bits set: scoring runs after every tap, and millions of times in the tests.
 *
 * @import {Card, Rank} from "./cards.js"
 * @import {FourOfAKind, House} from "./house.js"
 * @import {Cell} from "./layout.js"
 *
 * @typedef {object} Board  what is the same for every layout of a house
 * @property {House} house
 * @property {Cell[]} cells  by place
 * @property {number[][]} columns  the places of each column, from top to bottom
 * @property {number[][]} rows
 * @property {number[][]} cancellingLines  the places along which equal cards are looked for
 * @property {FourOfAKind | null} fours  null also where they count nothing
 *
 * @typedef {object} Laid  what lies there, by place
 * @property {readonly (Card | null)[]} cards
 * @property {readonly Rank[]} ranks
 * @property {readonly number[]} values  what each card counts by itself
 * @property {readonly (string | number)[]} alike  what equal cards share
 * @property {number} unknown  places that are left out altogether
 * @property {number} faceDown  places that count a fixed number of points instead of their card
 * @property {number} gone  places whose card left the grid
 *
 * @typedef {"values"|"pair"|"gone"|"four-of-a-kind"|"bonus"} Rule
 *
 * @typedef {object} Step  these places count so many points, by this rule
 * @property {Rule} rule
 * @property {number} points
 * @property {readonly number[]} places
 * @property {string} sentence  its template; "" for values, which are said card by card
 * @property {number} [count]  what the sentence counts, where that is not cards
 * @property {import("./house.js").Bonus} [bonus]
 */

import { formatCard, GONE, JOKER } from "./cards.js";
import { value } from "./house.js";
import { linesOf } from "./layout.js";

/** @type {WeakMap<House, Board>} */
const boards = new WeakMap();

/**
 * @param {House} house
 * @returns {Board}
 */
export function boardOf(house) {
  let board = boards.get(house);
  if (board === undefined) {
    board = layOut(house);
    boards.set(house, board);
  }
  return board;
}

/**
 * @param {House} house
 * @returns {Board}
 */
function layOut(house) {
  const { grid, cancelling, four_of_a_kind: fours } = house;
  const rows = linesOf(grid, ["row"]);
  return {
    house,
    cells: rows.flatMap((row, r) => row.map((_, c) => /** @type {Cell} */ ([r, c]))),
    columns: linesOf(grid, ["column"]),
    rows,
    cancellingLines: cancelling === null ? [] : linesOf(grid, cancelling.where, cancelling.size),
    fours: fours && [fours.points, ...Object.keys({ ...fours.by_rank, ...fours.by_columns })].some(Boolean) ? fours : null,
  };
}

/**
 * @param {readonly (Card | null)[]} cards
 * @param {House} house
 * @param {number} unknown
 * @param {number} faceDown
 * @returns {Laid}
 */
export function laidOf(cards, house, unknown, faceDown) {
  // A card that is not known yet is in no column that is looked at; any rank will do for it.
  const ranks = cards.map((card) => card?.rank ?? JOKER);
  const values = cards.map((card) => (card === null ? 0 : value(card, house)));
  const alike = house.cancelling?.same === "card"
    ? cards.map((card) => (card === null ? "" : formatCard(card)))
    : sharedBy(ranks, values, house);
  const gone = setOf(ranks.flatMap((rank, place) => (rank === GONE ? [place] : [])));
  return { cards, ranks, values, alike, unknown, faceDown, gone };
}

/**
 * What two cards must share to cancel each other (unless it is rank and suit).
 * @param {readonly Rank[]} ranks
 * @param {readonly number[]} values
 * @param {House} house
 */
function sharedBy(ranks, values, house) {
  return house.cancelling?.same === "value" ? values : ranks;
}

/** @param {readonly number[]} places */
export function setOf(places) {
  let set = 0;
  for (const place of places) set |= 1 << place;
  return set;
}

/**
 * @param {number} set
 * @param {number} place
 */
export function holds(set, place) {
  return ((set >> place) & 1) === 1;
}
