/** How the coach calls the cards of a grid, and says what ended a hole. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { cardWords, endedBy, endWords } from "../../../static/js/play/coach.js";

/** Grids with their cards in reading order. @type {[rows: number, columns: number, words: string[]][]} */
const GRIDS = [
  [1, 3, ["your left card", "your middle card", "your right card"]],
  [2, 2, ["your top-left card", "your top-right card", "your bottom-left card", "your bottom-right card"]],
  [
    2,
    3,
    [
      "your top-left card",
      "the middle card of your top row",
      "your top-right card",
      "your bottom-left card",
      "the middle card of your bottom row",
      "your bottom-right card",
    ],
  ],
  [
    2,
    5,
    [
      "your top-left card",
      "the second card of your top row",
      "the third card of your top row",
      "the fourth card of your top row",
      "your top-right card",
      "your bottom-left card",
      "the second card of your bottom row",
      "the third card of your bottom row",
      "the fourth card of your bottom row",
      "your bottom-right card",
    ],
  ],
  [
    3,
    2,
    [
      "your top-left card",
      "your top-right card",
      "the left card of your middle row",
      "the right card of your middle row",
      "your bottom-left card",
      "your bottom-right card",
    ],
  ],
  [
    3,
    3,
    [
      "your top-left card",
      "the middle card of your top row",
      "your top-right card",
      "the left card of your middle row",
      "your center card",
      "the right card of your middle row",
      "your bottom-left card",
      "the middle card of your bottom row",
      "your bottom-right card",
    ],
  ],
  [3, 1, ["your top card", "your middle card", "your bottom card"]],
  [4, 1, [1, 2, 3, 4].map((row) => `your card in row ${row}, column 1`)],
];

for (const [rows, columns, words] of GRIDS) {
  test(`a grid of ${rows} x ${columns}`, () => {
    const cells = Array.from({ length: rows * columns }, (_, at) => [Math.floor(at / columns), at % columns]);
    assert.deepEqual(
      cells.map(([row = 0, column = 0]) => cardWords({ rows, columns }, [row, column])),
      words
    );
  });
}

test("the outer cards of a middle row of four are its first and its last", () => {
  const words = [0, 1, 2, 3].map((column) => cardWords({ rows: 3, columns: 4 }, [1, column]));
  assert.deepEqual(
    words,
    ["first", "second", "third", "last"].map((word) => `the ${word} card of your middle row`)
  );
});

/** What ends a hole, and what is said of it. @type {[ending: any, words: string][]} */
const ENDINGS = [
  [{ trigger: "knock" }, "A knock ends the hole."],
  [{ trigger: "turns", turns: 4 }, "A hole has four turns for each player."],
  [{ trigger: "stock-empty" }, "The hole ends when the stock is empty."],
  [{ trigger: "all-up" }, "A player’s last face-down card ends the hole."],
];

for (const [ending, words] of ENDINGS) {
  test(`whoever was not told before hears: ${words}`, () => {
    assert.equal(endedBy(/** @type {any} */ ({ ending })), words);
  });
}

/** What ending a hole may cost, and what is said of it. @type {[penalty: any, words: string][]} */
const COSTS = [
  [null, ""],
  [{ kind: "none" }, ""],
  [{ kind: "add", points: 10, when: "someone-lower" }, " If someone then has less, it costs you 10 points."],
  [
    { kind: "add", points: 5, when: "someone-lower", each_rival: true },
    " If someone then has less, it costs you 5 points for each of them.",
  ],
  [
    { kind: "double", points: 0, when: "someone-lower-or-equal" },
    " If someone then has as little or less, your score doubles.",
  ],
  [
    { kind: "double-and-add", points: 5, when: "someone-lower" },
    " If someone then has less, your score doubles, plus 5.",
  ],
  [{ kind: "worst", points: 0, when: "someone-lower" }, " If someone then has less, you get the worst score."],
];

for (const [penalty, words] of COSTS) {
  test(`whoever may end a hole hears what it may cost: ${words || "nothing"}`, () => {
    const ending = { trigger: "all-up", last_turns: 1 };
    const told = endWords(/** @type {any} */ ({ ending, penalty }));
    assert.equal(told, `Your last card ends the hole. Everyone else gets one more turn.${words}`);
  });
}
