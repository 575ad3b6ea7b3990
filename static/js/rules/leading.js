/**
 * Sentences for who leads a game or has won it, and what wins. Mirrors scorekeeper/rules/leading.py.
 *
 * @import {Game, Place, Side} from "./game.js"
 * @import {Average, House} from "./house.js"
 */

import { listing, MINUS, number, roundWord, signOf } from "./house.js";

/** Who leads, or has won, with what, and how far ahead. @param {Game} game */
export function leadSentence(game) {
  const { ahead } = game;
  const [best] = ahead;
  const word = roundWord(game.house);
  if (best === undefined) return `No ${word}s finished yet.`;
  const names = sideNames(ahead);
  const isCut = game.house.match.tie === "cut";
  if (game.undecided.length > 0) {
    if (isCut) return `${names} are tied at ${measure(game, best)}. Cut the cards for the win.`;
    return `${names} are tied at ${measure(game, best)}. An extra ${word} breaks the tie.`;
  }
  const what = game.isOver ? "win" : "lead";
  const tie = ` ${tieSentence(game)}`.trimEnd();
  const does = ahead.length > 1 ? `share the ${what}` : `${what}${thirdPerson(ahead)}`;
  if (game.lostByExtra.length > 0 && isCut)
    return `${names} ${does} on the cut after a tie at ${measure(game, best)}.${tie}`;
  if (game.lostByExtra.length > 0) {
    const extra = `extra ${word}${best.playoff.length > 1 ? "s" : ""}`;
    return `${names} ${does} on the ${extra} ${extraWords(game, best)}.${tie}`;
  }
  if (ahead.length > 1) return `${names} ${does} at ${measure(game, best)}.${tie}`;
  const sentence = `${names} ${does} with ${measure(game, best)}`;
  const rest = game.places.filter((place) => place.rank !== null && place.rank > 1);
  const lead = rest[0] ? leadOf(game, best, rest[0]) : 0;
  if (lead === 0) return `${sentence}.${tie}`;
  return `${sentence}, ${lead} ahead of ${sideNames(rest.filter((place) => place.rank === rest[0]?.rank))}.`;
}

/** The scores of the extra holes, and the tie before them. @param {Game} game @param {Place} first */
function extraWords(game, first) {
  const scores = (/** @type {Place} */ { playoff }) => listing(playoff.map(number)) || "–";
  const others = game.lostByExtra.map((place) => `${sideName(place.side)}’s ${scores(place)}`);
  return `with ${scores(first)} to ${listing(others)} after a tie at ${measure(game, first)}`;
}

/** A side's name in a sentence: `Ann`, or `Ann & Ben` for a team. @param {Side} side */
export function sideName({ players }) {
  return players.map(({ name }) => isolated(name)).join(" & ");
}

/** The names of these sides, as people list them. @param {readonly Place[]} places */
export function sideNames(places) {
  return listing(places.map(({ side }) => sideName(side)));
}

/**
 * The ending of a verb for these sides: `Ann leads`, but `Ann & Ben lead`.
 * @param {readonly Place[]} places
 */
export function thirdPerson(places) {
  return places.flatMap(({ side }) => side.players).length > 1 ? "" : "s";
}

/**
 * How the house's rule for ties decided a finished game; empty where it did not.
 * @param {Game} game
 */
export function tieSentence(game) {
  const { ahead, lostByRule: lost } = game;
  if (lost.length === 0) return "";
  const names = sideNames(ahead);
  const verb = `win${thirdPerson(ahead)}`;
  const { tie } = game.house.match;
  const word = roundWord(game.house);
  if (tie === "ender-loses") return enderLoses(game, lost);
  if (tie === "lowest-hole") return `${names} ${verb} the tiebreaker on ${bestWord(game.house)} ${word}s.`;
  if (tie === "count-back") return `${names} ${verb} the tiebreaker, counting back from the last ${word}.`;
  if (tie === "before-settling") return `${names} ${verb} the tiebreaker, ahead before the last ${word}.`;
  return tie === "most-holes" ? `${names} ${verb} the tiebreaker with more ${word}s won.` : "";
}

function enderLoses(/** @type {Game} */ game, /** @type {readonly Place[]} */ lost) {
  const side = lost.map((place) => place.side).find((one) => game.endedLast(one) !== null);
  const ender = side && game.endedLast(side);
  if (!side || !ender) return "";
  const ended = `${isolated(ender.name)} ended the last ${roundWord(game.house)}`;
  return side.players.length > 1
    ? `${ended}, so ${sideName(side)} lose the tiebreaker.`
    : `${ended} and loses the tiebreaker.`;
}

/** How a team scores. @param {House} house */
function teamsSentence(house) {
  return {
    none: "",
    sum: " Each team adds up its players’ points.",
    "best-ball": ` On each ${roundWord(house)}, only a team’s ${bestWord(house)} score counts.`,
  }[house.match.teams ?? "none"];
}

/** What wins, why averages decide where they do, and how a team scores. @param {Game} game */
export function comparisonSentence(game) {
  return howCompared(game) + teamsSentence(game.house);
}

/** @param {Game} game */
function howCompared(game) {
  const sharedOut = isSharedOut(game);
  const word = roundWord(game.house);
  const best = bestWord(game.house);
  if (game.house.match.winner === "most-holes") {
    return `Most ${word}s wins. The ${best} score${sharedOut ? " per player" : ""} wins a ${word}.`;
  }
  const wins = best === "highest" ? "Highest" : "Lowest";
  if (!game.byAverage) return `${wins} score wins.`;
  const here = game.sides.filter(({ players }) => players.some((player) => player.left === null));
  const uneven = sharedOut && new Set(here.map(({ players }) => players.length)).size > 1;
  const why = uneven ? "Teams differ in size" : `Some players missed ${word}s`;
  const each = sharedOut ? `player per ${word}` : word;
  return `${why}, so points per ${each} decide. ${wins} wins.`;
}

/** Whether a team's points are shared out among the players who made them. @param {Game} game */
function isSharedOut(game) {
  return game.byAverage && game.hasTeams && game.house.match.teams === "sum";
}

/**
 * What a side is ranked by: holes won, points a hole, or the total.
 * @param {Game} game
 * @param {Place} place
 */
export function measure(game, place) {
  const word = roundWord(game.house);
  if (game.house.match.winner === "most-holes") {
    const won = game.holesWon(place.side);
    return `${won} ${word}${won === 1 ? "" : "s"} won`;
  }
  if (!game.byAverage || place.average === null) return number(place.total);
  const each = isSharedOut(game) ? `per player per ${word}` : `a ${word}`;
  return `${perHole(place.average)} points ${each}`;
}

/**
 * The lead of the first in points or holes; 0 where it is no whole number, or a tie was broken.
 * @param {Game} game
 * @param {Place} best
 * @param {Place} second
 */
function leadOf(game, best, second) {
  if (game.house.match.winner === "most-holes") return game.holesWon(best.side) - game.holesWon(second.side);
  return game.byAverage ? 0 : signOf(game.house) * (second.total - best.total);
}

// --- in words --------------------------------------------------------------------------------------------------------

/** How the best score is called. @param {House} house */
export function bestWord({ match }) {
  return match.better === "higher" ? "highest" : "lowest";
}

/** Points per hole, to one decimal, with a true minus sign; halves go to the even tenth. @param {Average} average */
export function perHole({ sum, holes }) {
  const rest = (((10 * sum) % holes) + holes) % holes;
  const below = (10 * sum - rest) / holes;
  const up = 2 * rest > holes || (2 * rest === holes && below % 2 !== 0);
  const tenths = up ? below + 1 : below;
  const size = Math.abs(tenths);
  return `${tenths < 0 ? MINUS : ""}${(size - (size % 10)) / 10}.${size % 10}`;
}

/** A rank in English: 1st, 2nd, 11th. @param {number} place */
export function ordinal(place) {
  const teens = [11, 12, 13].includes(place % 100);
  return `${place}${(teens ? null : { 1: "st", 2: "nd", 3: "rd" }[place % 10]) ?? "th"}`;
}

// Letters in the blocks of Unicode that are set aside for writing from right to left.
const RIGHT_TO_LEFT = /(?=[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}])\p{L}/u;

/**
 * A name that is written from right to left, kept from changing the order of the numbers beside it.
 * @param {string} name
 */
export function isolated(name) {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
