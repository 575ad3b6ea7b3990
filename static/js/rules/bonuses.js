/**
 * A house and a layout as scoring looks at them, and the points for what several cards show together: four of a kind, a run,
 * an exact total. Mirrors scorekeeper/rules/bonuses.py. Each bonus is a step of its own; whether its cards count besides is up
 * to the rule, and scoring.js sees to that.
 *
 * In here a place of the grid is its number in reading order, and a set of places is a number with those bits set: scoring
 * runs after every tap, and millions of times in the tests.
 *
 * @import {Card, Cell, Rank} from "./cards.js"
 * @import {Bonus, FourOfAKind, House} from "./house.js"
 *
 * @typedef {object} Board  what is the same for every layout of a house
 * @property {House} house
 * @property {Cell[]} cells  by place
 * @property {number[][]} columns  the places of each column, from top to bottom
 * @property {number[][]} rows
 * @property {number[][]} cancellingLines  the places along which equal cards are looked for
 * @property {FourOfAKind | null} fours  null also where they count nothing
 *
 * @typedef {object} Laid  what lies there, by place
 * @property {readonly (Card | null)[]} cards
 * @property {readonly Rank[]} ranks
 * @property {readonly number[]} values  what each card counts by itself
 * @property {readonly (string | number)[]} alike  what equal cards share
 * @property {number} unknown  places that are left out altogether
 * @property {number} faceDown  places that count a fixed number of points instead of their card
 * @property {number} gone  places whose card left the grid
 *
 * @typedef {"values"|"pair"|"gone"|"four-of-a-kind"|"bonus"} Rule
 *
 * @typedef {object} Step  these places count so many points, by this rule
 * @property {Rule} rule
 * @property {number} points
 * @property {readonly number[]} places
 * @property {string} sentence  its template; "" for values, which are said card by card
 * @property {number} [count]  what the sentence counts, where that is not cards
 * @property {import("./house.js").Bonus} [bonus]
 */

import { formatCard, GONE, JOKER, linesOf } from "./cards.js";
import { needsSuit, ranksOf, value } from "./house.js";

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
  const { grid, cancelling, four_of_a_kind: fours } = house;
  const rows = linesOf(grid, ["row"]);
  return {
    house,
    cells: rows.flatMap((row, r) => row.map((_, c) => /** @type {Cell} */ ([r, c]))),
    columns: linesOf(grid, ["column"]),
    rows,
    cancellingLines: cancelling === null ? [] : linesOf(grid, cancelling.where, cancelling.size),
    fours: fours && [fours.points, ...Object.keys({ ...fours.by_rank, ...fours.by_columns })].some(Boolean) ? fours : null,
  };
}

/**
 * @param {readonly (Card | null)[]} cards
 * @param {House} house
 * @param {number} unknown
 * @param {number} faceDown
 * @returns {Laid}
 */
export function laidOf(cards, house, unknown, faceDown) {
  // A card that is not known yet is in no column that is looked at; any rank will do for it.
  const ranks = cards.map((card) => card?.rank ?? JOKER);
  const values = cards.map((card) => (card === null ? 0 : value(card, house)));
  const alike = house.cancelling?.same === "card"
    ? cards.map((card) => (card === null ? "" : formatCard(card)))
    : sharedBy(ranks, values, house);
  const gone = setOf(ranks.flatMap((rank, place) => (rank === GONE ? [place] : [])));
  return { cards, ranks, values, alike, unknown, faceDown, gone };
}

/**
 * What two cards must share to cancel each other (unless it is rank and suit).
 * @param {readonly Rank[]} ranks
 * @param {readonly number[]} values
 * @param {House} house
 */
function sharedBy(ranks, values, house) {
  return house.cancelling?.same === "value" ? values : ranks;
}

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

// --- four of a kind --------------------------------------------------------------------------------------------------

/**
 * Every bonus for four equal cards; places that are out are not looked at.
 *
 * @param {readonly Rank[]} ranks
 * @param {Board} board
 * @param {FourOfAKind} rule
 * @param {number} out
 * @returns {Step[]}
 */
export function fourOfAKind(ranks, board, rule, out) {
  if (rule.not_for.length > 0) {
    ranks.forEach((rank, place) => {
      if (rule.not_for.includes(rank)) out |= 1 << place;
    });
  }
  const find = {
    "columns": equalColumns, "any-pairs": equalColumns, "block": squares, "end-block": squares, "two-and-two": loose, "anywhere": loose,
  }[rule.pattern];
  return find(ranks, board, rule, out).filter(({ points }) => points !== 0);
}

/**
 * @param {FourOfAKind} rule
 * @param {readonly number[]} places
 * @param {Rank | undefined} rank  where all cards are of one
 * @returns {Step}
 */
function four({ pattern, points, by_rank: byRank }, places, rank) {
  const own = rank && byRank?.[rank];
  return { rule: "four-of-a-kind", points: own ?? points, places, sentence: `four.${pattern}` };
}

/**
 * Two columns, each of one rank; the same rank in both unless any two pairs will do.
 *
 * @param {readonly Rank[]} ranks
 * @param {Board} board
 * @param {FourOfAKind} rule
 * @param {number} out
 * @returns {Step[]}
 */
function equalColumns(ranks, board, rule, out) {
  /** @type {Map<Rank | undefined, number[]>} */
  const equal = new Map();
  board.columns.forEach((places, column) => {
    const rank = ranks[/** @type {number} */ (places[0])];
    if (!places.every((place) => !holds(out, place) && ranks[place] === rank)) return;
    const key = rule.pattern === "columns" ? rank : undefined;
    const known = equal.get(key);
    if (known) known.push(column);
    else equal.set(key, [column]);
  });

  const placesOf = (/** @type {readonly number[]} */ columns) => columns.flatMap((column) => board.columns[column] ?? []);
  /** @type {Step[]} */
  const steps = [];
  for (const [rank, columns] of equal) {
    const together = rule.touching ? longestRun(columns) : columns;
    const count = together.length;
    const points = rule.by_columns?.[count];
    if (points !== undefined) {
      steps.push({ ...four(rule, placesOf(together), rank), points, sentence: "four.more-columns", count });
      continue;
    }
    const twos = (rule.six_alike === "each-pair" ? everyTwo(columns) : neighbours(columns))
      .filter(([left, right]) => right - left === 1 || !rule.touching);
    const unlike = rule.pattern === "any-pairs" && board.rows.length !== 2 ? { sentence: "four.any-columns" } : {};
    for (const two of rule.six_alike === "once" ? twos.slice(0, 1) : twos) {
      steps.push({ ...four(rule, placesOf(two), rank), ...unlike });
    }
  }
  return steps;
}

/**
 * The longest stretch of columns that touch; the leftmost of equally long ones.
 * @param {readonly number[]} columns
 */
function longestRun(columns) {
  /** @type {number[]} */
  let longest = [];
  /** @type {number[]} */
  let run = [];
  for (const column of columns) {
    run = run[run.length - 1] === column - 1 ? [...run, column] : [column];
    if (run.length > longest.length) longest = run;
  }
  return longest;
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
 * Four of a rank in a square of two by two, anywhere or at the left or right edge.
 *
 * @param {readonly Rank[]} ranks
 * @param {Board} board
 * @param {FourOfAKind} rule
 * @param {number} out
 * @returns {Step[]}
 */
function squares(ranks, board, rule, out) {
  const width = board.columns.length;
  const seen = new Set();
  return board.cells.flatMap(([row, column], place) => {
    const isThere = row + 1 < board.rows.length && column + 1 < width;
    if (!isThere || (rule.pattern === "end-block" && column !== 0 && column !== width - 2)) return [];
    const places = [place, place + 1, place + width, place + width + 1];
    const rank = /** @type {Rank} */ (ranks[place]);
    if (!places.every((one) => !holds(out, one) && ranks[one] === rank)) return [];
    if (rule.six_alike === "once" && seen.has(rank)) return [];
    seen.add(rank);
    return [four(rule, places, rank)];
  });
}

/**
 * Four of a rank that need not stand in columns: anywhere, or two in one row and two in another.
 *
 * @param {readonly Rank[]} ranks
 * @param {Board} board
 * @param {FourOfAKind} rule
 * @param {number} out
 * @returns {Step[]}
 */
function loose(ranks, board, rule, out) {
  /** @type {Step[]} */
  const steps = [];
  for (const rank of new Set(ranks.filter((_, place) => !holds(out, place)))) {
    const alike = ranks.map((_, place) => place).filter((place) => ranks[place] === rank && !holds(out, place));
    // Of more than four, those that stand above each other make the bonus: it must not matter where columns lie.
    const columns = board.columns.map((column) => column.filter((place) => alike.includes(place)).length);
    const alone = (/** @type {number} */ place) => Number(columns[place % board.columns.length] === 1);
    alike.sort((one, other) => alone(one) - alone(other));
    const places = rule.pattern === "two-and-two"
      ? board.rows.map((row) => alike.filter((place) => row.includes(place)).slice(0, 2)).filter((row) => row.length === 2).flat()
      : alike;
    if (places.length >= 4) steps.push(four(rule, places.slice(0, 4).sort((one, other) => one - other), rank));
  }
  return steps;
}

// --- bonuses of a whole layout ---------------------------------------------------------------------------------------

/**
 * @param {Bonus} bonus
 * @param {readonly number[]} places
 * @param {Partial<Step>} [more]
 * @returns {Step & {bonus: Bonus}}
 */
function earned(bonus, places, more) {
  return { rule: "bonus", points: bonus.points, places, sentence: `bonus.${bonus.pattern}`, ...more, bonus };
}

/** @param {Board} board */
function everyPlace(board) {
  return board.rows.flat();
}

/**
 * The bonuses for one suit, for a run, and for equal corners.
 *
 * @param {Laid} laid
 * @param {Board} board
 * @param {number} out
 */
export function ofWholeLayout(laid, board, out) {
  const places = everyPlace(board);
  const width = board.columns.length;
  return (board.house.bonuses ?? []).flatMap((bonus) => {
    const shows = { "one-suit": isOneSuit, "run": isRun }[/** @type {string} */ (bonus.pattern)];
    if (shows) return out === 0 && shows(laid, board, bonus) ? [earned(bonus, places)] : [];
    if (bonus.pattern !== "corners") return [];
    const corners = [0, width - 1, places.length - width, places.length - 1];
    const rank = /** @type {Rank} */ (laid.ranks[0]);
    const fits = bonus.ranks.length === 0 || bonus.ranks.includes(rank);
    return fits && corners.every((place) => laid.ranks[place] === rank && !holds(out, place)) ? [earned(bonus, corners)] : [];
  });
}

/**
 * @param {Laid} laid
 * @param {Board} board
 * @param {Bonus} bonus
 */
function isOneSuit({ cards, ranks }, { house }, bonus) {
  const suits = new Set(cards.filter((card) => card && needsSuit(card.rank, house)).map((card) => card?.suit));
  return suits.size === 1 && !suits.has(null) && (bonus.jokers_wild || !ranks.includes(JOKER));
}

/**
 * Whether the ranks follow each other, as the house lists them; the ace is below the two.
 *
 * @param {Laid} laid
 * @param {Board} board
 * @param {Bonus} bonus
 */
function isRun({ ranks }, { house }, bonus) {
  const order = ranksOf(house);
  const at = ranks.filter((rank) => rank !== JOKER).map((rank) => order.indexOf(rank));
  if (at.length === 0 || (at.length < ranks.length && !bonus.jokers_wild)) return false;
  return new Set(at).size === at.length && Math.max(...at) - Math.min(...at) < ranks.length;
}

/**
 * The bonuses for cancelled groups: so many of one rank, or all cards cancelled.
 *
 * @param {readonly (readonly number[])[]} groups
 * @param {Laid} laid
 * @param {Board} board
 */
export function ofGroups(groups, { ranks, gone }, board) {
  const size = board.house.cancelling?.size ?? 2;
  const places = everyPlace(board);
  /** @type {Map<Rank | undefined, number[][]>} */
  const byRank = new Map();
  for (const group of groups) {
    const rank = ranks[/** @type {number} */ (group[0])];
    if (group.every((place) => ranks[place] === rank)) byRank.set(rank, [...byRank.get(rank) ?? [], [...group]]);
  }
  return (board.house.bonuses ?? []).flatMap((bonus) => {
    if (bonus.pattern === "all-cancelled") {
      const all = groups.reduce((set, group) => set | setOf(group), gone);
      return all === setOf(places) ? [earned(bonus, places)] : [];
    }
    if (bonus.pattern !== "pairs") return [];
    for (const rank of bonus.ranks.length > 0 ? bonus.ranks : ranksOf(board.house)) {
      const alike = byRank.get(rank) ?? [];
      if (alike.reduce((count, group) => count + Math.floor(group.length / size), 0) >= bonus.pairs) {
        const cells = [...new Set(alike.flat())].sort((one, other) => one - other);
        return [earned(bonus, cells, { count: bonus.pairs })];
      }
    }
    return [];
  });
}

/**
 * The change of a total that is exactly what a bonus names; the first that fits.
 *
 * @param {number} total
 * @param {Board} board
 */
export function exactTotals(total, board) {
  const bonus = board.house.bonuses?.find(({ pattern, total: exact }) => pattern === "exact-total" && exact === total);
  return bonus ? [earned(bonus, everyPlace(board), { points: bonus.points - total })] : [];
}
