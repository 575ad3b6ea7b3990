/**
 * What a layout counts under a house, line by line. Mirrors scorekeeper/rules/scoring.py; the two agree on every layout.
 *
 * A score is worked out in steps: these places count so many points, by this rule. Steps become lines when they are put
 * into words; where only the total is wanted they are just added up.
 *
 * Inside this module a place of the grid is its number in reading order, and a set of places is a number with those bits
 * set: scoring runs after every tap, and millions of times in the tests.
 *
 * @import {Rank} from "./cards.js"
 * @import {Cancelling, FourOfAKind, House} from "./house.js"
 * @import {Cell, Layout, PartialLayout} from "./layout.js"
 * @import {Wording} from "./wording.js"
 *
 * @typedef {"values"|"pair"|"four-of-a-kind"} Rule
 *
 * @typedef {object} Line
 * @property {Rule} rule
 * @property {number} points
 * @property {Cell[]} cells
 * @property {string} text
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
 *
 * @typedef {object} Step
 * @property {Rule} rule
 * @property {number} points
 * @property {readonly number[]} places
 * @property {string} sentence  its template; "" for values, which are said card by card
 */

import { JOKER, plural, RANKS, word } from "./cards.js";
import { BadLayout } from "./errors.js";
import { needsSuits } from "./house.js";
import { cardProblems, layoutProblems } from "./notation.js";
import { countWord, listing, say } from "./wording.js";

/**
 * Score one layout under one house. Throws BadLayout with every card that the house cannot count, or when the grid is not
 * the house's.
 *
 * @param {Layout} layout
 * @param {House} house
 * @param {Wording} wording
 * @returns {Score}
 */
export function score(layout, house, wording) {
  const problems = layoutProblems(layout, house);
  if (problems.length > 0) throw new BadLayout(problems);
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
      return card && cardProblems(card, board.cells[place] ?? [0, 0], house).length === 0;
    }));
  const unknown = setOf(board.columns.filter((_, column) => !known[column]).flat());
  const hidden = setOf((layout.hidden ?? []).map(([row, column]) => row * house.grid.columns + column));

  // A card that is not known yet is in no column that is looked at; any rank will do for it.
  const ranks = cards.map((card) => card?.rank ?? JOKER);
  const alike = house.cancelling?.same === "card"
    ? cards.map((card) => (card?.rank ?? "") + (card?.suit ?? ""))
    : sharedBy(ranks, board);
  const steps = workOut(ranks, alike, board, unknown, house.ending.hidden === "counted" ? 0 : hidden);

  /** @type {(number | null)[]} */
  const columnPoints = known.map((complete) => (complete ? 0 : null));
  let total = 0;
  for (const { points, places } of steps) {
    total += points;
    const columns = new Set(places.map((place) => place % house.grid.columns));
    const [column = 0] = columns;
    if (columns.size === 1) columnPoints[column] = (columnPoints[column] ?? 0) + points;
  }
  const faceDown = house.ending.hidden === "counted" ? 0 : hidden;
  const lines = steps.map((step) => lineOf(step, ranks, faceDown, board, wording));
  return { total, lines, columnPoints, complete: unknown === 0 };
}

/**
 * The total of a layout of ranks, nothing hidden, without lines: for very many layouts. The ranks must have values in the
 * house, fill its grid in reading order, and be all that it compares.
 *
 * @param {readonly Rank[]} ranks
 * @param {House} house
 */
export function totalOfRanks(ranks, house) {
  const board = boardOf(house);
  if (needsSuits(house)) throw new Error(`${house.name} compares suits`);
  let total = 0;
  for (const step of workOut(ranks, sharedBy(ranks, board), board, 0, 0)) total += step.points;
  return total;
}

// --- the house as scoring needs it -----------------------------------------------------------------------------------

/**
 * @typedef {object} Board  what is the same for every layout of a house
 * @property {House} house
 * @property {Cell[]} cells  by place
 * @property {number[][]} columns  the places of each column, from top to bottom
 * @property {number[][]} rows
 * @property {number[][]} cancellingLines  the places along which equal cards are looked for
 * @property {Map<string, number>} values
 * @property {FourOfAKind | null} bonus  null also where it counts nothing
 */

/** @type {WeakMap<House, Board>} */
const boards = new WeakMap();

/**
 * @param {House} house
 * @returns {Board}
 */
function boardOf(house) {
  let board = boards.get(house);
  if (board === undefined) {
    board = layOut(house);
    boards.set(house, board);
  }
  return board;
}

/**
 * @param {House} house
 * @returns {Board}
 */
function layOut(house) {
  const { grid, four_of_a_kind: bonus } = house;
  const row = [...Array(grid.columns).keys()];
  const column = [...Array(grid.rows).keys()];
  const rows = column.map((r) => row.map((c) => r * grid.columns + c));
  const columns = row.map((c) => column.map((r) => r * grid.columns + c));
  const lines = { column: columns, row: rows, anywhere: [rows.flat()] };
  return {
    house,
    cells: column.flatMap((r) => row.map((c) => /** @type {Cell} */ ([r, c]))),
    columns,
    rows,
    cancellingLines: (house.cancelling?.where ?? []).flatMap((where) => lines[where]),
    values: new Map(RANKS.flatMap((rank) => {
      const value = house.values[rank];
      return value === undefined ? [] : [/** @type {[string, number]} */ ([rank, value])];
    })),
    bonus: bonus && bonus.points !== 0 ? bonus : null,
  };
}

/**
 * What two cards must share to cancel each other, place by place (unless it is rank and suit).
 * @param {readonly Rank[]} ranks
 * @param {Board} board
 * @returns {readonly (string | number)[]}
 */
function sharedBy(ranks, board) {
  return board.house.cancelling?.same === "value" ? ranks.map((rank) => valueOf(rank, board)) : ranks;
}

/**
 * @param {string} rank
 * @param {Board} board
 */
function valueOf(rank, board) {
  return board.values.get(rank) ?? 0;
}

// --- sets of places --------------------------------------------------------------------------------------------------

/** @param {readonly number[]} places */
function setOf(places) {
  let set = 0;
  for (const place of places) set |= 1 << place;
  return set;
}

/**
 * @param {number} set
 * @param {number} place
 */
function holds(set, place) {
  return ((set >> place) & 1) === 1;
}

// --- the steps -------------------------------------------------------------------------------------------------------

/**
 * From left to right: what cancels in a column, then what counts there; bonuses at the end. Every place counts in exactly
 * one step of values or of cancelled cards; a bonus is a step of its own.
 *
 * @param {readonly Rank[]} ranks  by place
 * @param {readonly (string | number)[]} alike  what equal cards share, by place
 * @param {Board} board
 * @param {number} unknown  places that are left out altogether
 * @param {number} faceDown  places that count a fixed number of points instead of their card
 * @returns {Step[]}
 */
function workOut(ranks, alike, board, unknown, faceDown) {
  const bonuses = board.bonus === null ? [] : bonusSteps(ranks, board, board.bonus, unknown | faceDown);
  let inBonus = 0;
  for (const bonus of bonuses) inBonus |= setOf(bonus.places);
  const bonusCardsCount = board.bonus !== null && board.bonus.cards === "counted";

  const rule = board.house.cancelling;
  /** @type {number[][]} */
  const groups = [];
  if (rule !== null) {
    const excluded = unknown | faceDown | (bonusCardsCount ? inBonus : 0);
    for (const line of board.cancellingLines) addGroups(groups, line, ranks, alike, rule, excluded);
  }
  let settled = unknown | (bonusCardsCount ? 0 : inBonus);
  for (const group of groups) settled |= setOf(group);

  /** @type {Step[]} */
  const steps = [];
  let explained = 0;
  for (let column = 0; column < board.columns.length; column++) {
    for (const group of groups) {
      if (rule !== null && /** @type {number} */ (group[0]) % board.columns.length === column) {
        steps.push(pairStep(group, explained, ranks, rule, board));
        explained |= setOf(group);
      }
    }
    const places = /** @type {number[]} */ (board.columns[column]);
    let points = 0;
    /** @type {number[]} */
    const counting = [];
    for (const place of places) {
      if (holds(settled, place)) continue;
      counting.push(place);
      points += pointsAt(place, ranks, faceDown, board);
    }
    if (counting.length > 0) steps.push({ rule: "values", points, places: counting, sentence: "" });
  }
  for (const bonus of bonuses) steps.push(bonus);
  return steps;
}

/**
 * What one card counts by itself.
 * @param {number} place
 * @param {readonly Rank[]} ranks
 * @param {number} faceDown
 * @param {Board} board
 */
function pointsAt(place, ranks, faceDown, board) {
  const hidden = board.house.ending.hidden;
  return holds(faceDown, place) && hidden !== "counted" ? hidden : valueOf(/** @type {Rank} */ (ranks[place]), board);
}

// --- cards that cancel each other ------------------------------------------------------------------------------------

/**
 * Find the groups of cards in one line that cancel each other.
 *
 * @param {number[][]} groups  to which they are added, each in reading order
 * @param {readonly number[]} line
 * @param {readonly Rank[]} ranks
 * @param {readonly (string | number)[]} alike
 * @param {Cancelling} rule
 * @param {number} excluded
 */
function addGroups(groups, line, ranks, alike, rule, excluded) {
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
 * @param {readonly Rank[]} ranks
 * @param {Cancelling} rule
 * @param {Board} board
 * @returns {Step}
 */
function pairStep(group, explained, ranks, rule, board) {
  const rank = /** @type {Rank} */ (ranks[/** @type {number} */ (group[0])]);
  let ownValues = 0;
  for (const place of group) {
    if (ranks[place] !== rank) return { rule: "pair", points: 0, places: group, sentence: "pair.unlike" };
    if (!holds(explained, place)) ownValues += valueOf(rank, board);
  }
  const exception = rule.exceptions[rank] ?? "zero";
  if (exception === "keep") return { rule: "pair", points: ownValues, places: group, sentence: "pair.kept" };
  if (exception === "lower") {
    return { rule: "pair", points: Math.min(0, ownValues), places: group, sentence: "pair.lower" };
  }
  if (exception !== "zero") return { rule: "pair", points: exception, places: group, sentence: "pair.fixed" };
  const wholeColumn = group.length === board.rows.length && isInOneColumn(group, board);
  return { rule: "pair", points: 0, places: group, sentence: wholeColumn ? "pair.column" : "pair" };
}

/**
 * @param {readonly number[]} group
 * @param {Board} board
 */
function isInOneColumn(group, board) {
  const width = board.columns.length;
  return group.every((place) => place % width === /** @type {number} */ (group[0]) % width);
}

// --- four of a kind --------------------------------------------------------------------------------------------------

/**
 * @param {readonly Rank[]} ranks
 * @param {Board} board
 * @param {FourOfAKind} bonus
 * @param {number} excluded
 * @returns {Step[]}
 */
function bonusSteps(ranks, board, bonus, excluded) {
  let out = excluded;
  if (bonus.not_for.length > 0) {
    ranks.forEach((rank, place) => {
      if (bonus.not_for.includes(rank)) out |= 1 << place;
    });
  }
  return bonus.pattern === "columns" || bonus.pattern === "any-pairs"
    ? columnBonuses(ranks, board, bonus, out)
    : looseBonuses(ranks, board, bonus, out);
}

/**
 * Two columns, each of one rank; the same rank in both unless any two pairs will do.
 *
 * @param {readonly Rank[]} ranks
 * @param {Board} board
 * @param {FourOfAKind} bonus
 * @param {number} out
 * @returns {Step[]}
 */
function columnBonuses(ranks, board, bonus, out) {
  /** @type {Map<string, number[]>} */
  const equalColumns = new Map();
  board.columns.forEach((places, column) => {
    const rank = ranks[/** @type {number} */ (places[0])];
    if (rank === undefined || !places.every((place) => !holds(out, place) && ranks[place] === rank)) return;
    const key = bonus.pattern === "columns" ? rank : "any";
    const known = equalColumns.get(key);
    if (known) known.push(column);
    else equalColumns.set(key, [column]);
  });

  /** @type {Step[]} */
  const steps = [];
  for (const columns of equalColumns.values()) {
    const twos = (bonus.six_alike === "each-pair" ? everyTwo(columns) : neighbours(columns))
      .filter(([left, right]) => right - left === 1 || !bonus.touching);
    for (const two of bonus.six_alike === "once" ? twos.slice(0, 1) : twos) {
      const places = two.flatMap((column) => board.columns[column] ?? []);
      steps.push({ rule: "four-of-a-kind", points: bonus.points, places, sentence: `four.${bonus.pattern}` });
    }
  }
  return steps;
}

/**
 * @param {readonly number[]} columns
 * @returns {[number, number][]}
 */
function everyTwo(columns) {
  return columns.flatMap((left, index) =>
    columns.slice(index + 1).map((right) => /** @type {[number, number]} */ ([left, right])));
}

/**
 * Each with the next in the list, whether or not they touch.
 * @param {readonly number[]} columns
 * @returns {[number, number][]}
 */
function neighbours(columns) {
  return columns.slice(1).map((right, index) => [/** @type {number} */ (columns[index]), right]);
}

/**
 * Four of a rank that need not stand in columns: anywhere, or two in one row and two in another.
 *
 * @param {readonly Rank[]} ranks
 * @param {Board} board
 * @param {FourOfAKind} bonus
 * @param {number} out
 * @returns {Step[]}
 */
function looseBonuses(ranks, board, bonus, out) {
  /** @type {Step[]} */
  const steps = [];
  for (const rank of new Set(ranks.filter((_, place) => !holds(out, place)))) {
    const rows = board.rows.map((row) => row.filter((place) => ranks[place] === rank && !holds(out, place)));
    const places = (bonus.pattern === "two-and-two"
      ? rows.filter((row) => row.length >= 2).map((row) => row.slice(0, 2))
      : rows).flat();
    if (places.length >= 4) {
      steps.push({
        rule: "four-of-a-kind",
        points: bonus.points,
        places: places.slice(0, 4),
        sentence: `four.${bonus.pattern}`,
      });
    }
  }
  return steps;
}

// --- words -----------------------------------------------------------------------------------------------------------

/**
 * @param {Step} step
 * @param {readonly Rank[]} ranks
 * @param {number} faceDown
 * @param {Board} board
 * @param {Wording} wording
 * @returns {Line}
 */
function lineOf(step, ranks, faceDown, board, wording) {
  const cells = step.places.map((place) => /** @type {Cell} */ (board.cells[place]));
  const text = step.rule === "values"
    ? valuesText(step, ranks, faceDown, board, wording)
    : groupText(step, ranks, wording);
  return { rule: step.rule, points: step.points, cells, text };
}

/**
 * @param {Step} step
 * @param {readonly Rank[]} ranks
 * @param {number} faceDown
 * @param {Board} board
 * @param {Wording} wording
 */
function valuesText(step, ranks, faceDown, board, wording) {
  const cards = step.places.map((place) => {
    const rank = /** @type {Rank} */ (ranks[place]);
    const value = pointsAt(place, ranks, faceDown, board);
    // A seven that counts seven needs no more words than `7`.
    const sentence = holds(faceDown, place) ? "hidden" : String(value) === rank ? "card.face" : "card";
    return say(wording, sentence, { name: word(rank), value });
  });
  return cards.length === 1
    ? /** @type {string} */ (cards[0])
    : say(wording, "cards", { cards: cards.join(" + "), points: step.points });
}

/**
 * @param {Step} step
 * @param {readonly Rank[]} ranks
 * @param {Wording} wording
 */
function groupText(step, ranks, wording) {
  const inGroup = step.places.map((place) => /** @type {Rank} */ (ranks[place]));
  const first = plural(/** @type {Rank} */ (inGroup[0]));
  return say(wording, step.sentence, {
    count: countWord(inGroup.length),
    plural: first,
    first,
    second: plural(/** @type {Rank} */ (inGroup[inGroup.length - 1])),
    names: listing(inGroup.map(word)),
    points: step.points,
  });
}
