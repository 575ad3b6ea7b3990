/**
 * Who leads a game or has won it, in a sentence, and what wins. Mirrors scorekeeper/rules/leading.py.
 *
 * @import {Game, Standing} from "./game.js"
 */

import { isolated, listing, number, perHole } from "./wording.js";

/**
 * Who leads, or has won, with what, and how far ahead.
 * @param {Game} game
 */
export function leadSentence(game) {
  const { leaders } = game;
  const [best] = leaders;
  if (best === undefined) return "No hole is finished yet.";
  const names = namesOf(leaders);
  if (game.undecided.length > 0) {
    return `${names} are tied with ${measure(game, best)}: an extra hole is still to break the tie.`;
  }
  if (leaders.length > 1) return `${names} share the ${game.isOver ? "win" : "lead"} with ${measure(game, best)}.`;
  const sentence = `${names} ${game.isOver ? "wins" : "leads"} with ${measure(game, best)}`;
  const rest = game.standings.filter((standing) => standing.rank !== null && standing.rank > 1);
  const ahead = rest[0] ? aheadOf(game, best, rest[0]) : 0;
  if (ahead === 0) return `${sentence}.`;
  const second = namesOf(rest.filter((standing) => standing.rank === rest[0]?.rank));
  return `${sentence}, ${ahead} ahead of ${second}.`;
}

/**
 * What wins, and how totals are compared where people did not all play the same holes.
 * @param {Game} game
 */
export function comparisonSentence(game) {
  if (game.house.match.winner === "most-holes") {
    return "Whoever wins the most holes wins; the lowest score wins a hole.";
  }
  if (game.byAverage) {
    return "The lowest score wins. Not everybody has played every hole, so points per hole are compared, not totals.";
  }
  return "The lowest score wins.";
}

/**
 * What places go by, for one player: holes won, points a hole, or the total.
 *
 * @param {Game} game
 * @param {Standing} standing
 * @param {{unit?: boolean}} [options]  unit: whether a total says that it is points
 */
export function measure(game, standing, { unit = false } = {}) {
  if (game.house.match.winner === "most-holes") {
    const won = game.holesWon(standing.player);
    return `${won} hole${won === 1 ? "" : "s"} won`;
  }
  if (game.byAverage && standing.average !== null) return `${perHole(standing.average)} points a hole`;
  if (!unit) return number(standing.total);
  return `${number(standing.total)} point${Math.abs(standing.total) === 1 ? "" : "s"}`;
}

/**
 * By how many points, or holes, the first is ahead; 0 where that is no whole number, or a tie was broken.
 *
 * @param {Game} game
 * @param {Standing} best
 * @param {Standing} second
 */
function aheadOf(game, best, second) {
  if (game.house.match.winner === "most-holes") return game.holesWon(best.player) - game.holesWon(second.player);
  return game.byAverage ? 0 : second.total - best.total;
}

/** @param {readonly Standing[]} standings */
function namesOf(standings) {
  return listing(standings.map((standing) => isolated(standing.player.name)));
}
