import assert from "node:assert/strict";
import { test } from "node:test";

import { deckWarnings } from "../../../static/js/rules/house.js";
import { aHouse, partial } from "./houses.js";

test("layouts that are still being entered are looked at as far as they go", () => {
  const warnings = deckWarnings(
    [
      ["Ann", partial("K K _ / K _ _")],
      ["2", partial("K K _ / _ _ _")],
    ],
    aHouse(),
    2
  );
  assert.deepEqual(warnings, [
    {
      code: "deck.too_many_of_a_rank",
      card: "K",
      holders: [
        ["Ann", 3],
        ["2", 2],
      ],
      message: "Ann has three kings and 2 two, but one deck has only four.",
    },
  ]);
});
