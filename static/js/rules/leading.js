/**
 * Who leads a game or has won it, in a sentence, and what wins. Mirrors scorekeeper/rules/leading.py.
 *
 * @import {Game, Place, Side} from "./game.js"
 */

import { isolated, listing, number, perHole } from "./house.js";

/** Who leads, or has won, with what, and how far ahead. @param {Game} game */
export function leadSentence(game) {
  const { ahead } = game;
  const [best] = ahead;
  if (best === undefined) return "No hole is finished yet.";
  const names = sideNames(ahead);
  if (game.undecided.length > 0) {
    return `${names} are tied with ${measure(game, best)}: an extra hole is still to break the tie.`;
  }
  const what = game.isOver ? "win" : "lead";
  const tie = ` ${tieSentence(game)}`.trimEnd();
  const does = ahead.length > 1 ? `share the ${what}` : `${what}${thirdPerson(ahead)}`;
  if (game.lostByExtra.length > 0) {
    return `${names} ${does} on the extra hole${best.playoff.length > 1 ? "s" : ""} ${extraWords(game, best)}.${tie}`;
  }
  if (ahead.length > 1) return `${names} ${does} with ${measure(game, best)}.${tie}`;
  const sentence = `${names} ${does} with ${measure(game, best)}`;
  const rest = game.places.filter((place) => place.rank !== null && place.rank > 1);
  const lead = rest[0] ? leadOf(game, best, rest[0]) : 0;
  if (lead === 0) return `${sentence}.${tie}`;
  return `${sentence}, ${lead} ahead of ${sideNames(rest.filter((place) => place.rank === rest[0]?.rank))}.`;
}

/** By what the first won the extra holes, and what all who were level had before. @param {Game} game @param {Place} first */
function extraWords(game, first) {
  const scores = (/** @type {Place} */ { playoff }) => listing(playoff.map(number)) || "–";
  const others = game.lostByExtra.map((place) => `${sideName(place.side)} ${scores(place)}`);
  return `with ${[scores(first), ...others].join(", ")}; ${measure(game, first)} each before`;
}

/** What a side is called in a sentence: `Ann`, or `Ann & Ben` for a team. @param {Side} side */
export function sideName({ players }) {
  return players.map(({ name }) => isolated(name)).join(" & ");
}

/** What those sides are called, as people list them. @param {readonly Place[]} places */
export function sideNames(places) {
  return listing(places.map(({ side }) => sideName(side)));
}

/**
 * The ending of a verb that says what those sides do: `Ann leads`, but `Ann & Ben lead`.
 * @param {readonly Place[]} places
 */
export function thirdPerson(places) {
  return places.flatMap(({ side }) => side.players).length > 1 ? "" : "s";
}

/**
 * By which rule of the house a finished game was won by some of those who were equal; empty where it was not.
 * @param {Game} game
 */
export function tieSentence(game) {
  const { ahead, lostByRule: lost } = game;
  if (lost.length === 0) return "";
  const names = sideNames(ahead);
  const verb = `win${thirdPerson(ahead)}`;
  const { tie } = game.house.match;
  if (tie === "ender-loses") return enderLoses(game, lost);
  if (tie === "lowest-hole") return `Compared from the lowest hole up, ${names} ${verb} the tie.`;
  return tie === "most-holes" ? `${names} won more holes and so ${verb} the tie.` : "";
}

function enderLoses(/** @type {Game} */ game, /** @type {readonly Place[]} */ lost) {
  const side = lost.map((place) => place.side).find((one) => game.endedLast(one) !== null);
  const ender = side && game.endedLast(side);
  if (!side || !ender) return "";
  const ended = `${isolated(ender.name)} ended the last hole`;
  return side.players.length > 1 ? `${ended}, and so ${sideName(side)} lose the tie.` : `${ended} and so loses the tie.`;
}

/** What is said of teams. */
const TEAMS = {
  none: "",
  sum: " The points of a team are added up.",
  "best-ball": " On each hole the lowest score of a team counts for it.",
};

/** What wins, why totals are not compared where they are not, and what counts for a team. @param {Game} game */
export function comparisonSentence(game) {
  return howCompared(game) + TEAMS[game.house.match.teams ?? "none"];
}

/** @param {Game} game */
function howCompared(game) {
  const sharedOut = isSharedOut(game);
  if (game.house.match.winner === "most-holes") {
    const lowest = sharedOut ? "the fewest points per player win a hole" : "the lowest score wins a hole";
    return `Whoever wins the most holes wins; ${lowest}.`;
  }
  if (!game.byAverage) return "The lowest score wins.";
  const here = game.sides.filter(({ players }) => players.some((player) => player.left === null));
  const uneven = sharedOut && new Set(here.map(({ players }) => players.length)).size > 1;
  const why = uneven ? "The teams are not equally large" : "Not everybody has played every hole";
  return `${why}, so points per ${sharedOut ? "player and hole" : "hole"} are compared, not totals. The lowest score wins.`;
}

/** Whether the points of a team are compared by how many of it made them. @param {Game} game */
function isSharedOut(game) {
  return game.byAverage && game.hasTeams && game.house.match.teams === "sum";
}

/**
 * What places go by, for one side: holes won, points a hole, or the total.
 * @param {Game} game
 * @param {Place} place
 */
export function measure(game, place) {
  if (game.house.match.winner === "most-holes") {
    const won = game.holesWon(place.side);
    return `${won} hole${won === 1 ? "" : "s"} won`;
  }
  if (game.byAverage && place.average !== null) return `${perHole(place.average)} points ${isSharedOut(game) ? "per player and hole" : "a hole"}`;
  return number(place.total);
}

/**
 * By how many points, or holes, the first is ahead; 0 where that is no whole number, or a tie was broken.
 * @param {Game} game
 * @param {Place} best
 * @param {Place} second
 */
function leadOf(game, best, second) {
  if (game.house.match.winner === "most-holes") return game.holesWon(best.side) - game.holesWon(second.side);
  return game.byAverage ? 0 : second.total - best.total;
}
