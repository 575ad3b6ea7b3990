/**
 * Playing cards: ranks, suits, and their names in plain words. Mirrors scorekeeper/rules/cards.py.
 *
 * @typedef {"A"|"2"|"3"|"4"|"5"|"6"|"7"|"8"|"9"|"10"|"J"|"Q"|"K"} StandardRank
 * @typedef {`#${-5|-4|-3|-2|-1|0|1|11|12|13|14|15}`} NumberRank  of a deck with numbers of its own
 * @typedef {StandardRank|NumberRank|"*"|"."} Rank  what a card is, in notation; a dot for a place whose card has gone
 * @typedef {"S"|"H"|"D"|"C"} Suit
 * @typedef {{readonly rank: Rank, readonly suit: Suit | null}} Card  the suit is null where nobody noted it
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
