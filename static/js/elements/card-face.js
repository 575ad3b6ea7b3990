/**
 * How a card looks: its sign, its suit, and its name for whoever sees neither.
 *
 * @import {Card, Rank, Suit} from "../rules/cards.js"
 */

import { cardWord, face, GONE, JOKER } from "../rules/cards.js";
import { h } from "./build.js";

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

/**
 * @param {Card} card
 * @param {boolean} faceDown
 */
export function cardFace(card, faceDown) {
  const { rank, suit } = card;
  const kinds = [isRed(suit) && "card--red", rank === JOKER && "card--joker", rank === GONE && "card--gone", faceDown && "card--hidden"];
  return h("span", { class: ["card", ...kinds] },
    h("span", { class: "card__rank", aria: { hidden: true } }, sign(rank)),
    suit && h("span", { class: "card__suit", aria: { hidden: true } }, suitSign(suit)),
    rank === JOKER && h("span", { class: "card__word", aria: { hidden: true } }, "joker"),
    h("span", { class: "visually-hidden" }, cardWord(card), faceDown && ", lay face down"));
}

/** The key that takes a card back. @param {Record<string, string>} [dataset] */
export function eraseKey(dataset = { key: "erase" }) {
  return h("button", { type: "button", class: "key key--erase", dataset, aria: { label: "erase" } }, h("span", { aria: { hidden: true } }, "⌫"));
}
