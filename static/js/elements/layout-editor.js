/**
 * One layout while it is tapped in: its cards, the open cell that the next card goes to, and what a key does. No page.
 * A card that was noted as lying face down stays so until its cell is entered anew.
 *
 * @import {Card, Rank, Suit} from "../rules/cards.js"
 * @import {House} from "../rules/house.js"
 * @import {Cell, PartialLayout} from "../rules/layout.js"
 *
 * @typedef {object} Choice  a key that is offered in place of the cards' keys
 * @property {string} key
 * @property {string} sign
 * @property {string} words  for whoever does not see the sign
 */

import { GONE, SUIT_WORDS, SUITS } from "../rules/cards.js";
import { needsSuit } from "../rules/house.js";
import { emptyRows, isComplete, linesOf } from "../rules/layout.js";
import { strayGaps } from "../rules/notation.js";
import { suitSign } from "./card-face.js";

export class LayoutEditor {
  /** @type {(Card | null)[][]} */
  rows;
  /** The cell that the next card goes to; null while nothing is to be entered. @type {Cell | null} */
  open;
  /** The card in the open cell whose suit is asked for; or GONE, where it is which of its lines left the grid. @type {Rank | null} */
  asking = null;

  /**
   * @param {House} house
   * @param {PartialLayout | null} [layout]  cards entered before
   */
  constructor(house, layout = null) {
    this.house = house;
    this.grid = house.grid;
    this.rows = layout ? layout.rows.map((row) => [...row]) : emptyRows(house.grid);
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
    this.asking = null;
  }

  /** Open the first cell that is still empty; none, once the layout is complete. */
  openFirstEmpty() {
    this.openAt(this.#firstEmpty());
  }

  /**
   * What the keys are just now, where they are not the cards.
   * @returns {Choice[]}
   */
  get choices() {
    if (this.asking === null) return [];
    if (this.asking !== GONE) return SUITS.map((suit) => ({ key: suit, sign: suitSign(suit), words: SUIT_WORDS[suit] }));
    return this.#linesOfOpen().flatMap((line, place) => {
      const words = this.#direction(line);
      return this.#isFree(line) ? [{ key: `line ${place}`, sign: words, words: `${words} gone` }] : [];
    });
  }

  /**
   * Press a key: put a card into the open cell, or say more about the one that is asked for, and open the next cell to
   * fill. Nothing is open once the layout is complete. No key takes a card away but the one in the open cell.
   *
   * @param {string} key  a rank, or the key of a choice
   * @returns {string} why nothing was done, for whoever pressed it; "" otherwise
   */
  put(key) {
    const { asking } = this;
    this.asking = null;
    if (this.open === null) return "";
    const lines = key === GONE || asking === GONE ? this.#linesOfOpen() : [];
    const line = key === GONE && lines.length === 1 ? lines[0] : lines.find((_, place) => key === `line ${place}`);
    if (key === GONE && lines.length > 0 && !lines.some((found) => this.#isFree(found))) return this.#whyNotGone(lines);
    if (line !== undefined) this.#empty(line);
    else if (key === GONE) this.asking = lines.length > 0 ? GONE : null;
    else if (asking !== null && isSuit(key)) this.#fill({ rank: asking, suit: key });
    else if (needsSuit(/** @type {Rank} */ (key), this.house)) this.asking = /** @type {Rank} */ (key);
    else this.#fill({ rank: /** @type {Rank} */ (key), suit: null });
    return "";
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
    this.openAt([
      Math.min(Math.max(row + down, 0), this.grid.rows - 1),
      Math.min(Math.max(column + right, 0), this.grid.columns - 1),
    ]);
  }

  /** @param {Card} card */
  #fill(card) {
    if (this.open === null) return;
    this.#set(this.open, card);
    this.#openNext();
  }

  /** @param {readonly number[]} line */
  #empty(line) {
    if (!this.#isFree(line)) return;
    const cells = this.#cells();
    for (const place of line) this.#put(/** @type {Cell} */ (cells[place]), { rank: GONE, suit: null });
    this.#openNext();
  }

  #openNext() {
    const [row, column] = this.open ?? [0, 0];
    this.open = this.#emptyAfter(row, column) ?? this.#firstEmpty();
  }

  /**
   * @param {Cell} cell
   * @param {Card | null} card
   */
  #set(cell, card) {
    this.#put(cell, card);
    // Whoever takes one card of a line back has the others back as well.
    for (const gap of strayGaps(this.rows, this.house)) this.#put(gap, null);
  }

  /**
   * @param {Cell} cell
   * @param {Card | null} card
   */
  #put(cell, card) {
    const cards = this.rows[cell[0]];
    if (cards !== undefined) cards[cell[1]] = card;
    this.hidden = this.hidden.filter((other) => !same(other, cell));
  }

  /** The places of each line through the open cell that cards leave the grid by. */
  #linesOfOpen() {
    const { grid, cancelling } = this.house;
    if (this.open === null || !cancelling?.leave) return [];
    const place = this.open[0] * grid.columns + this.open[1];
    return linesOf(grid, cancelling.where, cancelling.size).filter((line) => line.includes(place));
  }

  /**
   * Whether nothing that was entered would be lost if this line had gone; the open cell is there to be entered anew.
   * @param {readonly number[]} line
   */
  #isFree(line) {
    const cells = this.#cells();
    return line.every((place) => {
      const cell = /** @type {Cell} */ (cells[place]);
      const card = this.at(cell);
      return card === null || card.rank === GONE || same(cell, this.open);
    });
  }

  /** @param {readonly (readonly number[])[]} lines */
  #whyNotGone(lines) {
    const [first = [], ...others] = lines;
    const what = others.length > 0 ? "line" : this.#direction(first);
    return `Only a whole ${what} can have gone, and this one holds other cards. Erase those first.`;
  }

  /** @param {readonly number[]} line */
  #direction([first = 0, second = 0]) {
    const cells = this.#cells();
    return direction(/** @type {Cell} */ (cells[first]), /** @type {Cell} */ (cells[second]));
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
 * Which way a line runs.
 * @param {Cell} first
 * @param {Cell} second
 */
function direction([row, column], [nextRow, nextColumn]) {
  if (row === nextRow) return "row";
  if (column === nextColumn) return "column";
  return nextColumn > column ? "diagonal ↘\uFE0E" : "diagonal ↙\uFE0E";
}

/**
 * @param {string} key
 * @returns {key is Suit}
 */
function isSuit(key) {
  return key in SUIT_WORDS;
}

/**
 * @param {Cell | null} one
 * @param {Cell | null} other
 */
export function same(one, other) {
  return one !== null && other !== null && one[0] === other[0] && one[1] === other[1];
}
