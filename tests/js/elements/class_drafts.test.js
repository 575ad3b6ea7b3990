import assert from "node:assert/strict";
import { test } from "node:test";

import { ClassDrafts, dropDraftsOf, dropOldDrafts, Hand, hasDraftsOf, OLD, Untold } from "../../../static/js/store/class-drafts.js";
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
  assert.equal(hasDraftsOf("ABC234", storage), true);
  dropDraftsOf("ABC234", storage);
  assert.deepEqual(["ABC234", "ABC23", "XYZ234"].map((code) => hasDraftsOf(code, storage)), [false, false, true]);
  assert.deepEqual(["ABC234/1", "ABC234/2", "XYZ234/1"].map((seat) => of(seat).get("A")), [null, null, DRAFT]);
});

test("what is older than any class goes, and what the release before kept goes in its time", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  const storage = aStorage();
  const [one, other] = [new ClassDrafts("ABC234/1", storage), new ClassDrafts("XYZ234/1", storage)];
  storage.setItem("scorekeeper:class-draft:XYZ234/1:B", JSON.stringify(DRAFT));
  storage.setItem("another", "thing");
  one.keep("A", DRAFT);
  dropOldDrafts(storage);
  context.mock.timers.setTime(1_000_000 + OLD);
  other.keep("A", DRAFT);
  dropOldDrafts(storage);
  assert.deepEqual([one.get("A"), other.get("B"), other.get("A")], [DRAFT, DRAFT, DRAFT]);
  context.mock.timers.setTime(1_000_001 + OLD);
  dropOldDrafts(storage);
  assert.deepEqual([one.get("A"), other.get("B"), other.get("A"), storage.getItem("another")], [null, null, DRAFT, "thing"]);
});

test("how many answers a phone knows of only ever grows, and goes with its seat and with its class", () => {
  const storage = aStorage();
  const [mine, next] = [new ClassDrafts("ABC234/1", storage), new ClassDrafts("ABC234/12", storage)];
  assert.equal(mine.answersAt("A"), 0);
  for (const answers of [2, 3, 1]) mine.noteAnswers("A", answers);
  next.noteAnswers("A", 1);
  assert.deepEqual([mine.answersAt("A"), mine.answersAt("B"), next.answersAt("A"), mine.letters], [3, 0, 1, []]);
  mine.dropAll();
  assert.deepEqual([mine.answersAt("A"), next.answersAt("A"), hasDraftsOf("ABC234", storage)], [0, 1, true]);
  dropDraftsOf("ABC234", storage);
  assert.deepEqual([next.answersAt("A"), storage.length], [0, 0]);
});

for (const text of ["{", "null", "5", '{"answers": "5"}', '{"answers": -1}', '{"answers": 1.5}']) {
  test(`${text} is no number of answers`, () => {
    const storage = aStorage();
    storage.setItem("scorekeeper:class-answers:ABC234/7:A", text);
    assert.equal(new ClassDrafts("ABC234/7", storage).answersAt("A"), 0);
  });
}

test("whose turn it is at a device is known in all its tabs, class by class, until that pupil leaves it", () => {
  const storage = aStorage();
  const [tab, other, elsewhere] = [new Hand("ABC234", storage), new Hand("ABC234", storage), new Hand("ABC23", storage)];
  assert.deepEqual([tab.number, tab.isAnothers(1)], [null, false]);
  tab.give(1);
  assert.deepEqual([other.number, other.isAnothers(1), other.isAnothers(12), elsewhere.number], [1, false, true, null]);
  other.give(12);
  tab.leave(1); // has it no more
  assert.deepEqual([tab.number, tab.isAnothers(1)], [12, true]);
  tab.leave(12);
  assert.deepEqual([tab.number, tab.isAnothers(12)], [0, true]);
});

test("whose turn it was goes with the class, and in its time", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  const storage = aStorage();
  const [one, other] = [new Hand("ABC234", storage), new Hand("XYZ234", storage)];
  one.give(1);
  other.give(2);
  assert.equal(hasDraftsOf("ABC234", storage), true);
  dropDraftsOf("ABC234", storage);
  assert.deepEqual([one.number, other.number], [null, 2]);
  context.mock.timers.setTime(1_000_001 + OLD);
  dropOldDrafts(storage);
  assert.deepEqual([other.number, storage.length], [null, 0]);
});

for (const text of ["{", "null", "5", '{"number": "5"}', '{"number": 1.5}']) {
  test(`${text} is nobody's turn`, () => {
    const storage = aStorage();
    const hand = new Hand("ABC234", storage);
    storage.setItem(hand.key, text);
    assert.deepEqual([hand.number, hand.isAnothers(1)], [null, false]);
  });
}

for (const [name, storage] of /** @type {const} */ ([["a full storage", aStorage({ full: true })], ["no storage at all", null]])) {
  test(`${name} tells no tab of anybody, and hinders nobody`, () => {
    const hand = new Hand("ABC234", storage);
    hand.give(1);
    hand.leave(1);
    assert.deepEqual([hand.number, hand.isAnothers(2)], [null, false]);
  });
}

test("what the server has to be told of a device that was passed on is the last of it, and who had it at first", () => {
  const storage = aStorage();
  const [tab, other] = [new Untold("ABC234", storage), new Untold("ABC234", storage)];
  assert.deepEqual([tab.passing, tab.isAnothers(1)], [null, false]);
  tab.pass(1);
  assert.deepEqual([other.passing, other.isAnothers(1), other.isAnothers(2)], [{ from: 1, to: 0, typed: "" }, true, true]);
  other.take(0, 2, "7K2QM");
  assert.deepEqual([tab.passing, tab.isAnothers(1), tab.isAnothers(2)], [{ from: 1, to: 2, typed: "7K2QM" }, true, false]);
  tab.pass(2);
  assert.deepEqual(tab.passing, { from: 1, to: 0, typed: "" });
  assert.equal(new Untold("ABC23", storage).passing, null);
});

test("what was noted while the server was told is told as well", () => {
  const untold = new Untold("ABC234", aStorage());
  untold.pass(1);
  const told = untold.passing;
  untold.take(0, 2, "7K2QM");
  if (told !== null) untold.settle(told);
  assert.deepEqual(untold.passing, { from: 1, to: 2, typed: "7K2QM" });
  if (untold.passing !== null) untold.settle(untold.passing);
  assert.equal(untold.passing, null);
});

test("the code of one pupil is not sent once another one is about to be known to the server", () => {
  const untold = new Untold("ABC234", aStorage());
  untold.forgetCode();
  assert.equal(untold.passing, null);
  untold.take(1, 2, "7K2QM");
  untold.forgetCode();
  assert.deepEqual(untold.passing, { from: 1, to: 0, typed: "" });
});

test("what the server was to be told goes with the class, and in its time", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  const storage = aStorage();
  const [one, other] = [new Untold("ABC234", storage), new Untold("XYZ234", storage)];
  one.pass(1);
  other.pass(2);
  dropDraftsOf("ABC234", storage);
  assert.deepEqual([one.passing, other.isAnothers(1)], [null, true]);
  context.mock.timers.setTime(1_000_001 + OLD);
  dropOldDrafts(storage);
  assert.deepEqual([other.passing, storage.length], [null, 0]);
});

for (const text of ["{", "null", "5", '{"from": 1, "to": 2}', '{"from": 1, "to": "2", "typed": "7K2QM"}']) {
  test(`${text} is nothing that a server has to be told`, () => {
    const storage = aStorage();
    const untold = new Untold("ABC234", storage);
    storage.setItem(untold.key, text);
    assert.deepEqual([untold.passing, untold.isAnothers(1)], [null, false]);
  });
}

test("a full storage tells no server of anybody, and hinders nobody", () => {
  const untold = new Untold("ABC234", aStorage({ full: true }));
  untold.pass(1);
  assert.deepEqual([untold.passing, untold.isAnothers(2)], [null, false]);
});
