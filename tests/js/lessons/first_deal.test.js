/** The deal of a first hole in every house (RULES: how each is played, by its key), played as the coach says. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { coachedHole, firstDeal } from "../../../static/js/play/lessons.js";

const RULES = JSON.parse(readFileSync(process.env["RULES"] ?? "", "utf8"));

/** Houses in which three must match, which is rare, or in which cards stay face down. */
const NO_PAIR = ["four-card", "four-cancelling", "four-turns", "queens-nothing", "nine-card", "vanishing-rows"];

for (const [key, { house }] of Object.entries(RULES)) {
  const seeds = [...firstDeal(house)];
  const { moves, told, isLost } = coachedHole(house, seeds.at(-1) ?? 0);
  const cards = house.grid.rows * house.grid.columns;

  test(`${house.name}: a first hole takes two or three minutes and shows how one draws, swaps and ends`, () => {
    assert.ok(moves <= 20, `${moves} moves`);
    assert.equal(told.has("short"), cards > 10, "that it begins with a row face up");
    assert.equal(
      [...told].find((about) => about !== "short"),
      "draw"
    );
    assert.ok(told.has("hand") || told.has("taken"));
    assert.ok(told.has("end") || told.has("last turn"));
  });

  test(`${house.name}: it shows what cancels, where the cards can be seen`, () => {
    assert.equal(told.has("pair"), !NO_PAIR.includes(key));
  });

  test(`${house.name}: who does what the coach says does not lose`, () => {
    assert.ok(!isLost);
  });
}
