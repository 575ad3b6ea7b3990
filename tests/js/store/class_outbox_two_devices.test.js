import assert from "node:assert/strict";
import { test } from "node:test";

import { ClassDrafts } from "../../../static/js/store/class-drafts.js";
import { ClassOutbox, isOvertaken, NEWER } from "../../../static/js/store/class-outbox.js";
import { answerOf } from "../../../static/js/store/sending.js";
import { aStorage } from "../elements/storage.js";
import { aKeep, settle } from "./tabs.js";

/** @import {Answer, Send} from "../../../static/js/store/sending.js" */

const SEAT = { seat: "ABC234/7", api: "/api/class/ABC234/7/work" };

/** A server that keeps what one pupil answered, from whatever device, as the real one does. */
class Server {
  /** @type {{id: string, letter: string, points: string}[]} */
  kept = [];
  /** @type {string[]} */
  asked = [];
  /** What becomes of the next requests: not arriving, or taken without the answer coming back. @type {("away" | "unheard")[]} */
  lose = [];

  /** @type {Send} */
  ask = async (_method, _url, body) => {
    const { write_id: id, letter, typed, based_on: base } = /** @type {any} */ (body);
    const loss = this.lose.shift();
    if (loss === "away") return this.#nothing();
    this.asked.push(`${letter} ${typed.points} on ${base}`);
    const told = this.#told(id, letter, typed.points, base);
    return loss === "unheard" ? this.#nothing() : told;
  };

  /** @returns {Answer} */
  #nothing() {
    return { kind: "later", reached: false, message: "no connection" };
  }

  /** @param {string} id @param {string} letter @param {string} points @param {number | undefined} base @returns {Answer} */
  #told(id, letter, points, base) {
    const here = () => this.kept.filter((one) => one.letter === letter);
    const at = () => here().findIndex((one) => one.id === id) + 1;
    if (at() === 0) {
      const newest = here().at(-1);
      if (base !== undefined && newest !== undefined && here().length > base && newest.points !== points) {
        const newer = { answers: here().length, typed: { points: newest.points }, there: newest.points, here: points };
        return answerOf(409, { code: NEWER, message: "two answers", problems: [], newer });
      }
      this.kept.push({ id, letter, points });
    }
    return answerOf(200, { write_id: id, letter, answers: at() });
  }

  /** The same pupil answers at another device. @param {string} points */
  elsewhere(points) {
    this.kept.push({ id: `elsewhere-${this.kept.length}`, letter: "A", points });
  }

  get points() {
    return this.kept.map(({ points }) => points);
  }
}

/** @param {import("node:test").TestContext} context */
function aPhone(context) {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
  const [server, keep, storage] = [new Server(), aKeep("scorekeeper-class"), aStorage()];
  const open = () => new ClassOutbox(keep, server.ask, null, null, () => true, (seat) => new ClassDrafts(seat, storage));
  return { server, keep, storage, open, outbox: open() };
}

/** @param {string} points @param {number | null} basedOn */
const answer = (points, basedOn = 0) => ({ letter: "A", did: /** @type {const} */ ("answer"), typed: { points }, took: 5_000, basedOn });
/** @param {ClassOutbox} outbox */
const waiting = (outbox) => outbox.all.map(({ typed, state }) => `${typed["points"]} ${state}`);

test("an answer that waited while its pupil answered elsewhere is kept with the other one, and nothing is decided", async (context) => {
  const { server, keep, outbox } = aPhone(context);
  server.elsewhere("24");
  await outbox.submit(SEAT, answer("20"));
  await outbox.flush();
  assert.deepEqual([server.points, waiting(outbox), outbox.all.map(isOvertaken)], [["24"], ["20 needs-you"], [true]]);
  const [kept] = await keep.getAll("work");
  assert.deepEqual(kept.trouble.newer, { answers: 1, typed: { points: "24" }, there: "24", here: "20" });
  await outbox.hurry();
  assert.deepEqual(server.asked, ["A 20 on 0"]);
});

test("sent all the same it goes under another name, based on the other one", async (context) => {
  const { server, outbox } = aPhone(context);
  server.elsewhere("24");
  await outbox.submit(SEAT, answer("20"));
  await outbox.flush();
  const before = outbox.all[0]?.id ?? "";
  await outbox.sendAllTheSame(before);
  await outbox.flush();
  assert.deepEqual([server.points, server.asked.at(-1), outbox.all], [["24", "20"], "A 20 on 1", []]);
  assert.notEqual(server.kept.at(-1)?.id, before);
});

test("where the other device answers once more meanwhile, it is asked about once more", async (context) => {
  const { server, outbox } = aPhone(context);
  server.elsewhere("24");
  await outbox.submit(SEAT, answer("20"));
  await outbox.flush();
  server.elsewhere("25");
  await outbox.sendAllTheSame(outbox.all[0]?.id ?? "");
  await outbox.flush();
  assert.deepEqual([server.points, waiting(outbox), outbox.all[0]?.trouble?.newer?.there], [["24", "25"], ["20 needs-you"], "25"]);
});

test("whoever keeps the other one can go on from there at this phone", async (context) => {
  const { server, outbox } = aPhone(context);
  server.elsewhere("24");
  await outbox.submit(SEAT, answer("20"));
  await outbox.flush();
  await outbox.keepTheOther(outbox.all[0]?.id ?? "");
  assert.deepEqual([server.points, outbox.all], [["24"], []]);
  await outbox.submit(SEAT, answer("26")); // of a page that was not drawn anew
  await outbox.flush();
  assert.deepEqual([server.points, outbox.all], [["24", "26"], []]);
});

test("another answer of this phone takes the place of the one that was asked about", async (context) => {
  const { server, outbox } = aPhone(context);
  server.elsewhere("24");
  await outbox.submit(SEAT, answer("20"));
  await outbox.flush();
  await outbox.submit(SEAT, answer("21"));
  await outbox.flush();
  assert.deepEqual([server.points, outbox.all], [["24", "21"], []]);
});

test("what one phone answers again and again is no conflict with itself, though its page is never drawn anew", async (context) => {
  const { server, open, outbox } = aPhone(context);
  await outbox.submit(SEAT, answer("5"));
  await outbox.flush();
  await outbox.submit(SEAT, answer("6"));
  await outbox.flush();
  const reopened = open(); // the page was closed in between
  await reopened.reload();
  await reopened.submit(SEAT, answer("7"));
  await reopened.flush();
  assert.deepEqual([server.points, server.asked], [["5", "6", "7"], ["A 5 on 0", "A 6 on 1", "A 7 on 2"]]);
});

for (const loss of /** @type {const} */ (["away", "unheard"])) {
  test(`two answers of one phone of which the first was ${loss} count one after the other`, async (context) => {
    const { server, outbox } = aPhone(context);
    server.lose = [loss];
    await outbox.submit(SEAT, answer("5"));
    await settle();
    await outbox.submit(SEAT, answer("6"));
    await outbox.flush();
    assert.deepEqual([server.points, outbox.all, server.asked.at(-1)], [["5", "6"], [], "A 6 on 1"]);
  });
}

test("one that came between two answers of one phone is asked about, though the first had been taken before it", async (context) => {
  const { server, outbox } = aPhone(context);
  server.lose = ["unheard"];
  await outbox.submit(SEAT, answer("5"));
  await settle();
  server.elsewhere("24");
  await outbox.submit(SEAT, answer("6"));
  await outbox.flush();
  assert.deepEqual([server.points, waiting(outbox)], [["5", "24"], ["6 needs-you"]]);
});

test("of two answers of one phone that are both too late, the pupil is asked about the last", async (context) => {
  const { server, outbox } = aPhone(context);
  server.lose = ["away"];
  await outbox.submit(SEAT, answer("5"));
  await settle();
  server.elsewhere("24");
  await outbox.submit(SEAT, answer("6"));
  await outbox.flush();
  assert.deepEqual([server.points, waiting(outbox)], [["24"], ["6 needs-you"]]);
});

test("what may still come to count is not forgotten with its seat unless it is lost on purpose", async (context) => {
  const { server, keep, outbox } = aPhone(context);
  server.elsewhere("24");
  await outbox.submit(SEAT, answer("20"));
  await outbox.flush();
  outbox.ask = async () => answerOf(409, { code: "class.closed", message: "over", problems: [] });
  await outbox.submit(SEAT, { ...answer("7"), letter: "B" });
  await outbox.flush();
  outbox.ask = async () => ({ kind: "later", reached: false, message: "no connection" });
  await outbox.submit(SEAT, { ...answer("8"), letter: "C" });
  await settle();
  assert.deepEqual(waiting(outbox), ["20 needs-you", "7 needs-you", "8 waiting"]);
  assert.deepEqual(outbox.unsettled(SEAT.seat).map(({ letter }) => letter), ["A", "C"]);
  await outbox.forgetSettled(SEAT.seat);
  assert.deepEqual([waiting(outbox), (await keep.getAll("work")).length], [["20 needs-you", "8 waiting"], 2]);
  await outbox.forget(SEAT.seat);
  assert.deepEqual([outbox.all, await keep.getAll("work")], [[], []]);
});

test("a page that tells nothing of answers, and a server that does not, are as before", async (context) => {
  const { server, outbox } = aPhone(context);
  server.elsewhere("24");
  await outbox.submit(SEAT, answer("20", null));
  await outbox.flush();
  assert.deepEqual([server.asked, server.points], [["A 20 on undefined"], ["24", "20"]]);
  outbox.ask = async (_method, _url, body) => answerOf(200, { write_id: body?.["write_id"] });
  await outbox.submit(SEAT, answer("21"));
  await outbox.flush();
  assert.deepEqual(outbox.all, []);
});
