/**
 * What a layout counts under a house, line by line. Mirrors scorekeeper/rules/scoring.py; the two agree on every
 * layout.
 *
 * A score is worked out in steps (steps.js), which become lines when they are put into words.
 *
 * @import {Board, Laid, Rule, Step} from "./board.js"
 * @import {Rank} from "./cards.js"
 * @import {House} from "./house.js"
 * @import {Cell, Layout, PartialLayout} from "./layout.js"
 * @import {Wording} from "./wording.js"
 *
 * @typedef {object} Line
 * @property {Rule} rule
 * @property {number} points
 * @property {Cell[]} cells
 * @property {string} text
 * @property {number} others  points that every other player of the hole gets through it
 *
 * @typedef {object} Score
 * @property {number} total
 * @property {Line[]} lines
 * @property {number[]} columnPoints  what each column counts by itself: all lines but those that reach over several
 *
 * @typedef {object} ScoreSoFar
 * @property {number} total  of the complete columns, and of every bonus that they hold
 * @property {Line[]} lines
 * @property {(number | null)[]} columnPoints  null for a column that still lacks a card
 * @property {boolean} complete
 */

import { boardOf, holds, laidOf, setOf } from "./board.js";
import { cardWord, face, plural, word } from "./cards.js";
import { needsSuit } from "./house.js";
import { counts, fits } from "./notation.js";
import { pointsAt, workOut } from "./steps.js";
import { countWord, listing, say, signed } from "./wording.js";

/**
 * Score one layout under one house. Throws for a layout that does not fit it.
 *
 * @param {Layout} layout
 * @param {House} house
 * @param {Wording} wording
 * @returns {Score}
 */
export function score(layout, house, wording) {
  if (!fits(layout, house)) throw new Error(`this layout does not fit ${house.name}`);
  const { total, lines, columnPoints } = scoreSoFar(layout, house, wording);
  return { total, lines, columnPoints: columnPoints.map(Number) };
}

/**
 * Score what can be said of a layout while it is entered. A column with an empty place, or with a card that the house
 * cannot count, has no points yet, and nothing else looks at it. For a complete layout this is its score.
 *
 * @param {PartialLayout} layout
 * @param {House} house
 * @param {Wording} wording
 * @returns {ScoreSoFar}
 */
export function scoreSoFar(layout, house, wording) {
  const board = boardOf(house);
  const cards = layout.rows.flat();
  const known = board.columns.map((column) =>
    column.every((place) => {
      const card = cards[place];
      return card && counts(card, house);
    }));
  const unknown = setOf(board.columns.filter((_, column) => !known[column]).flat());
  const hidden = house.ending.hidden === "counted" ? [] : layout.hidden ?? [];
  const faceDown = setOf(hidden.map(([row, column]) => row * house.grid.columns + column));

  const laid = laidOf(cards, house, unknown, faceDown);
  const steps = workOut(laid, board);

  /** @type {(number | null)[]} */
  const columnPoints = known.map((complete) => (complete ? 0 : null));
  let total = 0;
  for (const { points, places } of steps) {
    total += points;
    const columns = new Set(places.map((place) => place % house.grid.columns));
    const [column = 0] = columns;
    if (columns.size === 1) columnPoints[column] = (columnPoints[column] ?? 0) + points;
  }
  const lines = steps.map((step) => lineOf(step, laid, board, wording));
  return { total, lines, columnPoints, complete: unknown === 0 };
}

// --- words -----------------------------------------------------------------------------------------------------------

/**
 * @param {Step} step
 * @param {Laid} laid
 * @param {Board} board
 * @param {Wording} wording
 * @returns {Line}
 */
function lineOf(step, laid, board, wording) {
  const cells = step.places.map((place) => /** @type {Cell} */ (board.cells[place]));
  const others = step.bonus?.others ?? 0;
  const text = step.rule === "values" ? valuesText(step, laid, board, wording) : groupText(step, laid, board, wording);
  return {
    rule: step.rule,
    points: step.points,
    cells,
    text: others === 0 ? text : say(wording, "bonus.others", { text, others: signed(others) }),
    others,
  };
}

/**
 * @param {Step} step
 * @param {Laid} laid
 * @param {Board} board
 * @param {Wording} wording
 */
function valuesText(step, laid, board, wording) {
  const cards = step.places.map((place, index) => {
    const rank = /** @type {Rank} */ (laid.ranks[place]);
    const value = pointsAt(place, laid, board);
    // A seven that counts seven needs no more words than `7`.
    const sentence = holds(laid.faceDown, place) ? "hidden" : String(value) === face(rank) ? "card.face" : "card";
    const card = say(wording, sentence, { name: nameOf(place, laid, board), value });
    // Within a sum a number below 0 stands in brackets: `11 + (−2)`.
    return index > 0 && sentence === "card.face" && value < 0 ? `(${card})` : card;
  });
  return cards.length === 1
    ? /** @type {string} */ (cards[0])
    : say(wording, "cards", { cards: cards.join(" + "), points: step.points });
}

/**
 * The card in words: with its suit where single cards of that rank count otherwise than the rest.
 * @param {number} place
 * @param {Laid} laid
 * @param {Board} board
 */
function nameOf(place, { cards, ranks }, { house }) {
  const card = cards[place];
  const single = Object.keys(house.card_values ?? {}).length > 0;
  return card && single && needsSuit(card.rank, house) ? cardWord(card) : word(/** @type {Rank} */ (ranks[place]));
}

/**
 * @param {Step} step
 * @param {Laid} laid
 * @param {Board} board
 * @param {Wording} wording
 */
function groupText({ places, points, sentence, count = places.length, bonus }, { ranks }, { house }, wording) {
  const inGroup = places.map((place) => /** @type {Rank} */ (ranks[place]));
  const first = plural(/** @type {Rank} */ (inGroup[0]));
  return say(wording, sentence, {
    count: countWord(count),
    cards: countWord(places.length),
    plural: first,
    first,
    second: plural(/** @type {Rank} */ (inGroup[inGroup.length - 1])),
    names: listing(inGroup.map(word)),
    size: countWord(house.cancelling?.size ?? 2),
    total: bonus?.total ?? 0,
    becomes: bonus?.points ?? 0,
    points,
  });
}
