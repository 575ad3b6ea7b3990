/**
 * The sharp player against the plain one, the same for the same number of holes: `node holes.js RULES HOLES`, a line of JSON a house.
 * RULES is a file with the rules of each house by its key. What a player is not allowed would end it with an error.
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { choose } from "../../static/js/play/bots.js";
import { act, deal, deckOf, Dice, due, layoutOf } from "../../static/js/play/hole.js";
import { scoreHole } from "../../static/js/rules/hole.js";

const NAMES = ["0", "1"];

/**
 * The scores of a hole by two such players.
 * @param {any} rules @param {readonly ("plain" | "sharp")[]} levels @param {number} seed
 * @param {(milliseconds: number) => void} [timed]  what the sharp one took for an action
 */
export function holeOf(rules, levels, seed, timed = () => {}) {
  const dice = new Dice(seed),
    { house } = rules;
  let state = deal(house, NAMES, dice.shuffled(deckOf(house, NAMES.length)), seed % 2);
  for (let done = 0; state.step !== "over"; done++) {
    if (done > 1000) throw new Error(`a hole of ${house.key} does not end: seed ${seed}`);
    const seat = due(state)[0] ?? 0,
      level = levels[seat] ?? "plain";
    const before = performance.now();
    const action = choose(state, seat, dice, level);
    if (level === "sharp") timed(performance.now() - before);
    state = act(state, seat, action, dice);
  }
  const ender = state.ender === null ? null : (NAMES[state.ender] ?? null);
  return scoreHole(
    NAMES.map((name, seat) => [name, layoutOf(state, seat)]),
    house,
    ender,
    rules
  ).map(({ score }) => score);
}

/** @param {any} rules @param {number} holes */
function measured(rules, holes) {
  let plain = 0,
    sharp = 0,
    squares = 0,
    wins = 0,
    losses = 0,
    moves = 0,
    took = 0;
  for (let seed = 0; seed < holes; seed++) {
    const isFirst = seed % 4 < 2; // each of them begins as often as the other, in either seat
    const scores = holeOf(rules, isFirst ? ["sharp", "plain"] : ["plain", "sharp"], seed, (time) => {
      moves += 1;
      took += time;
    });
    const [mine = 0, other = 0] = isFirst ? scores : scores.toReversed();
    sharp += mine;
    plain += other;
    squares += (other - mine) ** 2;
    wins += Number(mine < other);
    losses += Number(other < mine);
  }
  const ahead = (plain - sharp) / holes;
  return {
    plain: plain / holes,
    sharp: sharp / holes,
    give: 1.96 * Math.sqrt((squares / holes - ahead ** 2) / holes),
    wins,
    losses,
    took: took / moves,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , file = "", holes = "100"] = process.argv;
  for (const [house, rules] of Object.entries(JSON.parse(readFileSync(file, "utf8")))) {
    console.log(JSON.stringify({ house, ...measured(rules, Number(holes)) }));
  }
}
