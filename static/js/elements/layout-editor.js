/**
 * One layout while it is tapped in: its cards, the open cell that the next card goes to, and what a key does. No page.
 * A card that was noted as lying face down stays so until its cell is entered anew.
 *
 * @import {Card, Rank} from "../rules/cards.js"
 * @import {Grid} from "../rules/house.js"
 * @import {Cell, PartialLayout} from "../rules/layout.js"
 */

import { emptyRows, isComplete } from "../rules/layout.js";

export class LayoutEditor {
  /** @type {(Card | null)[][]} */
  rows;
  /** The cell that the next card goes to; null while nothing is to be entered. @type {Cell | null} */
  open;

  /**
   * @param {Grid} grid
   * @param {PartialLayout | null} [layout]  cards entered before
   */
  constructor(grid, layout = null) {
    this.grid = grid;
    this.rows = layout ? layout.rows.map((row) => [...row]) : emptyRows(grid);
    /** @type {readonly Cell[]} */
    this.hidden = layout?.hidden ?? [];
    this.open = this.#firstEmpty();
  }

  get complete() {
    return isComplete({ rows: this.rows });
  }

  get empty() {
    return this.rows.flat().every((card) => card === null);
  }

  /** @param {Cell} cell */
  at([row, column]) {
    return this.rows[row]?.[column] ?? null;
  }

  /** @param {Cell} cell */
  isHidden(cell) {
    return this.hidden.some((other) => same(other, cell));
  }

  /** @param {Cell | null} cell */
  openAt(cell) {
    this.open = cell;
  }

  /** Open the first cell that is still empty; none, once the layout is complete. */
  openFirstEmpty() {
    this.open = this.#firstEmpty();
  }

  /**
   * Put a card into the open cell and open the next one to fill. Nothing is open once the layout is complete.
   * @param {Rank} rank
   */
  put(rank) {
    if (this.open === null) return;
    const [row, column] = this.open;
    this.#set(this.open, { rank, suit: null });
    this.open = this.#emptyAfter(row, column) ?? this.#firstEmpty();
  }

  /**
   * Take a card back: the one in the open cell, or else the last one before it.
   * @returns {boolean} whether there was one
   */
  erase() {
    const cells = this.#cells();
    const here = this.open === null ? cells.length : cells.findIndex((cell) => same(cell, this.open));
    const filled = this.open !== null && this.at(this.open) !== null ? this.open : null;
    const target = filled ?? cells.slice(0, here).reverse().find((cell) => this.at(cell) !== null) ?? null;
    if (target === null) return false;
    this.#set(target, null);
    this.open = target;
    return true;
  }

  /**
   * Move the open cell by arrow key; it stays inside the grid.
   * @param {number} down
   * @param {number} right
   */
  move(down, right) {
    const [row, column] = this.open ?? [0, 0];
    this.open = [
      Math.min(Math.max(row + down, 0), this.grid.rows - 1),
      Math.min(Math.max(column + right, 0), this.grid.columns - 1),
    ];
  }

  /**
   * @param {Cell} cell
   * @param {Card | null} card
   */
  #set(cell, card) {
    const cards = this.rows[cell[0]];
    if (cards !== undefined) cards[cell[1]] = card;
    this.hidden = this.hidden.filter((other) => !same(other, cell));
  }

  /** @returns {Cell[]} */
  #cells() {
    return this.rows.flatMap((cards, row) => cards.map((_card, column) => /** @type {Cell} */ ([row, column])));
  }

  /** @returns {Cell | null} */
  #firstEmpty() {
    return this.#cells().find((cell) => this.at(cell) === null) ?? null;
  }

  /**
   * @param {number} row
   * @param {number} column
   * @returns {Cell | null}
   */
  #emptyAfter(row, column) {
    const later = this.#cells().filter(([r, c]) => r > row || (r === row && c > column));
    return later.find((cell) => this.at(cell) === null) ?? null;
  }
}

/**
 * @param {Cell | null} one
 * @param {Cell | null} other
 */
export function same(one, other) {
  return one !== null && other !== null && one[0] === other[0] && one[1] === other[1];
}
