import assert from "node:assert/strict";
import { test } from "node:test";

import { LONGEST_LOOK, OnShow } from "../../../static/js/pages/class-question.js";

/** A clock that is turned by hand. */
function aClock() {
  const clock = { time: 5_000 };
  return { clock, seen: new OnShow(() => clock.time) };
}

test("only the question on show is counted, and nothing while the page is hidden", () => {
  const { clock, seen } = aClock();
  /** @type {[what: () => void, passes: number][]} */
  const story = [
    [() => seen.show("A"), 1_000],
    [() => seen.show("B"), 200],
    [() => seen.see(false), 60_000],
    [() => seen.see(true), 30],
    [() => seen.show("B"), 4],
    [() => seen.show(null), 9_000],
    [() => seen.show("A"), 500],
  ];
  for (const [what, passes] of story) {
    what();
    clock.time += passes;
  }
  assert.deepEqual([seen.took("A"), seen.took("B"), seen.took("C")], [1_500, 234, 0]);
});

test("an earlier visit counts along, once", () => {
  const { clock, seen } = aClock();
  seen.recall("A", 3_000);
  seen.recall("A", 3_000);
  seen.show("A");
  clock.time += 500;
  assert.equal(seen.took("A"), 3_500);
});

test("nobody looks at a question for more than an hour, and never for parts of a millisecond", () => {
  const { clock, seen } = aClock();
  seen.show("A");
  clock.time += 0.4;
  assert.equal(seen.took("A"), 0);
  clock.time += 100 * 3_600_000;
  assert.equal(seen.took("A"), LONGEST_LOOK);
});
