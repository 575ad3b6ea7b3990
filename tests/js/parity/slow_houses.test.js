/**
 * The houses that are the most work to score (the file named by SLOW, after a usual one): a layout with its lines takes
 * at most so many times what it takes there. `make bench` measures the same in thousandths of a second.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { parseLayout } from "../../../static/js/rules/notation.js";
import { score } from "../../../static/js/rules/scoring.js";

/** @type {any[]} */
const [usual, ...cases] = JSON.parse(readFileSync(process.env.SLOW ?? "", "utf8"));
const MOST = 60; // times; it was seven
const TRIES = 60; // the quickest counts: what else a machine does can only add

/**
 * Milliseconds: of the quickest of some times, or of the first one that took less than enough.
 * @param {string} text
 * @param {any} one
 */
function quickest(text, { house, sentences }, enough = 0) {
  const layout = parseLayout(text, house);
  assert.ok(layout, text);
  let least = Infinity;
  for (let round = 0; round < TRIES && least >= enough; round++) {
    const start = performance.now();
    score(layout, house, { sentences });
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

test("no house takes much longer than another", () => {
  assert.ok(cases.length > 0, "no house was written");
  const enough = MOST * Math.max(...usual.layouts.map((/** @type {string} */ text) => quickest(text, usual)));
  for (const one of cases) {
    for (const text of one.layouts) {
      const took = quickest(text, one, enough);
      assert.ok(took < enough, `${took} ms for ${text} under ${JSON.stringify(one.house.four_of_a_kind)}`);
    }
  }
});
