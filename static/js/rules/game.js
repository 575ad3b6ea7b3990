/**
 * A whole game: the seats, every hole so far, whose deal it is, who leads and who has won. Mirrors
 * scorekeeper/rules/game.py and standings.py name by name, so phone and server agree.
 *
 * A game is a value, without clock, phone or storage: a change makes another game.
 *
 * @import {Average, DeckWarning, House, Layout, Wording} from "./house.js"
 * @import {ByHand, PlayerResult} from "./hole.js"
 * @import {Course} from "./settling.js"
 *
 * @typedef {object} Player  a person in a seat
 * @property {number} id  stays when the name changes
 * @property {string} name  unique within a game
 * @property {number} joined  the first hole that this player plays
 * @property {number | null} left  the last hole that this player played, once gone
 * @property {number | null} team  counted from 1; null outside of teams
 *
 * @typedef {object} Entry  one player's entry: the cards, or a bare raw score
 * @property {Layout | null} layout
 * @property {number | null} points
 *
 * @typedef {object} Hole  one hole as it was played; its entries may still be incomplete
 * @property {number} number  counted from 1
 * @property {number} dealer  a player id
 * @property {ReadonlyMap<number, Entry>} entries  by player id
 * @property {number | null} ender  a player id; null for no ender, or not known
 * @property {boolean} enderKnown  the table said who ended it, or that no one did
 * @property {boolean} confirmed  the table has finished it, so it is final
 * @property {boolean} warningsAccepted  the table says that its impossible cards and scores are right
 * @property {readonly number[]} playoff  an extra hole among these players only, to break a tie; empty for any other
 * @property {ReadonlyMap<number, ByHand>} byHand  points by hand, by player id
 *
 * @typedef {object} GameParts
 * @property {House} house
 * @property {readonly Player[]} players  in seating order, clockwise
 * @property {number} holesPlanned
 * @property {number | null} [cutFrom]  how many were planned before the table stopped early
 * @property {number} firstDealer  a player id
 * @property {readonly Hole[]} holes  in playing order
 *
 * @typedef {object} Side  the players ranked as one, in seating order: a single player, or a team
 * @property {readonly Player[]} players
 *
 * @typedef {object} Place  one side's place; equal sides share a rank
 * @property {Side} side
 * @property {number} total
 * @property {number} holes  that count for the side; where a team's points are added up, each player's hole is one
 * @property {number | null} rank  null for a side that left, or has no hole yet
 * @property {Average | null} average  points for each hole that counts; null before the first
 * @property {number[]} playoff  scores of the extra holes, in order
 *
 * @typedef {Pick<Place, "side" | "total" | "holes">} Made
 * @typedef {{sum: number, count: number}} Share  a score on one hole as it is compared: points per player who made them
 *
 * @typedef {Omit<Place, "side"> & {player: Player}} Standing  one player's own points, and the rank of the player's
 *   side
 */

import { bestOf, dealer, scoreHole, starter, startWords, tieBroken } from "./hole.js";
import {
  deckWarnings,
  inRound,
  isAt,
  isPlanned,
  LONGEST_OPEN,
  needsEnder,
  pointsWarnings,
  roundWord,
  signOf,
  sumWarnings,
} from "./house.js";
import { courseBefore, lastTurns, oneIsLeft, sittingOut } from "./settling.js";

/** A game under one house. */
export class Game {
  /** Results worked out so far, by their names. @type {Map<string, any>} */
  #found = new Map();

  /** How the game stood after each hole, as far as it was asked for. @type {Map<number, Course>} */
  courses = new Map();

  /**
   * @param {GameParts} parts
   * @param {Wording} wording  the sentences that explain a score
   */
  constructor({ house, players, holesPlanned, cutFrom = null, firstDealer, holes }, wording) {
    this.house = house;
    this.players = players;
    this.holesPlanned = holesPlanned;
    this.cutFrom = cutFrom;
    this.firstDealer = firstDealer;
    this.holes = holes;
    this.wording = wording;
  }

  /** The same game with that hole as it is now, begun or changed. @param {Hole} hole */
  withHole(hole) {
    const others = this.holes.filter((other) => other.number !== hole.number);
    const holes = [...others, hole].sort((one, other) => one.number - other.number);
    return new Game({ ...this, holes }, this.wording);
  }

  // --- people and turns ----------------------------------------------------------------------------------------------

  /** The ids of the players in seating order. */
  get seats() {
    return this.players.map((player) => player.id);
  }

  /** @param {number} id */
  player(id) {
    return this.players.find((player) => player.id === id) ?? null;
  }

  /** @param {number} number */
  hole(number) {
    return this.holes.find((hole) => hole.number === number) ?? null;
  }

  /**
   * Who plays that hole, in seating order.
   * @param {number} number
   * @returns {Player[]}
   */
  atTable(number) {
    const playoff = this.hole(number)?.playoff ?? [];
    if (playoff.length > 0) return this.players.filter((player) => playoff.includes(player.id));
    const here = this.players.filter((player) => plays(player, number));
    if (!this.playersSitOut) return here;
    const resting = sittingOut(this, number);
    return here.filter(({ id }) => !resting.has(id));
  }

  /** Whether the points of earlier rounds can keep a player from a later one. */
  get playersSitOut() {
    const { out_at: limit = null, after_until: end = "round-ends" } = this.house.match;
    return limit !== null || end !== "round-ends";
  }

  /** The dealer of that hole: noted with the hole, or as the house passes the deal on. @param {number} number */
  dealer(number) {
    return dealer(this, number);
  }

  /**
   * Who plays first: the dealer, or the player to their left; null where the flipped cards decide.
   * @param {number} number
   */
  starter(number) {
    return starter(this, number);
  }

  /** Who plays first, in words: `Bo starts`; empty where no player does. @param {number} number */
  startWords(number) {
    return startWords(this, number);
  }

  /** Who deals that hole and who plays first; empty where no one deals. @param {number} number */
  dealWords(number) {
    const deals = this.dealer(number);
    if (deals === null || this.house.words?.dealer === false) return "";
    return [`${deals.name} deals`, this.startWords(number)].filter(Boolean).join(", ");
  }

  // --- holes ---------------------------------------------------------------------------------------------------------

  /**
   * The players without an entry for that hole.
   * @param {number} number
   * @returns {Player[]}
   */
  missing(number) {
    const hole = this.hole(number);
    const entered = hole && this.entries(hole);
    return this.atTable(number).filter((player) => !entered?.has(player.id));
  }

  /** The rules of that hole, where rounds differ. @param {Hole} hole @returns {House} */
  rulesOf({ number, playoff }) {
    const round = playoff.length > 0 ? 0 : number;
    return this.#once(`rules ${number}`, () => inRound(this.house, round, number === this.holesPlanned));
  }

  /** Whether players cut the cards to break a tie, instead of playing an extra hole. @param {Hole} hole */
  isCut({ playoff }) {
    return playoff.length > 0 && this.house.match.tie === "cut";
  }

  /**
   * The entries of a hole, with 0 for the player who went out where that follows.
   * @param {Hole} hole
   * @returns {ReadonlyMap<number, Entry>}
   */
  entries(hole) {
    const { entries, ender } = hole;
    const { settle, fills_in_0: fills = false } = this.house;
    if (ender === null || entries.has(ender) || !fills) return entries;
    if (settle?.when === "end" && hole.number !== this.holesPlanned) return entries;
    return new Map([...entries, [ender, { layout: null, points: 0 }]]);
  }

  /**
   * The scores of a hole, as far as it is entered, in seating order; null for a hole not begun.
   *
   * The ender's penalty is worked out once every score is there to compare with, or the table has confirmed the hole
   * without the missing ones.
   *
   * @param {number} number
   * @returns {PlayerResult[] | null}
   */
  result(number) {
    const hole = this.hole(number);
    return hole === null ? null : this.#once(`result ${number}`, () => this.#score(hole));
  }

  /** @param {Hole} hole */
  #score(hole) {
    const entries = this.#entered(hole).map(
      ([name, { layout, points }]) => /** @type {[string, Layout | number]} */ ([name, layout ?? points])
    );
    const ender = hole.ender === null ? null : this.player(hole.ender);
    // In a confirmed hole, players without a score sat it out, and may even have come back since.
    const settled = hole.confirmed || this.missing(hole.number).length === 0;
    const known = settled && entries.some(([name]) => name === ender?.name);
    const byHand = new Map([...hole.byHand].map(([id, added]) => [this.player(id)?.name ?? "", added]));
    const compared = settled && !this.isCut(hole);
    const endedBy = known && ender ? ender.name : null;
    return scoreHole(entries, this.rulesOf(hole), endedBy, this.wording, compared, byHand);
  }

  /** The entries of the players at the table, by name, in seating order. @param {Hole} hole */
  #entered(hole) {
    const entries = this.entries(hole);
    return this.atTable(hole.number).flatMap((player) => {
      const entry = entries.get(player.id);
      return entry === undefined ? [] : [/** @type {[string, Entry]} */ ([player.name, entry])];
    });
  }

  /**
   * One player's result on a hole, or null while it is missing.
   * @param {number} number
   * @param {Player} player
   */
  playerResult(number, player) {
    return this.result(number)?.find((found) => found.name === player.name) ?? null;
  }

  /**
   * Impossible cards and scores on that hole, whether or not the table has accepted them.
   * @param {number} number
   * @returns {DeckWarning[]}
   */
  warnings(number) {
    const hole = this.hole(number);
    return hole === null ? [] : this.#once(`warnings ${number}`, () => this.#impossible(hole));
  }

  /** @param {Hole} hole */
  #impossible(hole) {
    if (this.isCut(hole)) return [];
    const house = this.rulesOf(hole);
    const layouts = this.#entered(hole).flatMap(([name, { layout }]) =>
      layout === null ? [] : [/** @type {[string, Layout]} */ ([name, layout])]
    );
    // Few play an extra hole, but with the cards of the whole table.
    const seated = this.players.filter((player) => plays(player, hole.number)).length;
    const numbers = this.#entered(hole).flatMap(([name, { points }]) =>
      points === null ? [] : [/** @type {[string, number]} */ ([name, points])]
    );
    const sums = this.missing(hole.number).length > 0 ? [] : sumWarnings(numbers, house);
    return [...deckWarnings(layouts, house, seated), ...pointsWarnings(numbers, house), ...sums];
  }

  /** Whether the table must say who ended that hole. @param {number} number */
  needsEnder(number) {
    const hole = this.hole(number);
    if (hole === null) return needsEnder(inRound(this.house, number, number === this.holesPlanned));
    return !this.isCut(hole) && needsEnder(this.rulesOf(hole));
  }

  /**
   * Everything to settle before that hole is final, by its codes. The table may overrule missing hands and impossible
   * cards, but not a missing ender.
   *
   * @param {number} number
   * @param {{enderKnown: boolean}} said  whether the table has said who ended the hole, or that no one did
   */
  confirmProblems(number, { enderKnown }) {
    const isAccepted = this.hole(number)?.warningsAccepted ?? true;
    return [
      ...(this.missing(number).length > 0 ? ["hole.hands_missing"] : []),
      ...(this.needsEnder(number) && !enderKnown ? ["hole.ender_missing"] : []),
      ...(isAccepted ? [] : this.warnings(number).map(() => "hole.impossible_cards")),
    ];
  }

  /** The hole to play or finish next; null when all are done. @returns {number | null} */
  get currentHole() {
    const planned = Array.from({ length: this.lastPlanned }, (_, place) => place + 1);
    const begun = this.holes.filter((hole) => hole.playoff.length === 0 || this.#decides(hole, this.#extraHoles));
    const open = [...planned, ...begun.map((hole) => hole.number)].filter((number) => !this.hole(number)?.confirmed);
    return open.length > 0 ? Math.min(...open) : null;
  }

  /** The last hole to play: as planned, or once the game is decided, that of the last turns; 0 for no more. */
  get lastPlanned() {
    if (this.playersSitOut && oneIsLeft(this)) return 0;
    return this.reached ? Math.min(lastTurns(this), this.holesPlanned) : this.holesPlanned;
  }

  /** Whether a side has enough points to end this game; never in a game of a set number of holes. */
  get reached() {
    const { match } = this.house;
    const until = match.until ?? null;
    const made = this.sides.map((side) => this.#tally(side));
    return until !== null && made.some(({ total, holes }) => holes > 0 && isAt(match, total, until));
  }

  /** The holes of the scorecard: those planned, or in a game to a number of points those needed. */
  get holesShown() {
    if (isPlanned(this.house)) return this.holesPlanned;
    const begun = this.holes.filter((hole) => hole.playoff.length === 0).map((hole) => hole.number);
    return Math.max(1, ...begun, Math.min(this.currentHole ?? 0, this.holesPlanned));
  }

  /** The planned number of holes, even if the table stopped early. */
  get fullLength() {
    return this.cutFrom ?? this.holesPlanned;
  }

  /** The length of the game: `9 holes`, `to 100 points`. */
  get lengthWords() {
    return this.#inWords(this.holesPlanned);
  }

  /**
   * A name and the length of the game, unless it says that itself: `Penalty, 9 holes`, `Rummy to 500`.
   * @param {string} name
   */
  withLength(name) {
    const until = this.house.match.until ?? null;
    const isSaid = until === null ? this.holesPlanned === LONGEST_OPEN : name.endsWith(` to ${until}`);
    return isSaid ? name : `${name}, ${this.lengthWords}`;
  }

  /** The planned length of the game in words. */
  get fullLengthWords() {
    return this.#inWords(this.fullLength);
  }

  /** @param {number} planned */
  #inWords(planned) {
    const until = this.house.match.until ?? null;
    if (until !== null) return `to ${until.toLocaleString("en-US")} points`;
    if (planned === LONGEST_OPEN) return `any number of ${roundWord(this.house)}s`;
    return `${planned} ${roundWord(this.house)}${planned === 1 ? "" : "s"}`;
  }

  /** The heading of a hole: `Hole 4 of 9`, `Hole 4, to 100`, `Extra hole`. @param {number} number */
  holeWords(number) {
    const word = roundWord(this.house);
    const hole = this.hole(number);
    if (hole && hole.playoff.length > 0) return this.isCut(hole) ? "Cut" : `Extra ${word}`;
    const until = this.house.match.until ?? null;
    const begun = `${word[0]?.toUpperCase()}${word.slice(1)} ${number}`;
    if (until !== null) return `${begun}, to ${until.toLocaleString("en-US")}`;
    if (this.holesPlanned === LONGEST_OPEN) return begun;
    const name = this.house.rounds?.[number - 1]?.name;
    return name ? `${begun}: ${name}` : `${begun} of ${this.holesPlanned}`;
  }

  // --- standings -----------------------------------------------------------------------------------------------------

  /** Whether every planned hole is confirmed, and every open extra hole that has a tie to break. */
  get isOver() {
    return this.currentHole === null;
  }

  /** Every player alone, or in a house with teams each team; in seating order. @returns {Side[]} */
  get sides() {
    return this.#once("sides", () => sidesOf(this));
  }

  /** Whether some players are ranked as a team, by the team's points. */
  get hasTeams() {
    return this.sides.some(({ players }) => players.length > 1);
  }

  /**
   * Whether ranks go by points per hole: players still here have played different numbers of holes.
   * @returns {boolean}
   */
  get byAverage() {
    const played = () => {
      const made = this.sides.filter((side) => !hasLeft(side)).map((side) => ({ side, ...this.#tally(side) }));
      return made.filter(({ holes }) => holes > 0).map(({ side, holes }) => holes + this.#satOut(side));
    };
    return this.#once("average", () => new Set(played()).size > 1);
  }

  /** The holes that this player did not play because of the points so far. @param {Side} side */
  #satOut({ players }) {
    if (!this.playersSitOut) return 0;
    const sat = (/** @type {Hole} */ { number }) => {
      const resting = sittingOut(this, number);
      return players.every(({ id }) => resting.has(id));
    };
    return this.counting.filter(sat).length;
  }

  /**
   * Every side, best first; those without a rank last. Only confirmed holes count.
   *
   * The better points lead. Where players joined late or missed a hole, points per hole are compared. Extra holes among
   * those tied break a tie, then the house's rule once the game is over. Any other tie is shared.
   *
   * @returns {readonly Place[]}
   */
  get places() {
    return this.#once("places", () => this.#ranked());
  }

  /** The sides that share first place; empty before the first hole is confirmed. */
  get ahead() {
    return this.places.filter((place) => place.rank === 1);
  }

  /** The sides tied at the end where the house asks for an extra hole; none where ties are shared. */
  get undecided() {
    const { ahead } = this;
    const isBroken = ["extra-hole", "cut"].includes(this.house.match.tie);
    return isBroken && this.isOver && ahead.length > 1 ? ahead : [];
  }

  #ranked() {
    const places = this.sides.map((side) => ({
      side,
      ...this.#points(side),
      rank: /** @type {number | null} */ (null),
    }));
    const ranked = places.filter(isRanked).sort((one, other) => this.#compare(one, other));
    ranked.forEach((place, number) => {
      const before = ranked[number - 1];
      place.rank = before && this.#compare(before, place) === 0 ? before.rank : number + 1;
    });
    return [...ranked, ...places.filter((place) => !isRanked(place))];
  }

  /**
   * Every player, in the order of the places of their sides; those without a rank last.
   * @returns {readonly Standing[]}
   */
  get standings() {
    const found = this.places.flatMap((place) =>
      place.side.players.map((player) => {
        const own = this.#points({ players: [player] });
        return { player, ...own, rank: player.left !== null || own.holes === 0 ? null : place.rank };
      })
    );
    return [...found.filter(({ rank }) => rank !== null), ...found.filter(({ rank }) => rank === null)];
  }

  /** @param {Side} side */
  #points(side) {
    const { total, holes } = this.#tally(side);
    const average = holes > 0 ? { sum: total - this.#start(side), holes } : null;
    return { total, holes, average, playoff: this.#extraHoles.flatMap((hole) => this.#sideScore(side, hole) ?? []) };
  }

  // --- what a side has -----------------------------------------------------------------------------------------------

  /** The points that a side begins with: its players' together where they are added up. @param {Side} side */
  #start({ players }) {
    const { start_points: start = 0, teams } = this.house.match;
    return start * (teams === "sum" ? players.length : 1);
  }

  /** Points above the par of the rounds played so far; null where no round has a par. @param {Side} side */
  toPar(side) {
    const above = this.counting.flatMap((hole) => {
      const par = this.house.rounds?.[hole.number - 1]?.par ?? null;
      const score = this.#sideScore(side, hole);
      const times = this.house.match.teams === "sum" ? this.#each(side, hole).length : 1;
      return par === null || score === null ? [] : [score - times * par];
    });
    return above.length > 0 ? above.reduce((sum, points) => sum + points) : null;
  }

  /** Total points, and the number of holes that they come from. @param {Side} side */
  #tally(side) {
    const scores = this.#scores(side);
    const total = scores.reduce((sum, points) => this.#counted(sum + points), this.#start(side));
    const holes = this.house.match.teams === "sum" ? this.counting.flatMap((hole) => this.#each(side, hole)) : scores;
    return { total, holes: holes.length };
  }

  /** The number of holes that side won, alone or shared. @param {Side} side */
  holesWon(side) {
    return this.counting.filter((hole) => {
      const shares = this.sides.map((one) => ({ one, share: this.#inOrder(one, hole) ?? NOT_PLAYED }));
      const best = shares
        .filter(({ share }) => share !== NOT_PLAYED && shares.every((other) => compareShares(share, other.share) <= 0))
        .map(({ one }) => one);
      const ended = best.find(({ players }) => players.some(({ id }) => id === hole.ender)) ?? null;
      return tieBroken(best, this.house, ended).includes(side);
    }).length;
  }

  /** The player of that side who ended the last hole that counts. @param {Side} side */
  endedLast(side) {
    return side.players.find(({ id }) => id === this.counting.at(-1)?.ender) ?? null;
  }

  /**
   * The scores of a side's players on a hole, as far as they played it.
   * @param {Side} side
   * @param {Hole} hole
   */
  #each(side, hole) {
    return side.players.flatMap((player) => this.playerResult(hole.number, player)?.score ?? []);
  }

  /**
   * A side's score on a hole: in best ball its best, or all its points. Null where no player of it played.
   * @param {Side} side
   * @param {Hole} hole
   */
  #sideScore(side, hole) {
    const points = this.#each(side, hole);
    if (points.length === 0) return null;
    return this.house.match.teams === "best-ball"
      ? bestOf(points, this.house)
      : points.reduce((sum, score) => sum + score);
  }

  /**
   * A side's score on one hole as it is compared: added points per player who made them. Without that a team would lose
   * a hole for being larger, or for having no player sit out.
   *
   * @param {Side} side
   * @param {Hole} hole
   * @returns {Share | null}
   */
  #share(side, hole) {
    const sum = this.#sideScore(side, hole);
    return sum === null ? null : { sum, count: this.house.match.teams === "sum" ? this.#each(side, hole).length : 1 };
  }

  /** A side's share of a hole, turned so that the least is the best. @param {Side} side @param {Hole} hole */
  #inOrder(side, hole) {
    const share = this.#share(side, hole);
    const sign = this.isCut(hole) ? -1 : signOf(this.house);
    return share && { ...share, sum: sign * share.sum };
  }

  /** A side's score on every hole that counts for it, in playing order. @param {Side} side */
  #scores(side) {
    return this.counting.flatMap((hole) => this.#sideScore(side, hole) ?? []);
  }

  /** A total after the house's changes of exact totals. @param {number} total */
  #counted(total) {
    return this.house.match.exact?.[total] ?? total;
  }

  /** The places level with the first before the extra holes, and below it by them. */
  get lostByExtra() {
    const [first] = this.places;
    return this.places.filter(
      (place) =>
        first !== undefined &&
        place.rank !== null &&
        place.rank > 1 &&
        this.#comparePoints(first, place) === 0 &&
        this.#compareMade(first, place) !== 0
    );
  }

  /** How the game was decided: `extra-hole`, `rule` for ties, or `score`; empty while it goes on. */
  get decidedBy() {
    if (!this.isOver || this.undecided.length > 0 || this.ahead.length === 0) return "";
    if (this.lostByExtra.length > 0) return "extra-hole";
    return this.lostByRule.length > 0 ? "rule" : "score";
  }

  /** The places level with the first, extra holes included, and below it only by the house's rule for ties. */
  get lostByRule() {
    const [first] = this.places;
    return this.places.filter(
      (place) => first !== undefined && place.rank !== null && place.rank > 1 && this.#compareMade(first, place) === 0
    );
  }

  // --- who is before whom --------------------------------------------------------------------------------------------

  /** Below 0 when the one is placed before the other, 0 when they tie. @param {Place} one @param {Place} other */
  #compare(one, other) {
    return this.#compareMade(one, other) || compareLists(this.#tieBreak(one.side), this.#tieBreak(other.side));
  }

  /**
   * By points and extra holes; sides that did not play one come after those that did.
   * @param {Made} one @param {Made} other
   */
  #compareMade(one, other, extra = this.#extraHoles) {
    const shares = (/** @type {Made} */ { side }) => extra.map((hole) => this.#inOrder(side, hole) ?? NOT_PLAYED);
    return this.#comparePoints(one, other) || compareLists(shares(one), shares(other));
  }

  #comparePoints(/** @type {Made} */ one, /** @type {Made} */ other) {
    const wasOut = this.#whenOut(one.side) - this.#whenOut(other.side);
    if (wasOut !== 0) return wasOut;
    if (this.house.match.winner === "most-holes") return this.holesWon(other.side) - this.holesWon(one.side);
    // Multiplied crosswise, because fractions of a point that are rounded would break a tie, or make one.
    const sign = signOf(this.house);
    const [mine, theirs] = [one.total - this.#start(one.side), other.total - this.#start(other.side)];
    if (this.byAverage) return sign * (mine * other.holes - theirs * one.holes);
    return sign * (one.total - other.total);
  }

  /** 0 for players who still play, who come first; then those who were out last. @param {Side} side */
  #whenOut({ players: [player] }) {
    if ((this.house.match.out_at ?? null) === null || player === undefined) return 0;
    const after = courseBefore(this, Infinity).out.get(player.id);
    return after === undefined ? 0 : LONGEST_OPEN + 1 - after;
  }

  /** The extra holes that decide. After a correction other sides may be level, or none. @returns {Hole[]} */
  get #extraHoles() {
    return this.#once("extra holes", () => {
      /** @type {Hole[]} */
      const found = [];
      for (const hole of this.holes)
        if (hole.playoff.length > 0 && hole.confirmed && this.#decides(hole, found)) found.push(hole);
      return found;
    });
  }

  /**
   * Whether an extra hole was played by all who are level in front after those before it.
   * @param {Hole} extra @param {Hole[]} before
   */
  #decides(extra, before) {
    const ranked = this.sides.map((side) => ({ side, ...this.#tally(side) })).filter(isRanked);
    const level = ranked.filter((one) => ranked.every((other) => this.#compareMade(one, other, before) <= 0));
    return level.length !== 1 && level.every(({ side }) => side.players.some(({ id }) => extra.playoff.includes(id)));
  }

  /**
   * What breaks a tie of totals in the finished game; empty where ties are shared.
   * @param {Side} side
   * @returns {Share[]}
   */
  #tieBreak(side) {
    const { tie } = this.house.match;
    if (!this.isOver) return [];
    if (tie === "lowest-hole")
      return this.counting.flatMap((hole) => this.#inOrder(side, hole) ?? []).sort(compareShares);
    if (tie === "count-back") return this.counting.flatMap((hole) => this.#inOrder(side, hole) ?? []).reverse();
    if (tie === "before-settling") {
      const before = this.counting.filter(({ number }) => number !== this.holesPlanned);
      return [added(before.flatMap((hole) => this.#inOrder(side, hole) ?? []))];
    }
    if (tie === "ender-loses") return [{ sum: this.endedLast(side) === null ? 0 : 1, count: 1 }];
    return tie === "most-holes" ? [{ sum: -this.holesWon(side), count: 1 }] : [];
  }

  /** The holes of the totals: the confirmed ones without extra holes. @returns {Hole[]} */
  get counting() {
    return this.holes.filter((hole) => hole.confirmed && hole.playoff.length === 0);
  }

  /**
   * A result that is worked out once, because a game never changes.
   * @template T
   * @param {string} what
   * @param {() => T} find
   * @returns {T}
   */
  #once(what, find) {
    if (!this.#found.has(what)) this.#found.set(what, find());
    return this.#found.get(what);
  }
}

// --- who is compared with whom ---------------------------------------------------------------------------------------

/**
 * Whether that player was at the table on that hole.
 * @param {Player} player
 * @param {number} hole
 */
export function plays(player, hole) {
  return player.joined <= hole && (player.left === null || hole <= player.left);
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
 * The team for a new player, as `smallest_team` of scorekeeper/rules/dealing.py; null in a house without.
 * @param {Pick<Game, "house" | "players">} game
 */
export function smallestTeam({ house, players }) {
  if ((house.match.teams ?? "none") === "none") return null;
  const here = players
    .filter(({ left }) => left === null)
    .map(({ team }) => team ?? 0)
    .filter(Boolean)
    .sort((one, other) => one - other);
  const size = (/** @type {number} */ team) => here.filter((one) => one === team).length;
  if (new Set(here).size > 1) return here.reduce((best, team) => (size(team) < size(best) ? team : best));
  let team = 1;
  while (players.some((player) => player.team === team)) team += 1;
  return team;
}

/** Whether all its players have left the table. @param {Side} side */
function hasLeft({ players }) {
  return players.every((player) => player.left !== null);
}

/** @param {Made} made */
function isRanked({ side, holes }) {
  return !hasLeft(side) && holes > 0;
}

/** @type {Share} */
const NOT_PLAYED = { sum: Infinity, count: 1 };

/** The sum of fractions. @param {readonly Share[]} shares @returns {Share} */
function added(shares) {
  return shares.reduce(
    (one, other) => ({ sum: one.sum * other.count + other.sum * one.count, count: one.count * other.count }),
    { sum: 0, count: 1 }
  );
}

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
 * Below 0 when the one list comes first: by the first difference, or as the shorter one.
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
