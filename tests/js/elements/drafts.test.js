import assert from "node:assert/strict";
import { test } from "node:test";

import { Drafts } from "../../../static/js/phone/drafts.js";
import { aStorage } from "./storage.js";

const DRAFT = { cards: "5 . . / . . .", points: null, basedOn: 3, writeId: "abcdefgh", sent: [], clearing: false };

test("a draft is given back to the same player of the same hole alone", () => {
  const storage = aStorage();
  const drafts = new Drafts("game", 1, storage);
  assert.equal(drafts.keep(7, DRAFT), true);
  assert.deepEqual(new Drafts("game", 1, storage).get(7), DRAFT);
  assert.equal(drafts.get(8), null);
  assert.equal(new Drafts("game", 11, storage).get(7), null);
  assert.equal(new Drafts("other", 1, storage).get(7), null);
  drafts.drop(7);
  assert.equal(drafts.get(7), null);
});

for (const text of ["{", "null", "5", '{"cards": 5}']) {
  test(`${text} is no draft`, () => {
    const storage = aStorage();
    storage.setItem("scorekeeper:draft:game:1:7", text);
    assert.equal(new Drafts("game", 1, storage).get(7), null);
  });
}

test("a full storage and none at all say that nothing is kept", () => {
  assert.equal(new Drafts("game", 1, aStorage({ full: true })).keep(7, DRAFT), false);
  assert.equal(new Drafts("game", 1, null).keep(7, DRAFT), false);
});
