/**
 * A hole from the deal to its end: the legal actions, the refusal codes of others, and the new states.
 * Mirrors scorekeeper/referee (state.py, verify.py, play.py), action by action and code by code.
 *
 * An action is its readable form, as in scorekeeper/referee/actions.py: `draw stock`, `replace 1 2 face down`. The dice give
 * `shuffle` its new order. States are immutable: each action makes a new one.
 *
 * @import {Card, House, Layout} from "../rules/house.js"
 *
 * @typedef {House & {opening: Opening, turn: Turn, ending: Ending}} PlayedHouse  with all rules for playing a hole
 *
 * @typedef {object} Opening  as in scorekeeper/rules/parameters.py, like the next two
 * @property {number} face_up
 * @property {"any"|"same-column"|"different-columns"|"each-row"|"fixed"} where
 * @property {readonly number[]} places
 * @property {"before-first-discard"|"before-play"|"first-turn"} when
 * @property {number} peek
 * @property {"nearest"|"any"|"outer"} peek_where
 *
 * @typedef {Readonly<Record<"may_return_discard"|"may_discard_stock"|"turn_up_in_last_turn"|"turn_up_instead"|"swap_open"|"swap_equal"|"swap_open_at_last", boolean>> & {
 *   sources: "both"|"stock", placed: "face-up"|"face-down"|"as-drawn"|"as-replaced"|"either",
 *   turn_up_after_discard: "never"|"may"|"must"|"must-but-last", look: "forbidden"|"commits"}} Turn
 *
 * @typedef {Readonly<Record<"turns"|"knock_from"|"last_turns", number>> & Readonly<Record<"replacing_last_ends"|"turning_after_swap"|"waits_for_all", boolean>> & {
 *   trigger: "all-face-up"|"turn-up-last"|"knock"|"turns"|"stock-empty", declines: "always"|"once", knock: "instead-of-drawing"|"after-turn",
 *   last_turns_for: "all"|"rest-of-round", stock_empty: "reshuffle"|"reshuffle-once"|"hole-ends", hidden: "counted"|number}} Ending
 *
 * @typedef {{card: Card | null, faceUp: boolean, seen: boolean}} Spot  null once the card has left the grid; seen: by its owner
 *
 * @typedef {{name: string, places: readonly Spot[], toTurnUp: number, toPeek: number, turns: number, declined: boolean}} Seat  its cells in reading
 *   order; the rest of its opening; its finished turns; whether it has once declined to flip its last face-down card
 *
 * @typedef {"opening"|"draw"|"hand"|"turn up"|"last card"|"knock"|"over"} Step  the next thing to do
 *
 * @typedef {object} State  seats go clockwise; the first card of a pile is its top card
 * @property {PlayedHouse} house
 * @property {readonly Seat[]} seats
 * @property {readonly Card[]} stock
 * @property {readonly Card[]} discards
 * @property {number} starter
 * @property {Step} step
 * @property {number | null} player  the player to move; null while all open together, and when the hole is over
 * @property {Card | null} drawn  the card in hand
 * @property {"stock" | "discard" | null} drawnFrom
 * @property {number | null} lookedAt  the cell of the face-down card seen in this turn
 * @property {number | null} ender
 * @property {readonly number[]} lastTurns  the seats with a turn left after the ending, in order
 * @property {number} shuffles  how often the discard pile became a new stock
 *
 * @typedef {{state: State, seat: Seat, player: number, at: number, faceUp: boolean}} Asked  the player and the cell of an action
 *
 * @typedef {string | false} Against  the code of the first rule that forbids it
 */

import { cardsOfRank, decksFor, GONE, RANKS, STANDARD_RANKS, SUITS, value } from "../rules/house.js";
import { boardOf, canceledGroups, laidOf, setOf } from "../rules/scoring.js";

/** Repeatable random numbers by seed. */
export class Dice {
  #state;

  /** @param {number} seed */
  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 to below 1, by the mulberry32 generator. */
  roll() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** @template T @param {readonly T[]} list @returns {T} */
  pick(list) {
    return /** @type {T} */ (list[Math.floor(this.roll() * list.length)]);
  }

  /** @template T @param {readonly T[]} list @returns {T[]} */
  shuffled(list) {
    const rolled = list.map((one) => /** @type {const} */ ([this.roll(), one]));
    return rolled.sort(([one], [other]) => one - other).map(([, one]) => one);
  }
}

// --- the table at the start ----------------------------------------------------------------------------------------------

/** All cards for this many players, unshuffled; one deck where the table may choose. @param {House} house @param {number} players @returns {Card[]} */
export function deckOf(house, players) {
  const one = RANKS.flatMap((rank) => {
    const suits = house.table.deck === null && STANDARD_RANKS.includes(rank) ? SUITS : [null];
    return Array.from({ length: cardsOfRank(rank, house) / suits.length }, () => suits.map((suit) => ({ rank, suit }))).flat();
  });
  return Array.from({ length: decksFor(house, players) ?? 1 }, () => one).flat();
}

/**
 * The hole after the deal: cards dealt singly and clockwise, the starter first; the next one opens the discards.
 * @param {PlayedHouse} house @param {readonly string[]} names @param {readonly Card[]} deck  its top card first @param {number} starter @returns {State}
 */
export function deal(house, names, deck, starter) {
  const { opening } = house, size = house.grid.rows * house.grid.columns, count = names.length;
  const toPeek = Math.min(opening.peek, peekPlaces(house).length);
  const seats = names.map((name, seat) => {
    const first = (seat - starter + count) % count;
    const places = Array.from({ length: size }, (_, turn) => ({ card: deck[first + turn * count] ?? null, faceUp: false, seen: false }));
    return { name, places, toTurnUp: opening.face_up, toPeek, turns: 0, declined: false };
  });
  const opens = opening.face_up + toPeek > 0;
  const together = opens && opening.when !== "first-turn";
  const opened = together && opening.when === "before-first-discard" ? 0 : 1;
  return {
    house, seats, stock: deck.slice(count * size + opened), discards: deck.slice(count * size, count * size + opened), starter,
    step: opens ? "opening" : "draw", player: together ? null : starter,
    drawn: null, drawnFrom: null, lookedAt: null, ender: null, lastTurns: [], shuffles: 0,
  };
}

/** The seats that may act now: one, or all unready ones while all open together. @param {State} state */
export function due({ player, step, seats }) {
  if (player !== null) return [player];
  return step === "opening" ? [...seats.keys()].filter((number) => !hasOpened(seats[number])) : [];
}

/** A player's cards for scoring, with face-down cards as hidden. @param {State} state @param {number} player @returns {Layout} */
export function layoutOf({ house, seats }, player) {
  const { rows, columns } = house.grid, places = seats[player]?.places ?? [];
  const cards = places.map(cardAt);
  return {
    rows: Array.from({ length: rows }, (_, row) => cards.slice(row * columns, (row + 1) * columns)),
    hidden: places.flatMap((spot, at) => (isFaceDown(spot) ? [/** @type {const} */ ([Math.floor(at / columns), at % columns])] : [])),
  };
}

/** @param {Spot} spot @returns {Card} */
export function cardAt({ card }) {
  return card ?? { rank: GONE, suit: null };
}

/** @param {Spot} spot */
export function isFaceDown({ card, faceUp }) {
  return card !== null && !faceUp;
}

/** @param {Seat} seat */
export function faceDown({ places }) {
  return places.filter(isFaceDown).length;
}

/** @param {Seat | undefined} seat */
function hasOpened(seat) {
  return !seat?.toTurnUp && !seat?.toPeek;
}

/** The cells that a player may peek at in the opening. The last row is nearest to the player. @param {PlayedHouse} house */
function peekPlaces({ grid: { rows, columns }, opening: { peek, peek_where: where } }) {
  const all = [...Array(rows * columns).keys()];
  if (peek === 0 || where === "any") return peek === 0 ? [] : all;
  if (where === "outer") return [...new Set([all.length - columns, all.length - 1])];
  return all.slice(-Math.min(rows, Math.ceil(peek / columns)) * columns);
}

// --- what may be done ----------------------------------------------------------------------------------------------------

/** The cell of an action in reading order: null without one, −1 beyond the grid. @param {Pick<State, "house">} state @param {string} action */
export function spotOf({ house: { grid: { rows, columns } } }, action) {
  const [, row, column] = (/(\d+) (\d+)/.exec(action) ?? []).map(Number);
  if (row === undefined || column === undefined) return null;
  return row >= 1 && row <= rows && column >= 1 && column <= columns ? (row - 1) * columns + column - 1 : -1;
}

/** @param {State} state @param {number} player @param {string} action @returns {Asked & {kind: keyof typeof AGAINST}} */
function asked(state, player, action) {
  const kind = /** @type {keyof typeof AGAINST} */ (/^[a-z ]+[a-z]/.exec(action)?.[0]);
  return { state, seat: /** @type {Seat} */ (state.seats[player]), player, at: spotOf(state, action) ?? -1, faceUp: !action.endsWith("face down"), kind };
}

/** Why the player may not do this now: the code of the reason; null where they may. @param {State} state @param {number} player @param {string} action */
export function refusal(state, player, action) {
  const one = asked(state, player, action);
  return AGAINST[one.kind](one) || null;
}

/** Everything that the player may do now. @param {State} state @param {number} player */
export function actionsOf(state, player) {
  const { rows, columns } = state.house.grid, { turn } = state.house;
  /** @param {string} words @param {string} [end] */
  const each = (words, end = "") => Array.from({ length: rows * columns }, (_, at) =>
    `${words} ${Math.floor(at / columns) + 1} ${(at % columns) + 1}${end}`);
  const ways = { "face-up": [""], "face-down": [" face down"] }[/** @type {string} */ (turn.placed)] ?? ["", " face down"];
  const worthAsking = {
    "opening": () => [...each("turn up"), ...each("peek"), "ready"],
    "draw": () => [...(state.stock.length > 0 ? [] : ["shuffle"]), "draw stock", "take discard", ...(turn.turn_up_instead ? each("turn up") : []), "knock"],
    "hand": () => ["discard", ...ways.flatMap((end) => each("replace", end)), ...(turn.look === "forbidden" ? [] : each("look"))],
    "turn up": () => [...each("turn up"), "end turn"],
    "last card": () => [...each("turn up"), "end turn"],
    "knock": () => ["knock", "end turn"],
    "over": () => [],
  }[state.step]();
  return worthAsking.filter((action) => refusal(state, player, action) === null);
}

/** @param {Asked} one @returns {Against} */
function outOfTurn({ state, seat, player }, tooEarly = "opening.others_first") {
  if (player === state.player) return false;
  if (state.step === "over") return "hole.over";
  if (state.player === null) return hasOpened(seat) && tooEarly !== "" && tooEarly;
  return player === state.ender ? "turn.ender_is_done" : "turn.not_yours";
}

/** What keeps a player from drawing, or from whatever else stands in spot of it. @param {Asked} one @returns {Against} */
function notBegun(one) {
  const { step } = one.state;
  return outOfTurn(one) || (step === "opening" && "opening.first") || (step !== "draw" && "draw.once");
}

/** @param {Asked} one @returns {Against} */
function noCardInHand(one, drawFirst = "hand.draw_first") {
  const { step } = one.state;
  return outOfTurn(one) || (step === "opening" && "opening.first") || (step === "draw" && drawFirst) || (step !== "hand" && "hand.played");
}

/** @param {Asked} one @returns {Against} */
function noCardThere({ seat, at }) {
  return (at < 0 && "place.none") || (seat.places[at]?.card === null && "place.empty");
}

/** @param {Asked} one @returns {Against} */
function notToOpen({ state: { house }, seat, at }) {
  const { where, places } = house.opening, { columns } = house.grid;
  const open = [...seat.places.keys()].filter((spot) => seat.places[spot]?.faceUp);
  const sameRow = open.some((spot) => Math.floor(spot / columns) === Math.floor(at / columns));
  const sameColumn = open.map((spot) => spot % columns === at % columns);
  return (!seat.toTurnUp && "opening.turned_up")
    || (where === "fixed" && !places.includes(at + 1) && "opening.fixed")
    || (where === "each-row" && sameRow && "opening.each_row")
    || (where === "different-columns" && sameColumn.some(Boolean) && "opening.different_columns")
    || (where === "same-column" && !sameColumn.every(Boolean) && "opening.same_column");
}

/** Whether the rules still allow a reshuffle of the discards, and there are enough. @param {State} state */
function mayShuffle({ house: { ending }, discards, shuffles }) {
  if (ending.trigger === "stock-empty" || ending.stock_empty === "hole-ends") return false;
  return discards.length > 1 && !(ending.stock_empty === "reshuffle-once" && shuffles > 0);
}

/** Whether the player's last face-down card must stay until all players are ready to end the hole. @param {State} state @param {number} player */
function mustWait({ house: { ending }, seats, ender }, player) {
  if (ending.trigger !== "turn-up-last" || !ending.waits_for_all || ender !== null) return false;
  return seats.every((seat, number) => number !== player || faceDown(seat) === 1) && seats.some((seat, number) => number !== player && faceDown(seat) > 1);
}

/** Whether the house lets or makes the player turn a card up once the drawn one is discarded. @param {State} state @param {number} player */
function turnsUpAfterDiscard(state, player) {
  const { turn } = state.house;
  if (turn.turn_up_after_discard === "never" || (state.ender !== null && !turn.turn_up_in_last_turn)) return false;
  return faceDown(/** @type {Seat} */ (state.seats[player])) > 0 && !mustWait(state, player);
}

/** Against putting a card of that pile into the spot, face up or face down. @param {Asked} one @param {Card} card @param {State["drawnFrom"]} pile @returns {Against} */
function putting({ state, seat, player, at, faceUp }, card, pile) {
  const { turn, ending } = state.house, spot = /** @type {Spot} */ (seat.places[at]);
  const lies = { "either": null, "as-replaced": spot.faceUp, "as-drawn": pile === "discard", "face-up": true, "face-down": false }[turn.placed];
  if (lies === !faceUp) return faceUp ? "replace.face_down" : "replace.face_up";
  if (spot.card === null || !spot.faceUp) return faceUp && ending.replacing_last_ends && mustWait(state, player) && "end.wait";
  return (!turn.swap_open && "replace.open")
    || (!turn.swap_equal && spot.card.rank === card.rank && "replace.equal")
    || (!turn.swap_open_at_last && faceDown(seat) === 1 && "replace.open_at_last");
}

/** Whether a card of this pile could go to one of these cells. @param {Asked} one @param {readonly number[]} places @param {Card} card @param {State["drawnFrom"]} pile */
function fits(one, places, card, pile) {
  return places.some((at) => one.seat.places[at]?.card !== null && [true, false].some((faceUp) => !putting({ ...one, at, faceUp }, card, pile)));
}

/** The first rule against each kind of action. @satisfies {Record<string, (one: Asked) => Against>} */
const AGAINST = {
  "peek": (/** @type {Asked} */ one) => {
    const { state, seat, at } = one, spot = seat.places[at];
    return outOfTurn(one, "")
      || (!state.house.opening.peek && "peek.never")
      || (state.step !== "opening" && "peek.opening_only")
      || noCardThere(one)
      || (!seat.toPeek && "peek.no_more")
      || (spot?.faceUp && "peek.open")
      || (spot?.seen && "peek.once")
      || (!peekPlaces(state.house).includes(at) && "peek.not_that_card");
  },
  "ready": (/** @type {Asked} */ one) => outOfTurn(one)
    || (one.state.step !== "opening" && "opening.over")
    || (!one.seat.toPeek && "opening.must_turn_up"),
  "draw stock": (/** @type {Asked} */ one) => notBegun(one) || (one.state.stock.length === 0 && "stock.empty"),
  "take discard": (/** @type {Asked} */ one) => {
    const { turn } = one.state.house, [top] = one.state.discards;
    return notBegun(one)
      || (turn.sources === "stock" && "discard.closed")
      || (top === undefined ? "discard.empty"
        : !turn.may_return_discard && !fits(one, [...one.seat.places.keys()], top, "discard") && "discard.no_use");
  },
  "shuffle": (/** @type {Asked} */ one) => notBegun(one)
    || (one.state.stock.length > 0 && "shuffle.not_yet")
    || (!mayShuffle(one.state) && (one.state.discards.length > 1 ? "shuffle.never" : "shuffle.no_cards")),
  "replace": (/** @type {Asked} */ one) => {
    const { lookedAt, drawn, drawnFrom } = one.state;
    return noCardInHand(one) || noCardThere(one)
      || (lookedAt !== null && lookedAt !== one.at && "look.must_replace")
      || putting(one, /** @type {Card} */ (drawn), drawnFrom);
  },
  "look": (/** @type {Asked} */ one) => {
    const { state, seat, at } = one;
    return (state.house.turn.look === "forbidden" && state.step !== "over" && "look.never")
      || noCardInHand(one, "look.draw_first") || noCardThere(one)
      || (seat.places[at]?.faceUp && "look.open")
      || (state.lookedAt !== null && "look.must_replace")
      || (!fits(one, [at], /** @type {Card} */ (state.drawn), state.drawnFrom) && "end.wait");
  },
  "discard": (/** @type {Asked} */ one) => noCardInHand(one)
    || (one.state.lookedAt !== null && "look.must_replace")
    || (one.state.drawnFrom === "discard" && !one.state.house.turn.may_return_discard && "discard.must_use")
    // holes started before this rule lack it
    || (one.state.drawnFrom === "stock" && one.state.house.turn.may_discard_stock === false && "stock.must_use"),
  "turn up": (/** @type {Asked} */ one) => {
    const { state, seat, player, at } = one, { turn, ending } = state.house;
    const always = outOfTurn(one, "opening.turned_up") || noCardThere(one) || (seat.places[at]?.faceUp && "turn_up.open");
    if (always) return always;
    if (state.step === "opening") return notToOpen(one);
    if (state.step === "draw" && turn.turn_up_instead) return mustWait(state, player) && "end.wait";
    if (state.step === "turn up" || state.step === "last card") return false;
    return (turn.turn_up_after_discard === "never" && "turn_up.never")
      || (state.ender !== null && !turn.turn_up_in_last_turn && "turn_up.last_turn")
      || (mustWait(state, player) && "end.wait")
      || (state.step === "knock" && faceDown(seat) === 1 && ending.trigger === "turn-up-last" ? "turn_up.after_swap" : "turn_up.not_now");
  },
  "end turn": (/** @type {Asked} */ one) => {
    const { state: { step, house, ender }, seat } = one;
    const rule = house.turn.turn_up_after_discard, { declines, trigger } = house.ending;
    const isLast = faceDown(seat) === 1;
    return outOfTurn(one)
      || (step === "opening" && "opening.first")
      || (step === "draw" && "turn.must_draw")
      || (step === "hand" && "hand.must_play")
      || (step === "turn up" && (rule === "must" || (rule === "must-but-last" && !isLast)) && "turn_up.must")
      || (step === "turn up" && declines === "once" && trigger === "turn-up-last" && ender === null && isLast && seat.declined && "turn_up.left_once");
  },
  "knock": (/** @type {Asked} */ one) => {
    const { state, seat } = one, { trigger, knock, knock_from: from } = state.house.ending;
    return outOfTurn(one)
      || (trigger !== "knock" && "knock.never")
      || (state.step === "opening" && "opening.first")
      || (state.ender !== null && "knock.already")
      || (seat.turns + 1 < from && "knock.too_early")
      || (knock === "instead-of-drawing" && state.step !== "draw" && "knock.instead")
      || (knock === "after-turn" && state.step !== "knock" && "knock.after_turn");
  },
};

// --- what it changes -----------------------------------------------------------------------------------------------------

/**
 * The state after the player has done this; the dice say the new order of a shuffled pile. Throws for what is not allowed.
 * @param {State} state @param {number} player @param {string} action @param {Pick<Dice, "shuffled">} dice
 * @returns {State}
 */
export function act(state, player, action, dice) {
  const one = asked(state, player, action), code = AGAINST[one.kind](one);
  if (code) throw new Error(`${action}: ${code}`);
  const { seat, at } = one, { stock, discards, drawn } = state;
  const [top, ...below] = discards;
  switch (one.kind) {
    case "peek": return opened(withSeat(state, player, { ...put(seat, at, { seen: true }), toPeek: seat.toPeek - 1 }), player);
    case "ready": return opened(withSeat(state, player, { ...seat, toPeek: 0 }), player);
    case "draw stock": return { ...state, step: "hand", drawn: stock[0] ?? null, drawnFrom: "stock", stock: stock.slice(1) };
    case "take discard": return { ...state, step: "hand", drawn: top ?? null, drawnFrom: "discard", discards: below };
    case "shuffle": return { ...state, stock: dice.shuffled(below), discards: discards.slice(0, 1), shuffles: state.shuffles + 1 };
    case "look": return { ...withSeat(state, player, put(seat, at, { seen: true })), lookedAt: at };
    case "replace": return replaced(one);
    case "discard": {
      const lying = /** @type {State} */ ({ ...state, discards: [drawn, ...discards], drawn: null, drawnFrom: null });
      return turnsUpAfterDiscard(lying, player) ? { ...lying, step: "turn up" } : played(lying, player);
    }
    case "turn up": return turnedUp(one);
    case "end turn": {
      const declines = state.step === "turn up" && faceDown(seat) === 1;
      const left = declines ? withSeat(state, player, { ...seat, declined: true }) : state;
      return state.step === "knock" ? finished(left, player) : played(left, player);
    }
    case "knock": return endedBy(state, player);
  }
}

/** @param {State} state @param {number} player @param {Seat} seat @returns {State} */
function withSeat(state, player, seat) {
  return { ...state, seats: state.seats.with(player, seat) };
}

/** @param {Seat} seat @param {number} at @param {Partial<Spot>} spot @returns {Seat} */
function put(seat, at, spot) {
  return { ...seat, places: seat.places.with(at, { .../** @type {Spot} */ (seat.places[at]), ...spot }) };
}

/** After each action of the opening, check whether this player or all players are done. @param {State} state @param {number} player @returns {State} */
function opened(state, player) {
  let seat = /** @type {Seat} */ (state.seats[player]);
  const isUnseen = (/** @type {Spot | undefined} */ spot) => spot !== undefined && isFaceDown(spot) && !spot.seen;
  if (!peekPlaces(state.house).some((at) => isUnseen(seat.places[at]))) seat = { ...seat, toPeek: 0 };
  state = withSeat(state, player, seat);
  if (state.player !== null) return hasOpened(seat) ? { ...state, step: "draw" } : state;
  if (!state.seats.every(hasOpened)) return state;
  const starter = firstToPlay(state), [top, ...stock] = state.stock;
  const piles = state.house.opening.when === "before-first-discard" ? { discards: [/** @type {Card} */ (top), ...state.discards], stock } : {};
  return beginTurn({ ...state, ...piles, starter }, starter);
}

/** The seat with the first turn after the opening: the starter, or the seat with the most face-up points. @param {State} state */
function firstToPlay({ house, seats, starter }) {
  if (!house.match.deal?.startsWith("highest-opening")) return starter;
  const shown = seats.map(({ places }) => places.reduce((sum, { card, faceUp }) => sum + (card && faceUp ? value(card, house) : 0), 0));
  const most = Math.max(...shown);
  return seats.map((_, number) => (starter + number) % seats.length).find((seat) => shown[seat] === most) ?? starter;
}

/** @param {Asked} one @returns {State} */
function replaced({ state, seat, player, at, faceUp }) {
  const before = put(seat, at, { card: state.drawn, faceUp, seen: true });
  const old = /** @type {Card} */ (seat.places[at]?.card);
  const after = withoutCanceled({ ...withSeat(state, player, before), discards: [old, ...state.discards], drawn: null, drawnFrom: null, lookedAt: null }, player);
  const { ending } = state.house, left = faceDown(/** @type {Seat} */ (after.seats[player]));
  if (ending.replacing_last_ends && isCompleted(after, faceDown(seat), left)) return endedBy(after, player);
  if (ending.trigger === "turn-up-last" && ending.turning_after_swap && left === 1 && !mustWait(after, player)) return { ...after, step: "last card" };
  return played(after, player);
}

/** @param {Asked} one @returns {State} */
function turnedUp({ state, seat, player, at }) {
  const turned = put(seat, at, { faceUp: true, seen: true });
  if (state.step === "opening") return opened(withoutCanceled(withSeat(state, player, { ...turned, toTurnUp: seat.toTurnUp - 1 }), player), player);
  const after = withoutCanceled(withSeat(state, player, turned), player);
  return isCompleted(after, faceDown(seat), faceDown(/** @type {Seat} */ (after.seats[player]))) ? endedBy(after, player) : played(after, player);
}

/** Whether the player's last card is now face up, and that ends the hole. @param {State} state @param {number} before @param {number} now */
function isCompleted({ house: { ending: { trigger } }, ender }, before, now) {
  return (trigger === "all-face-up" || trigger === "turn-up-last") && ender === null && before > 0 && now === 0;
}

/** The player ends the hole: the others get their last turns, clockwise from the ender's left. @param {State} state @param {number} player @returns {State} */
function endedBy(state, player) {
  const { last_turns: each, last_turns_for: whom } = state.house.ending, count = state.seats.length;
  let others = Array.from({ length: count - 1 }, (_, step) => (player + step + 1) % count);
  if (whom === "rest-of-round" && others.includes(state.starter)) others = others.slice(0, others.indexOf(state.starter));
  return finished({ ...state, ender: player, lastTurns: Array.from({ length: each }, () => others).flat() }, player);
}

/** The player has played the card; some houses let them knock now. @param {State} state @param {number} player @returns {State} */
function played(state, player) {
  const { trigger, knock, knock_from: from } = state.house.ending, turn = (state.seats[player]?.turns ?? 0) + 1;
  if (trigger === "knock" && knock === "after-turn" && state.ender === null && turn >= from) return { ...state, step: "knock" };
  return finished(state, player);
}

/** @param {State} state @param {number} player @returns {State} */
function finished(state, player) {
  const seat = /** @type {Seat} */ (state.seats[player]);
  state = withSeat(state, player, { ...seat, turns: seat.turns + 1 });
  const { ending } = state.house;
  const endsEmpty = ending.trigger === "stock-empty" || ending.stock_empty === "hole-ends" || (ending.stock_empty === "reshuffle-once" && state.shuffles > 0);
  if (state.stock.length === 0 && endsEmpty) return over(state);
  if (ending.trigger === "turns" && state.seats.every(({ turns }) => turns >= ending.turns)) return over(state);
  if (state.ender === null) return beginTurn(state, (player + 1) % state.seats.length);
  const [next, ...lastTurns] = state.lastTurns;
  return next === undefined ? over(state) : beginTurn({ ...state, lastTurns }, next);
}

/** Hand the turn over. With a stock that stays empty, no action may be left. @param {State} state @param {number} player @returns {State} */
function beginTurn(state, player) {
  /** @type {State} */
  const begun = { ...state, step: hasOpened(state.seats[player]) ? "draw" : "opening", player };
  return begun.stock.length === 0 && actionsOf(begun, player).length === 0 ? over(begun) : begun;
}

/** @param {State} state @returns {State} */
function over(state) {
  return { ...state, step: "over", player: null, lastTurns: [] };
}

/** The state without the player's canceled face-up cards. Matching cards that still count stay. @param {State} state @param {number} player @returns {State} */
function withoutCanceled(state, player) {
  const rule = state.house.cancelling, seat = /** @type {Seat} */ (state.seats[player]);
  if (!rule?.leave) return state;
  const cards = seat.places.map(cardAt);
  const notOpen = setOf([...cards.keys()].filter((at) => !seat.places[at]?.faceUp));
  const groups = canceledGroups(laidOf(cards, state.house, 0, 0), boardOf(state.house), notOpen).filter(([first = 0]) => {
    const counts = rule.exceptions[/** @type {Card} */ (cards[first]).rank] ?? rule.counts ?? "zero";
    return counts === "zero" || counts === 0;
  });
  const leaving = new Set(groups.flat());
  if (leaving.size === 0) return state;
  const places = seat.places.map((spot, at) => (leaving.has(at) ? { card: null, faceUp: false, seen: false } : spot));
  return { ...withSeat(state, player, { ...seat, places }), discards: [...cards.filter((_, at) => leaving.has(at)).reverse(), ...state.discards] };
}
