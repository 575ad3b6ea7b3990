import assert from "node:assert/strict";
import { test } from "node:test";

import { byLetter, othersWaitWords, typedWords, waitsWords } from "../../../static/js/pages/class-question.js";
import { NO_NETWORK } from "../../../static/js/phone/server.js";

const PAUSED = "The teacher has paused this; your answer waits.";
/** What stands above the questions. */
const STATUS = " The teacher has paused this. Nothing is taken for the moment; what is in stays. ";

/** @type {[did: "answer" | "hint" | "show", trouble: string, mayGoOn: boolean, said: string, words: string][]} */
const WAITING = [
  ["answer", "", true, "", ""],
  ["answer", NO_NETWORK, true, STATUS, "Waits for the network: leave this page open, for it alone has your answer. You can go on to the next question."],
  ["hint", NO_NETWORK, false, "", "Waits for the network: leave this page open, for it alone has your wish for a hint."],
  ["answer", PAUSED, false, STATUS, "Waits until the teacher goes on: leave this page open, for it alone has your answer."],
  ["answer", PAUSED, false, "Question A is open.", "The teacher has paused this. Leave this page open, for it alone has your answer."],
  ["show", "the server answered 503", false, STATUS, "The server answered 503. Leave this page open, for it alone has your wish to see it."],
];
for (const [did, trouble, mayGoOn, said, words] of WAITING) {
  test(`${did} waits: ${words || "no word while it is on its way"}`, () => {
    assert.equal(waitsWords(did, trouble, mayGoOn, said), words);
  });
}

/** @type {[letters: string[], trouble: string, said: string, words: string][]} */
const OTHERS = [
  [[], NO_NETWORK, "", ""],
  [["A"], "", STATUS, ""],
  [["A", "C"], NO_NETWORK, "", "Questions A and C wait for the network: leave this page open."],
  [["A", "B", "C"], "the server answered 500", STATUS, "Questions A, B and C wait for the server: leave this page open."],
  [["A"], PAUSED, STATUS, "Question A waits until the teacher goes on: leave this page open."],
];
for (const [letters, trouble, said, words] of OTHERS) {
  test(`others wait: ${words || `nothing of ${letters.join("") || "none"}`}`, () => {
    assert.equal(othersWaitWords(letters, trouble, said), words);
  });
}

test("what was filled in is told without the boxes that were left empty", () => {
  assert.equal(typedWords({ typed: { points: " -4 ", column1: "", column2: "7" } }), "-4, 7");
});

test("the questions after Z come after Z", () => {
  assert.deepEqual(["B", "AB", "Z", "A", "AA", "BA"].sort(byLetter), ["A", "B", "Z", "AA", "AB", "BA"]);
});
