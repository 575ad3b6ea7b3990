/** The phone's players make moves that a person takes for sensible, by the rules of each house (RULES: its file). */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { actionsOf } from "../../../static/js/play/hole.js";
import { holeOf } from "../../bench/holes.js";
import { handAfter, isBad } from "./worse_moves.js";

const RULES = JSON.parse(readFileSync(process.env["RULES"] ?? "", "utf8"));

/** The players of each hole and how many deals they play. @type {[("plain" | "sharp")[], number][]} */
const TABLES = [
  [["plain", "plain"], 14],
  [["plain", "sharp"], 3],
  [["sharp", "plain"], 3],
];

for (const [key, rules] of /** @type {[string, any][]} */ (Object.entries(RULES))) {
  test(`${key}: both players play by the rules, the sharp one wastes nothing, the plain one never knocks early`, () => {
    const check = (/** @type {import("../../bench/holes.js").Move} */ { state, seat, action, level }) => {
      const legal = actionsOf(state, seat);
      assert.ok(legal.includes(action), action);
      const hand = handAfter(state, seat);
      const told = `${action} with ${hand}: ${JSON.stringify({ ...state.seats[seat], drawn: state.drawn })}`;
      if (level === "sharp") assert.ok(!isBad(state, seat, action, legal), told);
      if (level === "plain" && action === "knock") {
        assert.ok(state.seats[seat].turns >= 2, told);
        assert.ok(hand <= state.house.ending.good_knock, told);
      }
    };
    for (const [levels, deals] of TABLES) for (let seed = 0; seed < deals; seed++) holeOf(rules, levels, seed, check);
  });
}
