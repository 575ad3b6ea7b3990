/**
 * Practice without a network: a random layout of a known house, its total to be typed, and the lines that make it. Which
 * rule a wrong answer misread, only the server says.
 *
 * @import {KnownHouse} from "../phone/begin.js"
 * @import {House} from "../rules/house.js"
 */

import { cards } from "../entry/view.js";
import { knownHouses } from "../phone/begin.js";
import { KnownGames } from "../phone/kept.js";
import { deviceStorage, Outbox } from "../phone/queue.js";
import { GONE, needsSuit, number, parsePoints, ranksOf, SUITS } from "../rules/house.js";
import { score } from "../rules/scoring.js";
import { h, part } from "../shell/app.js";
import { houseChoice } from "./begin-page.js";

/** So few different cards that equal ones meet. */
const RANKS_AT_ONCE = 4;

/**
 * @param {Element} page
 * @param {string} key  of the house that is practised; "" for any
 */
export async function drawPractice(page, key) {
  const houses = await knownHouses(new KnownGames(deviceStorage()), Outbox.open());
  const choice = houseChoice(houses, key), question = h("div", { class: "stack" });
  const ask = () => drawQuestion(question, /** @type {KnownHouse} */ (houses[Number(choice.value)]), ask);
  choice.addEventListener("change", ask);
  page.replaceChildren(h("h1", null, "Practise"),
    h("div", { class: "field" }, h("label", { class: "field__label", for: "house" }, "By which rules?"), choice), question);
  ask();
}

/**
 * @param {HTMLElement} place
 * @param {KnownHouse} known
 * @param {() => void} next
 */
function drawQuestion(place, { rules }, next) {
  const layout = someLayout(rules.house);
  const { total, lines } = score(layout, rules.house, rules);
  const typed = h("input", { class: "input input--short", id: "total", autocomplete: "off" });
  const form = h("form", { class: "form", novalidate: true },
    h("div", { class: "field" }, h("label", { class: "field__label", for: "total" }, "What does it count?"), typed),
    h("div", { class: "stack", role: "status" }),
    h("p", { class: "buttons" }, h("button", { class: "button button--primary" }, "Check"), h("button", { type: "button", class: "button", onclick: next }, "Next")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { points, problem } = parsePoints(typed.value), isRight = points === total;
    part(form, "[role=status]").replaceChildren(...(points === null ? [h("p", { class: "notice notice--error" }, problem)] : [
      h("p", { class: `notice notice--${isRight ? "good" : "warning"}` }, isRight ? `${number(total)} is right.` : `It counts ${number(total)}, not ${number(points)}.`),
      h("ul", { class: "stack" }, lines.map((line) => h("li", null, line.text))),
    ]));
  });
  place.replaceChildren(h("section", { class: "sheet" }, cards(layout)), form);
  typed.focus();
}

/** @param {House} house */
function someLayout(house) {
  const some = (/** @type {readonly any[]} */ of) => of[Math.floor(Math.random() * of.length)];
  const few = Array.from({ length: RANKS_AT_ONCE }, () => some(ranksOf(house).filter((rank) => rank !== GONE)));
  const card = (/** @type {any} */ rank) => ({ rank, suit: needsSuit(rank, house) ? some(SUITS) : null });
  const { rows, columns } = house.grid;
  return { rows: Array.from({ length: rows }, () => Array.from({ length: columns }, () => card(some(few)))) };
}
