/**
 * The steps of a score: these places count so many points, by this rule. `scoring.js` adds them up, or puts them into
 * words.
 *
 * In this module a place of the grid is its number in reading order, and a set of places is a number with those bits
 * set: scoring runs after every tap, and millions of times in the tests.
 *
 * @import {Rank} from "./cards.js"
 * @import {Cancelling, FourOfAKind, House} from "./house.js"
 * @import {Cell} from "./layout.js"
 *
 * @typedef {"values"|"pair"|"four-of-a-kind"} Rule
 *
 * @typedef {object} Step
 * @property {Rule} rule
 * @property {number} points
 * @property {readonly number[]} places
 * @property {string} sentence  its template; "" for values, which are said card by card
 */

import { RANKS } from "./cards.js";

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
export function boardOf(house) {
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
export function sharedBy(ranks, board) {
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
export function setOf(places) {
  let set = 0;
  for (const place of places) set |= 1 << place;
  return set;
}

/**
 * @param {number} set
 * @param {number} place
 */
export function holds(set, place) {
  return ((set >> place) & 1) === 1;
}

// --- the steps -------------------------------------------------------------------------------------------------------

/**
 * From left to right: what cancels in a column, then what counts there; bonuses at the end. Every place counts in
 * exactly one step of values or of cancelled cards; a bonus is a step of its own.
 *
 * @param {readonly Rank[]} ranks  by place
 * @param {readonly (string | number)[]} alike  what equal cards share, by place
 * @param {Board} board
 * @param {number} unknown  places that are left out altogether
 * @param {number} faceDown  places that count a fixed number of points instead of their card
 * @returns {Step[]}
 */
export function workOut(ranks, alike, board, unknown, faceDown) {
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
export function pointsAt(place, ranks, faceDown, board) {
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
    const alike = ranks.map((_, place) => place).filter((place) => ranks[place] === rank && !holds(out, place));
    // Of more than four, those that stand above each other make the bonus: it must not matter where columns lie.
    const columns = board.columns.map((column) => column.filter((place) => alike.includes(place)).length);
    const alone = (/** @type {number} */ place) => Number(columns[place % board.columns.length] === 1);
    alike.sort((one, other) => alone(one) - alone(other));
    const places = bonus.pattern === "two-and-two"
      ? board.rows.map((row) => alike.filter((place) => row.includes(place)).slice(0, 2)).filter((row) => row.length === 2).flat()
      : alike;
    if (places.length >= 4) {
      steps.push({
        rule: "four-of-a-kind",
        points: bonus.points,
        places: places.slice(0, 4).sort((one, other) => one - other),
        sentence: `four.${bonus.pattern}`,
      });
    }
  }
  return steps;
}
