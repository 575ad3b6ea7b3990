/**
 * Playing cards: ranks, suits, and their names in plain words. Mirrors scorekeeper/rules/cards.py.
 *
 * @typedef {"A"|"2"|"3"|"4"|"5"|"6"|"7"|"8"|"9"|"10"|"J"|"Q"|"K"|"*"} Rank  what a card is, in notation
 * @typedef {"S"|"H"|"D"|"C"} Suit
 * @typedef {{readonly rank: Rank, readonly suit: Suit | null}} Card  the suit is null where nobody noted it
 */

/** @type {Rank} */
export const JOKER = "*";

/**
 * Every rank, ace first, joker last.
 * @type {readonly Rank[]}
 */
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", JOKER];

/** @type {readonly Suit[]} */
export const SUITS = ["S", "H", "D", "C"];

export const CARDS_OF_A_RANK_IN_A_DECK = SUITS.length;

/** @type {Readonly<Record<Rank, string>>} */
const WORDS = {
  A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven",
  8: "eight", 9: "nine", 10: "ten", J: "jack", Q: "queen", K: "king", [JOKER]: "joker",
};

/**
 * The rank in words: `queen`.
 * @param {Rank} rank
 */
export function word(rank) {
  return WORDS[rank];
}

/**
 * Several of that rank in words: `sixes`.
 * @param {Rank} rank
 */
export function plural(rank) {
  return WORDS[rank] + (rank === "6" ? "es" : "s");
}

/**
 * A card in its canonical form: `10H`.
 * @param {Card} card
 */
export function formatCard(card) {
  return card.suit === null ? card.rank : card.rank + card.suit;
}
