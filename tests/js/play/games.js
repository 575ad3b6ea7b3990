/**
 * Whole games of the phone's players, with all that the page's referee and rules say of them: `node games.js GAMES`, a
 * line of JSON a game. GAMES is a file of tests/js/test_bot_games.py, which has the server judge them.
 *
 * @import {State} from "../../../static/js/play/hole.js"
 * @import {Entry, Player} from "../../../static/js/rules/game.js"
 */

import { readFileSync } from "node:fs";

import { choose } from "../../../static/js/play/bots.js";
import { act, actionsOf, deal, deckOf, Dice, due, layoutOf, refusal } from "../../../static/js/play/hole.js";
import { Game } from "../../../static/js/rules/game.js";
import { formatCard } from "../../../static/js/rules/house.js";
import { answers } from "../parity/game_answers.js";
import { dataOf } from "../parity/state_data.js";

/** Actions that the referee is asked about before each move. */
const ASKED = 6;

const HOLES = 9;
const ENDLESS = 3000;

const WITH_A_CARD = ["turn up", "peek", "look", "replace"];
const WITHOUT = ["ready", "draw stock", "take discard", "discard", "knock", "end turn", "shuffle"];

/** A game from the first deal to its end. @param {any} rules @param {{names: string[], levels: any[], seed: number}} at */
function played(rules, { names, levels, seed }) {
  const dice = new Dice(seed);
  const players = names.map((name, seat) => ({ id: seat + 1, name, joined: 1, left: null, team: null }));
  const parts = { house: rules.house, players, holesPlanned: HOLES, firstDealer: players.length, holes: [] };
  let game = new Game(parts, rules);
  const holes = [];
  for (let number; (number = game.currentHole) !== null; ) {
    const dealer = /** @type {Player} */ (game.dealer(number)).id;
    const starter = (game.starter(number)?.id ?? (dealer % players.length) + 1) - 1;
    const deck = dice.shuffled(deckOf(rules.house, players.length));
    const { steps, last } = playedOut(deal(rules.house, names, deck, starter), levels, dice);
    holes.push({ deck: deck.map(formatCard), steps, last: dataOf(last) });
    game = game.withHole(finished(number, dealer, last));
  }
  return { holes, answers: answers(game) };
}

/** Each move to the end of the hole, with what else could be done. @param {State} first @param {any[]} levels @param {Dice} dice */
function playedOut(first, levels, dice) {
  const steps = [];
  let state = first;
  while (state.step !== "over") {
    if (steps.length > ENDLESS) throw new Error(`a hole of ${state.house.key} does not end`);
    const seat = /** @type {number} */ (due(state)[0]);
    const offered = due(state).flatMap((one) => actionsOf(state, one).map((action) => [one, action]));
    const action = choose(state, seat, dice, levels[seat]);
    const step = { offered, asked: asked(state, dice), does: [seat, action], order: /** @type {string[]} */ ([]) };
    const shuffled = (/** @type {readonly any[]} */ cards) => {
      const order = dice.shuffled(cards);
      step.order = order.map(formatCard);
      return order;
    };
    state = act(state, seat, action, { shuffled });
    steps.push(step);
  }
  return { steps, last: state };
}

/** Actions of dice, with the code of each that is refused. @param {State} state @param {Dice} dice */
function asked(state, dice) {
  const { rows, columns } = state.house.grid;
  return Array.from({ length: ASKED }, (_, turn) => {
    const seat = Math.floor(dice.roll() * state.seats.length);
    const row = 1 + Math.floor(dice.roll() * (rows + 1)); // the last one is outside
    const column = 1 + Math.floor(dice.roll() * columns);
    const lies = dice.roll() < 0.5 ? "" : " face down";
    const kind = dice.pick(turn % 2 === 0 ? WITH_A_CARD : WITHOUT);
    const action = turn % 2 === 0 ? `${kind} ${row} ${column}${kind === "replace" ? lies : ""}` : kind;
    return [seat, action, refusal(state, seat, action)];
  });
}

/** The hole as the game keeps it. @param {number} number @param {number} dealer @param {State} last */
function finished(number, dealer, last) {
  const entries = last.seats.map((_, seat) => [seat + 1, { layout: layoutOf(last, seat), points: null }]);
  return {
    number,
    dealer,
    entries: new Map(/** @type {[number, Entry][]} */ (entries)),
    ender: last.ender === null ? null : last.ender + 1,
    enderKnown: true,
    confirmed: true,
    warningsAccepted: true,
    playoff: [],
    byHand: new Map(),
  };
}

const { rules, games } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
for (const game of games) console.log(JSON.stringify(played(rules[game.rules], game)));
