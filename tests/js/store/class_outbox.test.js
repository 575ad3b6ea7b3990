import assert from "node:assert/strict";
import { test } from "node:test";

import { ClassOutbox, isShutOut } from "../../../static/js/phone/class-outbox.js";
import { answerOf } from "../../../static/js/phone/server.js";
import { settle } from "./tabs.js";

/**
 * @import {TestContext} from "node:test"
 * @import {Answer, Send} from "../../../static/js/phone/server.js"
 * @typedef {{url: string, body: any}} Asked
 * @typedef {(asked: Asked) => Answer | Promise<Answer>} Told
 */

const API = "/api/class/ABC234/7/work";

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
    return this.asked.map(({ body }) => words(body));
  }
}

/** @param {{letter: string, did: string, typed: Record<string, string>}} work */
const words = ({ letter, did, typed }) => (did === "answer" ? `${letter} ${typed["points"]}` : `${letter} ${did}`);

/** @param {ClassOutbox} outbox */
const waiting = (outbox) => outbox.all.map((work) => `${words(work)}${work.state === "needs-you" ? `: ${work.trouble?.code}` : ""}`);

/**
 * One open page; time passes only where the test says so.
 * @param {TestContext} context
 * @param {Told[]} answers
 */
function aPage(context, ...answers) {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
  const line = new Line(answers);
  const network = { isThere: true };
  return { line, network, clock: context.mock.timers, outbox: new ClassOutbox(API, line.ask, () => network.isThere) };
}

test("what a pupil does is sent in order with all that belongs to it, and gone once the answer names it", async (context) => {
  const { line, outbox } = aPage(context);
  outbox.submit(hint("A"));
  outbox.submit(answer("B", "-4"));
  assert.deepEqual(waiting(outbox), ["A hint", "B -4"]);
  const id = outbox.newest("B")?.id;
  await settle();
  assert.deepEqual([line.sent, outbox.all], [["A hint", "B -4"], []]);
  assert.deepEqual(line.asked[1], { url: API, body: { write_id: id, letter: "B", did: "answer", typed: { points: "-4" }, took: 5_000 } });
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
  test(`${name}: the answer waits, with the reason, and goes again under the same name after a second`, async (context) => {
    const { line, outbox, clock } = aPage(context, told);
    outbox.submit(answer("A", "7"));
    await settle();
    assert.deepEqual([waiting(outbox), outbox.trouble !== ""], [["A 7"], true]);
    clock.tick(999);
    await settle();
    assert.equal(line.asked.length, 1);
    clock.tick(1);
    await settle();
    assert.deepEqual([waiting(outbox), outbox.trouble], [[], ""]);
    assert.equal(line.asked[0]?.body.write_id, line.asked[1]?.body.write_id);
  });
}

test("an answer that cannot have left the phone is replaced by the next one to the same question", async (context) => {
  const { line, outbox, network } = aPage(context, lost, lost, lost, lost);
  network.isThere = false;
  outbox.submit(answer("A", "7"));
  outbox.submit(answer("B", "1"));
  await settle();
  outbox.submit(answer("A", "8"));
  await settle();
  assert.deepEqual(waiting(outbox), ["B 1", "A 8"]);
  const before = line.asked.length;
  line.answers = [];
  network.isThere = true;
  await outbox.hurry();
  assert.deepEqual([line.sent.slice(before), waiting(outbox)], [["B 1", "A 8"], []]);
});

test("an answer that may have arrived is sent once more before the next one: the server must be able to tell them apart", async (context) => {
  const { line, outbox } = aPage(context, lost, lost);
  outbox.submit(answer("A", "7"));
  await settle();
  outbox.submit(answer("A", "8"));
  await settle();
  await outbox.hurry();
  assert.deepEqual([line.sent, waiting(outbox)], [["A 7", "A 7", "A 7", "A 8"], []]);
});

test("one that is on its way is not replaced", async (context) => {
  /** @type {() => void} */
  let arrive = () => {};
  const { line, outbox } = aPage(context, async (asked) => {
    await new Promise((resolve) => (arrive = () => resolve(undefined)));
    return taken(asked);
  });
  outbox.submit(answer("A", "7"));
  await settle();
  outbox.submit(answer("A", "8"));
  assert.deepEqual(waiting(outbox), ["A 7", "A 8"]);
  arrive();
  await settle();
  assert.deepEqual([line.sent, waiting(outbox)], [["A 7", "A 8"], []]);
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
    const { line, outbox } = aPage(context, told);
    outbox.submit(answer("A", "seven"));
    outbox.submit(answer("B", "8"));
    await settle();
    await outbox.hurry();
    assert.deepEqual([line.sent, waiting(outbox)], [["A seven", "B 8"], [`A seven: ${code}`]]);
    const [kept] = outbox.all;
    assert.deepEqual([kept?.trouble, kept?.typed], [{ code, message: `the server says ${code}`, problems }, { points: "seven" }]);
    outbox.drop(kept?.id ?? "");
    assert.deepEqual(outbox.all, []);
  });
}

test("another answer takes the place of one that was refused", async (context) => {
  const { line, outbox } = aPage(context, says(422, "answers.refused", PROBLEMS));
  outbox.submit(answer("A", "seven"));
  await settle();
  outbox.submit(answer("A", "7"));
  await settle();
  assert.deepEqual([line.sent, outbox.all], [["A seven", "A 7"], []]);
});

test("what is put away in the moment in which it is refused does not come back", async (context) => {
  const { outbox } = aPage(context, says(422, "answers.refused", PROBLEMS));
  let seen = 0;
  outbox.addEventListener("change", () => {
    for (const { id } of outbox.all.filter(({ state }) => state === "needs-you")) {
      seen += 1;
      outbox.drop(id);
    }
  });
  outbox.submit(answer("A", "seven"));
  await settle();
  assert.deepEqual([seen, outbox.all], [1, []]);
});

for (const code of ["class.not_found", "not_found", "class.seat_not_found"]) {
  test(`a seat that is gone (${code}) is asked once, and nothing is lost before it is put away`, async (context) => {
    const { line, outbox } = aPage(context, says(404, code));
    outbox.submit(answer("A", "7"));
    outbox.submit(answer("B", "8"));
    await settle();
    assert.deepEqual([line.sent, waiting(outbox), outbox.all.map(isShutOut)], [["A 7"], [`A 7: ${code}`, `B 8: ${code}`], [true, true]]);
    outbox.dropAll();
    assert.deepEqual(outbox.all, []);
  });
}
