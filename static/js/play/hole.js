/**
 * A hole from the deal to its end: the legal actions, the refusal codes of others, and the new states.
 * Mirrors scorekeeper/referee (state.py, verify.py, play.py), action by action and code by code.
 *
 * An action is its readable form, as in scorekeeper/referee/actions.py: `draw stock`, `replace 1 2 face down`. The dice
 * give `shuffle` its new order. States are immutable: each action makes a new one.
 *
 * @import {Card, House, Layout, Rank} from "../rules/house.js"
 *
 * @typedef {House & {opening: Opening, turn: Turn, ending: Ending}} PlayedHouse  with all rules for playing a hole
 *
 * @typedef {object} Opening  as in scorekeeper/rules/parameters.py, like the next two
 * @property {number} face_up
 * @property {"any" | "same-column" | "different-columns" | "each-row" | "fixed"} where
 * @property {readonly number[]} places
 * @property {"before-first-discard" | "before-play" | "first-turn"} when
 * @property {number} peek
 * @property {"nearest" | "any" | "outer"} peek_where
 *
 * @typedef {object} Turn
 * @property {"both" | "stock"} sources
 * @property {boolean} may_return_discard
 * @property {boolean} may_discard_stock
 * @property {"face-up" | "face-down" | "as-drawn" | "as-replaced" | "either"} placed
 * @property {boolean} swap_open
 * @property {boolean} swap_equal
 * @property {boolean} swap_open_at_last
 * @property {"never" | "may" | "must" | "must-but-last"} turn_up_after_discard
 * @property {boolean} turn_up_in_last_turn
 * @property {boolean} turn_up_instead
 * @property {"forbidden" | "commits"} look
 *
 * @typedef {object} Ending
 * @property {"all-face-up" | "turn-up-last" | "knock" | "turns" | "stock-empty"} trigger
 * @property {number} turns
 * @property {"always" | "once"} declines
 * @property {boolean} replacing_last_ends
 * @property {boolean} turning_after_swap
 * @property {boolean} waits_for_all
 * @property {"instead-of-drawing" | "after-turn"} knock
 * @property {number} knock_from
 * @property {number | null} [good_knock]  not in an earlier release's rules
 * @property {number} last_turns
 * @property {"all" | "rest-of-round"} last_turns_for
 * @property {"reshuffle" | "reshuffle-once" | "hole-ends"} stock_empty
 * @property {"counted" | number} hidden
 *
 * @typedef {object} Spot  a cell of a grid
 * @property {Card | null} card  null once the card has left the grid
 * @property {boolean} faceUp
 * @property {boolean} seen  by its owner
 *
 * @typedef {object} Seat
 * @property {string} name
 * @property {readonly Spot[]} places  its cells in reading order
 * @property {number} toTurnUp  cards to turn up in the rest of its opening
 * @property {number} toPeek  cards to peek at in the rest of its opening
 * @property {number} turns  its finished turns
 * @property {boolean} declined  whether it has once declined to flip its last face-down card
 *
 * @typedef {"opening" | "draw" | "hand" | "turn up" | "last card" | "knock" | "over"} Step  the next thing to do
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
 * @typedef {object} Asked  an action that a player asks for
 * @property {State} state
 * @property {Seat} seat  the player's
 * @property {number} player
 * @property {number} at  the action's cell; −1 without one
 * @property {boolean} faceUp
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

// --- the table at the start ------------------------------------------------------------------------------------------

/**
 * All cards for this many players, unshuffled; one deck where the table may choose.
 * @param {House} house @param {number} players @returns {Card[]}
 */
export function deckOf(house, players) {
  const one = RANKS.flatMap((rank) => cardsOf(rank, house));
  return repeated(decksFor(house, players) ?? 1, one);
}

/** All cards of a rank in one deck. @param {Rank} rank @param {House} house @returns {Card[]} */
function cardsOf(rank, house) {
  const isSuited = house.table.deck === null && STANDARD_RANKS.includes(rank);
  const suits = isSuited ? SUITS : [null];
  const each = suits.map((suit) => ({ rank, suit }));
  return repeated(cardsOfRank(rank, house) / suits.length, each);
}

/** The list that number of times over. @template T @param {number} times @param {readonly T[]} list @returns {T[]} */
function repeated(times, list) {
  return Array.from({ length: times }, () => list).flat();
}

/**
 * The hole after the deal: cards dealt singly and clockwise, the starter first; the next one opens the discards.
 * @param {PlayedHouse} house @param {readonly string[]} names @param {readonly Card[]} deck  its top card first
 * @param {number} starter
 * @returns {State}
 */
export function deal(house, names, deck, starter) {
  const { opening } = house;
  const size = house.grid.rows * house.grid.columns;
  const count = names.length;
  const toPeek = Math.min(opening.peek, peekPlaces(house).length);
  const seats = names.map((name, seat) => {
    const first = (seat - starter + count) % count;
    const cards = Array.from({ length: size }, (_, round) => deck[first + round * count] ?? null);
    const places = cards.map((card) => ({ card, faceUp: false, seen: false }));
    return { name, places, toTurnUp: opening.face_up, toPeek, turns: 0, declined: false };
  });
  const opens = opening.face_up + toPeek > 0;
  const together = opens && opening.when !== "first-turn";
  const dealt = count * size;
  const discarded = together && opening.when === "before-first-discard" ? 0 : 1;
  return {
    house,
    seats,
    stock: deck.slice(dealt + discarded),
    discards: deck.slice(dealt, dealt + discarded),
    starter,
    step: opens ? "opening" : "draw",
    player: together ? null : starter,
    drawn: null,
    drawnFrom: null,
    lookedAt: null,
    ender: null,
    lastTurns: [],
    shuffles: 0,
  };
}

/** The seats that may act now: one, or all unready ones while all open together. @param {State} state */
export function due({ player, step, seats }) {
  if (player !== null) return [player];
  return step === "opening" ? [...seats.keys()].filter((number) => !hasOpened(seats[number])) : [];
}

/**
 * A player's cards for scoring, with face-down cards as hidden.
 * @param {State} state @param {number} player @returns {Layout}
 */
export function layoutOf({ house, seats }, player) {
  const { rows, columns } = house.grid;
  const places = seats[player]?.places ?? [];
  const cards = places.map(cardAt);
  const hidden = [...places.keys()].filter((at) => isFaceDown(spotAt(places, at)));
  return {
    rows: Array.from({ length: rows }, (_, row) => cards.slice(row * columns, (row + 1) * columns)),
    hidden: hidden.map((at) => [Math.floor(at / columns), at % columns]),
  };
}

/** A cell that is there. @param {readonly Spot[]} places @param {number} at */
function spotAt(places, at) {
  return /** @type {Spot} */ (places[at]);
}

/** A seat that is there. @param {State} state @param {number} player */
function seatOf({ seats }, player) {
  return /** @type {Seat} */ (seats[player]);
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

/**
 * The cells that a player may peek at in the opening. The last row is nearest to the player.
 * @param {PlayedHouse} house
 */
function peekPlaces({ grid: { rows, columns }, opening: { peek, peek_where: where } }) {
  if (peek === 0) return [];
  const all = [...Array(rows * columns).keys()];
  if (where === "any") return all;
  if (where === "outer") return [...new Set([all.length - columns, all.length - 1])];
  const nearest = Math.min(rows, Math.ceil(peek / columns));
  return all.slice(-nearest * columns);
}

// --- what may be done ------------------------------------------------------------------------------------------------

/**
 * The cell of an action in reading order: null without one, −1 beyond the grid.
 * @param {Pick<State, "house">} state @param {string} action
 */
export function spotOf({ house }, action) {
  const { rows, columns } = house.grid;
  const [, row, column] = (/(\d+) (\d+)/.exec(action) ?? []).map(Number);
  if (row === undefined || column === undefined) return null;
  const isInGrid = row >= 1 && row <= rows && column >= 1 && column <= columns;
  return isInGrid ? (row - 1) * columns + column - 1 : -1;
}

/**
 * @param {State} state @param {number} player @param {string} action @returns {Asked & {kind: keyof typeof AGAINST}}
 */
function asked(state, player, action) {
  const kind = /** @type {keyof typeof AGAINST} */ (/^[a-z ]+[a-z]/.exec(action)?.[0]);
  const at = spotOf(state, action) ?? -1;
  return { state, seat: seatOf(state, player), player, at, faceUp: !action.endsWith("face down"), kind };
}

/**
 * Why the player may not do this now: the code of the reason; null where they may.
 * @param {State} state @param {number} player @param {string} action
 */
export function refusal(state, player, action) {
  const one = asked(state, player, action);
  return AGAINST[one.kind](one) || null;
}

/** Everything that the player may do now. @param {State} state @param {number} player */
export function actionsOf(state, player) {
  return WORTH_ASKING[state.step](state).filter((action) => refusal(state, player, action) === null);
}

/** The actions that a step may allow. @satisfies {Record<Step, (state: State) => string[]>} */
const WORTH_ASKING = {
  "opening": (/** @type {State} */ state) => [...each(state, "turn up"), ...each(state, "peek"), "ready"],
  "draw": (/** @type {State} */ state) => {
    const shuffle = state.stock.length > 0 ? [] : ["shuffle"];
    const turnUp = state.house.turn.turn_up_instead ? each(state, "turn up") : [];
    return [...shuffle, "draw stock", "take discard", ...turnUp, "knock"];
  },
  "hand": (/** @type {State} */ state) => {
    const replace = waysToPlace(state).flatMap((way) => each(state, "replace", way));
    const look = state.house.turn.look === "forbidden" ? [] : each(state, "look");
    return ["discard", ...replace, ...look];
  },
  "turn up": (/** @type {State} */ state) => [...each(state, "turn up"), "end turn"],
  "last card": (/** @type {State} */ state) => [...each(state, "turn up"), "end turn"],
  "knock": () => ["knock", "end turn"],
  "over": () => [],
};

/** The action for each cell. @param {State} state @param {string} words @param {string} [end] */
function each({ house: { grid } }, words, end = "") {
  const { rows, columns } = grid;
  const cells = [...Array(rows * columns).keys()];
  return cells.map((at) => `${words} ${Math.floor(at / columns) + 1} ${(at % columns) + 1}${end}`);
}

/** How a card may come to lie, as the end of an action. @param {State} state */
function waysToPlace({ house: { turn } }) {
  if (turn.placed === "face-up") return [""];
  if (turn.placed === "face-down") return [" face down"];
  return ["", " face down"];
}

/** @param {Asked} one @returns {Against} */
function outOfTurn({ state, seat, player }, tooEarly = "opening.others_first") {
  if (player === state.player) return false;
  if (state.step === "over") return "hole.over";
  if (state.player === null) return hasOpened(seat) && tooEarly !== "" && tooEarly;
  return player === state.ender ? "turn.ender_is_done" : "turn.not_yours";
}

/**
 * What keeps a player from drawing, or from whatever else stands in place of it.
 * @param {Asked} one @returns {Against}
 */
function notBegun(one) {
  const { step } = one.state;
  return outOfTurn(one) || (step === "opening" && "opening.first") || (step !== "draw" && "draw.once");
}

/** @param {Asked} one @returns {Against} */
function noCardInHand(one, drawFirst = "hand.draw_first") {
  const { step } = one.state;
  return (
    outOfTurn(one) ||
    (step === "opening" && "opening.first") ||
    (step === "draw" && drawFirst) ||
    (step !== "hand" && "hand.played")
  );
}

/** @param {Asked} one @returns {Against} */
function noCardThere({ seat, at }) {
  return (at < 0 && "place.none") || (seat.places[at]?.card === null && "place.empty");
}

/** Against turning up this card in the opening. @param {Asked} one @returns {Against} */
function notToOpen({ state: { house }, seat, at }) {
  const { where, places } = house.opening;
  const { columns } = house.grid;
  const open = [...seat.places.keys()].filter((spot) => seat.places[spot]?.faceUp);
  const sameRow = open.some((spot) => Math.floor(spot / columns) === Math.floor(at / columns));
  const sameColumn = open.map((spot) => spot % columns === at % columns);
  return (
    (!seat.toTurnUp && "opening.turned_up") ||
    (where === "fixed" && !places.includes(at + 1) && "opening.fixed") ||
    (where === "each-row" && sameRow && "opening.each_row") ||
    (where === "different-columns" && sameColumn.some(Boolean) && "opening.different_columns") ||
    (where === "same-column" && !sameColumn.every(Boolean) && "opening.same_column")
  );
}

/** Whether the rules still allow a reshuffle of the discards, and there are enough. @param {State} state */
function mayShuffle({ house: { ending }, discards, shuffles }) {
  if (ending.trigger === "stock-empty" || ending.stock_empty === "hole-ends") return false;
  if (ending.stock_empty === "reshuffle-once" && shuffles > 0) return false;
  return discards.length > 1;
}

/**
 * Whether the player's last face-down card must stay until all players are ready to end the hole.
 * @param {State} state @param {number} player
 */
function mustWait({ house: { ending }, seats, ender }, player) {
  if (ending.trigger !== "turn-up-last" || !ending.waits_for_all || ender !== null) return false;
  return (
    seats.every((seat, number) => number !== player || faceDown(seat) === 1) &&
    seats.some((seat, number) => number !== player && faceDown(seat) > 1)
  );
}

/**
 * Whether the house lets or makes the player turn a card up once the drawn one is discarded.
 * @param {State} state @param {number} player
 */
function turnsUpAfterDiscard(state, player) {
  const { turn } = state.house;
  if (turn.turn_up_after_discard === "never") return false;
  if (state.ender !== null && !turn.turn_up_in_last_turn) return false;
  return faceDown(seatOf(state, player)) > 0 && !mustWait(state, player);
}

/**
 * Whether a card of this pile lies face up where it replaces that one; null where the player chooses.
 * @param {PlayedHouse} house @param {Spot} spot @param {State["drawnFrom"]} pile
 */
function liesFaceUp({ turn: { placed } }, spot, pile) {
  if (placed === "as-replaced") return spot.faceUp;
  if (placed === "as-drawn") return pile === "discard";
  return placed === "either" ? null : placed === "face-up";
}

/**
 * Against putting a card of that pile into the spot, face up or face down.
 * @param {Asked} one @param {Card} card @param {State["drawnFrom"]} pile @returns {Against}
 */
function putting({ state, seat, player, at, faceUp }, card, pile) {
  const { turn, ending } = state.house;
  const spot = spotAt(seat.places, at);
  if (liesFaceUp(state.house, spot, pile) === !faceUp) return faceUp ? "replace.face_down" : "replace.face_up";
  if (spot.card === null || !spot.faceUp) {
    return faceUp && ending.replacing_last_ends && mustWait(state, player) && "end.wait";
  }
  return (
    (!turn.swap_open && "replace.open") ||
    (!turn.swap_equal && spot.card.rank === card.rank && "replace.equal") ||
    (!turn.swap_open_at_last && faceDown(seat) === 1 && "replace.open_at_last")
  );
}

/**
 * Whether a card of this pile could go to one of these cells.
 * @param {Asked} one @param {readonly number[]} places @param {Card} card @param {State["drawnFrom"]} pile
 */
function fits(one, places, card, pile) {
  const { places: spots } = one.seat;
  const isFree = (/** @type {number} */ at) =>
    [true, false].some((faceUp) => !putting({ ...one, at, faceUp }, card, pile));
  return places.some((at) => spots[at]?.card !== null && isFree(at));
}

/** @param {Asked} one @returns {Against} */
function againstPeeking(one) {
  const { state, seat, at } = one;
  const spot = seat.places[at];
  return (
    outOfTurn(one, "") ||
    (!state.house.opening.peek && "peek.never") ||
    (state.step !== "opening" && "peek.opening_only") ||
    noCardThere(one) ||
    (!seat.toPeek && "peek.no_more") ||
    (spot?.faceUp && "peek.open") ||
    (spot?.seen && "peek.once") ||
    (!peekPlaces(state.house).includes(at) && "peek.not_that_card")
  );
}

/** @param {Asked} one @returns {Against} */
function againstBeingReady(one) {
  return (
    outOfTurn(one) || (one.state.step !== "opening" && "opening.over") || (!one.seat.toPeek && "opening.must_turn_up")
  );
}

/** @param {Asked} one @returns {Against} */
function againstDrawing(one) {
  return notBegun(one) || (one.state.stock.length === 0 && "stock.empty");
}

/** @param {Asked} one @returns {Against} */
function againstTakingTheDiscard(one) {
  const { turn } = one.state.house;
  const [top] = one.state.discards;
  const everywhere = [...one.seat.places.keys()];
  return (
    notBegun(one) ||
    (turn.sources === "stock" && "discard.closed") ||
    (top === undefined && "discard.empty") ||
    (top !== undefined && !turn.may_return_discard && !fits(one, everywhere, top, "discard") && "discard.no_use")
  );
}

/** @param {Asked} one @returns {Against} */
function againstShuffling(one) {
  const { state } = one;
  return (
    notBegun(one) ||
    (state.stock.length > 0 && "shuffle.not_yet") ||
    (!mayShuffle(state) && (state.discards.length > 1 ? "shuffle.never" : "shuffle.no_cards"))
  );
}

/** @param {Asked} one @returns {Against} */
function againstReplacing(one) {
  const { lookedAt, drawn, drawnFrom } = one.state;
  return (
    noCardInHand(one) ||
    noCardThere(one) ||
    (lookedAt !== null && lookedAt !== one.at && "look.must_replace") ||
    putting(one, /** @type {Card} */ (drawn), drawnFrom)
  );
}

/** @param {Asked} one @returns {Against} */
function againstLooking(one) {
  const { state, seat, at } = one;
  return (
    (state.house.turn.look === "forbidden" && state.step !== "over" && "look.never") ||
    noCardInHand(one, "look.draw_first") ||
    noCardThere(one) ||
    (seat.places[at]?.faceUp && "look.open") ||
    (state.lookedAt !== null && "look.must_replace") ||
    (!fits(one, [at], /** @type {Card} */ (state.drawn), state.drawnFrom) && "end.wait")
  );
}

/** @param {Asked} one @returns {Against} */
function againstDiscarding(one) {
  const { house, lookedAt, drawnFrom } = one.state;
  const { may_return_discard: mayReturn, may_discard_stock: mayDiscard } = house.turn;
  return (
    noCardInHand(one) ||
    (lookedAt !== null && "look.must_replace") ||
    (drawnFrom === "discard" && !mayReturn && "discard.must_use") ||
    // holes started before this rule lack it
    (drawnFrom === "stock" && mayDiscard === false && "stock.must_use")
  );
}

/** @param {Asked} one @returns {Against} */
function againstTurningUp(one) {
  const { state, seat, player, at } = one;
  const always = outOfTurn(one, "opening.turned_up") || noCardThere(one) || (seat.places[at]?.faceUp && "turn_up.open");
  if (always) return always;
  if (state.step === "opening") return notToOpen(one);
  if (state.step === "draw" && state.house.turn.turn_up_instead) return mustWait(state, player) && "end.wait";
  if (state.step === "turn up" || state.step === "last card") return false;
  return againstTurningUpNow(one);
}

/** Against turning a card up at a step without it. @param {Asked} one @returns {Against} */
function againstTurningUpNow({ state, seat, player }) {
  const { turn, ending } = state.house;
  const isLastToTurn = faceDown(seat) === 1 && ending.trigger === "turn-up-last";
  return (
    (turn.turn_up_after_discard === "never" && "turn_up.never") ||
    (state.ender !== null && !turn.turn_up_in_last_turn && "turn_up.last_turn") ||
    (mustWait(state, player) && "end.wait") ||
    (state.step === "knock" && isLastToTurn && "turn_up.after_swap") ||
    "turn_up.not_now"
  );
}

/** @param {Asked} one @returns {Against} */
function againstEndingTheTurn(one) {
  const { state, seat } = one;
  const { step } = state;
  return (
    outOfTurn(one) ||
    (step === "opening" && "opening.first") ||
    (step === "draw" && "turn.must_draw") ||
    (step === "hand" && "hand.must_play") ||
    (step === "turn up" && againstDeclining(state, seat))
  );
}

/** Against turning no card up after a discard. @param {State} state @param {Seat} seat @returns {Against} */
function againstDeclining({ house, ender }, seat) {
  const rule = house.turn.turn_up_after_discard;
  const { declines, trigger } = house.ending;
  const isLast = faceDown(seat) === 1;
  const isOnce = declines === "once" && trigger === "turn-up-last" && ender === null;
  return (
    (rule === "must" && "turn_up.must") ||
    (rule === "must-but-last" && !isLast && "turn_up.must") ||
    (isOnce && isLast && seat.declined && "turn_up.left_once")
  );
}

/** @param {Asked} one @returns {Against} */
function againstKnocking(one) {
  const { state, seat } = one;
  const { trigger, knock, knock_from: from } = state.house.ending;
  return (
    outOfTurn(one) ||
    (trigger !== "knock" && "knock.never") ||
    (state.step === "opening" && "opening.first") ||
    (state.ender !== null && "knock.already") ||
    (seat.turns + 1 < from && "knock.too_early") ||
    (knock === "instead-of-drawing" && state.step !== "draw" && "knock.instead") ||
    (knock === "after-turn" && state.step !== "knock" && "knock.after_turn")
  );
}

/** The first rule against each kind of action. @satisfies {Record<string, (one: Asked) => Against>} */
const AGAINST = {
  "peek": againstPeeking,
  "ready": againstBeingReady,
  "draw stock": againstDrawing,
  "take discard": againstTakingTheDiscard,
  "shuffle": againstShuffling,
  "replace": againstReplacing,
  "look": againstLooking,
  "discard": againstDiscarding,
  "turn up": againstTurningUp,
  "end turn": againstEndingTheTurn,
  "knock": againstKnocking,
};

// --- what it changes -------------------------------------------------------------------------------------------------

/**
 * The state after the player has done this; the dice say the new order of a shuffled pile. Throws for what isn't
 * allowed.
 * @param {State} state @param {number} player @param {string} action @param {Pick<Dice, "shuffled">} dice
 * @returns {State}
 */
export function act(state, player, action, dice) {
  const one = asked(state, player, action);
  const code = AGAINST[one.kind](one);
  if (code) throw new Error(`${action}: ${code}`);
  const { stock, discards } = state;
  const [top, ...below] = discards;
  switch (one.kind) {
    case "peek":
      return peeked(one);
    case "ready":
      return opened(withSeat(state, player, { ...one.seat, toPeek: 0 }), player);
    case "draw stock":
      return { ...state, step: "hand", drawn: stock[0] ?? null, drawnFrom: "stock", stock: stock.slice(1) };
    case "take discard":
      return { ...state, step: "hand", drawn: top ?? null, drawnFrom: "discard", discards: below };
    case "shuffle":
      return { ...state, stock: dice.shuffled(below), discards: discards.slice(0, 1), shuffles: state.shuffles + 1 };
    case "look":
      return { ...withSeat(state, player, put(one.seat, one.at, { seen: true })), lookedAt: one.at };
    case "replace":
      return replaced(one);
    case "discard":
      return discarded(one);
    case "turn up":
      return turnedUp(one);
    case "end turn":
      return endedTurn(one);
    case "knock":
      return endedBy(state, player);
  }
}

/** @param {State} state @param {number} player @param {Seat} seat @returns {State} */
function withSeat(state, player, seat) {
  return { ...state, seats: state.seats.with(player, seat) };
}

/** @param {Seat} seat @param {number} at @param {Partial<Spot>} spot @returns {Seat} */
function put(seat, at, spot) {
  return { ...seat, places: seat.places.with(at, { ...spotAt(seat.places, at), ...spot }) };
}

/** @param {Asked} one @returns {State} */
function peeked({ state, seat, player, at }) {
  const after = { ...put(seat, at, { seen: true }), toPeek: seat.toPeek - 1 };
  return opened(withSeat(state, player, after), player);
}

/**
 * After each action of the opening, check whether this player or all players are done.
 * @param {State} before @param {number} player @returns {State}
 */
function opened(before, player) {
  const seat = withoutVainPeeks(before, seatOf(before, player));
  const state = withSeat(before, player, seat);
  if (state.player !== null) return hasOpened(seat) ? { ...state, step: "draw" } : state;
  if (!state.seats.every(hasOpened)) return state;
  const starter = firstToPlay(state);
  return beginTurn({ ...state, ...firstDiscard(state), starter }, starter);
}

/**
 * The seat, with nothing left to peek at once no card is left that it may see.
 * @param {State} state @param {Seat} seat @returns {Seat}
 */
function withoutVainPeeks({ house }, seat) {
  const isUnseen = (/** @type {Spot | undefined} */ spot) => spot !== undefined && isFaceDown(spot) && !spot.seen;
  return peekPlaces(house).some((at) => isUnseen(seat.places[at])) ? seat : { ...seat, toPeek: 0 };
}

/** The piles after the opening, where the first discard waits for it. @param {State} state @returns {Partial<State>} */
function firstDiscard({ house, stock, discards }) {
  if (house.opening.when !== "before-first-discard") return {};
  const [top, ...rest] = stock;
  return { discards: [/** @type {Card} */ (top), ...discards], stock: rest };
}

/**
 * The seat with the first turn after the opening: the starter, or the seat with the most face-up points.
 * @param {State} state
 */
function firstToPlay({ house, seats, starter }) {
  if (!house.match.deal?.startsWith("highest-opening")) return starter;
  const worth = (/** @type {Spot} */ { card, faceUp }) => (card && faceUp ? value(card, house) : 0);
  const shown = seats.map(({ places }) => places.reduce((sum, spot) => sum + worth(spot), 0));
  const most = Math.max(...shown);
  const inOrder = seats.map((_, number) => (starter + number) % seats.length);
  return inOrder.find((seat) => shown[seat] === most) ?? starter;
}

/** @param {Asked} one @returns {State} */
function replaced({ state, seat, player, at, faceUp }) {
  const { ending } = state.house;
  const old = cardAt(spotAt(seat.places, at));
  const laid = withSeat(state, player, put(seat, at, { card: state.drawn, faceUp, seen: true }));
  const discards = [old, ...state.discards];
  const after = withoutCanceled({ ...laid, discards, drawn: null, drawnFrom: null, lookedAt: null }, player);
  const left = faceDown(seatOf(after, player));
  if (ending.replacing_last_ends && isCompleted(after, faceDown(seat), left)) return endedBy(after, player);
  const mayTurnLast = ending.trigger === "turn-up-last" && ending.turning_after_swap && left === 1;
  return mayTurnLast && !mustWait(after, player) ? { ...after, step: "last card" } : played(after, player);
}

/** @param {Asked} one @returns {State} */
function discarded({ state, player }) {
  const discards = [/** @type {Card} */ (state.drawn), ...state.discards];
  const after = { ...state, discards, drawn: null, drawnFrom: null };
  return turnsUpAfterDiscard(after, player) ? { ...after, step: "turn up" } : played(after, player);
}

/** @param {Asked} one @returns {State} */
function turnedUp({ state, seat, player, at }) {
  const turned = put(seat, at, { faceUp: true, seen: true });
  if (state.step === "opening") {
    const after = { ...turned, toTurnUp: seat.toTurnUp - 1 };
    return opened(withoutCanceled(withSeat(state, player, after), player), player);
  }
  const after = withoutCanceled(withSeat(state, player, turned), player);
  const left = faceDown(seatOf(after, player));
  return isCompleted(after, faceDown(seat), left) ? endedBy(after, player) : played(after, player);
}

/** @param {Asked} one @returns {State} */
function endedTurn({ state, seat, player }) {
  const declines = state.step === "turn up" && faceDown(seat) === 1;
  const after = declines ? withSeat(state, player, { ...seat, declined: true }) : state;
  return state.step === "knock" ? finished(after, player) : played(after, player);
}

/**
 * Whether the player's last card is now face up, and that ends the hole.
 * @param {State} state @param {number} before  its face-down cards before the action @param {number} now
 */
function isCompleted({ house, ender }, before, now) {
  const { trigger } = house.ending;
  return (trigger === "all-face-up" || trigger === "turn-up-last") && ender === null && before > 0 && now === 0;
}

/**
 * The player ends the hole: the others get their last turns, clockwise from the ender's left.
 * @param {State} state @param {number} player @returns {State}
 */
function endedBy(state, player) {
  const { last_turns: each } = state.house.ending;
  const lastTurns = repeated(each, withLastTurns(state, player));
  return finished({ ...state, ender: player, lastTurns }, player);
}

/** The others who have last turns. @param {State} state @param {number} ender */
function withLastTurns({ house, seats, starter }, ender) {
  const count = seats.length;
  const others = Array.from({ length: count - 1 }, (_, step) => (ender + step + 1) % count);
  const isRestOfRound = house.ending.last_turns_for === "rest-of-round" && others.includes(starter);
  return isRestOfRound ? others.slice(0, others.indexOf(starter)) : others;
}

/**
 * The player has played the card; some houses let them knock now.
 * @param {State} state @param {number} player @returns {State}
 */
function played(state, player) {
  const { trigger, knock, knock_from: from } = state.house.ending;
  const turn = seatOf(state, player).turns + 1;
  const mayKnock = trigger === "knock" && knock === "after-turn" && state.ender === null && turn >= from;
  return mayKnock ? { ...state, step: "knock" } : finished(state, player);
}

/** @param {State} before @param {number} player @returns {State} */
function finished(before, player) {
  const seat = seatOf(before, player);
  const state = withSeat(before, player, { ...seat, turns: seat.turns + 1 });
  const { ending } = state.house;
  if (state.stock.length === 0 && endsWithoutStock(state)) return over(state);
  if (ending.trigger === "turns" && state.seats.every(({ turns }) => turns >= ending.turns)) return over(state);
  if (state.ender === null) return beginTurn(state, (player + 1) % state.seats.length);
  const [next, ...lastTurns] = state.lastTurns;
  return next === undefined ? over(state) : beginTurn({ ...state, lastTurns }, next);
}

/** Whether an empty stock ends the hole. @param {State} state */
function endsWithoutStock({ house: { ending }, shuffles }) {
  if (ending.trigger === "stock-empty" || ending.stock_empty === "hole-ends") return true;
  return ending.stock_empty === "reshuffle-once" && shuffles > 0;
}

/**
 * Hand the turn over. With a stock that stays empty, no action may be left.
 * @param {State} state @param {number} player @returns {State}
 */
function beginTurn(state, player) {
  /** @type {State} */
  const begun = { ...state, step: hasOpened(state.seats[player]) ? "draw" : "opening", player };
  return begun.stock.length === 0 && actionsOf(begun, player).length === 0 ? over(begun) : begun;
}

/** @param {State} state @returns {State} */
function over(state) {
  return { ...state, step: "over", player: null, lastTurns: [] };
}

/**
 * The state without the player's canceled face-up cards. Matching cards that still count stay.
 * @param {State} state @param {number} player @returns {State}
 */
function withoutCanceled(state, player) {
  const seat = seatOf(state, player);
  const leaving = new Set(leavingCards(state, seat));
  if (leaving.size === 0) return state;
  const places = seat.places.map((spot, at) => (leaving.has(at) ? { card: null, faceUp: false, seen: false } : spot));
  const gone = seat.places.map(cardAt).filter((_, at) => leaving.has(at));
  return { ...withSeat(state, player, { ...seat, places }), discards: [...gone.reverse(), ...state.discards] };
}

/**
 * The cells of canceled face-up cards that are worth nothing.
 * @param {State} state @param {Seat} seat @returns {number[]}
 */
function leavingCards({ house }, seat) {
  const rule = house.cancelling;
  if (!rule?.leave) return [];
  const cards = seat.places.map(cardAt);
  const notOpen = setOf([...cards.keys()].filter((at) => !seat.places[at]?.faceUp));
  const groups = canceledGroups(laidOf(cards, house, 0, 0), boardOf(house), notOpen);
  const isWorthNothing = (/** @type {number[]} */ [first = 0]) => {
    const { rank } = /** @type {Card} */ (cards[first]);
    const counts = rule.exceptions[rank] ?? rule.counts ?? "zero";
    return counts === "zero" || counts === 0;
  };
  return groups.filter(isWorthNothing).flat();
}
