/**
 * Whether the cards on the table can have come from the decks: five kings from one deck cannot. A finding is a warning,
 * never an error: the table may say that its cards are right. Mirrors scorekeeper/rules/deck.py.
 *
 * @import {Rank} from "./cards.js"
 * @import {House} from "./house.js"
 * @import {PartialLayout} from "./layout.js"
 *
 * @typedef {object} DeckWarning  more of a card than the decks hold
 * @property {string} code
 * @property {string} card  in notation
 * @property {[name: string, count: number][]} holders
 * @property {string} message
 */

import { formatCard, JOKER, plural, word } from "./cards.js";
import { cardsOfRank, decksFor, ranksOf } from "./house.js";
import { cardsOf } from "./layout.js";
import { countWord, listing } from "./wording.js";

/**
 * Every impossible set of cards over the whole hole, as far as its layouts are entered.
 *
 * @param {readonly (readonly [name: string, layout: PartialLayout])[]} layouts
 * @param {House} house
 * @param {number} players  all at the table, also those not entered yet: they decide how many decks there are
 * @returns {DeckWarning[]}
 */
export function deckWarnings(layouts, house, players) {
  const decks = decksFor(house, players);
  const warnings = [...new Set([...ranksOf(house), JOKER])].flatMap((rank) => {
    const holders = holdersOf(layouts, (card) => card.rank === rank);
    const found = countOf(holders);
    const inDecks = heldByDecks(rank, house, decks);
    return inDecks !== null && found > inDecks ? [tooMany(rank, found, inDecks, decks, holders)] : [];
  });
  return decks === null ? warnings : [...warnings, ...sameCardTwice(layouts, decks)];
}

/**
 * How many of a rank the decks hold; null where nobody knows how many decks there are.
 * @param {Rank} rank
 * @param {House} house
 * @param {number | null} decks
 */
function heldByDecks(rank, house, decks) {
  const perDeck = cardsOfRank(rank, house);
  if (perDeck === 0) return 0; // without jokers in one deck there are none in several
  return decks === null ? null : decks * perDeck;
}

/**
 * @param {readonly (readonly [string, PartialLayout])[]} layouts
 * @param {(card: import("./cards.js").Card) => boolean} isMeant
 * @returns {[string, number][]}
 */
function holdersOf(layouts, isMeant) {
  return layouts
    .map(([name, layout]) => /** @type {[string, number]} */ ([name, cardsOf(layout).filter(isMeant).length]))
    .filter(([, count]) => count > 0);
}

/** @param {readonly (readonly [string, number])[]} holders */
function countOf(holders) {
  return holders.reduce((sum, [, count]) => sum + count, 0);
}

/**
 * @param {Rank} rank
 * @param {number} found
 * @param {number} inDecks
 * @param {number | null} decks
 * @param {[string, number][]} holders
 * @returns {DeckWarning}
 */
function tooMany(rank, found, inDecks, decks, holders) {
  const who = listing(holders.map(([name, count]) => `${name} ${countWord(count)}`));
  const cards = `${countWord(found)} ${found === 1 ? word(rank) : plural(rank)} (${who})`;
  if (inDecks === 0) {
    return { code: "deck.no_jokers", card: rank, holders, message: `${cards}, but this house's decks hold no jokers` };
  }
  const code = rank === JOKER ? "deck.too_many_jokers" : "deck.too_many_of_a_rank";
  const deckWords = decks === 1 ? "one deck holds" : `${countWord(decks ?? 0)} decks hold`;
  return { code, card: rank, holders, message: `${cards}, but ${deckWords} ${countWord(inDecks)}` };
}

/**
 * The same rank and suit more often than there are decks; cards without a noted suit say nothing here.
 *
 * @param {readonly (readonly [string, PartialLayout])[]} layouts
 * @param {number} decks
 * @returns {DeckWarning[]}
 */
function sameCardTwice(layouts, decks) {
  const suited = layouts.flatMap(([, layout]) => cardsOf(layout)).filter((card) => card.suit !== null);
  return [...new Set(suited.map(formatCard))].sort().flatMap((card) => {
    const holders = holdersOf(layouts, (other) => formatCard(other) === card);
    const count = countOf(holders);
    if (count <= decks) return [];
    const who = listing(holders.map(([name]) => name));
    const deckWords = decks === 1 ? "one deck has" : `${countWord(decks)} decks have`;
    const message = `${card} appears ${countWord(count)} times (${who}), but ${deckWords} only ${countWord(decks)}`;
    return [{ code: "deck.same_card_twice", card, holders, message }];
  });
}
