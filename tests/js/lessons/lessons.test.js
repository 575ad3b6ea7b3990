/** The hands of the first lessons, for every house (HOUSES: the answer of /api/houses) and several seeds. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { pairWords } from "../../../static/js/play/coach.js";
import { deckOf, Dice } from "../../../static/js/play/hole.js";
import { fiveToCount, lowAndHigh, oneToMake, withCard } from "../../../static/js/play/lessons.js";
import { fits, formatCard, formatLayout, hasCards } from "../../../static/js/rules/house.js";
import { score } from "../../../static/js/rules/scoring.js";

const HOUSES = JSON.parse(readFileSync(process.env["HOUSES"] ?? "", "utf8"));
const SEEDS = 4;

for (const { rules } of HOUSES.filter((/** @type {any} */ { rules }) => hasCards(rules.house))) {
  const { house } = rules;
  const total = (/** @type {any} */ layout) => score(layout, house, rules).total;

  test(`${house.name}: the low hand is far below the high one, and nothing cancels in either`, () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const [low, high] = lowAndHigh(house, rules, new Dice(seed));
      assert.ok(high.scored.total >= low.scored.total + 10, `${formatLayout(low.layout)} ${formatLayout(high.layout)}`);
      for (const { layout, scored } of [low, high]) {
        assert.ok(fits(layout, house));
        assert.equal(scored.total, total(layout));
        assert.ok(scored.lines.every(({ rule }) => rule === "values"));
      }
    }
  });

  test(`${house.name}: the card saves more in its cell than in any other, and comes from the deck`, () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { before, card, cell, after, group } = oneToMake(house, new Dice(seed));
      const put = withCard(before, cell, card);
      if (!house.cancelling?.leave) assert.equal(formatLayout(put), formatLayout(after));
      else for (const [row, column] of group) assert.equal(after.rows[row]?.[column]?.rank, ".", "it has left");
      assert.equal(total(put), total(after));
      const others = before.rows.flatMap((cards, row) =>
        cards.flatMap((_, column) =>
          row === cell[0] && column === cell[1] ? [] : [total(withCard(before, [row, column], card))]
        )
      );
      assert.ok(total(after) < Math.min(total(before), ...others), formatLayout(before));
      assert.equal(group.length > 0, house.cancelling !== null);
      const left = deckOf(house, 1).map(formatCard);
      for (const one of [...before.rows.flat(), card]) {
        assert.ok(left.includes(formatCard(one)), `${formatCard(one)} too often in ${formatLayout(before)}`);
        left.splice(left.indexOf(formatCard(one)), 1);
      }
    }
  });

  test(`${house.name}: five different hands to count, the first one without anything that cancels`, () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const five = fiveToCount(house, rules, new Dice(seed));
      assert.equal(new Set(five.map(({ layout }) => formatLayout(layout))).size, 5);
      assert.ok(five.every(({ layout, scored }) => fits(layout, house) && scored.total === total(layout)));
      assert.ok(five[0]?.scored.lines.every(({ rule }) => rule === "values"));
      const cancels = five.slice(2, 4).every(({ scored }) => scored.lines.some(({ rule }) => rule !== "values"));
      assert.equal(cancels, house.cancelling !== null);
    }
  });

  test(`${house.name}: what cancels is one sentence without its end`, () => {
    assert.match(pairWords(house), /^[A-Z][^.!?]{10,80}$/);
  });
}
