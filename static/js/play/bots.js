/**
 * The phone's players, and the reasons in hints. Both know no more than a person in their seat: an unseen card has the
 * average value of the unseen cards.
 *
 * The plain player takes a discard that cancels a card or saves at least four points, puts each card where it saves most,
 * and ends the hole when it expects to be ahead. The sharp player deals out the unseen cards again and again, plays each of
 * its actions on for some turns, and takes the one that does best against the others.
 *
 * @import {Dice, Spot, Seat, State} from "./hole.js"
 * @import {Card} from "../rules/house.js"
 * @import {Board} from "../rules/scoring.js"
 *
 * @typedef {{board: Board, cards: readonly Card[], unknown: number, mean: number, turnsUp: boolean}} View  a grid as a player
 *   knows it: the set of unknown cells, the average value of an unseen card, and whether a discard comes with a flip
 */

import { number, value, word } from "../rules/house.js";
import { scoreHole } from "../rules/hole.js";
import { boardOf, canceledGroups, holds, laidOf, setOf, workOut } from "../rules/scoring.js";
import { act, actionsOf, cardAt, faceDown, isFaceDown, spotOf } from "./hole.js";

/** Points that a discard must save to be taken without canceling. */
const WORTH_TAKING = 4;

/** Points that an opponent may still save in a last turn. */
const LAST_TURN_SAVES = 3;

/** Extra points that ending the hole must save while the others seem to be ahead. */
const TOO_EARLY = 10;

/** Turns per card of a grid after which a player stops waiting to be ahead. */
const PATIENCE = 2;

/** The sharp player's cards to deal out in all before a move, and its most turns to look ahead. */
const DEALT = 600, AHEAD = 3;

/** @param {State} state @param {number} seat @param {Dice} dice @param {"plain" | "sharp"} level */
export function choose(state, seat, dice, level) {
  const all = actionsOf(state, seat), some = all.filter((action) => !leavesNoEnd(state, seat, action)), legal = some.length > 0 ? some : all;
  const usual = plain(state, seat, legal, dice);
  return level === "plain" || legal.length === 1 || state.step === "opening" ? usual : sharp(state, seat, legal, usual, dice);
}

/** Whether the action swaps the last face-down card where only flipping it ends a hole. @param {State} state @param {number} seat @param {string} action */
function leavesNoEnd({ house, seats }, seat, action) {
  const places = seats[seat]?.places ?? [], spot = action.startsWith("replace") && places[spotOf({ house }, action) ?? -1];
  return spot && isFaceDown(spot) && places.filter(isFaceDown).length === 1 && house.ending.trigger === "turn-up-last" && !house.ending.replacing_last_ends;
}

// --- what is known -------------------------------------------------------------------------------------------------------

/** The cards that the player in this seat has not seen. @param {State} state @param {number} seat */
function unseen({ seats, stock }, seat) {
  return [...stock, ...seats.flatMap(({ places }, owner) =>
    places.flatMap((spot) => (spot.card !== null && isUnknown(spot, owner === seat) ? [spot.card] : [])))];
}

/** @param {Spot} spot @param {boolean} isOwn */
function isUnknown(spot, isOwn) {
  return isFaceDown(spot) && !(isOwn && spot.seen);
}

/** The owner's grid as the player in this seat knows it. @param {State} state @param {number} owner @param {number} seat @param {number} mean @returns {View} */
function viewOf(state, owner, seat, mean) {
  const places = state.seats[owner]?.places ?? [];
  const unknown = setOf([...places.keys()].filter((at) => isUnknown(/** @type {Spot} */ (places[at]), owner === seat)));
  return { board: boardOf(state.house), cards: places.map(cardAt), unknown, mean, turnsUp: state.house.turn.turn_up_after_discard !== "never" };
}

/** @param {State} state @param {number} seat */
function meanOf(state, seat) {
  const cards = unseen(state, seat);
  return cards.reduce((sum, card) => sum + value(card, state.house), 0) / Math.max(cards.length, 1);
}

/** @param {State} state @param {number} seat */
function own(state, seat) {
  return viewOf(state, seat, seat, meanOf(state, seat));
}

/** The expected score of a grid. @param {View} view */
function expected({ board, cards, unknown, mean }) {
  let points = 0;
  for (const step of workOut(laidOf(cards, board.house, unknown, 0), board)) points += step.points;
  for (let at = 0; at < cards.length; at++) if (holds(unknown, at)) points += mean;
  return points;
}

/** The grid with a card swapped in. @param {View} view @param {number} at @param {Card} card @returns {View} */
function withCard(view, at, card) {
  return { ...view, cards: view.cards.with(at, card), unknown: view.unknown & ~(1 << at) };
}

/** The best cell for a card, and the points it saves there. @param {View} view @param {Card} card @param {readonly number[]} [places] */
function bestSpot(view, card, places = [...view.cards.keys()]) {
  const before = expected(view);
  let best = { at: -1, saves: -Infinity };
  for (const at of places) {
    if (view.cards[at]?.rank === ".") continue;
    const saves = before - expected(withCard(view, at, card));
    if (saves > best.saves) best = { at, saves };
  }
  return best;
}

/** Whether a card in this cell would cancel. @param {View} view @param {number} at @param {Card} card */
function cancels(view, at, card) {
  const { board, cards, unknown } = withCard(view, at, card);
  return canceledGroups(laidOf(cards, board.house, unknown, 0), board, unknown).some((group) => group.includes(at));
}

/** The expected scores of this player's grid and of the leading opponent's. @param {State} state @param {number} seat @returns {[own: number, others: number]} */
function outlook(state, seat) {
  const mean = meanOf(state, seat), { hidden } = state.house.ending;
  const mine = viewOf(state, seat, seat, mean);
  const faceDownAdds = hidden === "counted" ? 0 : faceDown(/** @type {Seat} */ (state.seats[seat])) * (hidden - mean);
  const others = state.seats.flatMap((_, other) => (other === seat ? [] : [expected(viewOf(state, other, seat, mean))]));
  return [expected(mine) + faceDownAdds, Math.min(...others) - LAST_TURN_SAVES * state.house.ending.last_turns];
}

/** Whether ending the hole now seems right. @param {State} state @param {number} seat */
function isAhead(state, seat) {
  const [mine, others] = outlook(state, seat), { turns = 0, places = [] } = state.seats[seat] ?? {};
  return mine < others || turns >= PATIENCE * places.length;
}

/** Whether the action would end the hole. @param {State} state @param {number} seat @param {string} action @param {Dice} dice */
function ends(state, seat, action, dice) {
  return state.ender === null && act(state, seat, action, dice).ender === seat;
}

// --- the plain player -------------------------------------------------------------------------------------------------------

/** @param {State} state @param {number} seat @param {readonly string[]} legal @param {Dice} dice @returns {string} */
function plain(state, seat, legal, dice) {
  const named = (/** @type {string} */ words) => legal.filter((action) => action.startsWith(words));
  const first = (/** @type {string[]} */ ...wanted) => wanted.find((action) => legal.includes(action)) ?? /** @type {string} */ (legal[0]);
  const { step, discards: [top], drawn } = state;
  if (step === "draw") {
    if (legal.includes("knock") && isAhead(state, seat)) return "knock";
    const view = own(state, seat), { at, saves } = top ? bestSpot(view, top) : { at: -1, saves: 0 };
    const isWorthIt = top && (saves >= WORTH_TAKING || (saves > 0 && cancels(view, at, top)));
    if (isWorthIt && legal.includes("take discard")) return "take discard";
    return first("draw stock", "shuffle", "take discard");
  }
  if (step === "hand" && drawn) {
    const view = own(state, seat), before = expected(view);
    const saves = named("replace").map((action) => {
      const waits = ends(state, seat, action, dice) && !isAhead(act(state, seat, action, dice), seat) ? TOO_EARLY : 0;
      return before - expected(withCard(view, spotOf(state, action) ?? -1, drawn)) - waits;
    });
    const most = Math.max(...saves);
    return legal.includes("discard") && most <= 0 ? "discard" : named("replace")[saves.indexOf(most)] ?? first();
  }
  if (step === "knock") return isAhead(state, seat) ? "knock" : "end turn";
  const isLast = faceDown(/** @type {Seat} */ (state.seats[seat])) === 1;
  if (step !== "opening" && legal.includes("end turn") && isLast && !isAhead(state, seat)) return "end turn";
  const cards = [...named("peek"), ...named("turn up")];
  return cards.length > 0 ? dice.pick(named("peek").length > 0 ? named("peek") : cards) : first();
}

// --- the sharp player -------------------------------------------------------------------------------------------------------

/** The best action, with all tried on the same deals of the unseen cards. @param {State} state @param {number} seat @param {readonly string[]} legal @param {string} usual  the plain player's action @param {Dice} dice */
function sharp(state, seat, legal, usual, dice) {
  const faceUp = legal.filter((action) => !action.endsWith("face down") || !legal.includes(action.replace(" face down", "")));
  // All face-down cards are alike.
  const turning = faceUp.filter((action) => action.startsWith("turn up") || action.startsWith("look"));
  const tried = faceUp.filter((action) => !turning.includes(action) || action === usual || (action === turning[0] && !turning.includes(usual)));
  const deals = dealtOut(state, seat, dice);
  const turns = turnsLeft(state, seat);
  let best = usual, least = Infinity;
  for (const action of tried) {
    const points = outcome(state, seat, action, deals, turns, dice);
    if (points < least) [best, least] = [action, points];
  }
  return best;
}

/** The probable number of this player's turns after this one. @param {State} state @param {number} seat */
function turnsLeft({ seats, house: { ending }, ender, lastTurns, stock }, seat) {
  if (ender !== null) return lastTurns.filter((one) => one === seat).length;
  const fewest = Math.min(...seats.map(faceDown));
  const left = {
    "turns": ending.turns - (seats[seat]?.turns ?? 0) - 1, "knock": 2, "stock-empty": Math.floor(stock.length / seats.length),
    "all-face-up": fewest, "turn-up-last": fewest,
  }[ending.trigger];
  return Math.min(Math.max(left, 0), AHEAD);
}

/** Deals of the unseen cards: each has the player's grid, the draws, and the others' final scores. @param {State} state @param {number} seat @param {Dice} dice */
function dealtOut(state, seat, dice) {
  const cards = unseen(state, seat), mean = meanOf(state, seat);
  const views = state.seats.map((_, owner) => viewOf(state, owner, seat, mean));
  return Array.from({ length: Math.ceil(DEALT / Math.max(views[seat]?.cards.length ?? 1, 4)) }, () => {
    const order = dice.shuffled(cards);
    let next = 0;
    const lying = views.map((view) => view.cards.map((card, at) => (holds(view.unknown, at) ? order[next++] ?? card : card)));
    const draws = views.map(() => Array.from({ length: AHEAD + 1 }, () => order[next++ % order.length]).filter((card) => card !== undefined));
    /** @type {Map<number, number[]>} by turns left */
    const come = new Map();
    const others = (/** @type {number} */ turns) => {
      const known = come.get(turns) ?? views.map((view, owner) => (owner === seat ? 0 : playedOn(view, lying[owner] ?? [], draws[owner]?.slice(0, turns) ?? [])));
      come.set(turns, known);
      return known;
    };
    return { lying: lying[seat] ?? [], draws: draws[seat] ?? [], others };
  });
}

/** The score of a grid after some draws, each put where it saves most, with all cards face up. @param {View} view @param {readonly Card[]} lying @param {readonly Card[]} draws */
function playedOn(view, lying, draws) {
  for (const card of draws) {
    const { at, saves } = bestSpot(view, card), hidden = lying.findIndex((_, spot) => holds(view.unknown, spot));
    if (saves > 0) view = withCard(view, at, card);
    else if (hidden >= 0 && view.turnsUp) view = withCard(view, hidden, /** @type {Card} */ (lying[hidden]));
  }
  return expected({ ...view, cards: view.cards.map((card, at) => (holds(view.unknown, at) ? lying[at] ?? card : card)), unknown: 0 });
}

/** The player's average deficit after the action; below 0 is ahead. @param {State} state @param {number} seat @param {string} action @param {ReturnType<typeof dealtOut>} deals @param {number} turns @param {Dice} dice */
function outcome(state, seat, action, deals, turns, dice) {
  const { house, seats, drawn, discards: [top] } = state;
  const draws = action === "draw stock" || action === "shuffle" || action === "take discard";
  const isEnd = !draws && ends(state, seat, action, dice), ender = isEnd ? seat : state.ender;
  const before = own(state, seat);
  const [left, theirs] = isEnd ? [0, house.ending.last_turns] : [turns, state.ender === null ? Math.max(turns, 1) : state.lastTurns.length > 0 ? 1 : 0];
  const view = action.startsWith("replace") && drawn ? withCard(before, spotOf(state, action) ?? -1, drawn) : before;
  const atOnce = action === "take discard" && top ? [top] : [];
  let sum = 0;
  for (const { lying, draws: own, others } of deals) {
    const mine = playedOn(view, lying, [...atOnce, ...own.slice(0, left + (draws && atOnce.length === 0 ? 1 : 0))]);
    const points = others(theirs).with(seat, mine);
    const scores = scoreHole(points.map((one, number) => [String(number), one]), house, ender === null ? null : String(ender), { sentences: {} }).map(({ score }) => score);
    const all = scores.reduce((total, score) => total + score, 0), my = scores[seat] ?? 0;
    sum += my - (all - my) / Math.max(seats.length - 1, 1);
  }
  return sum / deals.length + gift(state, seat, action);
}

/** The next player's extra gain from the action's discard over an unseen card. @param {State} state @param {number} seat @param {string} action */
function gift(state, seat, action) {
  const { drawn, seats, house } = state, spot = action.startsWith("replace") ? seats[seat]?.places[spotOf(state, action) ?? -1] : null;
  const thrown = action === "discard" ? drawn : spot && !isUnknown(spot, true) ? spot.card : null;
  const next = (seat + 1) % seats.length;
  if (thrown === null || next === seat || house.turn.sources === "stock" || (state.ender !== null && !state.lastTurns.includes(next))) return 0;
  return Math.max(0, bestSpot(viewOf(state, next, seat, meanOf(state, seat)), thrown).saves - WORTH_TAKING) / (seats.length - 1);
}

// --- hints ---------------------------------------------------------------------------------------------------------------

/** The plain player's reason for an action. @param {State} state @param {number} seat @param {string} action */
export function why(state, seat, action) {
  const { step, discards: [top], drawn } = state;
  const [mine, others] = outlook(state, seat);
  const seem = `You have about ${number(Math.round(mine))}. The others have ${number(Math.round(others))} or more.`;
  if (action === "knock" || action === "end turn") return seem;
  if (action === "shuffle") return "The stock is empty.";
  if (action.startsWith("peek")) return "You don’t know that card yet.";
  if (action.startsWith("turn up")) return step === "opening" ? "You don’t know that card yet." : "Then you’ll know what you have.";
  const card = action === "take discard" ? top : drawn, view = own(state, seat);
  if (action === "draw stock" || action === "discard" || !card) return top && action === "draw stock" ? `The ${word(top.rank)} doesn’t help much.` : "It doesn’t help anywhere.";
  const { at, saves } = action === "take discard" ? bestSpot(view, card) : { at: spotOf(state, action) ?? -1, saves: expected(view) - expected(withCard(view, spotOf(state, action) ?? -1, card)) };
  if (saves > 0 && cancels(view, at, card)) return `This ${word(card.rank)} ${(state.house.cancelling?.size ?? 2) > 2 ? "completes a set" : "makes a pair"}.`;
  const old = holds(view.unknown, at) ? `A face-down card averages ${number(Math.round(view.mean))}` : `The ${word(view.cards[at]?.rank ?? ".")} is worth ${number(value(/** @type {Card} */ (view.cards[at]), state.house))}`;
  return `${old}. This ${word(card.rank)} is worth ${number(value(card, state.house))}.`;
}
