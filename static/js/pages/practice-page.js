/**
 * Offline practice: type the total of a random layout of a known house and see its score lines. Only the server
 * explains mistakes.
 *
 * @import {House, Layout} from "../rules/house.js"
 */

import { cards } from "../entry/cards.js";
import { emptyRows, GONE, needsSuit, number, parsePoints, ranksOf, SUITS } from "../rules/house.js";
import { score } from "../rules/scoring.js";
import { h, show } from "../shell/app.js";
import { filled, houseChoice } from "./begin-page.js";

/** @type {(page: Element, key: string) => Promise<void>} */
export async function drawPractice(page, key) {
  const at = filled(page, "practice", "Practice"),
    typed = /** @type {HTMLInputElement} */ (at("#total"));
  const house = await houseChoice(at("#house"), key, true);
  /** @type {Layout} */
  let layout;
  const ask = () => {
    layout = someLayout(house().rules.house);
    at(".sheet").replaceChildren(cards(layout));
    at("[role=status]").replaceChildren();
    typed.value = "";
    typed.focus();
  };
  at("#house").addEventListener("change", ask);
  at("[data-next]").addEventListener("click", ask);
  at("form").addEventListener("submit", (event) => {
    event.preventDefault();
    const { total, lines } = score(layout, house().rules.house, house().rules);
    const { points, problem } = parsePoints(typed.value),
      isRight = points === total;
    const words = isRight
      ? `${number(total)} is right.`
      : points === null
        ? problem
        : `It’s ${number(total)}, not ${number(points)}.`;
    show(
      at("[role=status]"),
      h("p", { class: `notice notice--${isRight ? "good" : "warning"}` }, words),
      points !== null &&
        h(
          "ul",
          { class: "stack" },
          lines.map(({ text }) => h("li", null, text))
        )
    );
  });
  ask();
}

/** A layout of few different ranks, so that cards match. @param {House} house */
function someLayout(house) {
  const some = (/** @type {readonly any[]} */ of) => of[Math.floor(Math.random() * of.length)];
  const few = Array.from({ length: 4 }, () => some(ranksOf(house).filter((rank) => rank !== GONE)));
  const card = (/** @type {any} */ rank) => ({ rank, suit: needsSuit(rank, house) ? some(SUITS) : null });
  return { rows: emptyRows(house.grid).map((row) => row.map(() => card(some(few)))) };
}
