/**
 * The pages' scorer, over every possible layout of ranks of one house (HOUSE) or over a sample of its layouts, against
 * what was found in Python (GOLDEN). tests/golden/ says what its figures mean; the histogram is there only for a house
 * as printed.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { everyTotal } from "./every_total.js";
import { sampledTotal } from "./sampled_total.js";

const house = JSON.parse(readFileSync(process.env.HOUSE ?? "", "utf8"));
const golden = JSON.parse(readFileSync(process.env.GOLDEN ?? "", "utf8"));

test(`${house.name}: its layouts count what Python says`, () => {
  const found = { count: 0, sum: 0, min: Infinity, max: -Infinity, hash: 0 };
  /** @type {Map<number, number>} */
  const histogram = new Map();
  /** @param {number} total */
  const take = (total) => {
    found.count += 1;
    found.sum += total;
    found.min = Math.min(found.min, total);
    found.max = Math.max(found.max, total);
    found.hash = (Math.imul(found.hash, 31) + total + 1000) >>> 0;
    histogram.set(total, (histogram.get(total) ?? 0) + 1);
  };
  if (golden.sample === undefined) everyTotal(house, take);
  else sampledTotal(house, golden.sample, take);
  const { histogram: expected, readings: _, sample: __, ...figures } = golden;
  if (expected !== undefined) assert.deepEqual(Object.fromEntries(histogram), expected);
  assert.deepEqual(found, figures);
});
