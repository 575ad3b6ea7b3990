/**
 * Everything that can be asked of a game, in the order of answers() in tests/js/parity_games.py.
 *
 * @import {Game, Player} from "../../../static/js/rules/game.js"
 */

import { smallestTeam } from "../../../static/js/rules/game.js";
import { comparisonSentence, leadSentence, measure, perHole, tieSentence } from "../../../static/js/rules/leading.js";

/** @param {Game} game */
export function answers(game) {
  const last = Math.max(game.holesPlanned, ...game.holes.map((hole) => hole.number));
  return {
    currentHole: game.currentHole,
    isOver: game.isOver,
    reached: game.reached,
    holesShown: game.holesShown,
    lengthWords: game.lengthWords,
    decidedBy: game.decidedBy,
    fullLength: game.fullLength,
    fullLengthWords: game.fullLengthWords,
    byAverage: game.byAverage,
    hasTeams: game.hasTeams,
    newcomerTeam: smallestTeam(game),
    standings: game.standings.map((standing) => ({
      player: standing.player.id,
      total: standing.total,
      holes: standing.holes,
      rank: standing.rank,
      average: standing.average && perHole(standing.average),
      playoff: standing.playoff,
    })),
    places: game.places.map((place) => ({
      players: ids(place.side.players),
      total: place.total,
      holes: place.holes,
      rank: place.rank,
      average: place.average && perHole(place.average),
      playoff: place.playoff,
      measure: measure(game, place),
      toPar: game.toPar(place.side),
    })),
    undecided: game.undecided.map((place) => ids(place.side.players)),
    holesWon: game.sides.map((side) => game.holesWon(side)),
    lead: leadSentence(game),
    comparison: comparisonSentence(game),
    tie: tieSentence(game),
    holes: Array.from({ length: last + 2 }, (_, place) => holeAnswers(game, place + 1)),
  };
}

function holeAnswers(/** @type {Game} */ game, /** @type {number} */ number) {
  const hole = game.hole(number);
  return {
    hole: number,
    words: game.holeWords(number),
    begun: hole !== null,
    settled: hole === null ? [] : [hole.ender, hole.enderKnown, hole.confirmed, hole.warningsAccepted],
    atTable: ids(game.atTable(number)),
    dealer: game.dealer(number)?.id ?? null,
    starter: game.starter(number)?.id ?? null,
    startWords: game.startWords(number),
    dealWords: game.dealWords(number),
    missing: ids(game.missing(number)),
    result:
      game.result(number)?.map(({ name, raw, adjustment, byHand, score, wins, worked }) => ({
        name,
        raw,
        adjustment,
        byHand,
        score,
        wins,
        worked: worked && { total: worked.total, lines: worked.lines, columnPoints: worked.columnPoints },
      })) ?? null,
    scores: game.players.map((player) => game.playerResult(number, player)?.score ?? null),
    warnings: game.warnings(number),
    confirmProblems: [false, true].map((enderKnown) => game.confirmProblems(number, { enderKnown })),
  };
}

/** @param {readonly Player[]} players */
function ids(players) {
  return players.map((player) => player.id);
}

/**
 * What one side answers differently, each with both answers; empty for nothing. Keys may come in any order.
 *
 * @param {any} python
 * @param {any} ours
 * @param {string} [path]
 * @returns {string[]}
 */
export function differences(python, ours, path = "") {
  const isNested = [python, ours].every((value) => typeof value === "object" && value !== null);
  if (!isNested) {
    return Object.is(python, ours) || (python === 0 && ours === 0)
      ? []
      : [`${path}: Python ${JSON.stringify(python)}, JavaScript ${JSON.stringify(ours)}`];
  }
  const keys = new Set([...Object.keys(python), ...Object.keys(ours)]);
  return [...keys].flatMap((key) => differences(python[key], ours[key], `${path}/${key}`));
}
