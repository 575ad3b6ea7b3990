/**
 * Cards, the grid that they lie in, and how numbers and sentences are said to people. Mirrors scorekeeper/rules/cards.py,
 * layout.py and wording.py; the sentences themselves are handed over by the server, so that both scorers speak alike.
 *
 * @import {Direction, Grid} from "./house.js"
 *
 * @typedef {"A"|"2"|"3"|"4"|"5"|"6"|"7"|"8"|"9"|"10"|"J"|"Q"|"K"} StandardRank
 *
 * @typedef {`#${-5|-4|-3|-2|-1|0|1|11|12|13|14|15}`} NumberRank  of a deck with numbers of its own
 *
 * @typedef {StandardRank|NumberRank|"*"|"."} Rank  what a card is, in notation; a dot for a place whose card has gone
 *
 * @typedef {"S"|"H"|"D"|"C"} Suit
 *
 * @typedef {{readonly rank: Rank, readonly suit: Suit | null}} Card  the suit is null where nobody noted it
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
 *
 * @typedef {{readonly sentences: Readonly<Record<string, string>>}} Wording  templates by rule and case
 *
 * @typedef {object} Average  points for each hole, kept as two whole numbers so that equal ones compare as equal
 * @property {number} sum
 * @property {number} holes
 */

/** @type {Rank} */
export const JOKER = "*";

/**
 * An empty place: its card left the grid while the hole was played.
 * @type {Rank}
 */
export const GONE = ".";

/**
 * Every rank, in the order of a keypad.
 * @type {readonly Rank[]}
 */
export const RANKS = [
  "#-5", "#-4", "#-3", "#-2", "#-1", "#0", "A", "#1", "2", "3", "4", "5", "6", "7", "8", "9", "10",
  "#11", "#12", "#13", "#14", "#15", "J", "Q", "K", JOKER, GONE,
];

/**
 * The thirteen ranks of the standard deck, ace first; jokers are bought with it.
 * @type {readonly Rank[]}
 */
export const STANDARD_RANKS = RANKS.filter((rank) => /^[^#*.]/.test(rank));

/** @type {readonly Suit[]} */
export const SUITS = ["S", "H", "D", "C"];

/** @type {Readonly<Record<Suit, string>>} */
export const SUIT_WORDS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

export const CARDS_OF_A_RANK_IN_A_DECK = SUITS.length;

const NUMBERS = [
  "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
  "fourteen", "fifteen",
];

/** @type {Readonly<Record<string, string>>} */
const WORDS = { A: "ace", J: "jack", Q: "queen", K: "king", [JOKER]: "joker", [GONE]: "empty place" };

/**
 * What is printed on the card: `Q`, `-2`.
 * @param {Rank} rank
 */
export function face(rank) {
  return rank.replace("#", "");
}

/**
 * The rank in words: `queen`, `minus two`.
 * @param {Rank} rank
 */
export function word(rank) {
  const count = Number(face(rank));
  return WORDS[rank] ?? (count < 0 ? "minus " : "") + NUMBERS[Math.abs(count)];
}

/**
 * The card in words: `king of hearts`, or just `king` where nobody noted the suit.
 * @param {Card} card
 */
export function cardWord({ rank, suit }) {
  return word(rank) + (suit === null ? "" : ` of ${SUIT_WORDS[suit]}`);
}

/**
 * Several of that rank in words: `sixes`.
 * @param {Rank} rank
 */
export function plural(rank) {
  return word(rank) + (rank === "6" ? "es" : "s");
}

/**
 * A card in its canonical form: `10H`.
 * @param {Card} card
 */
export function formatCard(card) {
  return card.suit === null ? card.rank : card.rank + card.suit;
}

// --- their looks ---------------------------------------------------------------------------------------------------------

// The last sign keeps a suit a letter of the card's own colour, where a phone would paint a little picture.
const SUIT_SIGNS = { S: "♠\uFE0E", H: "♥\uFE0E", D: "♦\uFE0E", C: "♣\uFE0E" };

/**
 * What stands on a card or its key.
 * @param {Rank} rank
 */
export function sign(rank) {
  return rank === JOKER ? "★" : rank === GONE ? "–" : face(rank).replace("-", "\u2212");
}

/** @param {Suit} suit */
export function suitSign(suit) {
  return SUIT_SIGNS[suit];
}

/** @param {string | null | undefined} suit */
export function isRed(suit) {
  return suit === "H" || suit === "D";
}

// --- the grid ------------------------------------------------------------------------------------------------------------

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

// --- words ---------------------------------------------------------------------------------------------------------------

const MINUS = "\u2212";

// Letters in the blocks of Unicode that are set aside for writing from right to left.
const RIGHT_TO_LEFT =
  /(?=[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}])\p{L}/u;

const COUNTS = [
  "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];

/**
 * Points for people: with a true minus sign.
 * @param {number} points
 */
export function number(points) {
  return points >= 0 ? String(points) : MINUS + -points;
}

/**
 * Points that are added to something: with a plus or a true minus sign; nothing added is 0.
 * @param {number} points
 */
export function signed(points) {
  return points > 0 ? `+${points}` : number(points);
}

/**
 * A small number in words.
 * @param {number} count
 */
export function countWord(count) {
  return COUNTS[count] ?? String(count);
}

/**
 * A rank in English: 1st, 2nd, 11th.
 * @param {number} place
 */
export function ordinal(place) {
  const teens = [11, 12, 13].includes(place % 100);
  return `${place}${(teens ? null : { 1: "st", 2: "nd", 3: "rd" }[place % 10]) ?? "th"}`;
}

/**
 * Words as people list them: `Ann, Bo and Cy`.
 * @param {readonly string[]} words
 */
export function listing(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/**
 * Words as a sentence with one end, whoever wrote them: the server ends some of its messages and some it does not.
 * @param {string} words
 */
export function sentence(words) {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

/**
 * Points per hole, to one decimal, with a true minus sign; halves go to the even tenth.
 * @param {Average} average
 */
export function perHole({ sum, holes }) {
  const rest = (((10 * sum) % holes) + holes) % holes;
  const below = (10 * sum - rest) / holes;
  const up = 2 * rest > holes || (2 * rest === holes && below % 2 !== 0);
  const tenths = up ? below + 1 : below;
  const size = Math.abs(tenths);
  return `${tenths < 0 ? MINUS : ""}${(size - (size % 10)) / 10}.${size % 10}`;
}

/**
 * A name that is written from right to left, kept from changing the order of the numbers beside it.
 * @param {string} name
 */
export function isolated(name) {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/**
 * Fill one of the sentences; numbers become points for people.
 * @param {Wording} wording
 * @param {string} sentence
 * @param {Readonly<Record<string, string | number>>} filled
 */
export function say(wording, sentence, filled) {
  const template = wording.sentences[sentence];
  if (template === undefined) throw new Error(`there is no sentence ${sentence}`);
  return template.replace(/\{(\w+)\}/g, (_, name) => {
    const value = filled[name];
    if (value === undefined) throw new Error(`the sentence ${sentence} needs ${name}`);
    return typeof value === "number" ? number(value) : value;
  });
}
