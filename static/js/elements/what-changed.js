/**
 * What is different between two states of a game, in few words, for those who do not see the card change.
 *
 * @import {Game} from "../rules/game.js"
 */

import { leadSentence } from "../rules/leading.js";
import { number } from "../rules/wording.js";

/** Sentences. Whoever was away for an hour is told how it stands, not all that happened. */
const MOST_SAID = 6;

/**
 * Such as `Hole 4: Bo 7.`; nothing where nothing changed that can be seen.
 * @param {Game} before
 * @param {Game} after
 */
export function whatChanged(before, after) {
  const holes = after.holes.map((hole) => hole.number);
  const knownBefore = new Set(before.players.map(({ id }) => id));
  const joined = after.players.filter(({ id }) => !knownBefore.has(id)).map(({ name }) => `${name} joined.`);
  const entered = holes.flatMap((hole) => {
    const scores = after.players.flatMap((player) => {
      const was = before.playerResult(hole, player)?.score;
      const is = after.playerResult(hole, player)?.score;
      return was === is ? [] : [`${player.name} ${is === undefined ? "missing" : number(is)}`];
    });
    return scores.length > 0 ? [`Hole ${hole}: ${scores.join(", ")}.`] : [];
  });
  const isDone = (/** @type {Game} */ game, /** @type {number} */ hole) => game.hole(hole)?.confirmed === true;
  const done = holes.filter((hole) => isDone(after, hole) && !isDone(before, hole)).map((hole) => `Hole ${hole} is done.`);
  const lead = leadSentence(before) === leadSentence(after) ? [] : [leadSentence(after)];
  const said = [...joined, ...entered, ...done];
  return (said.length > MOST_SAID ? lead : [...said, ...lead]).join(" ");
}
