import assert from "node:assert/strict";
import { test } from "node:test";

import { ClassOutbox, isShutOut } from "../../../static/js/store/class-outbox.js";
import { answerOf } from "../../../static/js/store/sending.js";
import { aKeep, Channels, settle, TurnsOfTabs } from "./tabs.js";

/**
 * @import {TestContext} from "node:test"
 * @import {Answer, Send} from "../../../static/js/store/sending.js"
 * @typedef {{url: string, body: any}} Asked
 * @typedef {(asked: Asked) => Answer | Promise<Answer>} Told
 */

const SEAT_NOT_FOUND = "class.seat_not_found";
const SEAT = { seat: "ABC234/7", api: "/api/class/ABC234/7/work" };
const NEIGHBOUR = { seat: "ABC234/8", api: "/api/class/ABC234/8/work" };

/** @param {string} letter @param {string} points */
const answer = (letter, points) => ({ letter, did: /** @type {const} */ ("answer"), typed: { points }, took: 5_000 });
/** @param {string} letter */
const hint = (letter) => ({ letter, did: /** @type {const} */ ("hint"), typed: {}, took: null });

/** @type {Told} */
const taken = ({ body }) => answerOf(200, { write_id: body.write_id, state: "given", tells: false, closed: null });
/** @type {Told} */
const lost = () => ({ kind: "later", reached: false, message: "no connection" });
/** @param {number} status @param {string} code @param {object[]} [problems] @returns {Told} */
const says = (status, code, problems = []) => () => answerOf(status, { code, message: `the server says ${code}`, problems });

/** A server that answers as told, and then takes everything. */
class Line {
  /** @type {Asked[]} */
  asked = [];
  /** @param {Told[]} answers */
  constructor(answers) {
    this.answers = answers;
  }

  /** @type {Send} */
  ask = async (method, url, body) => {
    assert.equal(method, "POST");
    const asked = { url, body };
    this.asked.push(asked);
    return (this.answers.shift() ?? taken)(asked);
  };

  /** What was sent, in few words. */
  get sent() {
    return this.asked.map(({ url, body }) => `${/\/(\d+)\/work$/.exec(url)?.[1]} ${words(body)}`);
  }
}

/** @param {{letter: string, did: string, typed: Record<string, string>}} work */
const words = ({ letter, did, typed }) => (did === "answer" ? `${letter} ${typed["points"]}` : `${letter} ${did}`);

/** @param {ClassOutbox} outbox */
const waiting = (outbox) => outbox.all.map((work) => `${words(work)}${work.state === "needs-you" ? `: ${work.trouble?.code}` : ""}`);

/**
 * One phone; time passes only where the test says so.
 * @param {TestContext} context
 * @param {Told[]} answers
 */
function aPhone(context, ...answers) {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
  const line = new Line(answers);
  const keep = aKeep("scorekeeper-class");
  const phone = { line, keep, clock: context.mock.timers, isOnline: true };
  return { ...phone, phone, outbox: new ClassOutbox(keep, line.ask, null, null, () => phone.isOnline) };
}

test("what a pupil does is sent in order with all that belongs to it, and gone once the answer names it", async (context) => {
  const { line, keep, outbox } = aPhone(context);
  void outbox.submit(SEAT, hint("A"));
  void outbox.submit(SEAT, answer("B", "-4"), "name-of-write");
  void outbox.submit(NEIGHBOUR, answer("A", "7"));
  assert.deepEqual(waiting(outbox), ["A hint", "B -4", "A 7"]);
  await settle();
  assert.deepEqual(line.sent, ["7 A hint", "7 B -4", "8 A 7"]);
  assert.deepEqual(line.asked[1]?.body, { write_id: "name-of-write", letter: "B", did: "answer", typed: { points: "-4" }, took: 5_000 });
  assert.deepEqual([outbox.all, await keep.getAll("work")], [[], []]);
});

test("what waits survives closing the page, and goes again under the same name", async (context) => {
  const { line, keep, outbox } = aPhone(context, lost);
  assert.equal(await outbox.submit(SEAT, answer("A", "7")), true);
  await settle();
  const reopened = new ClassOutbox(keep, line.ask);
  await reopened.reload();
  assert.deepEqual([waiting(reopened), reopened.keeps], [["A 7"], true]);
  await reopened.flush();
  assert.deepEqual([waiting(reopened), new Set(line.asked.map(({ body }) => body.write_id)).size], [[], 1]);
});

/** What is no acknowledgement. @type {[name: string, told: Told][]} */
const NO_ANSWERS = [
  ["no network", lost],
  ["an answer that names another write", () => answerOf(200, { write_id: "another" })],
  ["an answer that names none", () => answerOf(200, { ok: true })],
  ["a page of the network, which wants something first", () => answerOf(200, null)],
  ["a server in trouble", () => answerOf(500, null)],
  ["too many at once", () => answerOf(429, { code: "too_many", message: "wait" })],
  ["a class that is paused", says(409, "class.wait")],
];
for (const [name, told] of NO_ANSWERS) {
  test(`${name}: the answer waits, with the reason, and goes again after a second`, async (context) => {
    const { line, outbox, clock } = aPhone(context, told);
    await outbox.submit(SEAT, answer("A", "7"));
    await settle();
    assert.deepEqual([waiting(outbox), outbox.trouble !== "", outbox.sending], [["A 7"], true, null]);
    clock.tick(999);
    await settle();
    assert.equal(line.asked.length, 1);
    clock.tick(1);
    await settle();
    assert.deepEqual([waiting(outbox), outbox.trouble], [[], ""]);
    assert.equal(line.asked[0]?.body.write_id, line.asked[1]?.body.write_id);
  });
}

test("the reason of a pause is what the server says", async (context) => {
  const { outbox } = aPhone(context, says(409, "class.wait"));
  await outbox.submit(SEAT, answer("A", "7"));
  await settle();
  assert.equal(outbox.trouble, "the server says class.wait");
});

test("a class that is paused holds up nobody in another one", async (context) => {
  const { line, outbox } = aPhone(context, says(409, "class.wait"), taken, says(409, "class.wait"));
  void outbox.submit(SEAT, answer("A", "7"));
  void outbox.submit(SEAT, answer("B", "8"));
  void outbox.submit(NEIGHBOUR, answer("A", "9"));
  await settle();
  assert.deepEqual([line.sent, waiting(outbox)], [["7 A 7", "8 A 9", "7 A 7"], ["A 7", "B 8"]]);
});

test("an answer that cannot have left the phone is replaced by the next one to the same question of the same seat", async (context) => {
  const { line, outbox, phone } = aPhone(context, lost, lost, lost, lost);
  phone.isOnline = false;
  void outbox.submit(SEAT, hint("A"));
  await outbox.submit(SEAT, answer("A", "7"));
  await outbox.submit(SEAT, answer("B", "1"));
  await outbox.submit(NEIGHBOUR, answer("A", "2"));
  await settle();
  await outbox.submit(SEAT, answer("A", "8"));
  await settle();
  assert.deepEqual(waiting(outbox), ["B 1", "A 2", "A 8"]);
  const before = line.asked.length;
  line.answers = [];
  phone.isOnline = true;
  await outbox.hurry();
  assert.deepEqual([line.sent.slice(before), waiting(outbox)], [["7 B 1", "8 A 2", "7 A 8"], []]);
});

test("an answer that may have arrived is sent once more before the next one: the server must be able to tell them apart", async (context) => {
  const { line, outbox } = aPhone(context, lost);
  await outbox.submit(SEAT, answer("A", "7"));
  await settle();
  await outbox.submit(SEAT, answer("A", "8"));
  await outbox.flush();
  assert.deepEqual([line.sent, waiting(outbox)], [["7 A 7", "7 A 7", "7 A 8"], []]);
});

test("one that is on its way is not replaced", async (context) => {
  /** @type {() => void} */
  let arrive = () => {};
  const { line, outbox } = aPhone(context, async (asked) => {
    await new Promise((resolve) => (arrive = () => resolve(undefined)));
    return taken(asked);
  });
  void outbox.submit(SEAT, answer("A", "7"));
  await settle();
  void outbox.submit(SEAT, answer("A", "8"));
  assert.deepEqual(waiting(outbox), ["A 7", "A 8"]);
  arrive();
  await settle();
  assert.deepEqual([line.sent, waiting(outbox)], [["7 A 7", "7 A 8"], []]);
});

const PROBLEMS = [{ code: "answers.refused", message: "a whole number is wanted", field: "points" }];
/** What stays with its reason until somebody puts it away. @type {[name: string, told: Told, problems: object[]][]} */
const REFUSALS = [
  ["class.closed", says(409, "class.closed"), []],
  ["answers.refused", says(422, "answers.refused", PROBLEMS), PROBLEMS],
  ["write.id_reused", says(409, "write.id_reused"), []],
];
for (const [code, told, problems] of REFUSALS) {
  test(`what is refused with ${code} stays with the reason and what was typed, holds up nothing, and is never sent again`, async (context) => {
    const { line, keep, outbox } = aPhone(context, told);
    void outbox.submit(SEAT, answer("A", "seven"));
    void outbox.submit(SEAT, answer("B", "8"));
    await settle();
    await outbox.hurry();
    assert.deepEqual([line.sent, waiting(outbox)], [["7 A seven", "7 B 8"], [`A seven: ${code}`]]);
    const [kept] = await keep.getAll("work");
    assert.deepEqual([kept.trouble, kept.typed], [{ code, message: `the server says ${code}`, problems }, { points: "seven" }]);
    await outbox.drop(kept.id);
    assert.deepEqual([outbox.all, await keep.getAll("work")], [[], []]);
  });
}

test("what is put away in the moment in which it is refused does not come back", async (context) => {
  const { keep, outbox } = aPhone(context, says(422, "answers.refused", PROBLEMS));
  let seen = 0;
  outbox.addEventListener("change", () => {
    for (const { id, state } of outbox.all) {
      if (state !== "needs-you") continue;
      seen += 1;
      void outbox.drop(id);
    }
  });
  await outbox.submit(SEAT, answer("A", "seven"));
  await settle();
  await outbox.reload();
  assert.deepEqual([seen, outbox.all, await keep.getAll("work")], [1, [], []]);
});

test("another answer takes the place of one that was refused", async (context) => {
  const { outbox } = aPhone(context, says(422, "answers.refused", PROBLEMS));
  await outbox.submit(SEAT, answer("A", "seven"));
  await settle();
  await outbox.submit(SEAT, answer("A", "7"));
  await settle();
  assert.deepEqual(outbox.all, []);
});

test("a seat that this device does not open is asked once; nothing of it is lost before it is put away, and nothing of others ever", async (context) => {
  const { line, keep, outbox } = aPhone(context, says(404, SEAT_NOT_FOUND), lost, lost);
  void outbox.submit(SEAT, answer("A", "7"));
  void outbox.submit(SEAT, answer("B", "8"));
  void outbox.submit(NEIGHBOUR, answer("A", "9"));
  await settle();
  assert.deepEqual([line.sent, waiting(outbox)], [["7 A 7", "8 A 9", "8 A 9"], [`A 7: ${SEAT_NOT_FOUND}`, `B 8: ${SEAT_NOT_FOUND}`, "A 9"]]);
  await outbox.forget(SEAT.seat);
  await settle();
  assert.deepEqual([outbox.of(SEAT.seat), (await keep.getAll("work")).filter(({ seat }) => seat === SEAT.seat)], [[], []]);
});

test("two tabs take turns, and what was done once is sent once", async () => {
  const [channels, turns, keep, line] = [new Channels(), new TurnsOfTabs(), aKeep("scorekeeper-class"), new Line([])];
  const [one, other] = [0, 1].map(() => new ClassOutbox(keep, line.ask, turns.open(), channels.open()));
  await Promise.all([one?.submit(SEAT, answer("A", "7")), other?.submit(SEAT, answer("B", "8"))]);
  await Promise.all([one?.flush(), other?.flush()]);
  await settle();
  assert.deepEqual([line.sent.sort(), one?.all, other?.all], [["7 A 7", "7 B 8"], [], []]);
});

test("where there is no room it waits in the page, is sent all the same, and says that it is not kept", async (context) => {
  const { line, keep, outbox, clock } = aPhone(context, lost);
  keep.full = true;
  assert.equal(await outbox.submit(SEAT, answer("A", "7")), false);
  await settle();
  assert.deepEqual([waiting(outbox), outbox.keeps], [["A 7"], false]);
  clock.tick(1_000);
  await settle();
  assert.deepEqual([line.asked.length, outbox.all, outbox.keeps], [2, [], true]);
});

test("what a later release keeps is neither sent nor removed", async (context) => {
  const { line, keep, outbox } = aPhone(context);
  await keep.put("work", { format: 2, id: "later", seat: SEAT.seat });
  await outbox.submit(SEAT, answer("A", "7"));
  await settle();
  assert.deepEqual([line.sent, await keep.getAll("work")], [["7 A 7"], [{ format: 2, id: "later", seat: SEAT.seat }]]);
});

test("whoever listens hears of each answer, and of each change", async (context) => {
  const { outbox } = aPhone(context, lost, taken);
  /** @type {string[]} */
  const heard = [];
  outbox.addEventListener("answered", (event) => {
    const { entry, answer: told } = /** @type {CustomEvent} */ (event).detail;
    heard.push(`${words(entry)} ${told.kind}`);
  });
  outbox.addEventListener("change", () => heard.at(-1) !== "changed" && heard.push("changed"));
  await outbox.submit(SEAT, answer("A", "7"));
  await outbox.flush();
  assert.deepEqual(heard, ["changed", "A 7 later", "changed", "A 7 done", "changed"]);
});

test("what no class can want any more goes by itself, and nothing that is newer", async (context) => {
  const { keep, outbox, clock } = aPhone(context, lost, lost);
  const month = 31 * 24 * 60 * 60 * 1_000;
  await outbox.submit(SEAT, answer("A", "7"));
  await settle();
  clock.setTime(1_000_001 + month);
  await outbox.submit(NEIGHBOUR, answer("A", "9"));
  await settle();
  const reopened = new ClassOutbox(keep, async () => lost({ url: "", body: {} }));
  await reopened.reload();
  await reopened.forgetOld();
  assert.deepEqual([waiting(reopened), (await keep.getAll("work")).length], [["A 9"], 1]);
});

const ANOTHER_CLASS = { seat: "XYZ234/1", api: "/api/class/XYZ234/1/work" };

for (const code of ["class.not_found", "not_found"]) {
  test(`a class that is gone (${code}) is gone for all its seats on this phone, and for no other class`, async (context) => {
    const { line, outbox, phone } = aPhone(context, ...Array(9).fill(lost));
    void outbox.submit(SEAT, answer("A", "7"));
    void outbox.submit(NEIGHBOUR, answer("B", "8"));
    await outbox.submit(ANOTHER_CLASS, answer("C", "9"));
    await settle();
    const before = line.asked.length;
    line.answers = [says(404, code), lost];
    await outbox.hurry();
    assert.deepEqual([line.sent.slice(before), waiting(outbox)], [["7 A 7", "1 C 9"], [`A 7: ${code}`, `B 8: ${code}`, "C 9"]]);
    assert.deepEqual([phone.isOnline, outbox.all.map(isShutOut)], [true, [true, true, false]]);
    await outbox.forgetClass("ABC234");
    assert.deepEqual(waiting(outbox), ["C 9"]);
  });
}

test("a seat that another device has since sends nothing more, tells what waits, and holds up no other class", async (context) => {
  const { line, outbox } = aPhone(context, lost, lost);
  void outbox.submit(SEAT, answer("A", "7"));
  await outbox.submit(ANOTHER_CLASS, answer("B", "8"));
  await settle();
  const before = line.asked.length;
  await outbox.holdBack(SEAT.seat);
  await outbox.hurry();
  assert.deepEqual([line.sent.slice(before), waiting(outbox), outbox.all.map(isShutOut)], [["1 B 8"], [`A 7: ${SEAT_NOT_FOUND}`], [true]]);
});

test("the trouble of one class is told to nobody in another one; that of the network to everybody", async (context) => {
  const { line, outbox } = aPhone(context, ...Array(9).fill(says(409, "class.wait")));
  void outbox.submit(SEAT, answer("A", "7"));
  await outbox.submit(ANOTHER_CLASS, answer("A", "9"));
  await settle();
  line.answers = [says(409, "class.wait"), says(429, "too_many")];
  await outbox.hurry();
  const troubles = () => [SEAT, ANOTHER_CLASS, NEIGHBOUR].map(({ seat }) => outbox.troubleOf(seat));
  assert.deepEqual(troubles(), ["the server says class.wait", "the server answered 429", ""]);
  line.answers = [lost];
  await outbox.hurry();
  assert.deepEqual(troubles(), Array(3).fill("no connection"));
  await outbox.hurry();
  assert.deepEqual([troubles(), outbox.all], [["", "", ""], []]);
});

test("a page that is closed in the middle of replacing an answer leaves one, not both", async (context) => {
  const { line, keep, outbox, phone } = aPhone(context, lost, lost);
  phone.isOnline = false;
  await outbox.submit(SEAT, answer("A", "7"));
  await settle();
  const [before] = await keep.getAll("work");
  await outbox.submit(SEAT, answer("A", "8"));
  await settle();
  await keep.put("work", before);
  line.answers = [];
  const reopened = new ClassOutbox(keep, line.ask);
  await reopened.reload();
  assert.deepEqual([waiting(reopened), (await keep.getAll("work")).length], [["A 8"], 1]);
  await reopened.flush();
  assert.equal(line.sent.at(-1), "7 A 8");
});
