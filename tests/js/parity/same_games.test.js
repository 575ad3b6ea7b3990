/**
 * Whole games: what Python answered (the file named by GAMES, written by tests/js/test_games.py), a page must answer
 * too.
 *
 * @import {Hole} from "../../../static/js/rules/game.js"
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { isolated, ordinal, perHole } from "../../../static/js/rules/leading.js";
import { Game } from "../../../static/js/rules/game.js";
import { parseLayout } from "../../../static/js/rules/house.js";
import { answers, differences } from "./game_answers.js";

const cases = JSON.parse(readFileSync(process.env.GAMES ?? "", "utf8"));
const SHOWN = 20;

/**
 * @param {any} given
 * @returns {Hole}
 */
function holeOf({ entries, byHand, ...given }) {
  return {
    ...given,
    byHand: new Map(byHand),
    entries: new Map(
      entries.map((/** @type {[number, string | number]} */ [player, entry]) => [
        player,
        typeof entry === "number" ? { layout: null, points: entry } : { layout: parseLayout(entry), points: null },
      ])
    ),
  };
}

/**
 * Play every game under the house that is made of its own.
 * @param {any[]} games
 * @param {(house: any) => any} made
 */
function compare(games, made) {
  assert.ok(games.length > 0, "no game was written");
  const found = games.flatMap((given, place) => {
    const { players, holesPlanned, cutFrom, firstDealer } = given;
    const house = made({ ...cases.houses[given.house], match: given.match });
    const game = new Game(
      { house, players, holesPlanned, cutFrom, firstDealer, holes: given.holes.map(holeOf) },
      cases
    );
    return differences(given.answers, answers(game), `game ${place}, ${given.house}`);
  });
  assert.equal(found.length, 0, `${found.length} answers differ:\n\n${found.slice(0, SHOWN).join("\n")}`);
}

test("a game answers everything as it does on the server", () => {
  compare(cases.games, (house) => house);
});

test("points per hole are rounded alike", () => {
  for (const [sum, holes, text] of cases.perHole)
    assert.equal(perHole({ sum, holes }), text, `${sum} in ${holes} holes`);
});

test("ranks are said alike", () => {
  assert.deepEqual(
    Array.from(cases.ordinals, (_, place) => ordinal(place)),
    cases.ordinals
  );
});

test("the same names are kept from changing the order of numbers", () => {
  assert.equal([...cases.isolated].filter((letter) => isolated(letter) === letter).join(""), "");
  assert.equal([...cases.notIsolated].filter((letter) => isolated(letter) !== letter).join(""), "");
  assert.equal(isolated("\u05d3 7"), "\u2068\u05d3 7\u2069");
});
