/**
 * The score of a layout under a house, line by line. Mirrors scorekeeper/rules/scoring.py; the two agree on every
 * layout.
 *
 * A score is worked out in steps, each with its places, points and rule. Steps in words become lines.
 *
 * @import {Bonus, Cancelling, Card, Cell, FourOfAKind, House, Layout, PartialLayout, Rank, Wording} from "./house.js"
 *
 * @typedef {object} Line
 * @property {Rule} rule
 * @property {number} points
 * @property {Cell[]} cells
 * @property {string} text
 * @property {number} others  points that every other player of the hole gets from it
 *
 * @typedef {object} Score
 * @property {number} total
 * @property {Line[]} lines
 * @property {number[]} columnPoints  the points of each column by itself: all lines but those across several
 *
 * @typedef {object} ScoreSoFar
 * @property {number} total  of the cards that count so far, with their bonuses
 * @property {Line[]} lines  none before a first card counts
 * @property {(number | null)[]} columnPoints  null for a column with a card that does not count yet
 * @property {boolean} complete
 */

import {
  cardWord,
  counts,
  countWord,
  face,
  fits,
  formatCard,
  GONE,
  JOKER,
  linesOf,
  listing,
  needsSuit,
  plural,
  ranksOf,
  say,
  signed,
  value,
  word,
} from "./house.js";

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
 * Score a layout while it is entered. A card counts once all cards are there that it may cancel with: those of its
 * column in most houses, or of its row or the whole grid. A card that the house cannot score is not there. For a
 * complete layout this is its score.
 *
 * @param {PartialLayout} layout
 * @param {House} house
 * @param {Wording} wording
 * @returns {ScoreSoFar}
 */
export function scoreSoFar(layout, house, wording) {
  const board = boardOf(house);
  const cards = layout.rows.flat();
  const isThere = (/** @type {number} */ place) => {
    const card = cards[place];
    return card && counts(card, house);
  };
  const unknown = setOf(board.units.filter((unit) => !unit.every(isThere)).flat());
  const hidden = house.ending.hidden === "counted" ? [] : (layout.hidden ?? []);
  const faceDown = setOf(hidden.map(([row, column]) => row * house.grid.columns + column));

  const laid = laidOf(cards, house, unknown, faceDown);
  const steps = workOut(laid, board);

  /** @type {(number | null)[]} */
  const columnPoints = board.columns.map((column) => (column.some((place) => holds(unknown, place)) ? null : 0));
  let total = 0;
  for (const { points, places } of steps) {
    total += points;
    const columns = new Set(places.map((place) => place % house.grid.columns));
    const [column = 0] = columns;
    const before = columnPoints[column] ?? null;
    if (columns.size === 1 && before !== null) columnPoints[column] = before + points;
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
    // A seven worth seven needs no more words than `7`.
    const sentence = holds(laid.faceDown, place) ? "hidden" : String(value) === face(rank) ? "card.face" : "card";
    const card = say(wording, sentence, { name: nameOf(place, laid, board), value });
    // Within a sum a number below 0 is in brackets: `11 + (−2)`.
    return index > 0 && sentence === "card.face" && value < 0 ? `(${card})` : card;
  });
  return cards.length === 1
    ? /** @type {string} */ (cards[0])
    : say(wording, "cards", { cards: cards.join(" + "), points: step.points });
}

/**
 * The card in words: with its suit where single cards of that rank have other values than the rest.
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

// --- steps -----------------------------------------------------------------------------------------------------------

/**
 * From left to right: canceled cards of a column, then its values; bonuses at the end. Every place counts in exactly
 * one step of values or of canceled cards, unless a bonus replaces it; a bonus is a step of its own.
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
  let keptInFours = 0;
  for (const { places } of fours) {
    inFours |= setOf(places);
    keptInFours |= setOf(places.filter((place) => keepsValue(place, laid, board)));
  }
  const foursCount = board.fours !== null && board.fours.cards === "counted";
  const shown = hasBonuses ? ofWholeLayout(laid, board, out) : [];
  let replaced = 0;
  for (const { bonus, places } of shown) if (bonus.cards === "cancelled") replaced |= setOf(places);

  const rule = house.cancelling;
  let groups = canceledGroups(laid, board, out | (foursCount ? inFours : 0));
  if (replaced !== 0) groups = groups.filter((group) => (setOf(group) & ~replaced) !== 0);
  let settled = unknown | gone | replaced | (foursCount ? 0 : inFours & ~keptInFours);
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
    if (unknown === 0)
      steps.push(
        ...exactTotals(
          steps.reduce((sum, { points }) => sum + points, 0),
          board
        )
      );
  }
  return steps;
}

/**
 * Whether a card of four of a kind also scores: its pairs keep their values, or the lower of those and 0.
 * @param {number} place
 * @param {Laid} laid
 * @param {Board} board
 */
function keepsValue(place, { ranks, values }, { house: { cancelling } }) {
  const what = cancelling?.exceptions[/** @type {Rank} */ (ranks[place])];
  return what === "keep" || (what === "lower" && /** @type {number} */ (values[place]) < 0);
}

/**
 * The value of one card by itself.
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
 * Every group of cards that cancel each other, each in reading order.
 * @param {Laid} laid @param {Board} board @param {number} excluded
 */
export function canceledGroups(laid, { house: { cancelling }, cancellingLines }, excluded) {
  /** @type {number[][]} */
  const groups = [];
  if (cancelling !== null) for (const line of cancellingLines) addGroups(groups, line, laid, cancelling, excluded);
  return groups;
}

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
 * @param {number} explained  places whose value an earlier group has scored: crossing groups score a card only once
 * @param {boolean} inPlace  four of a kind replace its cards, except for ranks that keep their value
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
  const points =
    typeof counts === "number" ? counts : { zero: 0, keep: own, lower: Math.min(0, own), negative: 0 - own }[counts];
  const sentence = unlike
    ? "pair.unlike"
    : typeof counts === "number"
      ? "pair.fixed"
      : { zero: "pair", keep: "pair.kept", lower: "pair.lower", negative: "pair.negative" }[counts];
  const wholeColumn = sentence === "pair" && group.length === board.rows.length && isInOneColumn(group, board);
  return { rule: "pair", points, places: group, sentence: wholeColumn ? "pair.column" : sentence };
}

function isInOneColumn(/** @type {readonly number[]} */ group, /** @type {Board} */ board) {
  const width = board.columns.length;
  return group.every((place) => place % width === /** @type {number} */ (group[0]) % width);
}

// --- more than single cards ------------------------------------------------------------------------------------------

/**
 * A house and a layout as scoring sees them, and the points for several cards together: four of a kind, a run, an exact
 * total. Mirrors scorekeeper/rules/bonuses.py. Each bonus is a step of its own; the rule says whether its cards also
 * score.
 *
 * In here a place of the grid is its number in reading order, and a set of places is a number with those bits set:
 * scoring runs after every tap, and millions of times in the tests.
 *
 * @typedef {object} Board  the parts that are the same for every layout of a house
 * @property {House} house
 * @property {Cell[]} cells  by place
 * @property {number[][]} columns  the places of each column, from top to bottom
 * @property {number[][]} rows
 * @property {number[][]} cancellingLines  the lines of places in which cards match
 * @property {number[][]} units  places whose cards count once all of them are known
 * @property {FourOfAKind | null} fours  null also where they count nothing
 *
 * @typedef {object} Laid  the cards, by place
 * @property {readonly (Card | null)[]} cards
 * @property {readonly Rank[]} ranks
 * @property {readonly number[]} values  the value of each card by itself
 * @property {readonly (string | number)[]} alike  equal for matching cards
 * @property {number} unknown  places that are left out
 * @property {number} faceDown  places worth a fixed number of points instead of their card
 * @property {number} gone  places whose card left the grid
 *
 * @typedef {"values"|"pair"|"gone"|"four-of-a-kind"|"bonus"} Rule
 *
 * @typedef {object} Step  the points of some places by a rule
 * @property {Rule} rule
 * @property {number} points
 * @property {readonly number[]} places
 * @property {string} sentence  its template; "" for values, which are said card by card
 * @property {number} [count]  the number in the sentence, where it is not the number of cards
 * @property {import("./house.js").Bonus} [bonus]
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
  const { grid, cancelling, four_of_a_kind: fours } = house;
  const rows = linesOf(grid, ["row"]),
    columns = linesOf(grid, ["column"]);
  const cancellingLines = cancelling === null ? [] : linesOf(grid, cancelling.where, cancelling.size);
  const inLines = cancellingLines.flat(),
    cells = rows.flat();
  const isParted = inLines.length === cells.length && new Set(inLines).size === cells.length;
  return {
    house,
    cells: rows.flatMap((row, r) => row.map((_, c) => /** @type {Cell} */ ([r, c]))),
    columns,
    rows,
    cancellingLines,
    // Where lines cross, no card is certain before the last one is there.
    units: inLines.length === 0 ? columns : isParted ? cancellingLines : [cells],
    fours:
      fours && [fours.points, ...Object.keys({ ...fours.by_rank, ...fours.by_columns })].some(Boolean) ? fours : null,
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
  // No column in use holds an unknown card, so it may have any rank.
  const ranks = cards.map((card) => card?.rank ?? JOKER);
  const values = cards.map((card) => (card === null ? 0 : value(card, house)));
  const alike =
    house.cancelling?.same === "card"
      ? cards.map((card) => (card === null ? "" : formatCard(card)))
      : sharedBy(ranks, values, house);
  const gone = setOf(ranks.flatMap((rank, place) => (rank === GONE ? [place] : [])));
  return { cards, ranks, values, alike, unknown, faceDown, gone };
}

/**
 * The value that two cards must share to cancel each other (unless it is rank and suit).
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

export function holds(/** @type {number} */ set, /** @type {number} */ place) {
  return ((set >> place) & 1) === 1;
}

// --- four of a kind --------------------------------------------------------------------------------------------------

/**
 * Every bonus for four matching cards; places that are out are skipped.
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
    "columns": equalColumns,
    "any-pairs": equalColumns,
    "block": squares,
    "end-block": squares,
    "two-and-two": loose,
    "anywhere": loose,
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
 * Two columns, each of one rank; the same rank in both, unless the pattern takes any pairs.
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

  const placesOf = (/** @type {readonly number[]} */ columns) =>
    columns.flatMap((column) => board.columns[column] ?? []);
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
    const twos = (rule.six_alike === "each-pair" ? everyTwo(columns) : neighbors(columns)).filter(
      ([left, right]) => right - left === 1 || !rule.touching
    );
    const unlike = rule.pattern === "any-pairs" && board.rows.length !== 2 ? { sentence: "four.any-columns" } : {};
    for (const two of rule.six_alike === "once" ? twos.slice(0, 1) : twos) {
      steps.push({ ...four(rule, placesOf(two), rank), ...unlike });
    }
  }
  return steps;
}

/** The longest stretch of columns that touch; the leftmost of equally long ones. @param {readonly number[]} columns */
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
    columns.slice(index + 1).map((right) => /** @type {[number, number]} */ ([left, right]))
  );
}

/**
 * Each with the next in the list, whether or not they touch.
 * @param {readonly number[]} columns
 * @returns {[number, number][]}
 */
function neighbors(columns) {
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
 * Four of a rank outside of columns: anywhere, or two in one row and two in another.
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
    // Of more than four, cards in the same column make the bonus: the order of columns must not matter.
    const columns = board.columns.map((column) => column.filter((place) => alike.includes(place)).length);
    const alone = (/** @type {number} */ place) => Number(columns[place % board.columns.length] === 1);
    alike.sort((one, other) => alone(one) - alone(other));
    const places =
      rule.pattern === "two-and-two"
        ? board.rows
            .map((row) => alike.filter((place) => row.includes(place)).slice(0, 2))
            .filter((row) => row.length === 2)
            .flat()
        : alike;
    if (places.length >= 4)
      steps.push(
        four(
          rule,
          places.slice(0, 4).sort((one, other) => one - other),
          rank
        )
      );
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
 * The bonuses for one suit, a run and matching corners.
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
    return fits && corners.every((place) => laid.ranks[place] === rank && !holds(out, place))
      ? [earned(bonus, corners)]
      : [];
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
 * Whether the ranks are in sequence, as the house lists them; the ace is below the two.
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
 * The bonuses for canceled groups: enough of one rank, or all cards canceled.
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
    if (group.every((place) => ranks[place] === rank)) byRank.set(rank, [...(byRank.get(rank) ?? []), [...group]]);
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
        const one = bonus.pairs === 1 ? { sentence: "bonus.one-pair" } : {};
        return [earned(bonus, cells, { count: bonus.pairs, ...one })];
      }
    }
    return [];
  });
}

/**
 * The change of a total that a bonus names exactly; the first that fits.
 *
 * @param {number} total
 * @param {Board} board
 */
export function exactTotals(total, board) {
  const bonus = board.house.bonuses?.find(({ pattern, total: exact }) => pattern === "exact-total" && exact === total);
  return bonus ? [earned(bonus, everyPlace(board), { points: bonus.points - total })] : [];
}
