/**
 * What the coach of a first hole says, each rule at the moment when it matters: once a hole. And how a card of a grid
 * is called, so that a person finds it at once.
 *
 * @import {State} from "./hole.js"
 * @import {Cell, Grid, House} from "../rules/house.js"
 *
 * @typedef {{about: string, words: string}} Rule  a rule, or a reason for a move
 */

import { cellText, countWord, number } from "../rules/house.js";
import { canceledGroups, boardOf, laidOf, setOf } from "../rules/scoring.js";
import { actionsOf, cardAt, faceDown, isFaceDown } from "./hole.js";

/** Cards of a player with which a first hole is played whole. */
const MOST = 10;

/**
 * A deal as a first hole begins: with more than ten cards, half of them are face up, or it would take too long.
 * @param {State} state @returns {State}
 */
export function shortened(state) {
  const { grid, cancelling } = state.house;
  const size = grid.rows * grid.columns;
  if (size <= MOST) return state;
  const seats = state.seats.map((seat) => ({
    ...seat,
    places: seat.places.map((place, at) => (at < size / 2 ? { ...place, faceUp: true } : place)),
  }));
  const found = { ...state, seats };
  // Cards that leave the table do so in a turn.
  return cancelling?.leave && [...seats.keys()].some((seat) => pairs(found, seat) > 0) ? state : found;
}

/**
 * The rules that matter now to the player who is to move, the most pressing first.
 * @param {State} state @param {number} seat @returns {Rule[]}
 */
export function rulesNow(state, seat) {
  const { house, step, ender } = state;
  const legal = actionsOf(state, seat);
  const said = [];
  const { places } = /** @type {any} */ (state.seats[seat]);
  if (step === "opening" && places.length > MOST && !isFaceDown(places[0]))
    said.push({ about: "short", words: "Half of your cards are face up, to keep this hole short." });
  if (ender !== null && ender !== seat)
    said.push({ about: "last turn", words: `${endedBy(house)} This is your last turn.` });
  if (step === "draw") said.push({ about: "draw", words: drawWords(house) });
  if (pairs(state, seat) > 0) said.push({ about: "pair", words: `${pairWords(house)} now.` });
  if (step === "hand" && legal.includes("discard")) said.push({ about: "hand", words: handWords(house) });
  if (step === "hand" && !legal.includes("discard"))
    said.push({ about: "taken", words: "Swap it for one of your cards. You can’t put it back." });
  if (ender === null && mayEnd(state, seat, legal)) said.push({ about: "end", words: endWords(house) });
  return said;
}

/** The groups of face-up cards of this player that cancel. @param {State} state @param {number} seat */
function pairs({ house, seats }, seat) {
  const places = seats[seat]?.places ?? [];
  const hidden = setOf([...places.keys()].filter((at) => isFaceDown(/** @type {any} */ (places[at]))));
  const board = boardOf(house);
  return canceledGroups(laidOf(places.map(cardAt), house, hidden, 0), board, hidden).length;
}

/**
 * Whether the hole may end by this player's next few moves.
 * @param {State} state @param {number} seat @param {readonly string[]} legal
 */
function mayEnd({ house: { ending }, seats, stock }, seat, legal) {
  const left = faceDown(/** @type {any} */ (seats[seat]));
  if (ending.trigger === "knock") return legal.includes("knock");
  if (ending.trigger === "turns") return (seats[seat]?.turns ?? 0) === ending.turns - 1;
  if (ending.trigger === "stock-empty") return stock.length <= seats.length;
  return left === 1;
}

const WHERE = { column: "a column", row: "a row", diagonal: "a diagonal", anywhere: "your hand" };

/** What cancels in this house, as the beginning of a sentence: `Two matching cards in a column are worth 0`. */
export function pairWords(/** @type {House} */ { cancelling }) {
  if (cancelling === null) return "Swap out the cards that cost most";
  const { size, where, counts, leave } = cancelling;
  const many = countWord(size);
  const cards = `${many[0]?.toUpperCase()}${many.slice(1)} matching cards in ${WHERE[where[0] ?? "column"]}`;
  if (leave) return `${cards} leave the table and are worth 0`;
  return `${cards} are worth ${typeof counts === "number" ? String(counts).replace("-", "−") : "0"}`;
}

/** @param {State["house"]} house */
function drawWords({ turn }) {
  const from = turn.sources === "stock" ? "from the stock" : "from the stock or take the top discard";
  return `Each turn, draw ${from}.`;
}

/** @param {State["house"]} house */
function handWords({ turn }) {
  const then = turn.turn_up_after_discard === "must" ? ", then flip a card" : "";
  return `Swap it for one of your cards, or discard it${then}.`;
}

/** How the hole may end now, and what that may cost. @param {State["house"]} house */
export function endWords({ ending, penalty }) {
  const others = othersWords(ending.last_turns) + costWords(penalty);
  switch (ending.trigger) {
    case "knock":
      return `Knock if you think your total is lowest. ${others}`;
    case "turns":
      return "This is the last turn of the hole.";
    case "stock-empty":
      return "The hole ends when the stock is empty.";
    default:
      return `Your last card ends the hole. ${others}`;
  }
}

/** What ended a hole, for a player who was not told before: others ended it. @param {State["house"]} house */
export function endedBy({ ending }) {
  switch (ending.trigger) {
    case "knock":
      return "A knock ends the hole.";
    case "turns":
      return `A hole has ${countWord(ending.turns)} turns for each player.`;
    case "stock-empty":
      return "The hole ends when the stock is empty.";
    default:
      return "A player’s last face-down card ends the hole.";
  }
}

/** @param {House["penalty"]} penalty */
function costWords(penalty) {
  if (penalty === null || penalty.kind === "none") return "";
  const better = penalty.when === "someone-lower-or-equal" ? "as little or less" : "less";
  const points = number(penalty.points);
  const cost = {
    "add": `it costs you ${points} points${penalty.each_rival ? " for each of them" : ""}`,
    "double": "your score doubles",
    "double-and-add": `your score doubles, plus ${points}`,
    "worst": "you get the worst score",
  }[penalty.kind];
  return ` If someone then has ${better}, ${cost}.`;
}

/** @param {number} turns  that everyone else has once the hole was ended */
function othersWords(turns) {
  if (turns === 0) return "The hole is over at once.";
  return `Everyone else gets ${turns === 1 ? "one more turn" : countWord(turns) + " more turns"}.`;
}

/** @type {Readonly<Record<number, readonly string[]>>} */
const LEVELS = { 1: [""], 2: ["top", "bottom"], 3: ["top", "middle", "bottom"] };

/** @type {Readonly<Record<number, readonly string[]>>} */
const SIDES = { 1: [""], 2: ["left", "right"], 3: ["left", "middle", "right"] };

const ORDER = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/**
 * The player's card in this cell: `your bottom-right card`, `the second card of your top row`. By numbers where there
 * are more than three rows.
 * @param {Grid} grid @param {Cell} cell
 */
export function cardWords({ rows, columns }, cell) {
  const [row, column] = cell;
  const level = LEVELS[rows]?.[row];
  const inRow = SIDES[columns]?.[column] ?? (column === columns - 1 ? "last" : ORDER[column]);
  if (level === undefined || inRow === undefined) return `your card in ${cellText(cell)}`;
  if (level === "" || inRow === "") return `your ${level}${inRow} card`;
  if (level === "middle" && inRow === "middle") return "your center card";
  const isCorner = level !== "middle" && (column === 0 || column === columns - 1);
  if (isCorner) return `your ${level}-${column === 0 ? "left" : "right"} card`;
  return `the ${inRow} card of your ${level} row`;
}
