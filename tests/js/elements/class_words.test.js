import assert from "node:assert/strict";
import { test } from "node:test";

import { byLetter, waitsWords, workWords } from "../../../static/js/pages/class-question.js";
import { NO_NETWORK } from "../../../static/js/phone/server.js";

const PAUSED = "The teacher has paused this; your answer waits.";

/** @type {[did: "answer" | "hint" | "show" | undefined, others: string[], trouble: string, words: string][]} */
const WAITING = [
  ["answer", ["B"], "", ""],
  [undefined, [], NO_NETWORK, ""],
  ["answer", [], NO_NETWORK, "Waits for the network: leave this page open, for it alone has your answer."],
  ["hint", ["A", "C"], NO_NETWORK, "Waits for the network: leave this page open, for it alone has your wish for a hint and what you did at A and C."],
  [undefined, ["B"], "the server answered 503", "the server answered 503. Leave this page open, for it alone has what you did at B."],
  ["answer", [], PAUSED, "The teacher has paused this; your answer waits. Leave this page open, for it alone has your answer."],
];
for (const [did, others, trouble, words] of WAITING) {
  test(`${did} and ${others.length} others wait: ${words || "no word"}`, () => {
    assert.equal(waitsWords(did, others, trouble), words);
  });
}

test("what was filled in is told without the boxes that were left empty", () => {
  const work = /** @type {any} */ ([{ letter: "A", typed: { points: " -4 ", column1: "", column2: "7" } }, { letter: "B", typed: {} }]);
  assert.equal(workWords(work), "A -4, 7; B");
});

test("the questions after Z come after Z", () => {
  assert.deepEqual(["B", "AB", "Z", "A", "AA", "BA"].sort(byLetter), ["A", "B", "Z", "AA", "AB", "BA"]);
});
