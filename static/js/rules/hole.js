/**
 * One hole: everybody's raw score, the ender's penalty or reward, and who won it. Mirrors scorekeeper/rules/hole.py.
 *
 * Players come as a list in seating order, because an object would put a player called `2` before Ann.
 *
 * @import {House, Penalty, Reward} from "./house.js"
 * @import {Layout} from "./layout.js"
 * @import {Score} from "./scoring.js"
 * @import {Wording} from "./wording.js"
 *
 * @typedef {readonly [name: string, points: number]} RawScore
 *
 * @typedef {object} Adjustment  what the ender's raw score is changed by; no points and no rule for nothing
 * @property {number} points
 * @property {""|"penalty"|"reward"} rule
 * @property {string} text
 *
 * @typedef {object} HoleScore
 * @property {string} name
 * @property {number} raw
 * @property {Adjustment} adjustment
 * @property {number} score  the hole score
 * @property {boolean} wins  the lowest hole score, alone or shared
 *
 * @typedef {HoleScore & {worked: Score | null}} PlayerResult  one player's hole; no score is worked for a bare number
 */

import { score } from "./scoring.js";
import { listing, number, signed } from "./wording.js";

const PENALTY_WORDS = {
  "add": "penalty",
  "double": "the score is doubled,",
  "double-and-add": "the score is doubled and {points} added,",
  "worst": "the worst score at the table counts,",
};

const PENALTY_WORDS_BELOW_1 = {
  "double": "a score that is not above 0 is not doubled,",
  "double-and-add": "a score that is not above 0 is not doubled, but {points} added,",
};

/** @type {Adjustment} */
const NOTHING = { points: 0, rule: "", text: "" };

/**
 * Score a hole: each player's layout, or a bare raw score where the table noted no cards. The ender is one of those
 * players, or null for nobody. Throws BadLayout for a layout that the house cannot score.
 *
 * @param {readonly (readonly [name: string, entry: Layout | number])[]} entries
 * @param {House} house
 * @param {string | null} ender
 * @param {Wording} wording
 * @returns {PlayerResult[]}
 */
export function scoreHole(entries, house, ender, wording) {
  const worked = entries.map(([, entry]) => (typeof entry === "number" ? null : score(entry, house, wording)));
  const raw = entries.map(([name, entry], place) =>
    /** @type {[string, number]} */ ([name, worked[place]?.total ?? entry]));
  return holeResults(raw, house, ender).map((result, place) => ({ ...result, worked: worked[place] ?? null }));
}

/**
 * The results of a finished hole, in the order given. The ender is one of those players, or null for nobody.
 *
 * @param {readonly RawScore[]} raw
 * @param {House} house
 * @param {string | null} ender
 * @returns {HoleScore[]}
 */
export function holeResults(raw, house, ender = null) {
  const results = raw.map(([name, points]) => {
    const adjusted = name === ender ? adjustment(ender, raw, house) : NOTHING;
    return { name, raw: points, adjustment: adjusted, score: points + adjusted.points };
  });
  const lowest = Math.min(...results.map((result) => result.score));
  return results.map((result) => ({ ...result, wins: result.score === lowest }));
}

/**
 * The ender's penalty or reward, given everybody's raw score on this hole. Scores are compared before anything is
 * added, so that a penalty never changes who was lowest (sheet 001, question n).
 *
 * @param {string} ender
 * @param {readonly RawScore[]} raw
 * @param {House} house
 * @returns {Adjustment}
 */
export function adjustment(ender, raw, house) {
  const own = raw.find(([name]) => name === ender)?.[1];
  if (own === undefined) throw new Error(`${ender} ended the hole but is not among those who played it`);
  const others = raw.filter(([name]) => name !== ender);
  const pays = house.penalty && penaltyOf(ender, own, others, house.penalty);
  if (pays && pays.rule !== "") return pays;
  const aloneLowest = others.length > 0 && others.every(([, points]) => own < points);
  return house.reward && aloneLowest ? rewardOf(ender, own, house.reward) : NOTHING;
}

/**
 * @param {string} ender
 * @param {number} own
 * @param {readonly RawScore[]} others
 * @param {Penalty} rule
 * @returns {Adjustment}
 */
function penaltyOf(ender, own, others, rule) {
  const tiesCount = rule.when === "someone-lower-or-equal";
  const better = others.filter(([, points]) => points < own || (tiesCount && points === own));
  if (rule.kind === "none" || better.length === 0) return NOTHING;
  // Doubling a score below 0 would make the penalty a gift.
  const doubled = Math.max(own, 0);
  const points = {
    "add": rule.points * (rule.each_rival ? better.length : 1),
    "double": doubled,
    "double-and-add": doubled + rule.points,
    "worst": Math.max(own, ...others.map(([, score]) => score)) - own,
  }[rule.kind];
  const words = (own > 0 ? PENALTY_WORDS : { ...PENALTY_WORDS, ...PENALTY_WORDS_BELOW_1 })[rule.kind];
  const rivals = listing(better.map(([name, score]) => `${name} with ${number(score)}`));
  const were = `${better.length > 1 ? "were" : "was"} ${tiesCount ? "not higher" : "lower"}`;
  const text = `${ender} ended the hole with ${number(own)}, but ${rivals} ${were}: ` +
    `${words.replace("{points}", number(rule.points))} ${signed(points)}`;
  return { points, rule: "penalty", text };
}

/**
 * @param {string} ender
 * @param {number} own
 * @param {Reward} rule
 * @returns {Adjustment}
 */
function rewardOf(ender, own, rule) {
  if (rule.kind === "none") return NOTHING;
  if (rule.kind === "zero" && own <= 0) return NOTHING; // nobody is rewarded with a worse score
  const points = rule.kind === "zero" ? -own : rule.points;
  const done = rule.kind === "zero" ? "the score becomes 0," : "that earns";
  const text = `${ender} ended the hole and is alone lowest with ${number(own)}: ${done} ${signed(points)}`;
  return { points, rule: "reward", text };
}
