import assert from "node:assert/strict";
import { test } from "node:test";

import { countWord, listing, number, say, sentence, signed } from "../../../static/js/rules/wording.js";

test("points have a true minus sign", () => {
  assert.deepEqual([-3, 0, 12].map(number), ["\u22123", "0", "12"]);
});

test("added points have a plus or a true minus sign; nothing added is 0", () => {
  assert.deepEqual([-3, 0, 12].map(signed), ["\u22123", "0", "+12"]);
});

test("small numbers are words", () => {
  assert.deepEqual([0, 1, 2, 12, 13].map(countWord), ["no", "one", "two", "twelve", "13"]);
});

test("words are listed as people do", () => {
  assert.equal(listing([]), "");
  assert.equal(listing(["Ann"]), "Ann");
  assert.equal(listing(["Ann", "Bo"]), "Ann and Bo");
  assert.equal(listing(["Ann", "Bo", "Cy"]), "Ann, Bo and Cy");
});

test("a sentence ends once, whoever wrote it", () => {
  assert.equal(sentence("the game is over"), "the game is over.");
  assert.equal(sentence("A layout must be complete."), "A layout must be complete.");
  assert.deepEqual(["Who?", "No!", "and so on…"].map(sentence), ["Who?", "No!", "and so on…"]);
});

test("a sentence is filled, numbers as points for people", () => {
  const wording = { sentences: { "a": "{who} has {points}, yes {points}" } };
  assert.equal(say(wording, "a", { who: "Ann", points: -4 }), "Ann has \u22124, yes \u22124");
});

test("what fills a sentence is never taken for a template", () => {
  const wording = { sentences: { "a": "{who} and {other}" } };
  assert.equal(say(wording, "a", { who: "{other} $&", other: "Bo" }), "{other} $& and Bo");
});

test("a sentence that nobody handed over, or a gap that nobody fills, is an error", () => {
  assert.throws(() => say({ sentences: {} }, "pair", {}), /no sentence pair/);
  assert.throws(() => say({ sentences: { "a": "{who}" } }, "a", {}), /needs who/);
});
