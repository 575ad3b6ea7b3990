/**
 * Hands for the first lessons of a house, dealt from its own cards: two to compare, one to make better, five to count;
 * and the deal of a first hole. The same seed gives the same hands.
 *
 * @import {Card, Cell, House, Layout, Wording} from "../rules/house.js"
 * @import {Score, Step} from "../rules/scoring.js"
 * @import {PlayedHouse} from "./hole.js"
 *
 * @typedef {object} Swap  a hand with one cell in which a card saves most
 * @property {Layout} before
 * @property {Card} card
 * @property {Cell} cell
 * @property {Layout} after  without the cards that leave the table
 * @property {Cell[]} group  the cells that cancel afterward; none in a house in which nothing cancels
 */

import { face, formatCard, GONE, value } from "../rules/house.js";
import { boardOf, laidOf, score, workOut } from "../rules/scoring.js";
import { choose } from "./bots.js";
import { rulesNow, shortened } from "./coach.js";
import { act, deal, deckOf, Dice, due, layoutOf } from "./hole.js";

/** Hands to choose from. */
const DEALT = 160;

/** Hands in which a swap is looked for. */
const TRIED = 40;

/** How far apart two hands should be, in points: a beginner sees which is lower without counting. */
const APART = 20;

/** Deals in which a first hole is looked for, and moves of the learner after which one is given up. */
const PLAYED = 40,
  LONGEST = 60;

/** Moves that a rule is worth which the hole shows, and a hole that the learner does not lose. */
const SHOWN = 6,
  NOT_LOST = 8;

/** @typedef {{layout: Layout, scored: Score}} Dealt */

/** @typedef {{layout: Layout, steps: readonly Step[]}} Hand  a layout and how its points are made, without words */

/** @param {Layout} layout @param {House} house @returns {Hand} */
function handOf(layout, house) {
  return { layout, steps: workOut(laidOf(layout.rows.flat(), house, 0, 0), boardOf(house)) };
}

/** @param {Hand} hand */
function total({ steps }) {
  return steps.reduce((sum, { points }) => sum + points, 0);
}

/** With its lines in words. @param {Hand} hand @param {House} house @param {Wording} wording @returns {Dealt} */
function inWords({ layout }, house, wording) {
  return { layout, scored: score(layout, house, wording) };
}

/**
 * Hands of one house, dealt at random.
 * @param {House} house @param {Dice} dice @returns {Hand[]}
 */
function dealtHands(house, dice) {
  const { rows, columns } = house.grid;
  const size = rows * columns;
  const hands = [];
  for (let deck = dice.shuffled(deckOf(house, 1)); hands.length < DEALT; ) {
    if (deck.length < size) deck = dice.shuffled(deckOf(house, 1));
    const cards = deck.splice(0, size);
    const layout = { rows: Array.from({ length: rows }, (_, row) => cards.slice(row * columns, (row + 1) * columns)) };
    hands.push(handOf(layout, house));
  }
  return hands;
}

/** Whether every card counts by itself. @param {Hand} hand */
function isPlain({ steps }) {
  return steps.every(({ rule }) => rule === "values");
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
  const hands = dealtHands(house, dice).filter(isPlain);
  const low = least(hands, (hand) => Math.abs(total(hand) - 8));
  const high = least(hands, (hand) => Math.abs(total(hand) - total(low) - APART));
  return [inWords(low, house, wording), inWords(high, house, wording)];
}

/**
 * A hand and a card that saves much in one cell, where it cancels if anything does, and less everywhere else.
 * @param {House} house @param {Dice} dice @returns {Swap}
 */
export function oneToMake(house, dice) {
  const hands = dealtHands(house, dice).filter(isPlain).slice(0, TRIED);
  const swaps = hands.flatMap(({ layout }) => swapsOf(layout, house));
  return least(swaps, ({ unclear }) => unclear);
}

/**
 * The swaps of this hand that are clear enough, each with how unclear it is.
 * @param {Layout} before @param {House} house @returns {(Swap & {unclear: number})[]}
 */
function swapsOf(before, house) {
  const { cells: places } = boardOf(house);
  return offered(before, house).flatMap((card) => {
    const tried = places.map((cell) => {
      const hand = handOf(withCard(before, cell, card), house);
      return { cell, hand, points: total(hand) };
    });
    const [best, next] = tried.sort((one, other) => one.points - other.points);
    if (best === undefined || next === undefined) return [];
    const group = best.hand.steps.find(({ rule }) => rule === "pair");
    const leads = next.points - best.points;
    const isTold = group === undefined ? house.cancelling === null : group.points === 0;
    const cells = (group?.places ?? []).map((place) => /** @type {Cell} */ (places[place]));
    const others = best.hand.steps.filter(({ rule }) => rule !== "values");
    if (!isTold || leads < 2 || others.length > cells.length / 2) return [];
    // Ten points are easily seen, and a card that is worth nothing shows nothing.
    const unclear = Math.abs(value(card, house) - (house.cancelling === null ? 0 : 10)) - leads / 4;
    const gone = house.cancelling?.leave ? cells : [];
    const after = gone.reduce((layout, at) => withCard(layout, at, { rank: GONE, suit: null }), best.hand.layout);
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
  const [dealt, ...hands] = dealtHands(house, dice);
  const isSpecial = (/** @type {Card} */ card) => String(value(card, house)) !== face(card.rank);
  const specials = (/** @type {Hand} */ { layout }) => layout.rows.flat().filter(isSpecial).length;
  const plain = hands.filter(isPlain);
  const easiest = least(plain, specials);
  const special = least(plain, (hand) => (hand === easiest ? Infinity : Math.abs(specials(hand) - 2)));
  const made = [1, 2].map(() => handOf(oneToMake(house, dice).after, house));
  return [easiest, special, ...made, /** @type {Hand} */ (dealt)].map((hand) => inWords(hand, house, wording));
}

/**
 * The deal for a first hole of two, as the seed of its dice: short, with as many rules to tell as possible, and not
 * lost by a learner who does what the coach says. Each step tries one deal, so that a slow phone stays quick in
 * between; the last step gives the best.
 * @param {PlayedHouse} house @returns {Generator<number>}
 */
export function* firstDeal(house) {
  let best = { seed: 0, worth: -Infinity };
  for (let seed = 1; seed <= PLAYED; seed++) {
    const { moves, told, isLost } = coachedHole(house, seed);
    const worth = told.size * SHOWN + (isLost ? 0 : NOT_LOST) - moves;
    if (worth > best.worth) best = { seed, worth };
    yield best.seed;
  }
}

/**
 * A hole that the learner, in the first seat, plays as the coach says.
 * @param {PlayedHouse} house @param {number} seed
 * @returns {{moves: number, told: Set<string>, isLost: boolean}} the learner's moves, and what the rules told are about
 */
export function coachedHole(house, seed) {
  const dice = new Dice(seed);
  const told = /** @type {Set<string>} */ (new Set());
  let moves = 0;
  let state = shortened(deal(house, ["", ""], dice.shuffled(deckOf(house, 2)), 0));
  while (state.step !== "over" && moves < LONGEST) {
    const seat = due(state).includes(1) ? 1 : 0;
    if (seat === 0) {
      moves += 1;
      const rule = rulesNow(state, 0).find(({ about }) => !told.has(about));
      if (rule !== undefined) told.add(rule.about);
    }
    state = act(state, seat, choose(state, seat, dice, "plain"), dice);
  }
  const [own = 0, other = 0] = [0, 1].map((seat) => total(handOf(layoutOf(state, seat), house)));
  return { moves, told, isLost: own > other };
}
