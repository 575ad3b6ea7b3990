/**
 * Cards and layouts as the server writes them, and the numbers that people type: `5 * 7 / 5 Q K`. The canonical form of
 * scorekeeper/rules/notation.py, which describes it and also reads what people write.
 *
 * @import {Card, Suit} from "./cards.js"
 * @import {House} from "./house.js"
 * @import {Cell, Layout} from "./layout.js"
 */

import { formatCard, GONE, RANKS, STANDARD_RANKS } from "./cards.js";
import { needsSuit } from "./house.js";
import { linesOf } from "./layout.js";

const CARD = /^([^SHDC]+)([SHDC]?)$/;

/** Beyond this, in either direction, a bare number is a slip of the finger. */
const MOST_POINTS = 999;

const SUM = /^[+-]?\s*[0-9]{1,6}(\s*[+-]\s*[0-9]{1,6}){0,40}$/;

/**
 * @param {string} text
 * @returns {Card | null} null for what is no card
 */
export function parseCard(text) {
  const [, written, suit] = CARD.exec(text) ?? [];
  const rank = RANKS.find((one) => one === written);
  if (rank === undefined || (suit && !STANDARD_RANKS.includes(rank))) return null;
  return { rank, suit: /** @type {Suit | ""} */ (suit) || null };
}

/**
 * Read a layout; with a house, it must fit that house's grid and hold only cards that have a value there.
 *
 * @param {string} text
 * @param {House | null} [house]
 * @returns {Layout | null} null for what is no layout, or does not fit
 */
export function parseLayout(text, house = null) {
  /** @type {Cell[]} */
  const hidden = [];
  const rows = text.split("/").map((line, row) => line.trim().split(/\s+/).map((word, column) => {
    const down = /^\[(.*)\]$/.exec(word);
    if (down !== null) hidden.push([row, column]);
    return parseCard(down?.[1] ?? word);
  }));
  if (!rows.every((cards) => cards.every((card) => card !== null))) return null;
  const layout = { rows: /** @type {Card[][]} */ (rows), hidden };
  return house === null || fits(layout, house) ? layout : null;
}

/**
 * Write a layout in its canonical form; `parseLayout` reads back an equal layout.
 * @param {Layout} layout
 */
export function formatLayout({ rows, hidden = [] }) {
  const faceDown = new Set(hidden.map(String));
  return rows
    .map((cards, row) =>
      cards
        .map((card, column) =>
          faceDown.has(String([row, column])) ? `[${formatCard(card)}]` : formatCard(card))
        .join(" "))
    .join(" / ");
}

/**
 * Whether this layout can be scored under this house.
 * @param {Layout} layout
 * @param {House} house
 */
export function fits({ rows }, house) {
  const { grid } = house;
  return rows.length === grid.rows && rows.every((cards) => cards.length === grid.columns) &&
    rows.flat().every((card) => counts(card, house)) && strayGaps(rows, house).length === 0;
}

/**
 * Whether this house knows what the card counts.
 * @param {Card} card
 * @param {House} house
 */
export function counts({ rank, suit }, house) {
  if (rank === GONE) return house.cancelling?.leave === true;
  return house.values[rank] !== undefined && (suit !== null || !needsSuit(rank, house));
}

/**
 * Empty places that no whole line explains: cards leave the grid only together with the line that they fill.
 * @param {readonly (readonly (Card | null)[])[]} rows
 * @param {House} house
 * @returns {Cell[]}
 */
export function strayGaps(rows, { grid, cancelling: rule }) {
  const cards = rows.flat();
  /** @param {number} place */
  const isGone = (place) => cards[place]?.rank === GONE;
  if (!rule?.leave || !cards.some((_, place) => isGone(place))) return [];
  const whole = new Set(linesOf(grid, rule.where, rule.size).filter((line) => line.every(isGone)).flat());
  return cards.flatMap((_, place) => isGone(place) && !whole.has(place)
    ? [/** @type {Cell} */ ([Math.floor(place / grid.columns), place % grid.columns])]
    : []);
}

/**
 * Read a bare score: a number, or a sum as people reckon it at the table, such as `10+15 - 5`.
 * @param {string} text
 * @returns {{points: number, problem: ""} | {points: null, problem: string}}
 */
export function parsePoints(text) {
  const sum = text.replace(/[\u2212\u2013]/g, "-").trim();
  if (!SUM.test(sum)) {
    return { points: null, problem: `'${text}' is no number of points; write a whole one such as 15, or a sum such as 10+15-5` };
  }
  const parts = sum.replace(/\s+/g, "").match(/[+-]?[0-9]+/g) ?? [];
  const points = parts.reduce((total, part) => total + Number(part), 0);
  if (Math.abs(points) > MOST_POINTS) return { points: null, problem: `${points} is not between -${MOST_POINTS} and ${MOST_POINTS}` };
  return { points, problem: "" };
}
