import assert from "node:assert/strict";
import { test } from "node:test";

import { layoutOf, layoutText } from "../../../static/js/elements/hand.js";
import { LayoutEditor } from "../../../static/js/elements/layout-editor.js";

const GRID = { rows: 2, columns: 3 };

/** @param {string} text */
function editing(text) {
  return new LayoutEditor(GRID, layoutOf(text, GRID));
}

test("cards go in row by row, and nothing is open at the end", () => {
  const editor = new LayoutEditor(GRID);
  for (const rank of ["5", "*", "7", "5", "Q", "10"]) editor.put(/** @type {any} */ (rank));
  assert.equal(layoutText(editor), "5 * 7 / 5 Q 10");
  assert.equal(editor.open, null);
  editor.put("K");
  assert.equal(layoutText(editor), "5 * 7 / 5 Q 10");
});

test("after a gap is filled, the next gap opens, be it before", () => {
  const editor = editing("5 . 7 / 5 . K");
  editor.openAt([1, 1]);
  editor.put("Q");
  assert.deepEqual(editor.open, [0, 1]);
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

test("the open cell stays inside the grid", () => {
  const editor = editing("5 . . / . . .");
  editor.move(-1, 5);
  assert.deepEqual(editor.open, [0, 2]);
});

test("a card that lay face down stays so until its cell is entered anew", () => {
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

for (const text of ["5 5 / 5 5", "5 . / . 5", "", null]) {
  test(`${text} is no layout of two rows of three`, () => assert.equal(layoutOf(text, GRID), null));
}
