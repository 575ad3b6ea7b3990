import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { Outbox } from "../../../static/js/phone/outbox.js";
import { answerOf } from "../../../static/js/phone/server.js";
import { aKeep, Channels, settle, TurnsOfTabs } from "./tabs.js";

/**
 * @import {TestContext} from "node:test"
 * @import {Confirmation} from "../../../static/js/phone/outbox.js"
 * @import {Answer, Send} from "../../../static/js/phone/server.js"
 *
 * @typedef {{method: string, url: string, body: any}} Asked
 * @typedef {(asked: Asked) => Answer | Promise<Answer>} Told
 */

const ANN = 1, BO = 2;
const FIVES = "5 * 7 / 5 Q K", KINGS = "K K K / 3 4 5", NINES = "9 9 9 / 3 4 5";

/** @param {number} hole @param {string} [game] */
const place = (hole = 1, game = "game") => ({ game, key: `key-of-${game}`, api: `/api/games/key-of-${game}`, hole });

/** @param {string | number | null} entered @param {number} [player] @param {number} [basedOn] */
function hand(entered, player = ANN, basedOn = 0) {
  const cards = typeof entered === "string" ? entered : null, points = typeof entered === "number" ? entered : null;
  return { player, cards, points, basedOn };
}

/** @param {Partial<Confirmation>} [said] @returns {Confirmation} */
const theTableSays = (said = {}) =>
  ({ ender: ANN, enderKnown: true, acceptWarnings: false, acceptMissing: false, seen: {}, ...said });

// --- what a server answers ---------------------------------------------------------------------------------------------

/** It has what was sent. @param {number} version @param {object} [said] @returns {Told} */
const taken = (version, said = {}) => ({ url, body }) => {
  const { cards = null, points = null } = body;
  const player = Number(/hands\/(\d+)$/.exec(url)?.[1]);
  return answerOf(200, { write_id: body.write_id, version, hole_version: version, hands: [{ player, version, cards, points }], ...said });
};
/** @param {number} [version] @returns {Told} */
const confirmed = (version = 9) => ({ body }) => answerOf(200, { write_id: body.write_id, version, next: "/g/key" });
/** @param {string | null} theirs @param {number} version @returns {Told} */
const conflict = (theirs, version) => () => answerOf(409, { code: "store.conflict", message: "both", theirs, yours: "", version });
/** @type {Told} */
const holeConflict = () => answerOf(409, { code: "store.hole_conflict", message: "the hole was changed" });
/** @param {string} code @param {string[]} [problems] @returns {Told} */
const refused = (code, problems = []) => () => answerOf(422, { code, message: "no", problems: problems.map((message) => ({ code, message })) });
/** @param {Record<number, string>} cards @param {object} [said] @returns {Told} */
const stands = (cards, said = {}) => () => answerOf(200, {
  hole: 1, version: 7, hole_version: 7, ender: null, ender_known: false, confirmed: false, ...said,
  hands: Object.entries(cards).map(([player, text]) => ({ player: Number(player), version: 5, cards: text === "" ? null : text, points: null })),
});
/** @type {Told} */
const lost = () => ({ kind: "later", reached: false, message: "no connection" });
/** @param {number} status @returns {Told} */
const trouble = (status) => () => answerOf(status, null);

/** An answer for each request in turn; what is asked beyond them is lost. */
class Line {
  /** @type {Asked[]} */
  asked = [];
  /** @type {Told[]} */
  answers = [];
  /** @type {Send} */
  ask = async (method, url, body) => {
    const asked = { method, url, body };
    this.asked.push(asked);
    return (this.answers.shift() ?? lost)(asked);
  };

  /** What was sent, in few words. */
  get sent() {
    return this.asked.map(({ method, url, body }) => [
      method, url.replace(/^.*?\/holes\//, ""), body && (body.cards ?? body.points ?? body.based_on), ...(body && "hands" in body ? [body] : []),
    ].filter((part) => part !== undefined).join(" "));
  }

  /** An answer that comes when it is told to. */
  later() {
    /** @type {(told?: Told) => void} */
    let go = () => {};
    const waits = new Promise((resolve) => (go = resolve));
    this.answers.push(async (asked) => /** @type {Told} */ (await waits ?? lost)(asked));
    return go;
  }
}

/**
 * One phone; time passes only where the test says so.
 * @param {TestContext} context
 * @param {Told[]} answers
 */
function aPhone(context, ...answers) {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
  const line = new Line();
  line.answers.push(...answers);
  const keep = aKeep();
  const outbox = new Outbox(keep, line.ask);
  return { line, outbox, keep, clock: context.mock.timers };
}

/** @param {Outbox} outbox */
const texts = (outbox) => outbox.all.map(({ kind, hole, player, cards, points, state }) =>
  `${kind === "confirm" ? `confirm ${hole}` : `${hole}/${player} ${cards ?? points ?? "-"}`}${state === "needs-you" ? "!" : ""}`);

// --- sending -----------------------------------------------------------------------------------------------------------

test("what was entered is sent in the order in which it was entered, and gone once it is acknowledged", async (context) => {
  const { line, outbox, keep } = aPhone(context, taken(1), taken(2), confirmed(), taken(10));
  void outbox.enter(place(1), hand(FIVES));
  void outbox.enter(place(1), hand(12, BO));
  void outbox.confirm(place(1), null, theTableSays());
  void outbox.enter(place(2), hand(KINGS));
  line.answers.splice(2, 0, stands({}));
  await settle();
  assert.deepEqual(line.sent, [`PUT 1/hands/1 ${FIVES}`, "PUT 1/hands/2 12", "GET 1", "POST 1/confirm 7", `PUT 2/hands/1 ${KINGS}`]);
  assert.deepEqual([outbox.all, await keep.getAll("outbox")], [[], []]);
});

test("an entry waits from the moment of the call, and survives closing the page once the promise is kept", async (context) => {
  const { outbox, keep } = aPhone(context);
  const kept = outbox.enter(place(), hand(FIVES));
  assert.deepEqual(texts(outbox), [`1/1 ${FIVES}`]);
  assert.equal(await kept, true);
  assert.equal((await keep.getAll("outbox")).length, 1);
});

/** What is no acknowledgement. @type {[name: string, told: Told, sentBefore: boolean][]} */
const NO_ANSWERS = [
  ["no network", lost, false],
  ["an answer that names another entry", taken(1, { write_id: "something-else" }), true],
  ["an answer that names none", taken(1, { write_id: null }), true],
  ["the sign-in page of a network, as text", () => answerOf(200, null), true],
  ["the sign-in page of a network, as JSON", () => answerOf(200, { ok: true }), true],
  ["an answer that names the entry and tells of no hand", taken(1, { hands: undefined }), true],
  ["a server in trouble", trouble(500), true],
  ["a server that is restarted", trouble(503), true],
  ["too many requests", trouble(429), true],
  ["a sign-in in front of the server", trouble(401), true],
  ["a redirection", trouble(302), true],
];
for (const [name, told] of NO_ANSWERS) {
  test(`${name} keeps the entry, and it goes again under the same id`, async (context) => {
    const { line, outbox, clock } = aPhone(context, told, taken(1));
    await outbox.enter(place(), hand(FIVES));
    await settle();
    assert.deepEqual([texts(outbox), outbox.all[0]?.tries, outbox.trouble !== "", outbox.sending], [[`1/1 ${FIVES}`], 1, true, null]);
    clock.tick(1_000);
    await settle();
    assert.deepEqual([outbox.all, outbox.trouble], [[], ""]);
    assert.equal(line.asked[0]?.body.write_id, line.asked[1]?.body.write_id);
  });
}

test("what answers a question in the server's place keeps the confirmation", async (context) => {
  const { outbox, clock, line } = aPhone(context, () => answerOf(200, { ok: true }), stands({}), confirmed());
  await outbox.confirm(place(), null, theTableSays());
  await settle();
  assert.deepEqual([texts(outbox), outbox.sending], [["confirm 1"], null]);
  clock.tick(1_000);
  await settle();
  assert.deepEqual([outbox.all, line.asked.length], [[], 3]);
});

test("what does not get through is tried again after 1, 2, 4, 8, 16, then every 30 seconds; at once when somebody asks", async (context) => {
  const { line, outbox, clock } = aPhone(context);
  await outbox.enter(place(), hand(FIVES));
  await settle();
  for (const [round, wait] of [1, 2, 4, 8, 16, 30, 30].entries()) {
    clock.tick(wait * 1_000 - 1);
    await settle();
    assert.equal(line.asked.length, round + 1);
    clock.tick(1);
    await settle();
    assert.equal(line.asked.length, round + 2);
  }
  await outbox.hurry();
  assert.equal(line.asked.length, 9);
  clock.tick(1_000);
  await settle();
  assert.equal(line.asked.length, 10);
});

test("one game that the server cannot deal with holds up no other", async (context) => {
  const { line, outbox, clock } = aPhone(context);
  await outbox.enter(place(1, "broken"), hand(FIVES));
  await outbox.enter(place(2, "broken"), hand(KINGS));
  await outbox.enter(place(1, "other"), hand(NINES));
  await settle();
  line.asked.length = 0;
  line.answers.push(trouble(500), taken(4));
  await outbox.hurry();
  assert.deepEqual(line.asked.map(({ body }) => body.cards), [FIVES, NINES]);
  assert.deepEqual(texts(outbox), [`1/1 ${FIVES}`, `2/1 ${KINGS}`]);
  assert.notEqual(outbox.trouble, "");
  line.answers.push(taken(1), taken(2));
  clock.tick(1_000);
  await settle();
  assert.deepEqual([outbox.all, outbox.trouble], [[], ""]);
});

// --- what the server refuses -------------------------------------------------------------------------------------------

test("what the server refuses is kept and says why; the confirmation and later holes wait for it, other hands go on", async (context) => {
  const { line, outbox } = aPhone(context, refused("layout.rows", ["two rows", "three columns"]), taken(2), taken(3));
  void outbox.enter(place(1), hand(FIVES));
  void outbox.enter(place(1), hand(KINGS, BO));
  void outbox.confirm(place(1), null, theTableSays());
  void outbox.enter(place(2), hand(NINES));
  void outbox.enter(place(1, "other"), hand(7));
  await settle();
  assert.deepEqual(line.asked.map(({ url }) => url), [
    "/api/games/key-of-game/holes/1/hands/1", "/api/games/key-of-game/holes/1/hands/2", "/api/games/key-of-other/holes/1/hands/1",
  ]);
  assert.deepEqual(texts(outbox), [`1/1 ${FIVES}!`, "confirm 1", `2/1 ${NINES}`]);
  assert.deepEqual(outbox.all[0]?.trouble, { code: "layout.rows", message: "two rows; three columns" });
});

test("what was refused and is given up lets the rest go on", async (context) => {
  const { line, outbox, keep } = aPhone(context, refused("house"));
  await outbox.enter(place(1), hand(FIVES));
  await outbox.enter(place(2), hand(KINGS));
  await settle();
  line.answers.push(taken(2));
  await outbox.drop(outbox.all[0]?.id ?? "");
  await settle();
  assert.deepEqual([outbox.all, await keep.getAll("outbox"), line.asked.length], [[], [], 2]);
});

test("what was refused is replaced by what is entered instead, in its place", async (context) => {
  const { line, outbox } = aPhone(context, refused("house"));
  await outbox.enter(place(1), hand(FIVES));
  await outbox.confirm(place(1), null, theTableSays({ seen: { [ANN]: FIVES } }));
  await outbox.enter(place(2), hand(KINGS));
  await settle();
  line.answers.push(taken(1), stands({ [ANN]: NINES }), confirmed(), taken(9));
  await outbox.enter(place(1), hand(NINES));
  await settle();
  assert.deepEqual(line.sent.slice(1), [`PUT 1/hands/1 ${NINES}`, "GET 1", "POST 1/confirm 7", `PUT 2/hands/1 ${KINGS}`]);
  assert.notEqual(line.asked[1]?.body.write_id, line.asked[0]?.body.write_id);
});

test("an id that stands for another content is changed, and the content arrives", async (context) => {
  const { line, outbox } = aPhone(context, () => answerOf(409, { code: "write.id_reused", message: "used", problems: [] }), taken(1));
  await outbox.enter(place(), hand(FIVES));
  await settle();
  assert.deepEqual([outbox.all, line.asked.map(({ body }) => body.cards)], [[], [FIVES, FIVES]]);
  assert.notEqual(line.asked[0]?.body.write_id, line.asked[1]?.body.write_id);
});

// --- two entries for one hand ------------------------------------------------------------------------------------------

test("what another phone entered for the hand is kept beside ours until somebody chooses", async (context) => {
  const { line, outbox, keep } = aPhone(context, conflict(KINGS, 4));
  await outbox.enter(place(), hand(FIVES));
  await settle();
  assert.deepEqual(texts(outbox), [`1/1 ${FIVES}!`]);
  assert.deepEqual(outbox.all[0]?.trouble?.theirs, { version: 4, text: KINGS });
  assert.deepEqual(await keep.getAll("outbox"), outbox.all);
  assert.equal(line.asked.length, 1);
});

test("what this phone sent itself without hearing back is no conflict", async (context) => {
  const { line, outbox } = aPhone(context, conflict(KINGS, 4), taken(5));
  await outbox.enter(place(), { ...hand(FIVES), sent: [KINGS] });
  await settle();
  assert.deepEqual([outbox.all, line.asked.map(({ body }) => body.based_on)], [[], [0, 4]]);
});

test("`mine` goes in the place of the entry that met the conflict: the confirmation and the next hole follow it", async (context) => {
  const { line, outbox } = aPhone(context, conflict(KINGS, 4));
  await outbox.enter(place(1), hand(FIVES));
  await outbox.confirm(place(1), null, theTableSays({ seen: { [ANN]: FIVES } }));
  await outbox.enter(place(2), hand(NINES));
  await settle();
  line.answers.push(taken(5), stands({ [ANN]: FIVES }), confirmed(), taken(9));
  await outbox.enter(place(1), hand(FIVES, ANN, 4));
  await settle();
  assert.deepEqual(line.sent.slice(1), [`PUT 1/hands/1 ${FIVES}`, "GET 1", "POST 1/confirm 7", `PUT 2/hands/1 ${NINES}`]);
  assert.deepEqual(outbox.all, []);
});

test("a slip corrected while the first cards are on their way is based on them", async (context) => {
  const { line, outbox } = aPhone(context);
  const answer = line.later();
  void outbox.enter(place(), hand(FIVES));
  await settle();
  void outbox.enter(place(), hand(NINES));
  await settle();
  assert.deepEqual(texts(outbox), [`1/1 ${FIVES}`, `1/1 ${NINES}`]);
  line.answers.push(taken(4));
  answer(taken(3));
  await settle();
  assert.deepEqual(line.asked.map(({ body }) => [body.cards, body.based_on]), [[FIVES, 0], [NINES, 3]]);
  assert.deepEqual(outbox.all, []);
});

test("after a slip was corrected, a conflict is about the correction alone", async (context) => {
  const { line, outbox } = aPhone(context);
  const answer = line.later();
  void outbox.enter(place(), hand(FIVES));
  await settle();
  void outbox.enter(place(), hand(NINES));
  line.answers.push(conflict(KINGS, 3));
  answer(conflict(KINGS, 3));
  await settle();
  assert.deepEqual(texts(outbox), [`1/1 ${NINES}!`]);
  assert.deepEqual(outbox.all[0]?.trouble?.theirs, { version: 3, text: KINGS });
});

test("a slip corrected without the network is sent as it was: the first cards may have arrived", async (context) => {
  const { line, outbox } = aPhone(context);
  await outbox.enter(place(), hand(FIVES));
  await settle();
  await outbox.enter(place(), hand(NINES));
  line.answers.push(taken(3), taken(4));
  await outbox.hurry();
  assert.deepEqual(line.asked.slice(-2).map(({ body }) => [body.cards, body.based_on]), [[FIVES, 0], [NINES, 3]]);
});

test("what was never sent is replaced, and leaves nothing behind", async (context) => {
  const { line, outbox, keep } = aPhone(context);
  await outbox.enter(place(), hand(12, BO));
  await settle(); // this one went out and stands in front
  await outbox.enter(place(), hand(FIVES));
  await outbox.enter(place(), hand(NINES));
  assert.deepEqual(texts(outbox), ["1/2 12", `1/1 ${NINES}`]);
  outbox.withdraw("game", 1, ANN);
  outbox.withdraw("game", 1, BO); // may have arrived
  await settle();
  assert.deepEqual([texts(outbox), (await keep.getAll("outbox")).length], [["1/2 12"], 1]);
  assert.ok(line.asked.every(({ body }) => body.points === 12));
});

test("a correction of a hole that is confirmed without the network comes after the confirmation", async (context) => {
  const { line, outbox } = aPhone(context);
  await outbox.enter(place(1), hand(12, BO));
  await outbox.enter(place(1), hand(FIVES));
  await outbox.confirm(place(1), null, theTableSays({ seen: { [ANN]: FIVES, [BO]: "12" } }));
  await outbox.enter(place(2), hand(KINGS));
  await outbox.enter(place(1), hand(KINGS));
  await outbox.enter(place(1), hand(NINES)); // in its place
  outbox.withdraw("game", 1, BO); // half corrected: the confirmation is about what was entered then
  await settle();
  line.asked.length = 0;
  line.answers.push(taken(1), taken(2), stands({ [ANN]: FIVES, [BO]: "12" }), confirmed(3), taken(4), taken(5));
  await outbox.hurry();
  assert.deepEqual(line.sent, ["PUT 1/hands/2 12", `PUT 1/hands/1 ${FIVES}`, "GET 1", "POST 1/confirm 7", `PUT 2/hands/1 ${KINGS}`, `PUT 1/hands/1 ${NINES}`]);
  assert.equal(line.asked.at(-1)?.body.based_on, 2);
});

test("no id stands for two contents, whatever happens", async (context) => {
  const { line, outbox } = aPhone(context, lost, conflict(KINGS, 2), refused("no"), taken(4), lost);
  for (const text of [FIVES, NINES, KINGS, FIVES]) {
    await outbox.enter(place(), hand(text));
    await outbox.hurry();
  }
  const contents = new Map();
  for (const { body } of line.asked) {
    contents.set(body.write_id, new Set([...(contents.get(body.write_id) ?? []), JSON.stringify([body.cards, body.points])]));
  }
  assert.ok([...contents.values()].every(({ size }) => size === 1));
});

// --- confirmations -----------------------------------------------------------------------------------------------------

describe("a hole whose hands waited themselves is confirmed if it is what the table saw", () => {
  const seen = { [ANN]: FIVES, [BO]: "", ender: "3" };
  /** @type {[name: string, told: Told, goes: boolean][]} */
  const cases = [
    ["the very same", stands({ [ANN]: FIVES, [BO]: "" }), true],
    ["other cards", stands({ [ANN]: KINGS, [BO]: "" }), false],
    ["cards of somebody who had none", stands({ [ANN]: FIVES, [BO]: KINGS }), false],
    ["somebody whom the table did not see, without cards", stands({ [ANN]: FIVES, [BO]: "", 3: "" }), true],
    ["confirmed by another phone meanwhile, in the same way", stands({ [ANN]: FIVES, [BO]: "" }, { confirmed: true, ender: ANN, ender_known: true }), true],
    ["confirmed by another phone meanwhile, with another ender", stands({ [ANN]: FIVES, [BO]: "" }, { confirmed: true, ender: BO, ender_known: true }), false],
    ["confirmed before with an ender whom the table corrects", stands({ [ANN]: FIVES, [BO]: "" }, { confirmed: true, ender: 3, ender_known: true }), true],
  ];
  for (const [name, told, goes] of cases) {
    test(name, async (context) => {
      const { line, outbox } = aPhone(context, told, confirmed());
      await outbox.confirm(place(), null, theTableSays({ seen }));
      await settle();
      assert.deepEqual([texts(outbox), line.asked.length], goes ? [[], 2] : [["confirm 1!"], 1]);
      if (goes) assert.equal(line.asked[1]?.body.based_on, 7);
      else assert.equal(outbox.all[0]?.trouble?.code, "store.hole_conflict");
    });
  }
});

test("a hole that another phone changed is confirmed if it is again what the table saw", async (context) => {
  const { line, outbox } = aPhone(context, holeConflict, stands({ [ANN]: FIVES }), confirmed());
  await outbox.confirm(place(), 3, theTableSays({ seen: { [ANN]: FIVES } }));
  await settle();
  assert.deepEqual([outbox.all, line.sent], [[], ["POST 1/confirm 3", "GET 1", "POST 1/confirm 7"]]);
});

test("a hole that another phone changed needs somebody to look, and the next hole waits", async (context) => {
  const { line, outbox } = aPhone(context, holeConflict, stands({ [ANN]: KINGS }));
  await outbox.confirm(place(1), 3, theTableSays({ seen: { [ANN]: FIVES } }));
  await outbox.enter(place(2), hand(NINES));
  await settle();
  assert.deepEqual([texts(outbox), line.asked.length], [["confirm 1!", `2/1 ${NINES}`], 2]);
});

test("a confirmation whose answer was lost is the same when it goes again", async (context) => {
  const { line, outbox, clock } = aPhone(context, stands({}), lost, confirmed());
  await outbox.confirm(place(), null, theTableSays());
  await settle();
  clock.tick(1_000);
  await settle();
  assert.deepEqual([outbox.all, line.sent], [[], ["GET 1", "POST 1/confirm 7", "POST 1/confirm 7"]]);
  assert.deepEqual(line.asked[1]?.body, line.asked[2]?.body);
});

test("a hole confirmed once more is confirmed once, unless the first confirmation may have arrived", async (context) => {
  const { line, outbox } = aPhone(context);
  await outbox.enter(place(), hand(FIVES));
  await settle();
  const first = theTableSays({ ender: ANN }), second = theTableSays({ ender: BO });
  await outbox.confirm(place(), 3, first);
  await outbox.confirm(place(), 3, second);
  assert.deepEqual(outbox.all.flatMap(({ confirm }) => confirm ?? []), [second]);
  line.answers.push(taken(3));
  await outbox.hurry();
  await outbox.confirm(place(), 3, first);
  line.answers.push(confirmed(4), holeConflict, stands({}, { ender: BO, ender_known: true, confirmed: true }));
  await outbox.hurry();
  assert.deepEqual(outbox.all.map(({ state, confirm }) => [state, confirm]), [["waiting", first]], "the ender said before was this phone's own");
});

// --- keeping -----------------------------------------------------------------------------------------------------------

test("without room an entry stays in memory, is sent all the same, and `keeps` tells", async (context) => {
  const { line, outbox, keep } = aPhone(context);
  keep.full = true;
  assert.equal(await outbox.enter(place(), hand(FIVES)), false);
  await settle();
  await outbox.reload();
  assert.deepEqual([texts(outbox), outbox.keeps, await keep.getAll("outbox")], [[`1/1 ${FIVES}`], false, []]);
  line.answers.push(taken(1));
  await outbox.hurry();
  assert.deepEqual([outbox.all, outbox.keeps], [[], true]);
});

test("a database that is taken away in the middle takes nothing away that is known", async (context) => {
  const { line, outbox, keep } = aPhone(context);
  await outbox.enter(place(), hand(FIVES));
  await settle();
  const gone = async () => {
    throw new DOMException("closed", "InvalidStateError");
  };
  Object.assign(keep, { getAll: gone, put: gone, delete: gone });
  await outbox.reload();
  assert.deepEqual(texts(outbox), [`1/1 ${FIVES}`]);
  line.answers.push(taken(1));
  await outbox.hurry();
  assert.deepEqual(outbox.all, []);
});

test("what was given up while it was on its way does not come back", async (context) => {
  const { line, outbox, keep } = aPhone(context, refused("no"));
  await outbox.enter(place(), hand(FIVES));
  await settle();
  const answer = line.later();
  void outbox.retry(outbox.all[0]?.id ?? "");
  await settle();
  await outbox.drop(outbox.all[0]?.id ?? "");
  answer(refused("no"));
  await settle();
  assert.deepEqual([outbox.all, await keep.getAll("outbox"), outbox.sending], [[], [], null]);
});

test("what waits goes by the new link of its game, also what the old one refused", async (context) => {
  const { line, outbox, keep } = aPhone(context, refused("link.renewed"), refused("link.renewed"));
  await outbox.enter(place(1), hand(FIVES));
  await outbox.enter(place(1, "other"), hand(KINGS));
  await settle();
  await outbox.readdress("game", "new", "/api/games/new");
  assert.deepEqual(texts(outbox), [`1/1 ${FIVES}`, `1/1 ${KINGS}!`]);
  line.answers.push(taken(1));
  await outbox.flush();
  assert.equal(line.asked.at(-1)?.url, "/api/games/new/holes/1/hands/1");
  assert.equal((await keep.getAll("outbox")).length, 1);
});

// --- two tabs ----------------------------------------------------------------------------------------------------------

/**
 * Two tabs of one phone.
 * @param {TestContext} context
 */
function twoTabs(context) {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
  const line = new Line();
  const keep = aKeep(), turns = new TurnsOfTabs(), channels = new Channels();
  /** @type {AbortController[]} */
  const tooLong = [];
  context.mock.method(AbortSignal, "timeout", () => {
    const controller = new AbortController();
    tooLong.push(controller);
    return controller.signal;
  });
  const tab = () => new Outbox(keep, line.ask, turns.open(), channels.open());
  const waitTooLong = async () => {
    for (const controller of tooLong.splice(0)) controller.abort(new DOMException("too long", "TimeoutError"));
    await settle();
  };
  return { line, keep, one: tab(), other: tab(), waitTooLong, channels, clock: context.mock.timers };
}

test("two tabs send each entry once, in order, whichever they were entered in", async (context) => {
  const { line, one, other } = twoTabs(context);
  line.answers.push(...[1, 2, 3, 4].map((version) => taken(version)));
  void one.enter(place(1), hand(FIVES));
  context.mock.timers.setTime(1_000_001);
  void other.enter(place(2), hand(KINGS));
  await settle();
  void one.flush();
  void other.flush();
  await settle();
  assert.deepEqual(line.sent, [`PUT 1/hands/1 ${FIVES}`, `PUT 2/hands/1 ${KINGS}`]);
  assert.deepEqual([one.all, other.all], [[], []]);
});

test("what one tab enters the other one shows, corrects and gives up", async (context) => {
  const { one, other } = twoTabs(context);
  await one.enter(place(), hand(FIVES));
  await settle();
  assert.deepEqual(texts(other), [`1/1 ${FIVES}`]);
  await other.enter(place(), hand(NINES));
  await settle();
  assert.deepEqual(texts(one), [`1/1 ${FIVES}`, `1/1 ${NINES}`], "the first one went out and may have arrived");
  await other.drop(one.all[1]?.id ?? "");
  await settle();
  assert.deepEqual(texts(one), [`1/1 ${FIVES}`]);
});

test("what a tab that was closed has left is sent by the one that stays", async (context) => {
  const { line, keep, other, channels, clock } = twoTabs(context);
  const closed = channels.open();
  await keep.put("outbox", {
    format: 1, id: "left-behind", order: 1, ...place(), kind: "hand", ...hand(FIVES), sent: [], confirm: null, madeAt: 1, tries: 0, state: "waiting", trouble: null,
  });
  closed.postMessage("changed");
  channels.close(closed);
  line.answers.push(taken(1));
  await settle();
  assert.deepEqual([texts(other), line.asked.length], [[`1/1 ${FIVES}`], 0], "the tab may still be at it");
  clock.tick(30_000);
  await settle();
  assert.deepEqual([other.all, line.asked.length], [[], 1]);
});

test("a tab that is frozen in its turn holds up the other one for a while, and sends nothing more when it wakes", async (context) => {
  const { line, one, other, waitTooLong } = twoTabs(context);
  const frozen = line.later();
  void one.enter(place(1), hand(FIVES));
  await settle();
  void one.enter(place(2), hand(KINGS));
  void other.flush();
  await settle();
  assert.equal(line.asked.length, 1, "it is not the other one's turn");
  line.answers.push(taken(1), taken(2));
  await waitTooLong();
  assert.deepEqual(line.sent, [`PUT 1/hands/1 ${FIVES}`, `PUT 1/hands/1 ${FIVES}`, `PUT 2/hands/1 ${KINGS}`]);
  assert.equal(line.asked[0]?.body.write_id, line.asked[1]?.body.write_id);
  frozen(taken(1));
  await settle();
  assert.deepEqual([line.asked.length, one.all, other.all, one.sending], [3, [], [], null]);
});
