/**
 * The phone's players, and the reasons in hints. Both know no more than a person in their seat: an unseen card has the
 * average value of the unseen cards.
 *
 * The plain player takes a discard that cancels a card or saves at least four points, puts each card where it saves
 * most, and ends the hole when it expects to be ahead. It knocks from its third turn on, and only with a good hand.
 *
 * The sharp player deals out the unseen cards again and again, plays each of its actions on for some turns, and takes
 * the one that does best against the others.
 *
 * @import {Rule} from "./coach.js"
 * @import {Dice, PlayedHouse, Spot, Seat, State} from "./hole.js"
 * @import {Card, Rank} from "../rules/house.js"
 * @import {Board, Laid} from "../rules/scoring.js"
 *
 * @typedef {object} View  a grid as a player knows it
 * @property {Board} board
 * @property {Laid} laid  the cards, with the set of unknown cells
 * @property {number} mean  the average value of an unseen card
 * @property {boolean} turnsUp  whether a discard comes with a flip
 * @property {boolean} mustEnd  whether the player can't avoid ending the hole with its last unknown card
 * @property {Map<string, View>} next  the grids that came of it: many deals begin with the same draws
 *
 * @typedef {object} Deal  the unseen cards, dealt out once
 * @property {readonly Card[]} lying  the player's grid
 * @property {readonly Card[]} draws  what the player draws
 * @property {(turns: number) => number[]} others  the others' scores after that number of turns, by their seats
 */

import { formatCard, GONE, needsSuit, number, value, word } from "../rules/house.js";
import { scoreHole } from "../rules/hole.js";
import { boardOf, canceledGroups, holds, laidOf, setOf, workOut } from "../rules/scoring.js";
import { act, actionsOf, cardAt, deckOf, faceDown, isFaceDown, spotOf } from "./hole.js";

/** Points that a discard must save to be taken without canceling. */
const WORTH_TAKING = 4;

/** Points that an opponent may still save in a last turn. */
const LAST_TURN_SAVES = 3;

/** Extra points that ending the hole must save while the others seem to be ahead. */
const TOO_EARLY = 10;

/** Turns per card of a grid after which a player stops waiting to be ahead. */
const PATIENCE = 2;

/** Full turns that the plain player plays before it knocks. */
const BEFORE_KNOCKING = 2;

/** Deals of the sharp player before a move, times the square of its cells, at least six: each card is tried in each. */
const DEALT = 7200;

/** Points by which no move of the sharp player leaves its hand worse than another move. */
const WASTE = 2;

/** The most turns that the sharp player looks ahead. */
const AHEAD = 3;

/** @param {State} state @param {number} seat @param {Dice} dice @param {"plain" | "sharp"} level */
export function choose(state, seat, dice, level) {
  const legal = sensible(state, seat);
  const usual = plain(state, seat, legal, dice);
  const isClear = legal.length === 1 || state.step === "opening";
  return level === "plain" || isClear ? usual : sharp(state, seat, legal, usual, dice);
}

/** The legal actions without those that leave no end, if others are left. @param {State} state @param {number} seat */
function sensible(state, seat) {
  const legal = actionsOf(state, seat);
  const some = legal.filter((action) => !leavesNoEnd(state, seat, action));
  return some.length > 0 ? some : legal;
}

/**
 * Whether the action swaps the last face-down card where only flipping it ends a hole.
 * @param {State} state @param {number} seat @param {string} action
 */
function leavesNoEnd(state, seat, action) {
  const { trigger, replacing_last_ends: replacingEnds } = state.house.ending;
  if (trigger !== "turn-up-last" || replacingEnds || !action.startsWith("replace")) return false;
  const places = state.seats[seat]?.places ?? [];
  const spot = places[cellOf(state, action)];
  return spot !== undefined && isFaceDown(spot) && places.filter(isFaceDown).length === 1;
}

/** The cell of an action; −1 without one. @param {State} state @param {string} action */
function cellOf(state, action) {
  return spotOf(state, action) ?? -1;
}

/** How many cards of this player lie face down. @param {State} state @param {number} seat */
function faceDownOf({ seats }, seat) {
  return faceDown(/** @type {Seat} */ (seats[seat]));
}

// --- what is known ---------------------------------------------------------------------------------------------------

/** The cards that the player in this seat has not seen. @param {State} state @param {number} seat */
function unseen({ seats, stock }, seat) {
  const lying = seats.flatMap(({ places }, owner) => places.filter((spot) => isUnknown(spot, owner === seat)));
  return [...stock, ...lying.map(cardAt)];
}

/** Whether a card lies here that a player doesn't know. @param {Spot} spot @param {boolean} isOwn */
function isUnknown(spot, isOwn) {
  return isFaceDown(spot) && !(isOwn && spot.seen);
}

/**
 * The owner's grid as the player in this seat knows it.
 * @param {State} state @param {number} owner @param {number} seat @param {number} mean @returns {View}
 */
function viewOf({ house, seats, ender }, owner, seat, mean) {
  const after = house.turn.turn_up_after_discard;
  const places = seats[owner]?.places ?? [];
  const unknown = [...places.keys()].filter((at) => isUnknown(/** @type {Spot} */ (places[at]), owner === seat));
  return {
    board: boardOf(house),
    laid: laidOf(places.map(cardAt), house, setOf(unknown), 0),
    mean,
    turnsUp: after !== "never",
    mustEnd: owner === seat && ender === null && after === "must" && house.ending.trigger === "all-face-up",
    next: new Map(),
  };
}

/** The average value of the cards that the player hasn't seen. @param {State} state @param {number} seat */
function meanOf(state, seat) {
  return averageOf(unseen(state, seat), state.house);
}

/** @param {readonly Card[]} cards @param {PlayedHouse} house */
function averageOf(cards, house) {
  return cards.reduce((points, card) => points + value(card, house), 0) / Math.max(cards.length, 1);
}

/** @param {State} state @param {number} seat */
function own(state, seat) {
  return viewOf(state, seat, seat, meanOf(state, seat));
}

/** The expected score of a grid. @param {View} view */
function expected({ board, laid, mean }) {
  let points = 0;
  for (const step of workOut(laid, board)) points += step.points;
  for (let at = 0; at < laid.cards.length; at++) if (holds(laid.unknown, at)) points += mean;
  return points;
}

/** The card as a grid of its own. @param {View} view @param {Card} card */
function alone({ board }, card) {
  return laidOf([card], board.house, 0, 0);
}

/** A copy whose cards can change. @param {Laid} laid */
function copied(laid) {
  const { cards, ranks, values, alike } = laid;
  return { ...laid, cards: [...cards], ranks: [...ranks], values: [...values], alike: [...alike] };
}

/**
 * Copy a card into this cell.
 * @param {ReturnType<typeof copied>} to @param {number} at @param {Laid} from @param {number} place  its cell there
 */
function copyCard(to, at, from, place) {
  to.cards[at] = /** @type {Card} */ (from.cards[place]);
  to.ranks[at] = /** @type {Rank} */ (from.ranks[place]);
  to.values[at] = /** @type {number} */ (from.values[place]);
  to.alike[at] = /** @type {string | number} */ (from.alike[place]);
}

/** The grid with a card swapped in. @param {View} view @param {number} at @param {Laid} card @returns {View} */
function withCard(view, at, card) {
  const laid = copied(view.laid);
  copyCard(laid, at, card, 0);
  laid.unknown &= ~(1 << at);
  return { ...view, laid, next: new Map() };
}

/** The points that a card saves in this cell. @param {View} view @param {number} at @param {Card} card */
function savesAt(view, at, card) {
  return expected(view) - expected(withCard(view, at, alone(view, card)));
}

/** The best cell for a card, and the points it saves there. @param {View} view @param {Card} card */
function bestSpot(view, card) {
  const { laid } = view;
  const before = expected(view);
  const put = alone(view, card);
  const tried = { ...view, laid: copied(laid) }; // one copy for all cells: this runs thousands of times a move
  let best = { at: -1, saves: -Infinity };
  for (let at = 0; at < laid.cards.length; at++) {
    if (laid.ranks[at] === GONE) continue;
    copyCard(tried.laid, at, put, 0);
    tried.laid.unknown = laid.unknown & ~(1 << at);
    const saves = before - expected(tried);
    copyCard(tried.laid, at, laid, at);
    if (saves > best.saves) best = { at, saves };
  }
  return best;
}

/** Whether a card in this cell would cancel. @param {View} view @param {number} at @param {Card} card */
function cancels(view, at, card) {
  const { board, laid } = withCard(view, at, alone(view, card));
  return canceledGroups(laid, board, laid.unknown).some((group) => group.includes(at));
}

/**
 * The expected scores of this player's grid and of the leading opponent's.
 * @param {State} state @param {number} seat @returns {[own: number, others: number]}
 */
function outlook(state, seat) {
  const { hidden, last_turns: lastTurns } = state.house.ending;
  const mean = meanOf(state, seat);
  const faceDownAdds = hidden === "counted" ? 0 : faceDownOf(state, seat) * (hidden - mean);
  const others = [...state.seats.keys()].filter((other) => other !== seat);
  const least = Math.min(...others.map((other) => expected(viewOf(state, other, seat, mean))));
  return [expected(viewOf(state, seat, seat, mean)) + faceDownAdds, least - LAST_TURN_SAVES * lastTurns];
}

/** Whether ending the hole now seems right. @param {State} state @param {number} seat */
function isAhead(state, seat) {
  const [mine, others] = outlook(state, seat);
  const { turns = 0, places = [] } = state.seats[seat] ?? {};
  return mine < others || turns >= PATIENCE * places.length;
}

/** Whether knocking now seems right. @param {State} state @param {number} seat */
function isTimeToKnock(state, seat) {
  const { turns = 0 } = state.seats[seat] ?? {};
  const [mine] = outlook(state, seat);
  return turns >= BEFORE_KNOCKING && mine <= goodKnock(state.house) && isAhead(state, seat);
}

/** The most points to knock with: half of an average hand if the house doesn't say. @param {PlayedHouse} house */
function goodKnock(house) {
  const { rows, columns } = house.grid;
  return house.ending.good_knock ?? (averageOf(deckOf(house, 2), house) * rows * columns) / 2;
}

/**
 * Whether the action would end the hole.
 * @param {State} state @param {number} seat @param {string} action @param {Dice} dice
 */
function ends(state, seat, action, dice) {
  return state.ender === null && act(state, seat, action, dice).ender === seat;
}

// --- the plain player ------------------------------------------------------------------------------------------------

/** @param {State} state @param {number} seat @param {readonly string[]} legal @param {Dice} dice @returns {string} */
function plain(state, seat, legal, dice) {
  const { step, drawn } = state;
  if (step === "draw") return plainDraw(state, seat, legal);
  if (step === "hand" && drawn) return plainPlay(state, seat, legal, drawn, dice);
  if (step === "knock") return isTimeToKnock(state, seat) ? "knock" : "end turn";
  const mayWait = step !== "opening" && legal.includes("end turn") && faceDownOf(state, seat) === 1;
  if (mayWait && !isAhead(state, seat)) return "end turn";
  return plainTurning(legal, dice);
}

/**
 * The first of the wanted actions that is legal, else any.
 * @param {readonly string[]} legal @param {string[]} wanted
 */
function first(legal, ...wanted) {
  return wanted.find((action) => legal.includes(action)) ?? /** @type {string} */ (legal[0]);
}

/**
 * Knock, take a discard that is worth it, or draw.
 * @param {State} state @param {number} seat @param {readonly string[]} legal
 */
function plainDraw(state, seat, legal) {
  const [top] = state.discards;
  if (legal.includes("knock") && isTimeToKnock(state, seat)) return "knock";
  if (legal.includes("take discard") && top && isWorthTaking(own(state, seat), top)) return "take discard";
  return first(legal, "draw stock", "shuffle", "take discard");
}

/** @param {View} view @param {Card} card */
function isWorthTaking(view, card) {
  const { at, saves } = bestSpot(view, card);
  return saves >= WORTH_TAKING || (saves > 0 && cancels(view, at, card));
}

/**
 * Put the drawn card where it saves most, or discard it.
 * @param {State} state @param {number} seat @param {readonly string[]} legal @param {Card} drawn @param {Dice} dice
 */
function plainPlay(state, seat, legal, drawn, dice) {
  const view = own(state, seat);
  const swaps = legal.filter((action) => action.startsWith("replace"));
  const saves = swaps.map((action) => {
    const isEarly = ends(state, seat, action, dice) && !isAhead(act(state, seat, action, dice), seat);
    return savesAt(view, cellOf(state, action), drawn) - (isEarly ? TOO_EARLY : 0);
  });
  const most = Math.max(...saves);
  if (legal.includes("discard") && most <= 0) return "discard";
  return swaps[saves.indexOf(most)] ?? first(legal);
}

/** Peek or turn a card up, if that is left to do. @param {readonly string[]} legal @param {Dice} dice */
function plainTurning(legal, dice) {
  const peeks = legal.filter((action) => action.startsWith("peek"));
  if (peeks.length > 0) return dice.pick(peeks);
  const cards = legal.filter((action) => action.startsWith("turn up"));
  return cards.length > 0 ? dice.pick(cards) : first(legal);
}

// --- the sharp player ------------------------------------------------------------------------------------------------

/**
 * The best action, with all tried on the same deals of the unseen cards.
 * @param {State} state @param {number} seat @param {readonly string[]} legal
 * @param {string} usual  the plain player's action
 * @param {Dice} dice
 */
function sharp(state, seat, legal, usual, dice) {
  const tried = worthTrying(state, seat, legal, usual);
  if (tried.length === 1) return /** @type {string} */ (tried[0]);
  const deals = dealtOut(state, seat, dice);
  const turns = turnsLeft(state, seat);
  let best = usual;
  let least = Infinity;
  for (const action of tried) {
    const points = outcome(state, seat, action, deals, turns, dice);
    if (points < least) [best, least] = [action, points];
  }
  return best;
}

/**
 * The legal actions that differ and are no waste: face up if that is allowed, and one for all face-down cards.
 * @param {State} state @param {number} seat @param {readonly string[]} legal @param {string} usual
 */
function worthTrying(state, seat, legal, usual) {
  const hasFaceUp = (/** @type {string} */ action) => legal.includes(action.replace(" face down", ""));
  const faceUp = legal.filter((action) => !action.endsWith("face down") || !hasFaceUp(action));
  const turning = faceUp.filter((action) => action.startsWith("turn up") || action.startsWith("look"));
  const turned = turning.includes(usual) ? usual : turning[0];
  const hands = new Map(faceUp.map((action) => [action, expected(viewAfter(state, seat, action))]));
  const most = Math.min(...hands.values()) + WASTE;
  return faceUp.filter(
    (action) => (!turning.includes(action) || action === turned) && /** @type {number} */ (hands.get(action)) <= most
  );
}

/** The probable number of this player's turns after this one. @param {State} state @param {number} seat */
function turnsLeft(state, seat) {
  if (state.ender !== null) return state.lastTurns.filter((one) => one === seat).length;
  return Math.min(Math.max(turnsUntilTheEnd(state, seat), 0), AHEAD);
}

/** How many more turns this player would have if nobody hurried. @param {State} state @param {number} seat */
function turnsUntilTheEnd({ seats, house: { ending }, stock }, seat) {
  switch (ending.trigger) {
    case "turns":
      return ending.turns - (seats[seat]?.turns ?? 0) - 1;
    case "knock":
      return 2;
    case "stock-empty":
      return Math.floor(stock.length / seats.length);
    case "all-face-up":
    case "turn-up-last":
      return Math.min(...seats.map(faceDown));
  }
}

/** @param {State} state @param {number} seat @param {Dice} dice @returns {Deal[]} */
function dealtOut(state, seat, dice) {
  const cards = unseen(state, seat);
  const mean = meanOf(state, seat);
  const views = state.seats.map((_, owner) => viewOf(state, owner, seat, mean));
  const size = Math.max(state.seats[seat]?.places.length ?? 1, 6);
  return Array.from({ length: Math.ceil(DEALT / size ** 2) }, () => dealtOnce(views, seat, dice.shuffled(cards)));
}

/**
 * The unseen cards in this order: first to the unknown cells, then as draws.
 * @param {readonly View[]} views @param {number} seat @param {readonly Card[]} order @returns {Deal}
 */
function dealtOnce(views, seat, order) {
  let next = 0;
  const lying = views.map(({ laid: { cards, unknown } }) =>
    cards.map((card, at) => /** @type {Card} */ (holds(unknown, at) ? (order[next++] ?? card) : card))
  );
  const draws = views.map(() => {
    const drawn = Array.from({ length: AHEAD + 1 }, () => order[next++ % order.length]);
    return drawn.filter((card) => card !== undefined);
  });
  const after = (/** @type {number} */ turns) =>
    views.map((view, owner) =>
      owner === seat ? 0 : playedOn(view, lying[owner] ?? [], draws[owner]?.slice(0, turns) ?? []).points
    );
  return { lying: lying[seat] ?? [], draws: draws[seat] ?? [], others: remembered(after) };
}

/**
 * The function, worked out once for each number.
 * @template T @param {(number: number) => T} work @returns {(number: number) => T}
 */
function remembered(work) {
  /** @type {Map<number, T>} */
  const known = new Map();
  return (number) => {
    const found = known.get(number) ?? work(number);
    known.set(number, found);
    return found;
  };
}

/**
 * The score of a grid after some draws, each put where it saves most, with all cards face up. `ended` is the index of
 * the draw that ended the hole; −1 if none did.
 * @param {View} before @param {readonly Card[]} lying @param {readonly Card[]} draws
 */
function playedOn(before, lying, draws) {
  let view = before;
  let ended = -1;
  for (let index = 0; index < draws.length && ended < 0; index++) {
    const { unknown } = view.laid;
    const next = withDrawn(view, /** @type {Card} */ (draws[index]));
    view = next === view && unknown !== 0 && view.turnsUp ? turnedUp(view, lying, 31 - Math.clz32(unknown)) : next;
    if (view.mustEnd && unknown !== 0 && view.laid.unknown === 0) ended = index;
  }
  const { board, laid } = view;
  const cards = laid.cards.map((card, at) => (holds(laid.unknown, at) ? (lying[at] ?? card) : card));
  return { points: expected({ ...view, laid: laidOf(cards, board.house, 0, 0) }), ended };
}

/**
 * The grid that comes of this one by what was done, worked out once.
 * @param {View} view @param {string} done @param {() => View} work
 */
function once({ next }, done, work) {
  const known = next.get(done) ?? work();
  next.set(done, known);
  return known;
}

/**
 * The grid with a drawn card where it saves most; the same grid if it saves nothing.
 * @param {View} view @param {Card} card
 */
function withDrawn(view, card) {
  return once(view, nameOf(view, card), () => {
    const { at, saves } = bestSpot(view, card);
    return saves > 0 ? withCard(view, at, alone(view, card)) : view;
  });
}

/** @param {View} view @param {readonly Card[]} lying @param {number} at */
function turnedUp(view, lying, at) {
  const card = /** @type {Card} */ (lying[at]);
  return once(view, `${at} ${nameOf(view, card)}`, () => withCard(view, at, alone(view, card)));
}

/** The card as far as scores tell it from others. @param {View} view @param {Card} card */
function nameOf({ board }, card) {
  return needsSuit(card.rank, board.house) ? formatCard(card) : card.rank;
}

/**
 * The player's average deficit after the action; below 0 is ahead.
 * @param {State} state @param {number} seat @param {string} action @param {readonly Deal[]} deals @param {number} turns
 * @param {Dice} dice
 */
function outcome(state, seat, action, deals, turns, dice) {
  const draws = action === "draw stock" || action === "shuffle" || action === "take discard";
  const isEnd = !draws && ends(state, seat, action, dice);
  const ender = isEnd ? seat : state.ender;
  const mine = isEnd ? 0 : turns;
  const theirs = isEnd ? state.house.ending.last_turns : turnsOfOthers(state, turns);
  const view = viewAfter(state, seat, action);
  const [top] = state.discards;
  const taken = action === "take discard" && top ? [top] : [];
  const count = mine + (draws && taken.length === 0 ? 1 : 0);
  let sum = 0;
  for (const deal of deals) {
    const { points, ended } = playedOn(view, deal.lying, [...taken, ...deal.draws.slice(0, count)]);
    const others = ended < 0 ? theirs : ended + (draws ? 0 : 1) + state.house.ending.last_turns;
    sum += deficit(state, seat, deal.others(others).with(seat, points), ended < 0 ? ender : seat);
  }
  return sum / deals.length + gift(state, seat, action);
}

/** The turns that others have while this player has that number. @param {State} state @param {number} turns */
function turnsOfOthers({ ender, lastTurns }, turns) {
  if (ender === null) return Math.max(turns, 1);
  return lastTurns.length > 0 ? 1 : 0;
}

/** The player's grid after the action. @param {State} state @param {number} seat @param {string} action */
function viewAfter(state, seat, action) {
  const view = own(state, seat);
  const { drawn } = state;
  const isPut = action.startsWith("replace") || action.startsWith("look"); // a look commits to that cell
  return isPut && drawn ? withCard(view, cellOf(state, action), alone(view, drawn)) : view;
}

/**
 * How far the player is behind the average of the others, once the hole is scored.
 * @param {State} state @param {number} seat @param {readonly number[]} points  of each grid
 * @param {number | null} ender
 */
function deficit({ house }, seat, points, ender) {
  const grids = points.map((one, number) => /** @type {[string, number]} */ ([String(number), one]));
  const lines = scoreHole(grids, house, ender === null ? null : String(ender), { sentences: {} });
  const scores = lines.map(({ score }) => score);
  const mine = scores[seat] ?? 0;
  const others = scores.reduce((total, score) => total + score, 0) - mine;
  return mine - others / Math.max(scores.length - 1, 1);
}

/**
 * The next player's extra gain from the action's discard over an unseen card.
 * @param {State} state @param {number} seat @param {string} action
 */
function gift(state, seat, action) {
  const { seats, house, ender, lastTurns } = state;
  const thrown = thrownBy(state, seat, action);
  const next = (seat + 1) % seats.length;
  const hasTurn = next !== seat && (ender === null || lastTurns.includes(next));
  if (thrown === null || !hasTurn || house.turn.sources === "stock") return 0;
  const { saves } = bestSpot(viewOf(state, next, seat, meanOf(state, seat)), thrown);
  return Math.max(0, saves - WORTH_TAKING) / (seats.length - 1);
}

/**
 * The card that the action discards, if the player knows it.
 * @param {State} state @param {number} seat @param {string} action
 */
function thrownBy(state, seat, action) {
  if (action === "discard") return state.drawn;
  const spot = action.startsWith("replace") ? state.seats[seat]?.places[cellOf(state, action)] : undefined;
  return spot === undefined || isUnknown(spot, true) ? null : spot.card;
}

// --- hints -----------------------------------------------------------------------------------------------------------

/**
 * The plain player's reason for an action, and what it is about: reasons about the same differ in their cards only.
 * @param {State} state @param {number} seat @param {string} action @returns {Rule}
 */
export function why(state, seat, action) {
  const [top] = state.discards;
  if (action === "knock" || action === "end turn") return whyNow(state, seat);
  if (action === "shuffle") return { about: "empty stock", words: "The stock is empty." };
  if (action.startsWith("peek") || (action.startsWith("turn up") && state.step === "opening"))
    return { about: "opening", words: "You don’t know that card yet." };
  if (action.startsWith("turn up")) return { about: "flip", words: "Then you’ll know what you have." };
  if (action === "draw stock" && top) return { about: "top card", words: `The ${word(top.rank)} doesn’t help much.` };
  const card = action === "take discard" ? top : state.drawn;
  if (action === "draw stock" || action === "discard" || !card)
    return { about: "no help", words: "It doesn’t help anywhere." };
  const view = own(state, seat);
  const at = action === "take discard" ? bestSpot(view, card).at : cellOf(state, action);
  return whyThere(view, at, card);
}

/** The reason to end the hole now, or not yet. @param {State} state @param {number} seat @returns {Rule} */
function whyNow(state, seat) {
  const [mine, others] = outlook(state, seat).map((points) => number(Math.round(points)));
  return { about: "total", words: `You have about ${mine}. The others have ${others} or more.` };
}

/** The reason to put the card there. @param {View} view @param {number} at @param {Card} card @returns {Rule} */
function whyThere(view, at, card) {
  const { house } = view.board;
  const named = word(card.rank);
  if (savesAt(view, at, card) > 0 && cancels(view, at, card)) {
    const isSet = (house.cancelling?.size ?? 2) > 2;
    return { about: "pair", words: `This ${named} ${isSet ? "completes a set" : "makes a pair"}.` };
  }
  const about = holds(view.laid.unknown, at) ? "face-down card" : "worth";
  return { about, words: `${worthOf(view, at)}. This ${named} is worth ${number(value(card, house))}.` };
}

/** What lies there, and its worth. @param {View} view @param {number} at */
function worthOf({ board, laid, mean }, at) {
  if (holds(laid.unknown, at)) return `A face-down card averages ${number(Math.round(mean))}`;
  const card = /** @type {Card} */ (laid.cards[at]);
  return `The ${word(card.rank)} is worth ${number(value(card, board.house))}`;
}
