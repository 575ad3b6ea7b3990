/**
 * How a game stands: who is ranked together, with how many points, and who is ahead. Mirrors
 * scorekeeper/rules/standings.py.
 *
 * @import {Game, Hole, Player} from "./game.js"
 * @import {Average} from "./wording.js"
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
 * @typedef {Omit<Place, "side"> & {player: Player}} Standing  one player's own points, and the rank of the player's side
 */

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
    return { total, holes, average, playoff: this.#playoff(side).filter((score) => score !== Infinity) };
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
      const own = this.#score(side, hole);
      return own !== null && this.sides.every((other) => own <= (this.#score(other, hole) ?? Infinity));
    }).length;
  }

  /**
   * The total after each counting hole; null before joining and after leaving.
   * @param {Side} side
   * @returns {(number | null)[]}
   */
  runningTotals(side) {
    let total = 0;
    return this.counting.map((hole) => {
      const points = this.#score(side, hole);
      if (points !== null) total = this.#counted(total + points);
      return side.players.some((player) => plays(player, hole.number)) ? total : null;
    });
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

  // --- who is before whom --------------------------------------------------------------------------------------------

  /**
   * Below 0 when the one is placed before the other, 0 when they tie.
   * @param {Place} one
   * @param {Place} other
   */
  #compare(one, other) {
    return (
      this.#comparePoints(one, other) ||
      compareLists(this.#playoff(one.side), this.#playoff(other.side)) ||
      compareLists(this.#tieBreak(one.side), this.#tieBreak(other.side))
    );
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

  /**
   * The side's score on every extra hole; whoever did not play one comes after those who did.
   * @param {Side} side
   */
  #playoff(side) {
    return this.#game.holes
      .filter((hole) => hole.playoff.length > 0 && hole.confirmed)
      .map((hole) => this.#score(side, hole) ?? Infinity);
  }

  /**
   * What the finished game is decided by where totals are equal; nothing where a tie is shared.
   * @param {Side} side
   */
  #tieBreak(side) {
    const { tie } = this.#rules;
    if (!this.#game.isOver) return [];
    if (tie === "lowest-hole") return this.#scores(side).sort((one, other) => one - other);
    if (tie === "ender-loses") return [side.players.some(({ id }) => id === this.counting.at(-1)?.ender) ? 1 : 0];
    return tie === "most-holes" ? [-this.holesWon(side)] : [];
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

/**
 * Below 0 when the one list comes first: by the first number that differs, else the shorter one.
 * @param {readonly number[]} one
 * @param {readonly number[]} other
 */
function compareLists(one, other) {
  const place = one.findIndex((number, at) => number !== other[at]);
  if (place < 0) return one.length - other.length;
  return /** @type {number} */ (one[place]) < (other[place] ?? -Infinity) ? -1 : 1;
}
