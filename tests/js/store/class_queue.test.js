import assert from "node:assert/strict";
import { test } from "node:test";

import { ClassQueue, isShutOut } from "../../../static/js/phone/class-queue.js";
import { answerOf } from "../../../static/js/phone/server.js";
import { settle, Shared } from "./tabs.js";

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
const says =
  (status, code, problems = []) =>
  () =>
    answerOf(status, { code, message: `the server says ${code}`, problems });

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

/** @param {ClassQueue} queue */
const waiting = (queue) =>
  queue.all.map((work) => `${words(work)}${work.state === "needs-you" ? `: ${work.trouble?.code}` : ""}`);

/**
 * A tab, whose page can be opened again; time passes only where the test says so.
 * @param {TestContext} context
 * @param {Told[]} answers
 */
function aTab(context, ...answers) {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
  const line = new Line(answers),
    { storage } = new Shared().open();
  const open = () => new ClassQueue(API, storage, line.ask);
  return { line, open, queue: open() };
}

test("what a student does is sent with all that belongs to it, and gone once the answer names it", async (context) => {
  const { line, queue } = aTab(context);
  queue.submit(hint("A"));
  queue.submit(answer("B", "-4"));
  assert.deepEqual(waiting(queue), ["A hint", "B -4"]);
  const write = queue.get("B")?.write;
  await settle();
  assert.deepEqual([line.sent, queue.all], [["A hint", "B -4"], []]);
  assert.deepEqual(line.asked[1], {
    url: API,
    body: { write_id: write, letter: "B", did: "answer", typed: { points: "-4" }, took: 5_000 },
  });
});

for (const [name, told] of /** @type {[string, Told][]} */ ([
  ["an answer that names another write", () => answerOf(200, { write_id: "another" })],
  ["a class that is paused", says(409, "class.wait")],
])) {
  test(`${name}: the answer waits, with the reason, also on a page loaded again, and goes again under the same name`, async (context) => {
    const { line, queue, open } = aTab(context, told);
    queue.submit(answer("A", "7"));
    await settle();
    assert.deepEqual([waiting(queue), queue.trouble !== ""], [["A 7"], true]);
    const again = open();
    await again.hurry();
    assert.deepEqual(
      [waiting(again), again.trouble, line.asked[0]?.body.write_id],
      [[], "", line.asked[1]?.body.write_id]
    );
  });
}

test("the newest answer to a question takes the place of the one before, also of one that is on its way", async (context) => {
  /** @type {() => void} */
  let arrive = () => {};
  const { line, queue } = aTab(
    context,
    async (asked) => {
      await new Promise((resolve) => (arrive = () => resolve(undefined)));
      return taken(asked);
    },
    lost,
    lost
  );
  queue.submit(answer("A", "7"));
  await settle();
  queue.submit(answer("A", "8"));
  arrive();
  await settle();
  queue.submit(answer("A", "9"));
  await queue.hurry();
  assert.deepEqual([[...new Set(line.sent)], waiting(queue)], [["A 7", "A 8", "A 9"], []]);
});

test("what is typed is kept for the next page, and forgotten with the seat", (context) => {
  const { queue, open } = aTab(context);
  queue.drafts.put("A", { points: "1" });
  assert.deepEqual(open().drafts.get("A"), { points: "1" });
  queue.dropAll();
  assert.deepEqual(open().drafts.ids, []);
});

const PROBLEMS = [{ code: "answers.refused", message: "a whole number is wanted", field: "points" }];
/** What stays with its reason until someone puts it away. @type {[name: string, told: Told, problems: object[]][]} */
const REFUSALS = [
  ["class.closed", says(409, "class.closed"), []],
  ["answers.refused", says(422, "answers.refused", PROBLEMS), PROBLEMS],
  ["write.id_reused", says(409, "write.id_reused"), []],
];
for (const [code, told, problems] of REFUSALS) {
  test(`what is refused with ${code} stays with the reason and what was typed, holds up nothing, and is never sent again`, async (context) => {
    const { line, queue } = aTab(context, told);
    queue.submit(answer("A", "seven"));
    queue.submit(answer("B", "8"));
    await settle();
    await queue.hurry();
    assert.deepEqual([line.sent, waiting(queue)], [["A seven", "B 8"], [`A seven: ${code}`]]);
    const [kept] = queue.all;
    assert.deepEqual(
      [kept?.trouble, kept?.typed],
      [{ code, message: `the server says ${code}`, problems }, { points: "seven" }]
    );
    queue.drop(kept?.id ?? "");
    assert.deepEqual(queue.all, []);
  });
}

for (const code of ["class.not_found", "not_found", "class.seat_not_found"]) {
  test(`a seat that is gone (${code}) is asked once, and nothing is lost before it is put away`, async (context) => {
    const { line, queue } = aTab(context, says(404, code));
    queue.submit(answer("A", "7"));
    queue.submit(answer("B", "8"));
    await settle();
    assert.deepEqual(
      [line.sent, waiting(queue), queue.all.map(isShutOut)],
      [["A 7"], [`A 7: ${code}`, `B 8: ${code}`], [true, true]]
    );
    queue.dropAll();
    assert.deepEqual(queue.all, []);
  });
}
