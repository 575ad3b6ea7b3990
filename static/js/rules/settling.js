/**
 * What typed counts become before anyone is compared, and who plays no more because of their points. Mirrors
 * scorekeeper/rules/settling.py and sitting_out.py.
 *
 * @import {House, Settle} from "./house.js"
 * @import {Game, Hole, Player} from "./game.js"
 *
 * @typedef {{rule: "settle" | "sweep", scores: readonly number[]}} Step  what players write instead, in their order
 *
 * @typedef {object} Course  how a game stands after a hole, by player id
 * @property {ReadonlyMap<number, number>} totals
 * @property {ReadonlyMap<number, number>} out  the hole after which a player was out
 * @property {readonly [player: number, hole: number] | null} reached  who came first to the end of the game
 */

import { isAt } from "./house.js";

/**
 * Each rule of the house that turns counts into scores, in their order; those of a step go by the step before.
 *
 * @param {readonly number[]} counts
 * @param {House} house
 * @param {number} ender  the ender's place among them; −1 for none
 * @returns {Step[]}
 */
export function written(counts, { settle, sweep }, ender) {
  /** @type {Step[]} */
  const steps = [];
  if (settle && (settle.kind ?? "own") !== "own")
    steps.push({ rule: "settle", scores: settled(counts, settle, ender) });
  const scores = steps[0]?.scores ?? counts;
  const { total = NaN, own = 0, others = 0 } = sweep ?? {};
  const isTaker = (/** @type {number} */ score) => score === total;
  const sum = scores.reduce((all, score) => all + Math.abs(score), 0);
  if (scores.length > 1 && scores.filter(isTaker).length === 1 && sum === Math.abs(total))
    steps.push({ rule: "sweep", scores: scores.map((score) => (isTaker(score) ? own : others)) });
  return steps;
}

/**
 * What each player writes for what they still hold.
 * @param {readonly number[]} counts
 * @param {Settle} rule
 * @param {number} ender
 */
function settled(counts, rule, ender) {
  const winners = winnersOf(counts, rule, ender);
  const losers = counts.filter((_, place) => !winners.includes(place));
  const pays = rule.kind === "winner-is-paid" && (winners.length > 0 || rule.when === "end");
  const taken = losers.reduce((sum, count) => sum + count, 0) + (rule.bonus ?? 0);
  const times = { "ignored": 0, "off-once": 1, "off-each": losers.length }[rule.own ?? "ignored"];
  return counts.map((count, place) => (winners.includes(place) ? taken - times * count : pays ? -count : 0));
}

/**
 * Who takes what the others hold: the player who went out, or else, except at the end, who holds the least.
 * @param {readonly number[]} counts
 * @param {Settle} rule
 * @param {number} ender
 */
function winnersOf(counts, rule, ender) {
  if (ender >= 0) return [ender];
  if (rule.when === "end") return [];
  const fewest = Math.min(...counts);
  const least = [...counts.keys()].filter((place) => counts[place] === fewest);
  return least.length === counts.length || (least.length > 1 && rule.tie !== "each") ? [] : least;
}

// --- who plays no more -----------------------------------------------------------------------------------------------

/**
 * How the game stood before that hole. Each hole is worked out once.
 * @param {Game} game
 * @param {number} number
 * @returns {Course}
 */
export function courseBefore(game, number) {
  /** @type {Course} */
  let found = { totals: new Map(), out: new Map(), reached: null };
  for (const hole of game.counting) {
    if (hole.number >= number) break;
    const before = found;
    found = game.courses.get(hole.number) ?? after(game, hole, before);
    game.courses.set(hole.number, found);
  }
  return found;
}

/**
 * The players who do not play that hole because of their points.
 * @param {Game} game
 * @param {number} number
 * @returns {Set<number>}
 */
export function sittingOut(game, number) {
  const { out, reached } = courseBefore(game, number);
  const gone = new Set(out.keys());
  const isLast = reached !== null && number === reached[1] + 1;
  if (isLast && game.house.match.after_until === "others-once-more") gone.add(reached[0]);
  return gone;
}

/** Whether all players but one are out. @param {Game} game */
export function oneIsLeft(game) {
  const { out } = courseBefore(game, Infinity);
  return out.size > 0 && game.players.filter(({ id, left }) => left === null && !out.has(id)).length < 2;
}

/** The hole on which the others have their last turns, once one has reached the end; 0 for none. @param {Game} game */
export function lastTurns(game) {
  if ((game.house.match.after_until ?? "round-ends") === "round-ends") return 0;
  const { reached } = courseBefore(game, Infinity);
  return reached === null ? 0 : reached[1] + 1;
}

/**
 * @param {Game} game
 * @param {Hole} hole
 * @param {Course} before
 * @returns {Course}
 */
function after(game, hole, before) {
  const { match } = game.house;
  const totals = new Map(before.totals);
  const out = new Map(before.out);
  const playing = game.atTable(hole.number);
  for (const player of playing) {
    const result = game.playerResult(hole.number, player);
    if (result === null) continue;
    const total = (totals.get(player.id) ?? match.start_points ?? 0) + result.score;
    const counted = match.exact?.[total] ?? total;
    totals.set(player.id, counted);
    const limit = match.out_at ?? null;
    if (limit !== null && isAt(match, counted, limit) && (match.out_when !== "passed" || counted !== limit))
      out.set(player.id, hole.number);
  }
  const until = match.until ?? null;
  const first = inTurn(game, hole, playing).find(
    ({ id }) => until !== null && totals.has(id) && isAt(match, totals.get(id) ?? 0, until)
  );
  return { totals, out, reached: before.reached ?? (first ? [first.id, hole.number] : null) };
}

/**
 * The players in the order in which they had their turns on that hole.
 * @param {Game} game
 * @param {Hole} hole
 * @param {Player[]} playing
 */
function inTurn(game, hole, playing) {
  const first = game.starter(hole.number);
  const start = Math.max(
    0,
    playing.findIndex(({ id }) => id === first?.id)
  );
  return [...playing.slice(start), ...playing.slice(0, start)];
}
