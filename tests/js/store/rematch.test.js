/** Where a table went on to, whatever a server says. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { rematchOf } from "../../../static/js/store/known-game.js";

test("the scorecard of the new game", () => {
  assert.equal(rematchOf({ rematch: "/g/abc_-123" }), "/g/abc_-123");
  assert.equal(rematchOf({ rematch: "/golf/g/abc" }), "/golf/g/abc");
});

const NOTHING = {
  "a server that does not know of it": {},
  "no rematch": { rematch: null },
  "a server that says it in another way": { rematch: { card: "/g/abc" } },
  "a word": { rematch: "" },
  "another host": { rematch: "https://elsewhere.example/g/abc" },
  "another host without a scheme": { rematch: "//elsewhere.example/g/abc" },
  "another host as browsers read it": { rematch: "/\\elsewhere.example/g/abc" },
  "a script": { rematch: "javascript:alert(1)" },
  "the start page": { rematch: "/" },
};

for (const [name, answer] of Object.entries(NOTHING)) {
  test(`no way on: ${name}`, () => assert.equal(rematchOf(answer), null));
}
