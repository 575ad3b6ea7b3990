/**
 * The choice between two entries for one hand, in place of the keys. A page loads it when two phones differ.
 *
 * @import {Hand} from "./hands.js"
 * @import {House, Wording} from "../rules/house.js"
 */

import { enteredWord, hasCards, layoutOf, number } from "../rules/house.js";
import { scoreSoFar } from "../rules/scoring.js";
import { h } from "../shell/app.js";
import { cards } from "./cards.js";
import { handText, savedOf } from "./hands.js";

/** Milliseconds before one of two entries can be chosen. */
const A_LOOK = 500;

/**
 * Show both entries, with the buttons to choose.
 * @param {HTMLElement} root  the entry page
 * @param {Hand} hand  whose `theirs` is there
 * @param {{house: House} & Wording} rules
 * @param {boolean} isChanged  another phone changed that hand during the choice
 */
export function askWhich(root, hand, rules, isChanged) {
  const both = bothHands(hand, rules, isChanged);
  root.append(both);
  both.focus(); // the keypad is out of sight until the table has chosen
  // A finger on its way to a key, or to the choice before, chooses nothing.
  const buttons = both.querySelectorAll("button");
  for (const button of buttons) button.disabled = true;
  setTimeout(() => {
    for (const button of buttons) button.disabled = false;
  }, A_LOOK);
}

/**
 * Two phones entered different cards for one player: both layouts side by side, each with its score, and the choice.
 * @param {Hand} hand  whose `theirs` is there
 * @param {{house: House} & Wording} rules
 * @param {boolean} isChanged  another phone changed that hand during the choice
 */
function bothHands(hand, rules, isChanged) {
  const what = enteredWord(rules.house);
  const why = isChanged ? `Another phone changed these ${what}. Check again.` : `Two phones entered different ${what}.`;
  return h(
    "section",
    {
      class: "conflict sheet",
      tabindex: -1,
      role: "alertdialog",
      dataset: { changed: isChanged ? "" : null },
      aria: { labelledby: "conflict-title", describedby: "conflict-why" },
    },
    h("h2", { id: "conflict-title" }, `${hand.name}: which ${what} are right?`),
    h("p", { id: "conflict-why", class: "conflict__why" }, why, " The history keeps both."),
    h(
      "div",
      { class: "conflict__both" },
      entered("mine", "This phone", handText(hand), rules),
      entered("theirs", "Another phone", hand.theirs?.text ?? "", rules)
    )
  );
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
  const bare = layout === null && hasCards(rules.house) ? ", no cards" : "";
  const total = layout === null ? points : scoreSoFar(layout, rules.house, rules).total;
  return h(
    "div",
    { class: `conflict__hand conflict__${choice}`, dataset: { text } },
    h("h3", null, who),
    layout !== null && cards(layout),
    h("p", { class: "conflict__points" }, total === null ? "nothing entered" : `${number(total)} points${bare}`),
    h(
      "button",
      { type: "button", class: "button button--primary", dataset: { act: choice } },
      choice === "mine" ? "Mine" : "Theirs"
    )
  );
}
