/**
 * One hole: every player's raw score, what is added to it or taken off, and who won it; its dealer, and who plays
 * first. Mirrors scorekeeper/rules/hole.py and dealing.py.
 *
 * Players come as a list in seating order, because an object would put a player called `2` before Ann.
 *
 * @import {House, Layout, Penalty, Reward, Wording} from "./house.js"
 * @import {Game, Hole, Player} from "./game.js"
 * @import {Score} from "./scoring.js"
 *
 * @typedef {readonly [name: string, points: number]} RawScore
 *
 * @typedef {object} Adjustment  the change of a raw score, without a rule for none; only the server says why
 * @property {number} points  of several rules together
 * @property {""|"settle"|"sweep"|"penalty"|"reward"|"bonus-of-others"|"winner"|"equal"} rule  the first of them
 *
 * @typedef {object} ByHand  points that the table adds for something outside the rules; added last, and never compared
 * @property {number} points
 * @property {string} reason
 *
 * @typedef {object} PlayerResult  one player's hole
 * @property {string} name
 * @property {number} raw
 * @property {Adjustment} adjustment
 * @property {ByHand | null} byHand  points by hand
 * @property {number} score  the hole score: raw, adjustment and points by hand together
 * @property {boolean} wins  the best hole score, alone or shared; the house may break a tie
 * @property {Score | null} worked  null for a bare number
 */

import { BY_ENDER, BY_OPENING, BY_WINNER } from "./house.js";
import { score } from "./scoring.js";
import { written } from "./settling.js";

/** @type {Adjustment} */
const NOTHING = { points: 0, rule: "" };

/**
 * Score a hole: each player's layout, or a bare raw score where the table noted no cards. The ender is one of those
 * players, or null for none. While scores are still missing the hole is not complete, and nothing is compared. Throws
 * for a layout that the house cannot score.
 *
 * @param {readonly (readonly [name: string, entry: Layout | number])[]} entries
 * @param {House} house
 * @param {string | null} ender
 * @param {Wording} wording
 * @param {boolean} [complete]
 * @param {ReadonlyMap<string, ByHand>} [byHand]  by player
 * @returns {PlayerResult[]}
 */
export function scoreHole(entries, house, ender, wording, complete = true, byHand = new Map()) {
  const worked = entries.map(([, entry]) => (typeof entry === "number" ? null : score(entry, house, wording)));
  const raw = entries.map(
    ([name, entry], place) => /** @type {[string, number]} */ ([name, worked[place]?.total ?? entry])
  );
  const changes = complete ? adjustments(raw, worked, house, ender) : [];
  const results = raw.map(([name, points], place) => {
    const changed = changes[place] ?? NOTHING,
      added = byHand.get(name) ?? null;
    const score = points + changed.points + (added?.points ?? 0);
    return { name, raw: points, adjustment: changed, byHand: added, score, worked: worked[place] ?? null };
  });
  const winning = holeWinners(
    results.map(({ name, score }) => [name, score]),
    house,
    ender
  );
  return results.map((result) => ({ ...result, wins: winning.includes(result.name) }));
}

/**
 * The winners of a hole with these scores: the best, with ties as the house says.
 *
 * @template Who
 * @param {readonly (readonly [who: Who, points: number])[]} scores
 * @param {House} house
 * @param {Who | null} ender
 */
export function holeWinners(scores, house, ender) {
  const finest = bestOf(
    scores.map(([, points]) => points),
    house
  );
  return tieBroken(
    scores.filter(([, points]) => points === finest).map(([who]) => who),
    house,
    ender
  );
}

/** The best of several scores. @param {readonly number[]} scores @param {House} house */
export function bestOf(scores, house) {
  return house.match.better === "higher" ? Math.max(...scores) : Math.min(...scores);
}

/** The worst of several scores. @param {readonly number[]} scores @param {House} house */
function worstOf(scores, house) {
  return house.match.better === "higher" ? Math.min(...scores) : Math.max(...scores);
}

/** Whether a player writes another number than was typed, instead of adding to it. @param {Adjustment} adjustment */
export function replaces({ rule }) {
  return rule === "settle" || rule === "sweep";
}

/** Whether one score is better than another. @param {number} points @param {number} than @param {House} house */
function isBetter(points, than, house) {
  return house.match.better === "higher" ? points > than : points < than;
}

/**
 * The winners of the hole among those with the best score.
 *
 * @template Who
 * @param {Who[]} best
 * @param {House} house
 * @param {Who | null} ender
 */
export function tieBroken(best, { match: { hole_tie: rule = "shared" } }, ender) {
  if (rule === "shared" || ender === null || !best.includes(ender) || best.length === 1) return best;
  return best.filter((who) => (who === ender) === (rule === "ender-wins"));
}

/**
 * The change of each player's raw score. Scores before the penalty are compared (sheet 001, question n); places may not
 * be.
 *
 * @param {readonly RawScore[]} raw
 * @param {readonly (Score | null)[]} worked  in the same order
 * @param {House} house
 * @param {string | null} ender
 */
function adjustments(raw, worked, house, ender) {
  const enderAt = raw.findIndex(([name]) => name === ender);
  const steps = written(
    raw.map(([, points]) => points),
    house,
    enderAt
  );
  const counts = raw;
  const now = steps.at(-1)?.scores;
  if (now) raw = raw.map(([name], place) => [name, now[place] ?? 0]);
  const ofEnder = ender === null ? NOTHING : adjustment(ender, raw, house);
  const added = house.placing?.compared === "after-penalty" ? ofEnder.points : 0;
  const compared = raw.map(([name, points]) => /** @type {RawScore} */ ([name, points + (name === ender ? added : 0)]));
  return compared.map((player, place) => {
    const [name] = player;
    const found = [...(name === ender ? [ofEnder] : []), ...bonusesOfOthers(name, raw, worked)];
    const score = raw[place]?.[1] ?? 0;
    const soFar = score + together(found).points;
    const [first] = steps;
    const settling = first ? [{ points: score - (counts[place]?.[1] ?? 0), rule: first.rule }] : [];
    return together([...settling, ...found, ...placingOf(player, soFar, compared, house, ender)]);
  });
}

/**
 * @param {readonly Adjustment[]} several
 * @returns {Adjustment}
 */
function together(several) {
  const found = several.filter(({ rule }) => rule !== "");
  return {
    points: found.reduce((sum, { points }) => sum + points, 0),
    rule: found[0]?.rule ?? "",
  };
}

/**
 * The bonuses that other layouts bring to this player.
 *
 * @param {string} name
 * @param {readonly RawScore[]} raw
 * @param {readonly (Score | null)[]} worked
 * @returns {Adjustment[]}
 */
function bonusesOfOthers(name, raw, worked) {
  return raw.flatMap(([other], place) =>
    (other === name ? [] : (worked[place]?.lines ?? []))
      .filter(({ others }) => others !== 0)
      .map(({ others }) => ({ points: others, rule: "bonus-of-others" }))
  );
}

/**
 * What a player's place on the hole brings, ender or not.
 *
 * @param {RawScore} player
 * @param {number} soFar  the score that becomes 0 or is halved
 * @param {readonly RawScore[]} scores  those that are compared
 * @param {House} house
 * @param {string | null} ender
 * @returns {Adjustment[]}
 */
function placingOf([name, own], soFar, scores, house, ender) {
  if (!house.placing) return [];
  const { winner, equal } = house.placing;
  const hasEquals = scores.some(([other, points]) => other !== name && points === own);
  const winning = scores.length > 1 ? holeWinners(scores, house, ender) : [];
  /** @type {Adjustment[]} */
  const found = [];
  const gained = winner !== null && winning.includes(name) ? gain(soFar, winner, "winner") : NOTHING;
  const isMissed = winning.length > 1 && winner?.when !== "shared"; // a tie costs it
  if (!isMissed) found.push(gained);
  if (equal !== 0 && hasEquals) found.push({ points: equal, rule: "equal" });
  else if (isMissed) found.push({ ...gained, points: 0 });
  return found;
}

/**
 * The ender's penalty or reward, given every raw score on this hole. Scores are compared before anything is added: a
 * penalty never changes who was best (sheet 001, question n).
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
  const pays = house.penalty && penaltyOf(own, others, house.penalty, house);
  if (pays && pays.rule !== "") return pays;
  const { reward } = house;
  if (reward === null || others.length === 0 || others.some(([, rival]) => isBetter(rival, own, house))) return NOTHING;
  const gained = gain(own, reward, "reward");
  const isShared = others.some(([, rival]) => rival === own);
  return isShared && reward.when !== "shared" ? { ...gained, points: 0 } : gained; // a tie costs it
}

/**
 * @param {number} own
 * @param {readonly RawScore[]} others
 * @param {Penalty} rule
 * @param {House} house
 * @returns {Adjustment}
 */
function penaltyOf(own, others, rule, house) {
  const tiesCount = rule.when === "someone-lower-or-equal";
  const better = others.filter(([, rival]) => isBetter(rival, own, house) || (tiesCount && rival === own));
  if (rule.kind === "none" || better.length === 0) return NOTHING;
  // Doubling a score below 0 would make the penalty a gift; some houses want that.
  const doubles = own > 0 || rule.below_zero === "doubled";
  const doubled = doubles ? own : 0;
  const points = {
    "add": rule.points * (rule.each_rival ? better.length : 1),
    "double": doubled,
    "double-and-add": doubled + rule.points,
    "worst": worstOf([own, ...others.map(([, score]) => score)], house) - own,
  }[rule.kind];
  return { points, rule: "penalty" };
}

/**
 * What the best score gains: never a worse score.
 *
 * @param {number} own
 * @param {Reward} rule
 * @param {"reward" | "winner"} id
 * @returns {Adjustment}
 */
function gain(own, { kind, points: added }, id) {
  if (kind === "none" || (kind !== "add" && own <= 0)) return NOTHING;
  const points = { zero: -own, half: -Math.floor(own / 2), add: added }[kind];
  return { points: points + 0, rule: id }; // half of 1 takes nothing off: plus nothing, not minus nothing
}

// --- whose deal ------------------------------------------------------------------------------------------------------

/**
 * The next seat after that player's which is among those; their own comes last. Null where there is none. After a
 * player without a seat, the first seat is the next.
 *
 * @param {readonly number[]} seats  player ids in seating order
 * @param {number} after
 * @param {{has(id: number): boolean}} among
 * @returns {number | null}
 */
export function nextClockwise(seats, after, among) {
  const start = seats.indexOf(after) + 1;
  return [...seats.slice(start), ...seats.slice(0, start)].find((seat) => among.has(seat)) ?? null;
}

/**
 * The dealer of that hole: noted with the hole, or as the house passes the deal on. That is to the next seat clockwise,
 * unless the house says otherwise. The winner, loser or ender of a hole decides only once that hole is confirmed.
 *
 * @param {Game} game
 * @param {number} number
 * @returns {Player | null}
 */
export function dealer(game, number) {
  const hole = game.hole(number);
  if (hole !== null) return game.player(hole.dealer);
  const noted = lastBefore(game, number);
  let deals = noted?.dealer ?? game.firstDealer;
  for (let ahead = (noted?.number ?? 0) + 1; ahead <= number; ahead++) {
    if (ahead === 1 && game.atTable(1).some((player) => player.id === deals)) continue; // the first dealer deals
    if (game.house.match.deal === "stays" && game.atTable(ahead).some((player) => player.id === deals)) continue;
    const decided = noted !== null && ahead === noted.number + 1 ? decidedBy(game, noted, ahead) : null;
    const following = decided ?? nextSeat(game, deals, ahead)?.id;
    if (following === undefined) return null;
    deals = following;
  }
  return game.player(deals);
}

function lastBefore(/** @type {Game} */ game, /** @type {number} */ number) {
  const before = game.holes.filter((earlier) => earlier.number < number && earlier.playoff.length === 0);
  return before.reduce(
    (last, earlier) => (last === null || earlier.number > last.number ? earlier : last),
    /** @type {Hole | null} */ (null)
  );
}

/**
 * Who deals after that hole where its scores or its ender decide; null where they do not, or are not settled.
 *
 * @param {Game} game
 * @param {Hole} last
 * @param {number} number
 */
function decidedBy(game, last, number) {
  const { deal = "", first } = game.house.match;
  const found = askedFor(game, last, number);
  if (found === null || deal === "loser-deals" || deal === "ender-deals" || first === "dealer") return found;
  // The first player sits to the left of the dealer.
  return nextClockwise(game.seats.reverse(), found, new Set(game.atTable(number).map((player) => player.id)));
}

/**
 * The player who decides the next deal: the ender, winner or loser of the last hole; null where none does.
 *
 * @param {Game} game
 * @param {Hole | null} last
 * @param {number} number
 */
function askedFor(game, last, number) {
  if (!last?.confirmed) return null;
  return BY_ENDER.includes(game.house.match.deal ?? "") ? endedBy(game, last, number) : byScore(game, last, number);
}

/**
 * The ender of that hole; null for no ender, or one who does not play the next hole.
 *
 * @param {Game} game
 * @param {Hole} last
 * @param {number} number
 */
function endedBy(game, last, number) {
  return game.atTable(number).find((player) => player.id === last.ender)?.id ?? null;
}

/**
 * The best or worst player of that hole, where the house asks for it; null where it does not. In a tie it is the first
 * one clockwise from the dealer.
 *
 * @param {Game} game
 * @param {Hole} last
 * @param {number} number
 */
function byScore(game, last, number) {
  const { deal = "" } = game.house.match;
  if (!BY_WINNER.includes(deal) && deal !== "loser-deals") return null;
  const scores = game.atTable(number).flatMap((player) => {
    const result = game.playerResult(last.number, player);
    return result === null ? [] : [/** @type {const} */ ([player.id, result.score])];
  });
  const worst = worstOf(
    scores.map(([, points]) => points),
    game.house
  );
  const those = BY_WINNER.includes(deal)
    ? holeWinners(scores, game.house, last.ender)
    : scores.filter(([, points]) => points === worst).map(([id]) => id);
  return nextClockwise(game.seats, last.dealer, new Set(those));
}

/**
 * Who plays first: the dealer, or the player to their left; null where the flipped cards decide.
 * @param {Game} game
 * @param {number} number
 * @returns {Player | null}
 */
export function starter(game, number) {
  const { deal = "", first } = game.house.match;
  if (BY_OPENING.includes(deal) && askedFor(game, lastBefore(game, number), number) === null) return null;
  const deals = dealer(game, number);
  if (first === "dealer" && game.atTable(number).some((player) => player.id === deals?.id)) return deals;
  return deals === null ? null : nextSeat(game, deals.id, number);
}

/**
 * Who plays first, in words: `Bo starts`; empty where no player does.
 * @param {Game} game
 * @param {number} number
 */
export function startWords(game, number) {
  const first = starter(game, number);
  if (first !== null) return `${first.name} starts`;
  return BY_OPENING.includes(game.house.match.deal ?? "") ? "the highest cards start" : "";
}

/**
 * The next player, clockwise, who is at the table on that hole.
 * @param {Game} game
 * @param {number} id
 * @param {number} number
 */
function nextSeat(game, id, number) {
  const following = nextClockwise(game.seats, id, new Set(game.atTable(number).map((player) => player.id)));
  return following === null ? null : game.player(following);
}
