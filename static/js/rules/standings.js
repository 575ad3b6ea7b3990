/**
 * How a game stands: who is ranked together, with how many points, and who is ahead. Mirrors
 * scorekeeper/rules/standings.py.
 *
 * @import {Average} from "./cards.js"
 * @import {Game, Hole, Player} from "./game.js"
 *
 * @typedef {object} Side  who is ranked as one, in seating order: a single player, or a team
 * @property {readonly Player[]} players
 *
 * @typedef {object} Place  one side's place; equal sides share a rank
 * @property {Side} side
 * @property {number} total
 * @property {number} holes  that count for it; where the points of a team are added up, each player's hole is one
 * @property {number | null} rank  null for a side that left, or has no hole yet
 * @property {Average | null} average  points for each hole that counts; null before the first
 * @property {number[]} playoff  scores of the extra holes, in order
 *
 * @typedef {{sum: number, count: number}} Share  what a score on one hole is compared by: points for each who made them
 *
 * @typedef {Omit<Place, "side"> & {player: Player}} Standing  one player's own points, and the rank of the player's side
 */

import { tieBroken } from "./hole.js";

/**
 * Whether that player was at the table on that hole.
 * @param {Player} player
 * @param {number} hole
 */
export function plays(player, hole) {
  return player.joined <= hole && (player.left === null || hole <= player.left);
}

/** Everything that is worked out over the holes of a game that count. Only confirmed holes do. */
export class Standings {
  #game;
  #rules;
  /** @type {readonly Place[] | undefined} */
  #places;
  /** @type {readonly Standing[] | undefined} */
  #standings;

  /** @param {Game} game */
  constructor(game) {
    this.#game = game;
    this.#rules = game.house.match;
    /** The holes that totals are made of: those confirmed, without the extra ones. */
    this.counting = game.holes.filter((hole) => hole.confirmed && hole.playoff.length === 0);
    /** Who is ranked together, in seating order; somebody without a team stands alone. */
    this.sides = sidesOf(game);
    const played = this.sides.filter((side) => !hasLeft(side)).map((side) => this.tally(side).holes);
    /** Whether ranks go by points per hole, because those still here did not play equally many holes. */
    this.byAverage = new Set(played.filter((holes) => holes > 0)).size > 1;
  }

  /** Every side, best first; those without a rank last. */
  get places() {
    this.#places ??= this.#ranked();
    return this.#places;
  }

  #ranked() {
    const places = this.sides.map((side) => ({ side, ...this.#points(side), rank: /** @type {number | null} */ (null) }));
    /** @param {Place} place */
    const isRanked = ({ side, holes }) => !hasLeft(side) && holes > 0;
    const ranked = places.filter(isRanked).sort((one, other) => this.#compare(one, other));
    ranked.forEach((place, number) => {
      const before = ranked[number - 1];
      place.rank = before && this.#compare(before, place) === 0 ? before.rank : number + 1;
    });
    return [...ranked, ...places.filter((place) => !isRanked(place))];
  }

  /** Every player, in the order of the sides; a player who left, or has no hole yet, comes last. */
  get standings() {
    this.#standings ??= this.#eachStanding();
    return this.#standings;
  }

  /** @returns {readonly Standing[]} */
  #eachStanding() {
    const found = this.places.flatMap((place) => place.side.players.map((player) => {
      const own = this.#points({ players: [player] });
      return { player, ...own, rank: player.left !== null || own.holes === 0 ? null : place.rank };
    }));
    return [...found.filter(({ rank }) => rank !== null), ...found.filter(({ rank }) => rank === null)];
  }

  /** @param {Side} side */
  #points(side) {
    const { total, holes } = this.tally(side);
    const average = holes > 0 ? { sum: total, holes } : null;
    return { total, holes, average, playoff: this.#extraHoles.flatMap((hole) => this.#score(side, hole) ?? []) };
  }

  // --- what a side has -----------------------------------------------------------------------------------------------

  /**
   * Total points, and the number of holes that they were made on.
   * @param {Side} side
   */
  tally(side) {
    const scores = this.#scores(side);
    const total = scores.reduce((sum, points) => this.#counted(sum + points), 0);
    const holes = this.#rules.teams === "sum" ? this.counting.flatMap((hole) => this.#each(side, hole)) : scores;
    return { total, holes: holes.length };
  }

  /**
   * How many holes that side won, alone or shared.
   * @param {Side} side
   */
  holesWon(side) {
    return this.counting.filter((hole) => {
      const shares = this.sides.map((one) => ({ one, share: this.#share(one, hole) ?? NOT_PLAYED }));
      const lowest = shares.filter(({ share }) => share !== NOT_PLAYED &&
        shares.every((other) => compareShares(share, other.share) <= 0)).map(({ one }) => one);
      const ended = lowest.find(({ players }) => players.some(({ id }) => id === hole.ender)) ?? null;
      return tieBroken(lowest, this.#game.house, ended).includes(side);
    }).length;
  }

  /**
   * Who of that side ended the last hole that counts.
   * @param {Side} side
   */
  endedLast(side) {
    return side.players.find(({ id }) => id === this.counting.at(-1)?.ender) ?? null;
  }

  /**
   * What each of a side scored on a hole, as far as they played it.
   * @param {Side} side
   * @param {Hole} hole
   */
  #each(side, hole) {
    return side.players.flatMap((player) => this.#game.playerResult(hole.number, player)?.score ?? []);
  }

  /**
   * A side's score on a hole: in best ball its lowest, else all its points. Null where nobody of it played.
   * @param {Side} side
   * @param {Hole} hole
   */
  #score(side, hole) {
    const points = this.#each(side, hole);
    if (points.length === 0) return null;
    return this.#rules.teams === "best-ball" ? Math.min(...points) : points.reduce((sum, score) => sum + score);
  }

  /**
   * What a side's score on one hole is compared by: added points for each player who made them. A team would else lose
   * a hole for being the larger one, or for nobody of it sitting out.
   *
   * @param {Side} side
   * @param {Hole} hole
   * @returns {Share | null}
   */
  #share(side, hole) {
    const sum = this.#score(side, hole);
    return sum === null ? null : { sum, count: this.#rules.teams === "sum" ? this.#each(side, hole).length : 1 };
  }

  /**
   * A side's score on every hole that counts for it, in playing order.
   * @param {Side} side
   */
  #scores(side) {
    return this.counting.flatMap((hole) => this.#score(side, hole) ?? []);
  }

  /**
   * A total as the house counts it: some are changed when they are met exactly.
   * @param {number} total
   */
  #counted(total) {
    return this.#rules.exact?.[total] ?? total;
  }

  /** Those as good as the first, extra holes included, who come after them only by the house's rule for ties. */
  get lostByRule() {
    const [first] = this.places;
    return this.places.filter((place) =>
      first !== undefined && place.rank !== null && place.rank > 1 && this.#compareMade(first, place) === 0);
  }

  // --- who is before whom --------------------------------------------------------------------------------------------

  /**
   * Below 0 when the one is placed before the other, 0 when they tie.
   * @param {Place} one
   * @param {Place} other
   */
  #compare(one, other) {
    return this.#compareMade(one, other) || compareLists(this.#tieBreak(one.side), this.#tieBreak(other.side));
  }

  /**
   * By what was played, before a rule for ties.
   * @param {Place} one
   * @param {Place} other
   */
  #compareMade(one, other) {
    return this.#comparePoints(one, other) || compareLists(this.#extras(one.side), this.#extras(other.side));
  }

  /**
   * @param {Place} one
   * @param {Place} other
   */
  #comparePoints(one, other) {
    if (this.#rules.winner === "most-holes") return this.holesWon(other.side) - this.holesWon(one.side);
    // Multiplied crosswise, because fractions of a point that are rounded would break a tie, or make one.
    if (this.byAverage) return one.total * other.holes - other.total * one.holes;
    return one.total - other.total;
  }

  get #extraHoles() {
    return this.#game.holes.filter((hole) => hole.playoff.length > 0 && hole.confirmed);
  }

  /**
   * What every extra hole is compared by; whoever did not play one comes after those who did.
   * @param {Side} side
   */
  #extras(side) {
    return this.#extraHoles.map((hole) => this.#share(side, hole) ?? NOT_PLAYED);
  }

  /**
   * What the finished game is decided by where totals are equal; nothing where a tie is shared.
   * @param {Side} side
   * @returns {Share[]}
   */
  #tieBreak(side) {
    const { tie } = this.#rules;
    if (!this.#game.isOver) return [];
    if (tie === "lowest-hole") return this.counting.flatMap((hole) => this.#share(side, hole) ?? []).sort(compareShares);
    if (tie === "ender-loses") return [{ sum: this.endedLast(side) === null ? 0 : 1, count: 1 }];
    return tie === "most-holes" ? [{ sum: -this.holesWon(side), count: 1 }] : [];
  }
}

/**
 * @param {Game} game
 * @returns {Side[]}
 */
function sidesOf({ players, house }) {
  const teams = house.match.teams ?? "none";
  /** @type {Map<string, Player[]>} */
  const sides = new Map();
  for (const player of players) {
    const key = teams === "none" || player.team === null ? `player ${player.id}` : `team ${player.team}`;
    sides.set(key, [...(sides.get(key) ?? []), player]);
  }
  return [...sides.values()].map((together) => ({ players: together }));
}

/**
 * Whether nobody of it is at the table any more.
 * @param {Side} side
 */
function hasLeft({ players }) {
  return players.every((player) => player.left !== null);
}

/** @type {Share} */
const NOT_PLAYED = { sum: Infinity, count: 1 };

/**
 * Below 0 when the one is lower, 0 when they are equal.
 * @param {Share} one
 * @param {Share} other
 */
function compareShares(one, other) {
  // Multiplied crosswise, because what is rounded would break a tie, or make one.
  const [mine, theirs] = [one.sum * other.count, other.sum * one.count];
  return mine === theirs ? 0 : mine < theirs ? -1 : 1;
}

/**
 * Below 0 when the one list comes first: by the first that differs, else the shorter one.
 * @param {readonly Share[]} one
 * @param {readonly Share[]} other
 */
function compareLists(one, other) {
  for (const [place, share] of one.entries()) {
    const theirs = other[place];
    const found = theirs === undefined ? 1 : compareShares(share, theirs);
    if (found !== 0) return found;
  }
  return one.length - other.length;
}
