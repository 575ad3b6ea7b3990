import assert from "node:assert/strict";
import { test } from "node:test";

import "./no_page.js";
import { called, closedWords, sendingWords } from "../../../static/js/pages/waiting-note.js";

const WELL = { waits: 0, heldUp: 0, away: false, stuck: false, stays: false, mayEdit: true };
const AWAY = { away: true };

/** @type {[string, Partial<typeof WELL>, string][]} */
const CASES = [
  ["all is well", {}, ""],
  ["all is well, over plain http", { stays: true }, ""],
  ["on its way", { waits: 1 }, "Sending…"],
  ["two behind one that needs a decision", { waits: 2, heldUp: 2 }, "2 entries wait until you have decided."],
  ["one behind a decision, one on its way", { waits: 2, heldUp: 1 }, "Sending… 1 entry waits until you have decided."],
  ["behind a decision, and no network", { waits: 2, heldUp: 2, ...AWAY }, "2 entries wait for the network."],
  ["one waits", { waits: 1, away: true }, "1 entry waits for the network."],
  ["two wait", { waits: 2, ...AWAY }, "2 entries wait for the network."],
  ["the server takes nothing", { waits: 2, stuck: true }, "2 entries wait for the server."],
  ["nothing waits", AWAY, "No network: what you enter is kept here."],
  ["a watcher", { ...AWAY, mayEdit: false }, "No network: this is how the game stood."],
  ["nothing can be kept", { ...AWAY, stays: true }, "No network: keep this page open."],
  ["nothing can be kept, one waits", { ...AWAY, stays: true, waits: 1 }, "1 entry waits: keep this page open."],
];

for (const [name, sending, words] of CASES) {
  test(name, () => {
    assert.equal(sendingWords({ ...WELL, ...sending }), words);
    assert.ok(words.length <= 46, "more than one line of a small phone");
  });
}

test("a link that was renewed: one short line on the entry page, all of it on the scorecard", () => {
  const message = "The table has a new link for this game. Ask for the new one.";
  assert.deepEqual(closedWords(message, 0, false), [message]);
  assert.deepEqual(closedWords("", 1, false), ["This link was renewed: ask the table for the new one.", "1 entry is kept on this phone until then."]);
  assert.deepEqual(closedWords(message, 2, false), [message, "2 entries are kept on this phone until then."]);
  assert.deepEqual(closedWords(message, 0, true), ["This link was renewed. Scan the new code."]);
  assert.deepEqual(closedWords(message, 2, true), ["2 entries kept here. Scan the table's new code."]);
});

test("an entry is called by its player, and by the name of then once the player is gone", () => {
  const entry = { kind: /** @type {"hand"} */ ("hand"), hole: 2, player: 1, name: "Ann" };
  const game = (/** @type {string | undefined} */ name) => ({ player: () => name === undefined ? null : { id: 1, name, joined: 1, left: null } });
  assert.equal(called(entry, /** @type {any} */ (game("Anna"))), "Anna on hole 2");
  assert.equal(called(entry, /** @type {any} */ (game(undefined))), "Ann on hole 2");
  assert.equal(called(entry, null), "Ann on hole 2");
  assert.equal(called({ ...entry, name: undefined }, null), "hole 2");
  assert.equal(called({ ...entry, kind: "confirm", player: null }, null), "the end of hole 2");
});
