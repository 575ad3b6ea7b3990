/**
 * Rare edits: players join or leave, an extra hole breaks a tie. Mirrors `_join_and_leave` of
 * scorekeeper/tally/editing.py and `extra_hole` of scorekeeper/web/end.py.
 *
 * @import {Hole, Player} from "../rules/game.js"
 * @import {PageRules} from "./game-on-phone.js"
 */

import { Game } from "../rules/game.js";
import { nextClockwise } from "../rules/hole.js";
import { newHole, LAZY_EDITS } from "./game-on-phone.js";

/**
 * The game after players joined at a hole, and others left.
 * @type {(game: Game, said: {hole: number, joining: {id: number, name: string, team?: number | null}[], leaving:
 *   Record<string, number>}, rules: PageRules) => Game}
 */
function withTable(game, { hole, joining, leaving }, { players: [fewest, most] = [2, 60] }) {
  const seated = game.players.map((player) => {
    const after = leaving[player.id];
    if (after === undefined || player.left !== null) return player;
    const played = game.holes
      .filter(({ entries, byHand }) => entries.has(player.id) || byHand.has(player.id))
      .map(({ number }) => number);
    return { ...player, left: Math.max(after, player.joined - 1, ...played) };
  });
  const newcomers = joining.filter(({ id }) => game.player(id) === null);
  const players = [...seated, ...newcomers.map((one) => ({ team: null, ...one, joined: hole, left: null }))];
  const here = (/** @type {readonly Player[]} */ some) => some.filter(({ left }) => left === null).length;
  const areTooFewOrMany = here(players) !== here(game.players) && !(here(players) >= fewest && here(players) <= most);
  if (areTooFewOrMany || new Set(players.map(({ name }) => name.toLowerCase())).size < players.length) return game;
  const changed = new Game({ ...game, players }, game.wording);
  return changed.holes.reduce((next, one) => {
    const atTable = new Set(next.atTable(one.number).map(({ id }) => id));
    const dealer = one.confirmed || atTable.has(one.dealer) ? null : nextClockwise(next.seats, one.dealer, atTable);
    return dealer === null ? next : next.withHole({ ...one, dealer });
  }, changed);
}

/** @type {(game: Game, said: {hole: number, players: readonly number[]}) => Game} */
function withExtraHole(game, { hole, players }) {
  const next = game.hole(hole) === null ? extraHole(game) : null;
  return next?.number === hole && String(next.playoff) === String(players) ? game.withHole(next) : game;
}

/** The next extra hole of the tied players, or null. @param {Game} game @returns {Hole | null} */
export function extraHole(game) {
  if (!game.isOver || game.ahead.length < 2) return null;
  const tied = new Set(
    game.ahead
      .flatMap(({ side }) => side.players)
      .filter(({ left }) => left === null)
      .map(({ id }) => id)
  );
  const playoff = game.seats.filter((id) => tied.has(id));
  const number = Math.max(game.holesPlanned, ...game.holes.map((hole) => hole.number)) + 1;
  const dealer = nextClockwise(game.seats, game.holes.at(-1)?.dealer ?? game.firstDealer, tied) ?? playoff[0];
  return dealer === undefined || playoff.length < 2 ? null : newHole(number, dealer, playoff);
}

LAZY_EDITS.set("table", withTable);
LAZY_EDITS.set("playoff", withExtraHole);
