/**
 * Two phones entered different cards for one player: both layouts side by side, each with what it scores, and the choice.
 *
 * @import {Hand} from "./hand.js"
 * @import {House} from "../rules/house.js"
 * @import {PartialLayout} from "../rules/layout.js"
 * @import {Wording} from "../rules/wording.js"
 */

import { scoreSoFar } from "../rules/scoring.js";
import { number } from "../rules/wording.js";
import { h } from "./build.js";
import { cardFace } from "./card-face.js";
import { handText, layoutOf, savedOf } from "./hand.js";

/**
 * @param {Hand} hand  whose `theirs` is there
 * @param {{house: House} & Wording} rules
 */
export function bothHands(hand, rules) {
  return h("section", { class: "conflict sheet", tabindex: -1, role: "alertdialog", aria: { labelledby: "conflict-title", describedby: "conflict-why" } },
    h("h2", { id: "conflict-title" }, `${hand.name}: which cards are right?`),
    h("p", { id: "conflict-why", class: "conflict__why" }, "Two phones entered different cards. Whichever you choose, the history keeps both."),
    h("div", { class: "conflict__both" },
      entered("mine", "This phone", handText(hand), rules),
      entered("theirs", "Another phone", hand.theirs?.text ?? "", rules)));
}

/**
 * @param {"mine" | "theirs"} choice
 * @param {string} who
 * @param {string} text
 * @param {{house: House} & Wording} rules
 */
function entered(choice, who, text, rules) {
  const { points } = savedOf(0, text);
  const layout = points === null ? layoutOf(text, rules.house) : null;
  const total = layout === null ? points : scoreSoFar(layout, rules.house, rules).total;
  return h("div", { class: `conflict__hand conflict__${choice}`, dataset: { text } },
    h("h3", null, who),
    layout !== null && cards(layout),
    h("p", { class: "conflict__points" }, total === null ? "nothing entered" : `${number(total)} points${layout === null ? ", a number only" : ""}`),
    h("button", { type: "button", class: "button button--primary", dataset: { act: choice } }, choice === "mine" ? "Mine" : "Theirs"));
}

/** @param {PartialLayout} layout */
function cards({ rows }) {
  return h("table", { class: `layout layout--small layout--${rows[0]?.length ?? 1}` },
    h("tbody", null, rows.map((row) => h("tr", null, row.map((card) => h("td", null, card === null
      ? h("span", { class: "card card--empty" }, h("span", { class: "visually-hidden" }, "no card"))
      : cardFace(card, false)))))));
}
