import assert from "node:assert/strict";
import { test } from "node:test";

import { parseLayout } from "../../../static/js/rules/house.js";
import { score, scoreSoFar } from "../../../static/js/rules/scoring.js";
import { aHouse, aHouseWithBonus, partial, WORDING } from "./houses.js";

const plainHouse = aHouse();
const rowsHouse = aHouse({}, { where: ["row"] });
const crossing = aHouse({}, { where: ["column", "row"] });
const anyTwo = aHouse({}, { where: ["anywhere"] });
const threeOfTwoRows = aHouse({}, { size: 3 });
const noPairs = aHouse({ cancelling: null });
const anywhere = aHouseWithBonus({ pattern: "anywhere" });
const { "*": _, ...withoutJoker } = aHouse().values;
const noJoker = aHouse({ values: withoutJoker });
const suits = aHouse({}, { same: "card" });

/** @type {[name: string, house: typeof plainHouse, layout: string, columns: (number | null)[], total: number][]} */
const CASES = [
  ["an empty grid has no points, and none is 0", plainHouse, "_ _ _ / _ _ _", [null, null, null], 0],
  ["half a column has no points yet", plainHouse, "5 _ _ / _ _ _", [null, null, null], 0],
  ["a complete column has its points", plainHouse, "5 _ _ / 5 _ 7", [0, null, null], 0],
  ["the total is that of the complete columns", plainHouse, "5 * _ / 5 Q K", [0, 8, null], 8],
  ["the whole layout", plainHouse, "5 * 7 / 5 Q K", [0, 8, 7], 15],
  ["a column may be complete before those left of it", plainHouse, "_ _ 7 / 5 Q K", [null, null, 7], 7],
  ["a bonus waits for its second column", aHouseWithBonus(), "5 K 5 / 5 3 _", [0, 3, null], 3],
  ["a bonus counts once both columns are there", aHouseWithBonus(), "5 _ 5 / 5 3 5", [0, null, 0], -10],
  ["four anywhere wait for complete columns", anywhere, "5 5 5 / 5 K _", [0, 5, null], 5],
  ["four anywhere count once complete", anywhere, "5 5 5 / 5 K A", [0, 0, 1], -9],
  ["a row counts once it is complete, where cards cancel in rows", rowsHouse, "9 9 4 / 2 _ _", [null, null, null], 4],
  ["half a row has no points, though a column is complete", rowsHouse, "9 9 _ / 2 _ _", [null, null, null], 0],
  ["no card is certain before the last, where lines cross", crossing, "9 9 9 / 2 3 _", [null, null, null], 0],
  ["nor where any two cancel", anyTwo, "9 8 7 / 2 3 _", [null, null, null], 0],
  ["any two cancel once all are there", anyTwo, "9 8 7 / 2 3 9", [2, 11, 7], 20],
  ["columns that are too short for a group count one by one", threeOfTwoRows, "9 8 7 / 9 _ _", [18, null, null], 18],
  ["so do those of a house without pairs", noPairs, "9 8 7 / 9 _ _", [18, null, null], 18],
  ["a joker that the house does not know leaves its column open", noJoker, "5 * 7 / 5 Q K", [0, null, 7], 7],
  ["a card without the suit that is needed too", suits, "5H 5 7S / 5H 5S 7S", [0, null, 0], 0],
];

for (const [name, house, layout, columns, total] of CASES) {
  test(`${name}: ${layout}`, () => {
    const soFar = scoreSoFar(partial(layout), house, WORDING);
    assert.deepEqual(soFar.columnPoints, columns);
    assert.equal(soFar.total, total);
    assert.equal(soFar.complete, !columns.includes(null));
    assert.equal(
      soFar.total,
      soFar.lines.reduce((sum, line) => sum + line.points, 0)
    );
  });
}

test("a complete layout so far is its score", () => {
  const layout = parseLayout("5 * 7 / 5 Q K", plainHouse);
  assert.ok(layout);
  const { complete, ...soFar } = scoreSoFar(layout, plainHouse, WORDING);
  assert.deepEqual(soFar, score(layout, plainHouse, WORDING));
  assert.ok(complete);
});

test("lines name their cells, points and reason", () => {
  assert.deepEqual(scoreSoFar(partial("5 * _ / 5 Q K"), plainHouse, WORDING).lines, [
    {
      rule: "pair",
      points: 0,
      cells: [
        [0, 0],
        [1, 0],
      ],
      text: "two fives 0",
      others: 0,
    },
    {
      rule: "values",
      points: 8,
      cells: [
        [0, 1],
        [1, 1],
      ],
      text: "joker \u22122 + queen 10 = 8",
      others: 0,
    },
  ]);
});

test("hidden cards count what the house says, and cancel nothing", () => {
  const tens = aHouse({ ending: { hidden: 10 } });
  const layout = parseLayout("K [2] [Q] / 3 9 [Q]");
  assert.ok(layout);
  const { total, columnPoints, lines } = score(layout, tens, WORDING);
  assert.deepEqual([total, columnPoints], [42, [3, 19, 20]]);
  assert.equal(lines[2]?.text, "queen hidden 10 + queen hidden 10 = 20");
});

test("a complete layout that the house cannot count is refused", () => {
  const layout = parseLayout("* 5 9 / 5 * 9");
  assert.ok(layout);
  assert.throws(() => score(layout, noJoker, WORDING), /does not fit/);
});
