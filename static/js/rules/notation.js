/**
 * The one way to write cards and layouts as text: `5 * 7 / 5 Q K`. Mirrors scorekeeper/rules/notation.py, which
 * describes it; both answer every text with the same layout or the same problems.
 *
 * @import {Card, Rank, Suit} from "./cards.js"
 * @import {Problem} from "./errors.js"
 * @import {Grid, House} from "./house.js"
 * @import {Cell, Layout} from "./layout.js"
 */

import { article, formatCard, GONE, JOKER, RANKS, STANDARD_RANKS, SUITS, word } from "./cards.js";
import { facesOf, gridText, needsSuit } from "./house.js";
import { cellText, linesOf } from "./layout.js";

export { formatCard };

/** Characters. No layout is near it; longer input is refused before it is read. */
const LONGEST_TEXT = 2000;

/** What is read as a gone card, standing alone, for a house in which cards leave the grid. */
const DASHES = ["-", "\u2013", "\u2014", "\u2212"];

/** @type {ReadonlyMap<string, Rank>} */
const RANK_SPELLINGS = new Map([
  ...RANKS.map((rank) => /** @type {[string, Rank]} */ ([rank, rank])),
  ["T", "10"],
  ["0", "10"],
  ["JO", JOKER],
  ["JOKER", JOKER],
]);

const SUIT_SYMBOLS = "♠♥♦♣♤♡♢♧";
const SUIT_SYMBOL = new RegExp(`[${SUIT_SYMBOLS}]`, "gu");

// Longest spelling first, so that `joker` is not read as a jack and `10` not as an unknown 1. A symbol may be followed
// by the sign that asks for its coloured picture.
const CARD = "(\\[?)(JOKER|JO|#-[1-5]|#1[1-5]|#[01]|10|[A2-9TJQK0*.])\\uFE0F?([SHDC]?)\\uFE0F?(\\]?)";
const ONE_CARD = new RegExp(`^${CARD}$`, "u");
const NEXT_CARD = new RegExp(CARD, "uy");
const NUMBER = /^(\[?)([-\u2212]?[0-9]+)(\]?)$/;

// What Python takes for a blank, which is not quite \s.
const BLANK = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const BLANKS = new RegExp(`${BLANK}+`, "u");

/** Beyond this, in either direction, a bare number is a slip of the finger. */
const MOST_POINTS = 999;

const SUM = new RegExp(`^[+-]?${BLANK}*[0-9]{1,6}(${BLANK}*[+-]${BLANK}*[0-9]{1,6}){0,40}$`, "u");

/**
 * Read one card.
 * @param {string} text
 * @returns {{card: Card, problem: null} | {card: null, problem: Problem}}
 */
export function parseCard(text) {
  const found = ONE_CARD.exec(words(plain(text)).join(" "));
  if (found === null || found[1] || found[4]) return { card: null, problem: unknown(text, null) };
  const card = cardOf(found);
  return hasNoSuit(card)
    ? { card: null, problem: problem("card.joker_with_suit", `${article(word(card.rank))} has no suit`) }
    : { card, problem: null };
}

/**
 * Read a layout; with a house, it must fit that house's grid and hold only cards that have a value there. Where
 * anything is wrong there is no layout, but every problem, in reading order.
 *
 * @param {string} text
 * @param {House | null} [house]
 * @returns {{layout: Layout, problems: never[]} | {layout: null, problems: Problem[]}}
 */
export function parseLayout(text, house = null) {
  const length = [...text].length;
  if (length > LONGEST_TEXT) {
    return refused("layout.too_many_cards", `${length} characters are too many for a layout`);
  }
  if (words(text).length === 0) return refused("layout.empty", "there is no card");

  /** @type {Problem[]} */
  const problems = [];
  /** @type {Cell[]} */
  const hidden = [];
  /** @type {number[]} */
  const widths = [];
  const rows = plain(text).split("/").map((rowText, row) => {
    /** @type {Card[]} */
    const cards = [];
    const places = readRow(rowText, row, house);
    places.forEach(({ card, faceDown, problem }, column) => {
      if (card === null) {
        problems.push(problem);
        return;
      }
      cards.push(card);
      problems.push(...cardProblems(card, [row, column], house));
      if (faceDown) hidden.push([row, column]);
    });
    widths.push(places.length);
    return cards;
  });
  problems.push(...shapeProblems(widths, house && house.grid));
  if (house !== null && problems.length === 0) problems.push(...strayGaps(rows, house));
  return problems.length > 0
    ? { layout: null, problems: inReadingOrder(problems) }
    : { layout: { rows, hidden }, problems: [] };
}

/**
 * Write a layout in its canonical form; `parseLayout` reads back an equal layout.
 * @param {Layout} layout
 */
export function formatLayout({ rows, hidden = [] }) {
  const faceDown = new Set(hidden.map(String));
  return rows
    .map((cards, row) =>
      cards
        .map((card, column) =>
          faceDown.has(String([row, column])) ? `[${formatCard(card)}]` : formatCard(card))
        .join(" "))
    .join(" / ");
}

/**
 * What keeps this layout from being scored under this house; empty for nothing.
 * @param {Layout} layout
 * @param {House} house
 * @returns {Problem[]}
 */
export function layoutProblems(layout, house) {
  const problems = layout.rows.flatMap((cards, row) =>
    cards.flatMap((card, column) => cardProblems(card, [row, column], house)));
  const shape = shapeProblems(layout.rows.map((row) => row.length), house.grid);
  return inReadingOrder([...problems, ...(shape.length > 0 ? shape : strayGaps(layout.rows, house))]);
}

/**
 * Empty places that no whole line explains: cards leave the grid only together with the line that they fill.
 * @param {readonly (readonly (Card | null)[])[]} rows
 * @param {House} house
 * @returns {Problem[]}
 */
export function strayGaps(rows, { grid, cancelling: rule }) {
  const cards = rows.flat();
  /** @param {number} place */
  const isGone = (place) => cards[place]?.rank === GONE;
  if (!rule?.leave || !cards.some((_, place) => isGone(place))) return [];
  const whole = new Set(linesOf(grid, rule.where, rule.size).filter((line) => line.every(isGone)).flat());
  return cards.flatMap((_, place) => isGone(place) && !whole.has(place)
    ? strayGap([Math.floor(place / grid.columns), place % grid.columns], "a card leaves the grid only with its whole line")
    : []);
}

/**
 * @param {Cell} cell
 * @param {string} why
 */
function strayGap(cell, why) {
  return [problem("layout.stray_gap", `${cellText(cell)}: ${why}`, cell)];
}

/**
 * As the eye meets them; what is wrong with the layout as a whole comes last.
 * @param {Problem[]} problems
 */
function inReadingOrder(problems) {
  /** @param {Problem} one */
  const place = ({ cell }) => (cell ? cell[0] * LONGEST_TEXT + cell[1] : Infinity);
  return problems.sort((one, other) => (place(one) === place(other) ? 0 : place(one) - place(other)));
}

/**
 * What is wrong with one card for this house.
 * @param {Card} card
 * @param {Cell} cell
 * @param {House | null} house
 * @returns {Problem[]}
 */
export function cardProblems(card, cell, house) {
  if (house === null) return [];
  const where = `${cellText(cell)}: ${house.name}`;
  if (card.rank === GONE) {
    return house.cancelling?.leave ? [] : strayGap(cell, `no card leaves the grid in ${house.name}`);
  }
  if (house.values[card.rank] === undefined) {
    return [problem("card.no_value", `${where} has no value for ${article(word(card.rank))}`, cell)];
  }
  if (card.suit === null && needsSuit(card.rank, house)) {
    return [problem("card.suit_needed", `${where} needs the suit of the ${word(card.rank)}`, cell)];
  }
  return [];
}

/**
 * Read a bare score: a number, or a sum as people reckon it at the table, such as `10+15 - 5`.
 * @param {string} text
 * @returns {{points: number, problem: null} | {points: null, problem: Problem}}
 */
export function parsePoints(text) {
  const sum = plainSum(text);
  if (!SUM.test(sum)) {
    const hint = "write a whole one such as 15, or a sum such as 10+15-5";
    const message = `${quoted(shortened(text))} is no number of points; ${hint}`;
    return { points: null, problem: problem("points.not_a_number", message) };
  }
  const parts = sum.split(BLANKS).join("").match(/[+-]?[0-9]+/g) ?? [];
  const points = parts.reduce((total, part) => total + Number(part), 0);
  if (Math.abs(points) > MOST_POINTS) {
    const message = `${points} is not between -${MOST_POINTS} and ${MOST_POINTS}`;
    return { points: null, problem: problem("points.out_of_range", message) };
  }
  return { points, problem: null };
}

/** @param {string} text */
function plainSum(text) {
  const sum = text.replace(/[\u2212\u2013]/g, "-");
  return sum.replace(new RegExp(`^${BLANK}+|${BLANK}+$`, "gu"), "");
}

/** @param {string} text */
function shortened(text) {
  const signs = [...text];
  return signs.length <= 20 ? text : `${signs.slice(0, 20).join("")}…`;
}

/** @param {string} text */
function plain(text) {
  return text.toUpperCase().replace(SUIT_SYMBOL, (symbol) => SUITS[SUIT_SYMBOLS.indexOf(symbol) % 4] ?? symbol);
}

/** @param {string} text */
function words(text) {
  return text.split(BLANKS).filter((piece) => piece !== "");
}

/**
 * @param {RegExpExecArray} found
 * @returns {Card}
 */
function cardOf(found) {
  const rank = /** @type {Rank} */ (RANK_SPELLINGS.get(found[2] ?? ""));
  return { rank, suit: /** @type {Suit | ""} */ (found[3]) || null };
}

/**
 * Whether a card was given a suit that it cannot have.
 * @param {Card} card
 */
function hasNoSuit({ rank, suit }) {
  return suit !== null && !STANDARD_RANKS.includes(rank);
}

/**
 * @typedef {{card: Card, faceDown: boolean, problem: null} | {card: null, faceDown: false, problem: Problem}} Place
 */

/**
 * Each place of a row: its card and whether it lay face down, or what is wrong with it.
 * @param {string} text
 * @param {number} row
 * @param {House | null} house
 * @returns {Place[]}
 */
function readRow(text, row, house) {
  const faces = house && facesOf(house);
  /** @type {Place[]} */
  const places = [];
  for (const piece of words(text)) {
    if (house?.cancelling?.leave && DASHES.includes(piece)) {
      places.push({ card: { rank: GONE, suit: null }, faceDown: false, problem: null });
      continue;
    }
    const [, opened, printed = "", closed] = NUMBER.exec(piece) ?? [];
    if (faces?.size && printed !== "" && Boolean(opened) === Boolean(closed)) {
      // A number stands for itself here: 12 is no ace and no two, and neither is 99 two nines.
      const rank = faces.get(printed.replace("\u2212", "-"));
      places.push(rank === undefined
        ? { card: null, faceDown: false, problem: unknown(piece, [row, places.length], house) }
        : { card: { rank, suit: null }, faceDown: Boolean(opened), problem: null });
      continue;
    }
    let start = 0;
    while (start < piece.length) {
      /** @type {Cell} */
      const cell = [row, places.length];
      NEXT_CARD.lastIndex = start;
      const found = NEXT_CARD.exec(piece);
      if (found === null || Boolean(found[1]) !== Boolean(found[4])) {
        // What follows an unreadable sign in the same word cannot be told apart from it.
        places.push({ card: null, faceDown: false, problem: unknown(piece.slice(start), cell, house) });
        break;
      }
      start = NEXT_CARD.lastIndex;
      const card = cardOf(found);
      if (hasNoSuit(card)) {
        const message = `${cellText(cell)}: ${article(word(card.rank))} has no suit, not ${quoted(found[0])}`;
        places.push({ card: null, faceDown: false, problem: problem("card.joker_with_suit", message, cell) });
      } else {
        places.push({ card, faceDown: found[1] !== "", problem: null });
      }
    }
  }
  return places;
}

/**
 * @param {string} text
 * @param {Cell | null} cell
 * @param {House | null} [house]
 * @returns {Problem}
 */
function unknown(text, cell, house = null) {
  const faces = house && facesOf(house);
  const where = cell ? `${cellText(cell)}: ` : "";
  const hint = !faces?.size && words(text).join(" ") === "1" ? " (an ace is A)" : "";
  const known = faces?.size ? [...faces.keys()].join(" ") : "A 2 3 4 5 6 7 8 9 10 J Q K and * for a joker";
  const cards = `cards are ${known}${house?.cancelling?.leave ? ", and . for one that is gone" : ""}`;
  return { code: "card.unknown", message: `${where}${quoted(shortened(text))} is no card${hint}; ${cards}`, cell };
}

/**
 * Text between quotes, with everything escaped that would not be seen: as Python's repr() shows it.
 * @param {string} text
 */
function quoted(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text.replace(/[\\'"]|(?! )[\p{C}\p{Z}]/gu, (sign) => {
    if (sign === "'" || sign === '"') return sign === quote ? `\\${sign}` : sign;
    const short = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" }[sign];
    if (short !== undefined) return short;
    const code = /** @type {number} */ (sign.codePointAt(0)).toString(16);
    if (code.length <= 2) return `\\x${code.padStart(2, "0")}`;
    return code.length <= 4 ? `\\u${code.padStart(4, "0")}` : `\\U${code.padStart(8, "0")}`;
  });
  return quote + body + quote;
}

/**
 * @param {readonly number[]} widths  how many cards each row has
 * @param {Grid | null} grid
 * @returns {Problem[]}
 */
function shapeProblems(widths, grid) {
  if (grid === null) {
    if (widths.includes(0)) return [problem("layout.empty", `row ${widths.indexOf(0) + 1} has no card`)];
    if (new Set(widths).size === 1) return [];
    return [problem("layout.uneven_rows", `the rows have ${widths.join(" and ")} cards; they must be equally long`)];
  }
  if (widths.length !== grid.rows) {
    const rows = widths.length === 1 ? "1 row" : `${widths.length} rows`;
    const hint = widths.length === 1 ? "; put a / between the rows" : "";
    return [problem("layout.rows", `${rows} where this house has ${gridText(grid)}${hint}`)];
  }
  return widths.flatMap((width, row) => {
    if (width === grid.columns) return [];
    const cards = `row ${row + 1} has ${width === 0 ? "no card" : width === 1 ? "1 card" : `${width} cards`}`;
    return width < grid.columns
      ? [problem("layout.missing_cards", `${cards}, ${grid.columns - width} missing`, [row, width])]
      : [problem("layout.too_many_cards", `${cards}, ${width - grid.columns} too many`, [row, grid.columns])];
  });
}

/**
 * @param {string} code
 * @param {string} message
 * @param {Cell | null} [cell]
 * @returns {Problem}
 */
function problem(code, message, cell = null) {
  return { code, message, cell };
}

/**
 * @param {string} code
 * @param {string} message
 * @returns {{layout: null, problems: Problem[]}}
 */
function refused(code, message) {
  return { layout: null, problems: [problem(code, message)] };
}
