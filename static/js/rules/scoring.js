/**
 * What a layout counts under a house, line by line. Mirrors scorekeeper/rules/scoring.py; the two agree on every layout.
 *
 * A score is worked out in steps, each of which says: these places count so many points, by this rule. Put into words, steps
 * become lines.
 *
 * @import {Board, Laid, Rule, Step} from "./bonuses.js"
 * @import {Cell, Layout, PartialLayout, Rank, Wording} from "./cards.js"
 * @import {Cancelling, House} from "./house.js"
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

import { boardOf, exactTotals, fourOfAKind, holds, laidOf, ofGroups, ofWholeLayout, setOf } from "./bonuses.js";
import { cardWord, countWord, face, listing, plural, say, signed, word } from "./cards.js";
import { counts, fits, needsSuit } from "./house.js";

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

// --- steps ---------------------------------------------------------------------------------------------------------------

/**
 * From left to right: what cancels in a column, then what counts there; bonuses at the end. Every place counts in
 * exactly one step of values or of cancelled cards, unless a bonus stands in its place; a bonus is a step of its own.
 *
 * @param {Laid} laid
 * @param {Board} board
 * @returns {Step[]}
 */
export function workOut(laid, board) {
  const { ranks, unknown, faceDown, gone } = laid;
  const { house } = board;
  const out = unknown | faceDown | gone;
  const hasBonuses = house.bonuses !== undefined && house.bonuses.length > 0;

  const fours = board.fours === null ? [] : fourOfAKind(ranks, board, board.fours, out);
  let inFours = 0;
  for (const { places } of fours) inFours |= setOf(places);
  const foursCount = board.fours !== null && board.fours.cards === "counted";
  const shown = hasBonuses ? ofWholeLayout(laid, board, out) : [];
  let replaced = 0;
  for (const { bonus, places } of shown) if (bonus.cards === "cancelled") replaced |= setOf(places);

  const rule = house.cancelling;
  /** @type {number[][]} */
  let groups = [];
  if (rule !== null) {
    const excluded = out | (foursCount ? inFours : 0);
    for (const line of board.cancellingLines) addGroups(groups, line, laid, rule, excluded);
    if (replaced !== 0) groups = groups.filter((group) => (setOf(group) & ~replaced) !== 0);
  }
  let settled = unknown | gone | replaced | (foursCount ? 0 : inFours);
  for (const group of groups) settled |= setOf(group);

  /** @type {Step[]} */
  const steps = [];
  let explained = 0;
  for (let column = 0; column < board.columns.length; column++) {
    for (const group of groups) {
      if (rule !== null && /** @type {number} */ (group[0]) % board.columns.length === column) {
        const inPlace = !foursCount && (setOf(group) & ~inFours) === 0;
        steps.push(pairStep(group, explained, inPlace, laid, rule, board));
        explained |= setOf(group);
      }
    }
    const inColumn = /** @type {number[]} */ (board.columns[column]);
    if (gone !== 0) {
      const places = inColumn.filter((place) => holds(gone & ~unknown, place));
      if (places.length > 0) steps.push({ rule: "gone", points: 0, places, sentence: "gone" });
    }
    let points = 0;
    /** @type {number[]} */
    const places = [];
    for (const place of inColumn) {
      if (holds(settled, place)) continue;
      places.push(place);
      points += pointsAt(place, laid, board);
    }
    if (places.length > 0) steps.push({ rule: "values", points, places, sentence: "" });
  }
  for (const step of fours) steps.push(step);
  if (hasBonuses) {
    steps.push(...shown, ...ofGroups(groups, laid, board));
    if (unknown === 0) steps.push(...exactTotals(steps.reduce((sum, { points }) => sum + points, 0), board));
  }
  return steps;
}

/**
 * What one card counts by itself.
 * @param {number} place
 * @param {Laid} laid
 * @param {Board} board
 */
export function pointsAt(place, { values, faceDown }, board) {
  const { hidden } = board.house.ending;
  return holds(faceDown, place) && hidden !== "counted" ? hidden : /** @type {number} */ (values[place]);
}

// --- cards that cancel each other ------------------------------------------------------------------------------------

/**
 * Find the groups of cards in one line that cancel each other.
 *
 * @param {number[][]} groups  to which they are added, each in reading order
 * @param {readonly number[]} line
 * @param {Laid} laid
 * @param {Cancelling} rule
 * @param {number} excluded
 */
function addGroups(groups, line, { ranks, alike }, rule, excluded) {
  let seen = excluded;
  /** @type {number[]} */
  const wild = [];
  if (rule.wild.length > 0) {
    for (const place of line) {
      if (!holds(seen, place) && rule.wild.includes(/** @type {Rank} */ (ranks[place]))) {
        wild.push(place);
        seen |= 1 << place;
      }
    }
  }

  /** @type {number[][]} */
  const loose = [];
  for (const first of line) {
    if (holds(seen, first)) continue;
    const equal = [];
    for (const place of line) {
      if (!holds(seen, place) && alike[place] === alike[first]) equal.push(place);
    }
    seen |= setOf(equal);
    let cancel = equal.length - (equal.length % rule.size);
    if (cancel > 0 && rule.leftover === "cancels") cancel = equal.length;
    if (cancel > 0) groups.push(cancel === equal.length ? equal : equal.slice(0, cancel));
    if (cancel < equal.length && wild.length > 0) loose.push(equal.slice(cancel));
  }
  if (wild.length === 0) return;

  // A wild card completes the fullest group that still lacks cards; wild cards left over match each other.
  let used = 0;
  for (const places of loose.sort((one, other) => other.length - one.length)) {
    const lacking = rule.size - places.length;
    if (used + lacking <= wild.length) {
      groups.push([...places, ...wild.slice(used, used + lacking)].sort((one, other) => one - other));
      used += lacking;
    }
  }
  const left = wild.slice(used);
  if (left.length >= rule.size) groups.push(left.slice(0, left.length - (left.length % rule.size)));
}

/**
 * @param {readonly number[]} group
 * @param {number} explained  places whose value an earlier group has counted: crossing groups count a card only once
 * @param {boolean} inPlace  four of a kind stand in place of its cards, but for ranks that keep their value
 * @param {Laid} laid
 * @param {Cancelling} rule
 * @param {Board} board
 * @returns {Step}
 */
function pairStep(group, explained, inPlace, { ranks, values }, rule, board) {
  const rank = /** @type {Rank} */ (ranks[/** @type {number} */ (group[0])]);
  let own = 0;
  let unlike = false;
  for (const place of group) {
    if (ranks[place] !== rank) unlike = true;
    if (!holds(explained, place)) own += /** @type {number} */ (values[place]);
  }
  const exception = (unlike ? undefined : rule.exceptions[rank]) ?? rule.counts ?? "zero";
  const counts = inPlace && exception !== "keep" && exception !== "lower" ? "zero" : exception;
  const points = typeof counts === "number" ? counts
    : { zero: 0, keep: own, lower: Math.min(0, own), negative: 0 - own }[counts];
  const sentence = unlike ? "pair.unlike"
    : typeof counts === "number" ? "pair.fixed"
    : { zero: "pair", keep: "pair.kept", lower: "pair.lower", negative: "pair.negative" }[counts];
  const wholeColumn = sentence === "pair" && group.length === board.rows.length && isInOneColumn(group, board);
  return { rule: "pair", points, places: group, sentence: wholeColumn ? "pair.column" : sentence };
}

/**
 * @param {readonly number[]} group
 * @param {Board} board
 */
function isInOneColumn(group, board) {
  const width = board.columns.length;
  return group.every((place) => place % width === /** @type {number} */ (group[0]) % width);
}
