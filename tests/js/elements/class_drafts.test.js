import assert from "node:assert/strict";
import { test } from "node:test";

import { ClassDrafts, dropDraftsOf, dropOldDrafts, OLD } from "../../../static/js/store/class-drafts.js";
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
    dropDraftsOf("ABC234", storage);
    dropOldDrafts(storage);
    assert.equal(drafts.get("A"), null);
  });
}

test("the questions that something was typed at are known", () => {
  const storage = aStorage();
  const [mine, next] = [new ClassDrafts("ABC234/1", storage), new ClassDrafts("ABC234/12", storage)];
  for (const letter of ["A", "AB"]) mine.keep(letter, DRAFT);
  next.keep("C", DRAFT);
  assert.deepEqual(mine.letters, ["A", "AB"]);
});

test("a class that is gone takes what was typed at all its seats, and nothing of another one", () => {
  const storage = aStorage();
  const of = (/** @type {string} */ seat) => new ClassDrafts(seat, storage);
  for (const seat of ["ABC234/1", "ABC234/2", "XYZ234/1"]) of(seat).keep("A", DRAFT);
  dropDraftsOf("ABC234", storage);
  assert.deepEqual(["ABC234/1", "ABC234/2", "XYZ234/1"].map((seat) => of(seat).get("A")), [null, null, DRAFT]);
});

test("what is older than any class goes", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  const storage = aStorage();
  const [one, other] = [new ClassDrafts("ABC234/1", storage), new ClassDrafts("XYZ234/1", storage)];
  storage.setItem("another", "thing");
  one.keep("A", DRAFT);
  dropOldDrafts(storage);
  context.mock.timers.setTime(1_000_000 + OLD);
  other.keep("A", DRAFT);
  dropOldDrafts(storage);
  assert.deepEqual([one.get("A"), other.get("A")], [DRAFT, DRAFT]);
  context.mock.timers.setTime(1_000_001 + OLD);
  dropOldDrafts(storage);
  assert.deepEqual([one.get("A"), other.get("A"), storage.getItem("another")], [null, DRAFT, "thing"]);
});
