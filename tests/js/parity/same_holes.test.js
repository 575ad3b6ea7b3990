/** Holes as the referee saw them (the file named by HOLES, written by tests/js/test_holes.py): a page allows and changes the same. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { act, actionsOf, deal, due, refusal } from "../../../static/js/play/hole.js";
import { holeOf } from "../../bench/holes.js"; // it throws for what is not allowed, and for a hole without end
import { parseCard } from "../../../static/js/rules/house.js";
import { dataOf } from "./state_data.js";

const { rules, holes } = JSON.parse(readFileSync(process.env.HOLES ?? "", "utf8"));

/** The deck as it lay before the deal. @param {any} first */
function deckOf({ seats, starter, discards, stock }) {
  const size = seats[0].places.length;
  const dealt = Array.from({ length: size * seats.length }, (_, card) =>
    seats[(starter + card) % seats.length].places[Math.floor(card / seats.length)].replace(/[[\]()]/g, "")
  );
  return [...dealt, ...discards, ...stock].map((text) => /** @type {any} */ (parseCard(text)));
}

test("every hole is played as the referee plays it", () => {
  assert.ok(holes.length > 100);
  for (const { rules: name, first, steps, last, asked: inTheEnd } of holes) {
    let state = deal(
      rules[name].house,
      first.seats.map((/** @type {any} */ seat) => seat.name),
      deckOf(first),
      first.starter
    );
    assert.deepEqual(dataOf(state), first, name);
    /** @type {string[]} */
    const done = [];
    for (const {
      offered,
      asked,
      does: [player, action],
      order,
    } of steps) {
      const where = `${name}, ${first.seats.length} players, after ${done.join("; ")}`;
      assert.deepEqual(
        due(state).flatMap((seat) => actionsOf(state, seat).map((one) => [seat, one])),
        offered,
        where
      );
      for (const [seat, thinkable, code] of asked)
        assert.equal(refusal(state, seat, thinkable), code, `${thinkable} by ${seat}: ${where}`);
      state = act(state, player, action, { shuffled: () => /** @type {any} */ (order.map(parseCard)) });
      done.push(`${player} ${action}`);
    }
    assert.deepEqual(dataOf(state), last, `${name}: ${done.join("; ")}`);
    for (const [seat, thinkable, code] of inTheEnd)
      assert.equal(refusal(state, seat, thinkable), code, `${thinkable} in the end: ${name}`);
  }
});

test("the phone's players do what is allowed, and every hole comes to its end", () => {
  for (const [name, given] of Object.entries(rules)) {
    if (name.startsWith("random")) continue; // some of those cannot be ended by anybody
    assert.equal(holeOf(given, ["plain", "plain"], 1).length, 2);
    if (!name.includes("=")) holeOf(given, ["sharp", "plain"], 2);
  }
});
