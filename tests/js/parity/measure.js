/**
 * How long the pages' scorer takes under the house of the file HOUSE, as JSON on standard output: `every`, seconds for
 * every layout of ranks; `withLines`, microseconds for one layout with its lines and sentences; `slowest`, the same for the
 * slowest layout of the houses of the file SLOW.
 */

import { readFileSync } from "node:fs";

import { parseLayout } from "../../../static/js/rules/house.js";
import { score } from "../../../static/js/rules/scoring.js";
import { everyTotal } from "./every_total.js";

const { house, sentences } = JSON.parse(readFileSync(process.env.HOUSE ?? "", "utf8"));

let layouts = 0;
let start = performance.now();
everyTotal(house, () => { layouts += 1; });
const every = (performance.now() - start) / 1000;

const some = ["5 * 7 / 5 Q K", "5 5 K / 5 5 Q", "A 2 3 / 4 5 6", "* * 9 / * * 9"]
  .map((text) => parseLayout(text, house))
  .filter((layout) => layout !== null);
const ROUNDS = 20_000;
start = performance.now();
for (let round = 0; round < ROUNDS; round++) {
  for (const layout of some) score(layout, house, { sentences });
}
const withLines = ((performance.now() - start) * 1000) / (ROUNDS * some.length);

/** @type {any[]} */
const cases = JSON.parse(readFileSync(process.env.SLOW ?? "", "utf8"));
const slowest = Math.max(...cases.flatMap(({ house: rules, sentences: words, layouts: texts }) =>
  texts.map((/** @type {string} */ text) => {
    const layout = parseLayout(text, rules);
    let quickest = Infinity;
    for (let round = 0; round < 30 && layout !== null; round++) {
      const began = performance.now();
      score(layout, rules, { sentences: words });
      quickest = Math.min(quickest, (performance.now() - began) * 1000);
    }
    return quickest;
  })));

process.stdout.write(JSON.stringify({ layouts, every, withLines, slowest }));
