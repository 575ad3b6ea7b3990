/**
 * The sharp player against the plain one, and its bad moves. Each deal is played twice, with the seats exchanged:
 * `node holes.js RULES PAIRS [HOUSE...]`, a line of JSON a house.
 * RULES is a file with the rules of each house by its key. What a player is not allowed would end it with an error.
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { choose } from "../../static/js/play/bots.js";
import { act, actionsOf, deal, deckOf, Dice, due, layoutOf } from "../../static/js/play/hole.js";
import { scoreHole } from "../../static/js/rules/hole.js";
import { isBad } from "../js/play/worse_moves.js";

const NAMES = ["0", "1"];

/**
 * @typedef {object} Move
 * @property {any} state  before it
 * @property {number} seat
 * @property {string} action
 * @property {"plain" | "sharp"} level
 * @property {number} took  milliseconds
 */

/**
 * The scores of a hole by two such players. The seed decides the deal.
 * @param {any} rules @param {readonly ("plain" | "sharp")[]} levels @param {number} seed
 * @param {(move: Move) => void} [told]
 * @param {() => number} [clock]  in milliseconds
 */
export function holeOf(rules, levels, seed, told = () => {}, clock = () => 0) {
  const dice = new Dice(seed),
    { house } = rules;
  let state = deal(house, NAMES, dice.shuffled(deckOf(house, NAMES.length)), seed % 2);
  for (let done = 0; state.step !== "over"; done++) {
    if (done > 1000) throw new Error(`a hole of ${house.key} does not end: seed ${seed}`);
    const seat = due(state)[0] ?? 0,
      level = levels[seat] ?? "plain";
    const before = clock();
    const action = choose(state, seat, dice, level);
    told({ state, seat, action, level, took: clock() - before });
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

/** Milliseconds of processor time, which others on the machine don't change. */
function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** @param {any} rules @param {number} pairs */
function measured(rules, pairs) {
  const found = { plain: 0, sharp: 0, wins: 0, losses: 0, moves: 0, bad: 0, took: 0 };
  const watch = (/** @type {Move} */ { state, seat, action, level, took }) => {
    if (level !== "sharp") return;
    found.moves += 1;
    found.took += took;
    found.bad += Number(isBad(state, seat, action, actionsOf(state, seat)));
  };
  let squares = 0;
  for (let seed = 0; seed < pairs; seed++) {
    const one = holeOf(rules, ["sharp", "plain"], seed, watch, processorTime);
    const other = holeOf(rules, ["plain", "sharp"], seed, watch, processorTime).toReversed();
    let ahead = 0;
    for (const [sharp = 0, plain = 0] of [one, other]) {
      found.sharp += sharp / pairs / 2;
      found.plain += plain / pairs / 2;
      found.wins += Number(sharp < plain);
      found.losses += Number(plain < sharp);
      ahead += (plain - sharp) / 2;
    }
    squares += ahead ** 2;
  }
  const give = 1.96 * Math.sqrt((squares / pairs - (found.plain - found.sharp) ** 2) / pairs);
  return { ...found, give, took: found.took / found.moves };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , file = "", pairs = "50", ...keys] = process.argv;
  for (const [house, rules] of Object.entries(JSON.parse(readFileSync(file, "utf8")))) {
    if (keys.length > 0 && !keys.includes(house)) continue;
    console.log(JSON.stringify({ house, ...measured(rules, Number(pairs)) }));
  }
}
