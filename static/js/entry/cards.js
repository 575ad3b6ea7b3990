/**
 * Draws cards that can’t be tapped.
 *
 * @import {Card, PartialLayout} from "../rules/house.js"
 */

import { cardWord, GONE, isRed, JOKER, sign, SUIT_SIGNS } from "../rules/house.js";
import { h } from "../shell/app.js";

/** @param {PartialLayout} layout */
export function cards({ rows }) {
  return h(
    "table",
    { class: `layout layout--small layout--${rows[0]?.length ?? 1}` },
    h(
      "tbody",
      null,
      rows.map((row) =>
        h(
          "tr",
          null,
          row.map((card) =>
            h(
              "td",
              null,
              card === null
                ? h("span", { class: "card card--empty" }, h("span", { class: "visually-hidden" }, "no card"))
                : cardFace(card, false)
            )
          )
        )
      )
    )
  );
}

/** @param {Card} card @param {boolean} faceDown  it was face down, but is known */
export function cardFace(card, faceDown) {
  const { rank, suit } = card;
  const kinds = [
    isRed(suit) && "card--red",
    rank === JOKER && "card--joker",
    rank === GONE && "card--gone",
    faceDown && "card--hidden",
  ];
  return h(
    "span",
    { class: ["card", ...kinds] },
    h("span", { class: "card__rank", aria: { hidden: true } }, sign(rank)),
    suit && h("span", { class: "card__suit", aria: { hidden: true } }, SUIT_SIGNS[suit]),
    rank === JOKER && h("span", { class: "card__word", aria: { hidden: true } }, "joker"),
    h("span", { class: "visually-hidden" }, cardWord(card), faceDown && ", was face down")
  );
}
