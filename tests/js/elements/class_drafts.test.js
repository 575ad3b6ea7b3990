import assert from "node:assert/strict";
import { test } from "node:test";

import { ClassDrafts } from "../../../static/js/store/class-drafts.js";
import { aStorage } from "./storage.js";

const DRAFT = { typed: { points: "-4" }, took: 5_000 };

test("what was typed is given back at the same question of the same seat alone, until it is dropped", () => {
  const storage = aStorage();
  new ClassDrafts("ABC234/7", storage).keep("A", DRAFT);
  assert.deepEqual(new ClassDrafts("ABC234/7", storage).get("A"), DRAFT);
  assert.equal(new ClassDrafts("ABC234/7", storage).get("B"), null);
  assert.equal(new ClassDrafts("ABC234/70", storage).get("A"), null);
  assert.equal(new ClassDrafts("XYZ234/7", storage).get("A"), null);
  new ClassDrafts("ABC234/7", storage).drop("A");
  assert.equal(new ClassDrafts("ABC234/7", storage).get("A"), null);
});

test("everything of a seat goes at once, and nothing of the next one", () => {
  const storage = aStorage();
  const [mine, next] = [new ClassDrafts("ABC234/1", storage), new ClassDrafts("ABC234/12", storage)];
  for (const letter of ["A", "B", "C"]) mine.keep(letter, DRAFT);
  next.keep("A", DRAFT);
  mine.dropAll();
  assert.deepEqual([..."ABC"].map((letter) => mine.get(letter)), [null, null, null]);
  assert.deepEqual(next.get("A"), DRAFT);
});

for (const text of ["{", "null", "5", '{"typed": 5}', '{"typed": null}', '{"typed": {"points": 5}}']) {
  test(`${text} is nothing that a pupil typed`, () => {
    const storage = aStorage();
    storage.setItem("scorekeeper:class-draft:ABC234/7:A", text);
    assert.equal(new ClassDrafts("ABC234/7", storage).get("A"), null);
  });
}

test("a time that cannot be is none", () => {
  const storage = aStorage();
  storage.setItem("scorekeeper:class-draft:ABC234/7:A", '{"typed": {"points": "5"}, "took": -3}');
  assert.deepEqual(new ClassDrafts("ABC234/7", storage).get("A"), { typed: { points: "5" }, took: 0 });
});

for (const [name, storage] of /** @type {const} */ ([["a full storage", aStorage({ full: true })], ["no storage at all", null]])) {
  test(`${name} keeps nothing, and hinders nobody`, () => {
    const drafts = new ClassDrafts("ABC234/7", storage);
    drafts.keep("A", DRAFT);
    drafts.drop("A");
    drafts.dropAll();
    assert.equal(drafts.get("A"), null);
  });
}
