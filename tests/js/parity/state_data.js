/** @import {State} from "../../../static/js/play/hole.js" */

import { formatCard } from "../../../static/js/rules/house.js";

/** As scorekeeper/referee/state.py writes it. @param {State} state */
export function dataOf(state) {
  const { columns } = state.house.grid;
  const { lookedAt: at, drawn } = state;
  return {
    seats: state.seats.map(({ name, places, toTurnUp, toPeek, turns, declined }) => ({
      name,
      places: places.map(({ card, faceUp, seen }) =>
        card === null ? "." : faceUp ? formatCard(card) : seen ? `(${formatCard(card)})` : `[${formatCard(card)}]`
      ),
      to_turn_up: toTurnUp,
      to_peek: toPeek,
      turns,
      declined,
    })),
    stock: state.stock.map(formatCard),
    discards: state.discards.map(formatCard),
    starter: state.starter,
    step: state.step,
    player: state.player,
    drawn: drawn && formatCard(drawn),
    drawn_from: state.drawnFrom,
    looked_at: at === null ? null : [Math.floor(at / columns), at % columns],
    ender: state.ender,
    last_turns: state.lastTurns,
    shuffles: state.shuffles,
  };
}
