import assert from "node:assert/strict";
import { test } from "node:test";

import { LayoutEditor } from "../../../static/js/entry/board.js";
import { layoutOf, layoutText as written } from "../../../static/js/rules/house.js";
import { aHouse } from "../rules/houses.js";

const HOUSE = aHouse();

/** @param {LayoutEditor} editor */
const layoutText = (editor) => written(editor, editor.house);

/** @param {string} text */
function editing(text) {
  return new LayoutEditor(HOUSE, layoutOf(text, HOUSE));
}

test("cards go in row by row, and nothing is open at the end", () => {
  const editor = new LayoutEditor(HOUSE);
  for (const rank of ["5", "*", "7", "5", "Q", "10"]) editor.put(/** @type {any} */ (rank));
  assert.equal(layoutText(editor), "5 * 7 / 5 Q 10");
  assert.equal(editor.open, null);
  editor.put("K");
  assert.equal(layoutText(editor), "5 * 7 / 5 Q 10");
});

test("erasing takes the open card, else the one before, else nothing", () => {
  const editor = editing("5 * . / . . .");
  assert.equal(editor.erase(), true);
  assert.equal(layoutText(editor), "5 . . / . . .");
  editor.openAt([0, 0]);
  assert.equal(editor.erase(), true);
  assert.equal(editor.empty, true);
  assert.equal(editor.erase(), false);
});

test("a card that lay face down stays so until its cell is entered again", () => {
  const editor = editing("[5] * 7 / 5 Q [K]");
  editor.openAt([0, 1]);
  editor.put("9");
  assert.equal(layoutText(editor), "[5] 9 7 / 5 Q [K]");
  editor.openAt([0, 0]);
  editor.put("5");
  assert.equal(layoutText(editor), "5 9 7 / 5 Q [K]");
  editor.openAt(null);
  editor.erase();
  assert.equal(layoutText(editor), "5 9 7 / 5 Q .");
});

for (const text of ["[5] . 7 / 5H Q [10D]", "5H * 7 / 5 [Q] K", ". . . / . . A"]) {
  test(`${text} is read back as it was written`, () => {
    assert.equal(layoutText(editing(text)), text);
  });
}

// --- cards that need a suit, and cards that leave the grid -----------------------------------------------------------

function press(/** @type {LayoutEditor} */ editor, /** @type {...string} */ ...keys) {
  for (const key of keys) editor.put(key);
  return layoutText(editor);
}

test("where every suit counts, each card is asked for its own but the joker", () => {
  const editor = new LayoutEditor(aHouse({}, { same: "card" }));
  assert.equal(press(editor, "A", "H", "*", "10", "C", "2"), "AH * 10C / . . .");
  assert.equal(editor.asking, "2");
});

/** @param {Partial<import("../../../static/js/rules/house.js").Cancelling>} [cancelling] */
function leaving(cancelling = {}) {
  return aHouse({ grid: { rows: 3, columns: 4 } }, { leave: true, size: 3, exceptions: {}, ...cancelling });
}

test("the gone key empties the whole column of the open cell", () => {
  const editor = new LayoutEditor(leaving());
  assert.equal(press(editor, "5", "."), "5 . _ _ / _ . _ _ / _ . _ _");
  assert.deepEqual(editor.open, [0, 2]);
  assert.equal(press(editor, "6", "7", "8", "9", "10", "A", "2", "3"), "5 . 6 7 / 8 . 9 10 / A . 2 3");
  assert.ok(editor.complete);
});

test("the gone key means nothing where no line can have gone", () => {
  const editor = new LayoutEditor(leaving({ where: ["diagonal"] }));
  editor.openAt([0, 3]);
  assert.equal(press(editor, "."), "_ _ _ . / _ _ . _ / _ . _ _");
  const square = new LayoutEditor(
    aHouse({ grid: { rows: 3, columns: 3 } }, { leave: true, size: 3, exceptions: {}, where: ["diagonal"] })
  );
  square.openAt([0, 1]);
  assert.equal(press(square, "."), "_ _ _ / _ _ _ / _ _ _");
  assert.equal(square.asking, null);
});

test("the gone key takes no card away that was entered elsewhere in the line, and says so", () => {
  const house = leaving();
  const editor = new LayoutEditor(house, layoutOf("5 6 7 8 / _ _ _ _ / _ _ _ _", house));
  assert.match(editor.put("."), /^You can only mark a whole column as gone\. .*Clear/);
  assert.equal(layoutText(editor), "5 6 7 8 / _ _ _ _ / _ _ _ _");
  assert.deepEqual(editor.open, [1, 0]);
  // The card in the open cell itself is entered again, as with any other key.
  editor.openAt([0, 0]);
  assert.equal(editor.put("."), "");
  assert.equal(layoutText(editor), ". 6 7 8 / . _ _ _ / . _ _ _");
});
