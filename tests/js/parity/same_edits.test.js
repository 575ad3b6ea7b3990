/**
 * What a phone makes of the server's JSON and of its own entries (the file named by EDITS, written by
 * tests/js/test_games.py), against what the server made of the same entries.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { gameOf } from "../../../static/js/phone/game-on-phone.js";
import "../../../static/js/phone/table.js";
import { answers, differences } from "./game_answers.js";

/** @type {any[]} */
const cases = JSON.parse(readFileSync(process.env.EDITS ?? "", "utf8"));
const SHOWN = 20;

/** @param {string[]} found */
function none(found) {
  assert.equal(found.length, 0, `${found.length} answers differ:\n\n${found.slice(0, SHOWN).join("\n")}`);
}

test("a game from the server's JSON is the game that the server keeps", () => {
  assert.ok(cases.length > 0, "no game was written");
  none(
    cases.flatMap(({ after, rules, answers: expected }, place) =>
      differences(expected, answers(gameOf(after, rules)), `game ${place}`)
    )
  );
});

test("a game with what waits in it is the game that the server makes of it", () => {
  none(
    cases.flatMap(({ before, rules, waiting, answers: expected }, place) =>
      differences(expected, answers(gameOf(before, rules, waiting)), `game ${place}`)
    )
  );
});

test("what has arrived already, and waits for its answer, changes nothing more", () => {
  const settled = cases.filter(
    ({ waiting }) => new Set(waiting.map((/** @type {any} */ one) => one.hole)).size === 1 && waiting.length === 1
  );
  assert.ok(settled.length > 0, "no game with a single entry was written");
  none(
    settled.flatMap(({ after, rules, waiting, answers: expected }, place) =>
      differences(expected, answers(gameOf(after, rules, waiting)), `game ${place}`)
    )
  );
});
