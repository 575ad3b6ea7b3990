/**
 * A player's grid of cards, and the places in it.
 *
 * @import {Card} from "./cards.js"
 * @import {Direction, Grid} from "./house.js"
 *
 * @typedef {readonly [row: number, column: number]} Cell  row 0 is the top row, as the player sees it
 *
 * @typedef {object} Layout
 * @property {readonly (readonly Card[])[]} rows
 * @property {readonly Cell[]} [hidden]  whose card still lay face down when the hole ended
 *
 * @typedef {object} PartialLayout  a layout while it is entered
 * @property {readonly (readonly (Card | null)[])[]} rows  null where no card is entered yet
 * @property {readonly Cell[]} [hidden]
 */

/**
 * A grid without any card yet.
 * @param {Grid} grid
 * @returns {(Card | null)[][]}
 */
export function emptyRows(grid) {
  return Array.from({ length: grid.rows }, () => new Array(grid.columns).fill(null));
}

/**
 * Whether every place of the grid has a card.
 * @param {PartialLayout} layout
 * @returns {layout is Layout}
 */
export function isComplete(layout) {
  return layout.rows.every((row) => row.every((card) => card !== null));
}

/**
 * Every card that is there, in reading order.
 * @param {PartialLayout} layout
 * @returns {Card[]}
 */
export function cardsOf(layout) {
  return layout.rows.flat().filter((card) => card !== null);
}

/**
 * A place in words, counted from one.
 * @param {Cell} cell
 */
export function cellText([row, column]) {
  return `row ${row + 1}, column ${column + 1}`;
}

/**
 * The places of the lines of cells in these directions; a place is its number in reading order. A diagonal runs from edge
 * to edge: first those that fall from left to right, then those that rise, each from its top cell.
 *
 * @param {Grid} grid
 * @param {readonly Direction[]} where
 * @param {number} [least]  lines with fewer cells are left out
 */
export function linesOf({ rows, columns }, where, least = 1) {
  const all = [...Array(rows * columns).keys()];
  /** @type {(count: number, line: (row: number, column: number) => number) => number[][]} */
  const sorted = (count, line) => [...Array(count).keys()].map((number) =>
    all.filter((place) => line(Math.floor(place / columns), place % columns) === number));
  const found = {
    column: () => sorted(columns, (_row, column) => column),
    row: () => sorted(rows, (row) => row),
    diagonal: () => [
      ...sorted(rows + columns - 1, (row, column) => column - row + rows - 1),
      ...sorted(rows + columns - 1, (row, column) => column + row),
    ],
    anywhere: () => [all],
  };
  return where.flatMap((direction) => found[direction]()).filter((line) => line.length >= least);
}
