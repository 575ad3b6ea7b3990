/**
 * Hands for the first lessons of a house, dealt from its own cards: two to compare, one to make better, five to count.
 * The same seed gives the same hands.
 *
 * @import {Card, Cell, House, Layout, Wording} from "../rules/house.js"
 * @import {Score} from "../rules/scoring.js"
 * @import {Dice} from "./hole.js"
 *
 * @typedef {object} Swap  a hand with one cell in which a card saves most
 * @property {Layout} before
 * @property {Card} card
 * @property {Cell} cell
 * @property {Layout} after  without the cards that leave the table
 * @property {Cell[]} group  the cells that cancel afterward; none in a house in which nothing cancels
 */

import { face, formatCard, GONE, value } from "../rules/house.js";
import { score } from "../rules/scoring.js";
import { deckOf } from "./hole.js";

/** Hands to choose from. */
const DEALT = 160;

/** Hands in which a swap is looked for. */
const TRIED = 40;

/** How far apart two hands should be, in points: a beginner sees which is lower without counting. */
const APART = 20;

/** @typedef {{layout: Layout, scored: Score}} Dealt */

/**
 * Hands of one house, dealt at random.
 * @param {House} house @param {Wording} wording @param {Dice} dice @returns {Dealt[]}
 */
function dealtHands(house, wording, dice) {
  const { rows, columns } = house.grid;
  const size = rows * columns;
  const hands = [];
  for (let deck = dice.shuffled(deckOf(house, 1)); hands.length < DEALT; ) {
    if (deck.length < size) deck = dice.shuffled(deckOf(house, 1));
    const cards = deck.splice(0, size);
    const layout = { rows: Array.from({ length: rows }, (_, row) => cards.slice(row * columns, (row + 1) * columns)) };
    hands.push({ layout, scored: score(layout, house, wording) });
  }
  return hands;
}

/** Whether every card counts by itself. @param {Dealt} hand */
function isPlain({ scored }) {
  return scored.lines.every(({ rule }) => rule === "values");
}

/** The first of these that has least of it. @template T @param {readonly T[]} list @param {(one: T) => number} of */
function least(list, of) {
  return list.reduce((best, one) => (of(one) < of(best) ? one : best));
}

/**
 * A low and a high hand without anything that cancels, so that nothing has to be explained.
 * @param {House} house @param {Wording} wording @param {Dice} dice @returns {[low: Dealt, high: Dealt]}
 */
export function lowAndHigh(house, wording, dice) {
  const hands = dealtHands(house, wording, dice).filter(isPlain);
  const low = least(hands, ({ scored }) => Math.abs(scored.total - 8));
  const high = least(hands, ({ scored }) => Math.abs(scored.total - low.scored.total - APART));
  return [low, high];
}

/**
 * A hand and a card that saves much in one cell, where it cancels if anything does, and less everywhere else.
 * @param {House} house @param {Wording} wording @param {Dice} dice @returns {Swap}
 */
export function oneToMake(house, wording, dice) {
  const hands = dealtHands(house, wording, dice).filter(isPlain).slice(0, TRIED);
  const swaps = hands.flatMap(({ layout }) => swapsOf(layout, house, wording));
  return least(swaps, ({ unclear }) => unclear);
}

/**
 * The swaps of this hand that are clear enough, each with how unclear it is.
 * @param {Layout} before @param {House} house @param {Wording} wording @returns {(Swap & {unclear: number})[]}
 */
function swapsOf(before, house, wording) {
  return offered(before, house).flatMap((card) => {
    const tried = cellsOf(before).map((cell) => {
      const after = withCard(before, cell, card);
      return { cell, after, scored: score(after, house, wording) };
    });
    const [best, next] = tried.sort((one, other) => one.scored.total - other.scored.total);
    if (best === undefined || next === undefined) return [];
    const group = best.scored.lines.find(({ rule }) => rule === "pair");
    const leads = next.scored.total - best.scored.total;
    const isTold = group === undefined ? house.cancelling === null : group.points === 0;
    const cells = group?.cells ?? [];
    if (!isTold || leads < 2 || best.scored.lines.filter(({ rule }) => rule !== "values").length > cells.length / 2)
      return [];
    // Ten points are easily seen, and a card that is worth nothing shows nothing.
    const unclear = Math.abs(value(card, house) - (house.cancelling === null ? 0 : 10)) - leads / 4;
    const gone = house.cancelling?.leave ? cells : [];
    const after = gone.reduce((layout, at) => withCard(layout, at, { rank: GONE, suit: null }), best.after);
    return [{ before, card, cell: best.cell, after, group: cells, unclear }];
  });
}

/**
 * Cards that the stock may still have: of a rank in the hand, or where nothing cancels the three lowest.
 * @param {Layout} hand @param {House} house @returns {Card[]}
 */
function offered(hand, house) {
  const left = deckOf(house, 1);
  const cards = hand.rows.flat();
  for (const card of cards)
    left.splice(
      left.findIndex((other) => formatCard(other) === formatCard(card)),
      1
    );
  const byRank = new Map(left.map((card) => [card.rank, card]));
  const one = [...byRank.values()];
  if (house.cancelling !== null) return one.filter(({ rank }) => cards.some((card) => card.rank === rank));
  return one.sort((low, high) => value(low, house) - value(high, house)).slice(0, 3);
}

/** @param {Layout} layout @returns {Cell[]} */
function cellsOf({ rows }) {
  return rows.flatMap((cards, row) => cards.map((_, column) => /** @type {Cell} */ ([row, column])));
}

/**
 * The layout with a card in that cell.
 * @param {Layout} layout @param {Cell} cell @param {Card} card @returns {Layout}
 */
export function withCard({ rows }, [row, column], card) {
  return { rows: rows.map((cards, at) => (at === row ? cards.with(column, card) : cards)) };
}

/**
 * Five hands to count, the easiest first: cards worth what they show, cards worth something else, two with a group that
 * cancels if anything does, and one as it was dealt.
 * @param {House} house @param {Wording} wording @param {Dice} dice @returns {Dealt[]}
 */
export function fiveToCount(house, wording, dice) {
  const [dealt, ...hands] = dealtHands(house, wording, dice);
  const isSpecial = (/** @type {Card} */ card) => String(value(card, house)) !== face(card.rank);
  const specials = (/** @type {Dealt} */ { layout }) => layout.rows.flat().filter(isSpecial).length;
  const plain = hands.filter(isPlain);
  const easiest = least(plain, specials);
  const special = least(plain, (hand) => (hand === easiest ? Infinity : Math.abs(specials(hand) - 2)));
  const made = [1, 2].map(() => oneToMake(house, wording, dice).after);
  const withGroups = made.map((layout) => ({ layout, scored: score(layout, house, wording) }));
  return [easiest, special, ...withGroups, /** @type {Dealt} */ (dealt)];
}
