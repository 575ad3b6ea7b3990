import assert from "node:assert/strict";
import { test } from "node:test";

import { byLetter, closedWords, othersWaitWords, typedWords, waitsWords } from "../../../static/js/elements/class-words.js";
import { NO_NETWORK } from "../../../static/js/store/sending.js";

const PAUSED = "The teacher has paused this; your answer waits.";
const GONE_ON = "The class has gone on to the next question; your answer waits.";
/** What stands above the questions. */
const STATUS = " The teacher has paused this. Nothing is taken for the moment; what is in stays. ";

/** @type {[did: "answer" | "hint" | "show", trouble: string, keeps: boolean, mayGoOn: boolean, said: string, words: string][]} */
const WAITING = [
  ["answer", "", true, true, "", ""],
  ["answer", NO_NETWORK, true, true, STATUS, "Waits for the network: your answer is kept on this phone. You can go on to the next question."],
  ["answer", NO_NETWORK, true, false, "", "Waits for the network: your answer is kept on this phone."],
  ["answer", NO_NETWORK, false, false, "", "Waits for the network: leave this page open, for it alone has your answer."],
  ["hint", NO_NETWORK, true, false, "", "Waits for the network: your wish for a hint is kept on this phone."],
  ["answer", PAUSED, true, false, STATUS, "Your answer is kept on this phone, and goes by itself when the teacher goes on."],
  ["answer", PAUSED, false, false, STATUS, "Leave this page open, for it alone has your answer. It goes by itself when the teacher goes on."],
  ["answer", PAUSED, true, false, "Question A is open.", "The teacher has paused this. Your answer is kept on this phone, and goes by itself."],
  ["answer", GONE_ON, true, false, "Question B is open.", "The class has gone on to the next question. Your answer is kept on this phone, and goes by itself."],
  ["show", "the server answered 503", true, false, STATUS, "The server answered 503. Your wish to see it is kept on this phone, and goes by itself."],
  ["answer", "this browser keeps no cookies", false, false, STATUS, "This browser keeps no cookies. Leave this page open, for it alone has your answer. It goes by itself."],
];
for (const [did, trouble, keeps, mayGoOn, said, words] of WAITING) {
  test(`${did} waits: ${words || "no word while it is on its way"}`, () => {
    assert.equal(waitsWords(did, trouble, keeps, mayGoOn, said), words);
  });
}

/** @type {[letters: string[], trouble: string, keeps: boolean, said: string, words: string][]} */
const OTHERS = [
  [[], NO_NETWORK, true, "", ""],
  [["A"], "", true, STATUS, ""],
  [["A"], NO_NETWORK, true, STATUS, "Question A waits for the network: kept on this phone."],
  [["A", "C"], NO_NETWORK, false, "", "Questions A and C wait for the network: leave this page open."],
  [["A", "B", "C"], "the server answered 500", true, STATUS, "Questions A, B and C wait for the server: kept on this phone."],
  [["A"], PAUSED, true, STATUS, "Question A waits until the teacher goes on: kept on this phone."],
];
for (const [letters, trouble, keeps, said, words] of OTHERS) {
  test(`others wait: ${words || `nothing of ${letters.join("") || "none"}`}`, () => {
    assert.equal(othersWaitWords(letters, trouble, keeps, said), words);
  });
}

test("what was filled in is told without the boxes that were left empty", () => {
  assert.equal(typedWords({ typed: { points: " -4 ", column1: "", column2: "7" } }), "-4, 7");
  assert.equal(typedWords({ typed: {} }), "");
});

test("the questions after Z come after Z", () => {
  assert.deepEqual(["B", "AB", "Z", "A", "AA", "BA"].sort(byLetter), ["A", "B", "Z", "AA", "AB", "BA"]);
});

/** @type {[letters: string[], words: string][]} */
const CLOSED = [
  [[], ""],
  [["A"], "Question A is closed; what you typed was not sent."],
  [["A", "B", "AA"], "Questions A, B and AA are closed; what you typed was not sent."],
];
for (const [letters, words] of CLOSED) {
  test(`closed while somebody typed: ${words || "nothing"}`, () => {
    assert.equal(closedWords(letters), words);
  });
}
