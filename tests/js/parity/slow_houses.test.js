/** The houses that are the most work to score (the file named by SLOW): a layout with its lines in a thousandth of a second. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { parseLayout } from "../../../static/js/rules/notation.js";
import { score } from "../../../static/js/rules/scoring.js";

/** @type {any[]} */
const cases = JSON.parse(readFileSync(process.env.SLOW ?? "", "utf8"));
const TRIES = 60; // the quickest counts: what else a machine does can only add

test("a layout takes at most a millisecond under any house", () => {
  assert.ok(cases.length > 0, "no house was written");
  for (const { house, sentences, layouts } of cases) {
    for (const text of layouts) {
      const { layout } = parseLayout(text, house);
      assert.ok(layout, text);
      let quickest = Infinity;
      for (let round = 0; round < TRIES && quickest >= 1; round++) {
        const start = performance.now();
        score(layout, house, { sentences });
        quickest = Math.min(quickest, performance.now() - start);
      }
      assert.ok(quickest < 1, `${quickest} ms for ${text} under ${JSON.stringify(house.four_of_a_kind)}`);
    }
  }
});
