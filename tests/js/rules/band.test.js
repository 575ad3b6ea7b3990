import assert from "node:assert/strict";
import { test } from "node:test";

import { bandOf } from "../../../static/js/rules/house.js";
import { aHouse } from "./houses.js";

/** @typedef {import("../../../static/js/rules/house.js").Rank} Rank */

const NUMBERS = { "#-2": 5, "#-1": 10, "#0": 15, "#1": 10, "2": 10, "#11": 10, "#12": 10 };

test("a deck from −2 to 12 has a color beside each number, and no other deck has any", () => {
  const numbers = aHouse({ table: { ...aHouse().table, deck: NUMBERS } });
  const cases = /** @type {[Rank, string | null][]} */ ([
    ["#-2", "below"],
    ["#-1", "below"],
    ["#0", "zero"],
    ["#1", "low"],
    ["4", "low"],
    ["5", "middle"],
    ["8", "middle"],
    ["9", "high"],
    ["#12", "high"],
    [".", null],
  ]);
  for (const [rank, band] of cases) {
    assert.equal(bandOf(rank, numbers), band, rank);
    assert.equal(bandOf(rank, aHouse()), null, rank);
    assert.equal(bandOf(rank, aHouse({ table: { ...aHouse().table, deck: { "2": 4, "3": 4 } } })), null, rank);
  }
});
