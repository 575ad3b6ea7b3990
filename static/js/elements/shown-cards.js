/**
 * Cards that lie on the table, and the explained score beside them: the macros `layout_table` and `score_lines` of
 * templates/macros/cards.html, once more.
 *
 * @import {Layout} from "../rules/layout.js"
 * @import {Score} from "../rules/scoring.js"
 */

import { number } from "../rules/wording.js";
import { h } from "./build.js";
import { cardFace } from "./card-face.js";

/**
 * A layout with the points of each column under it.
 * @param {Layout} layout
 * @param {Score} score
 * @param {string} label  what a screen reader calls it
 */
export function layoutTable({ rows, hidden = [] }, { columnPoints }, label) {
  const faceDown = new Set(hidden.map(String));
  return h("table", { class: ["layout", `layout--${rows[0]?.length}`, `layout--rows-${rows.length}`] },
    h("caption", { class: "visually-hidden" }, label),
    h("tbody", null, rows.map((cards, row) =>
      h("tr", null, cards.map((card, column) => h("td", null, cardFace(card, faceDown.has(String([row, column])))))))),
    h("tfoot", null, h("tr", null, columnPoints.map((points, column) =>
      h("td", { class: "layout__points points" }, h("span", { class: "visually-hidden" }, `column ${column + 1}: `), number(points))))));
}

/**
 * One sentence with its points on each line, then the total.
 * @param {Score} score
 * @param {string} total  what the last line is called
 */
export function scoreLines({ lines, total: points }, total) {
  return h("ol", { class: "score-lines" },
    lines.map((line) => scoreLine(line.rule, capitalized(line.text), line.points)),
    scoreLine("total", total, points));
}

/**
 * @param {string} kind
 * @param {string} text
 * @param {number} points
 */
function scoreLine(kind, text, points) {
  return h("li", { class: `score-line score-line--${kind}` },
    h("span", { class: "score-line__text" }, text), " ", h("span", { class: "score-line__points points" }, number(points)));
}

/**
 * A sentence that starts with a capital; names inside it stay as they are.
 * @param {string} sentence
 */
export function capitalized(sentence) {
  const [first = "", ...rest] = sentence;
  return first.toUpperCase() + rest.join("");
}
