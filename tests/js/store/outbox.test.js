import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { say } from "../../../static/js/phone/begin.js";
import { Outbox } from "../../../static/js/phone/queue.js";
import { answerOf } from "../../../static/js/phone/server.js";
import { settle, Shared } from "./tabs.js";

/**
 * @import {TestContext} from "node:test"
 * @import {Confirmation} from "../../../static/js/phone/queue.js"
 * @import {Answer, Send} from "../../../static/js/phone/server.js"
 *
 * @typedef {{method: string, url: string, body: any}} Asked
 * @typedef {(asked: Asked) => Answer | Promise<Answer>} Told
 */

const ANN = 1,
  BO = 2;
const FIVES = "5 * 7 / 5 Q K",
  KINGS = "K K K / 3 4 5",
  NINES = "9 9 9 / 3 4 5";

/** @param {number} hole @param {string} [game] */
const place = (hole = 1, game = "game") => ({ game, key: `key-of-${game}`, api: `/api/games/key-of-${game}`, hole });

/** @param {string | number | null} entered @param {number} [player] @param {number} [basedOn] */
function hand(entered, player = ANN, basedOn = 0) {
  const cards = typeof entered === "string" ? entered : null,
    points = typeof entered === "number" ? entered : null;
  return { player, cards, points, basedOn };
}

/** @param {Partial<Confirmation>} [said] @returns {Confirmation} */
const theTableSays = (said = {}) => ({
  ender: ANN,
  enderKnown: true,
  acceptWarnings: false,
  acceptMissing: false,
  seen: {},
  ...said,
});

// --- what a server answers -------------------------------------------------------------------------------------------

/** It has what was sent. @param {number} version @param {object} [said] @returns {Told} */
const taken =
  (version, said = {}) =>
  ({ url, body }) => {
    const { cards = null, points = null } = body;
    const player = Number(/hands\/(\d+)$/.exec(url)?.[1]);
    return answerOf(200, {
      write_id: body.write_id,
      version,
      hole_version: version,
      hands: [{ player, version, cards, points }],
      ...said,
    });
  };
/** @param {number} [version] @returns {Told} */
const confirmed =
  (version = 9) =>
  ({ body }) =>
    answerOf(200, { write_id: body.write_id, version, next: "/g/key" });
/** @param {string | null} theirs @param {number} version @returns {Told} */
const conflict = (theirs, version) => () =>
  answerOf(409, { code: "store.conflict", message: "both", theirs, yours: "", version });
/** @type {Told} */
const holeConflict = () => answerOf(409, { code: "store.hole_conflict", message: "the hole was changed" });
/** @param {string} code @param {string[]} [problems] @returns {Told} */
const refused =
  (code, problems = []) =>
  () =>
    answerOf(422, { code, message: "no", problems: problems.map((message) => ({ code, message })) });
/** @param {Record<number, string>} cards @param {object} [said] @returns {Told} */
const stands =
  (cards, said = {}) =>
  () =>
    answerOf(200, {
      hole: 1,
      version: 7,
      hole_version: 7,
      ender: null,
      ender_known: false,
      confirmed: false,
      ...said,
      hands: Object.entries(cards).map(([player, text]) => ({
        player: Number(player),
        version: 5,
        cards: text === "" ? null : text,
        points: null,
      })),
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
    return this.asked.map(({ method, url, body }) =>
      [method, url.replace(/^.*?\/holes\//, ""), body && (body.cards ?? body.points ?? body.based_on)]
        .filter((part) => part !== undefined)
        .join(" ")
    );
  }

  /** An answer that comes when it is told to. */
  later() {
    /** @type {(told?: Told) => void} */
    let go = () => {};
    const waits = new Promise((resolve) => (go = resolve));
    this.answers.push(async (asked) => /** @type {Told} */ ((await waits) ?? lost)(asked));
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
  const shared = new Shared();
  const tab = () => {
    const { storage, page } = shared.open();
    return new Outbox(storage, line.ask, page);
  };
  return { line, outbox: tab(), tab, shared, clock: context.mock.timers };
}

/** @param {Outbox} outbox */
const texts = (outbox) =>
  outbox.all.map(
    ({ kind, hole, player, cards, points, state }) =>
      `${kind === "confirm" ? `confirm ${hole}` : `${hole}/${player} ${cards ?? points ?? "-"}`}${state === "needs-you" ? "!" : ""}`
  );

// --- sending ---------------------------------------------------------------------------------------------------------

test("hands go before the end of their hole, holes in order, and each is gone once it is acknowledged", async (context) => {
  const { line, outbox, shared } = aPhone(context, lost);
  outbox.confirm(place(1), null, theTableSays());
  await settle();
  outbox.enter(place(2), hand(KINGS));
  outbox.enter(place(1), hand(12, BO));
  outbox.enter(place(1), hand(FIVES));
  await settle();
  line.asked.length = 0;
  line.answers.push(taken(1), taken(2), stands({ [ANN]: FIVES, [BO]: "" }), confirmed(), taken(10));
  line.answers[2] = stands({ [ANN]: FIVES });
  outbox.confirm(place(1), null, theTableSays({ seen: { [ANN]: FIVES } }));
  await outbox.hurry();
  assert.deepEqual(line.sent, [
    `PUT 1/hands/1 ${FIVES}`,
    "PUT 1/hands/2 12",
    "GET 1",
    "POST 1/confirm 7",
    `PUT 2/hands/1 ${KINGS}`,
  ]);
  assert.deepEqual([outbox.all, shared.kept()], [[], []]);
});

/** What is no acknowledgement. @type {[name: string, told: Told][]} */
const NO_ANSWERS = [
  ["no network", lost],
  ["an answer that names another entry", taken(1, { write_id: "something-else" })],
  ["the sign-in page of a network, as text", () => answerOf(200, null)],
  ["an answer that names the entry and tells of no hand", taken(1, { hands: undefined })],
  ["a server in trouble", trouble(500)],
];
for (const [name, told] of NO_ANSWERS) {
  test(`${name} keeps the entry, and it goes again under the same id`, async (context) => {
    const { line, outbox, clock } = aPhone(context, told, taken(1));
    outbox.enter(place(), hand(FIVES));
    await settle();
    assert.deepEqual(
      [texts(outbox), outbox.all[0]?.tries, outbox.trouble !== "", outbox.sending],
      [[`1/1 ${FIVES}`], 1, true, null]
    );
    clock.tick(1_000);
    await settle();
    assert.deepEqual([outbox.all, outbox.trouble], [[], ""]);
    assert.equal(line.asked[0]?.body.write_id, line.asked[1]?.body.write_id);
  });
}

test("what does not get through is tried again after 1, 2, 4, 8, 16, then every 30 seconds; at once when someone asks", async (context) => {
  const { line, outbox, clock } = aPhone(context);
  outbox.enter(place(), hand(FIVES));
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
  outbox.enter(place(1, "broken"), hand(FIVES));
  outbox.enter(place(2, "broken"), hand(KINGS));
  outbox.enter(place(1, "other"), hand(NINES));
  await settle();
  line.asked.length = 0;
  line.answers.push(trouble(500), taken(4));
  await outbox.hurry();
  assert.deepEqual(
    line.asked.map(({ body }) => body.cards),
    [FIVES, NINES]
  );
  assert.deepEqual(texts(outbox), [`1/1 ${FIVES}`, `2/1 ${KINGS}`]);
  assert.notEqual(outbox.trouble, "");
  line.answers.push(taken(1), taken(2));
  clock.tick(1_000);
  await settle();
  assert.deepEqual([outbox.all, outbox.trouble], [[], ""]);
});

// --- what the server refuses -----------------------------------------------------------------------------------------

test("what the server refuses is kept and says why; the confirmation and later holes wait for it, other hands go on", async (context) => {
  const { line, outbox } = aPhone(context, refused("layout.rows", ["Two rows.", "Three columns."]), taken(2), taken(3));
  outbox.enter(place(1), hand(FIVES));
  outbox.enter(place(1), hand(KINGS, BO));
  outbox.confirm(place(1), null, theTableSays());
  outbox.enter(place(2), hand(NINES));
  outbox.enter(place(1, "other"), hand(7));
  await settle();
  assert.deepEqual(
    line.asked.map(({ url }) => url),
    [
      "/api/games/key-of-game/holes/1/hands/1",
      "/api/games/key-of-game/holes/1/hands/2",
      "/api/games/key-of-other/holes/1/hands/1",
    ]
  );
  assert.deepEqual(texts(outbox), [`1/1 ${FIVES}!`, "confirm 1", `2/1 ${NINES}`]);
  assert.deepEqual(
    outbox.all.map((entry) => outbox.isHeldUp(entry)),
    [false, true, true]
  );
  assert.deepEqual(outbox.all[0]?.trouble, { code: "layout.rows", message: "Two rows. Three columns." });
});

test("what was refused and is given up lets the rest go on", async (context) => {
  const { line, outbox, shared } = aPhone(context, refused("house"));
  outbox.enter(place(1), hand(FIVES));
  outbox.enter(place(2), hand(KINGS));
  await settle();
  line.answers.push(taken(2));
  outbox.drop(outbox.all[0]?.id ?? "");
  await settle();
  assert.deepEqual([outbox.all, shared.kept(), line.asked.length], [[], [], 2]);
});

test("what was refused is replaced by what is entered instead", async (context) => {
  const { line, outbox } = aPhone(context, refused("house"));
  outbox.enter(place(1), hand(FIVES));
  outbox.confirm(place(1), null, theTableSays({ seen: { [ANN]: FIVES } }));
  outbox.enter(place(2), hand(KINGS));
  await settle();
  line.answers.push(taken(1), stands({ [ANN]: NINES }), confirmed(), taken(9));
  outbox.enter(place(1), hand(NINES));
  await settle();
  assert.deepEqual(line.sent.slice(1), [
    `PUT 1/hands/1 ${NINES}`,
    "GET 1",
    "POST 1/confirm 7",
    `PUT 2/hands/1 ${KINGS}`,
  ]);
  assert.notEqual(line.asked[1]?.body.write_id, line.asked[0]?.body.write_id);
});

test("an id that stands for another content is changed, and the content arrives", async (context) => {
  const { line, outbox } = aPhone(
    context,
    () => answerOf(409, { code: "write.id_reused", message: "used", problems: [] }),
    taken(1)
  );
  outbox.enter(place(), hand(FIVES));
  await settle();
  assert.deepEqual([outbox.all, line.asked.map(({ body }) => body.cards)], [[], [FIVES, FIVES]]);
  assert.notEqual(line.asked[0]?.body.write_id, line.asked[1]?.body.write_id);
});

// --- two entries for one hand ----------------------------------------------------------------------------------------

test("what another phone entered for the hand is kept beside ours until someone chooses", async (context) => {
  const { line, outbox, shared } = aPhone(context, conflict(KINGS, 4));
  outbox.enter(place(), hand(FIVES));
  await settle();
  assert.deepEqual(texts(outbox), [`1/1 ${FIVES}!`]);
  assert.deepEqual(outbox.all[0]?.trouble?.theirs, { version: 4, text: KINGS });
  assert.deepEqual([shared.kept(), line.asked.length], [outbox.all, 1]);
});

test("a question that is open is about what another phone made of the hand since, and over where that is the same as ours", async (context) => {
  const { outbox } = aPhone(context, conflict(KINGS, 4));
  outbox.enter(place(), hand(FIVES));
  await settle();
  const ask = (/** @type {string} */ text) => {
    const [entry] = outbox.all;
    assert.ok(entry);
    outbox.askAgain(entry, { version: 6, text, at: 7 });
    return outbox.all.map(({ state, trouble }) => [state, trouble?.code, trouble?.theirs]);
  };
  assert.deepEqual(ask(NINES), [["needs-you", "store.conflict", { version: 6, text: NINES, at: 7 }]]);
  assert.deepEqual(ask(FIVES), []);
});

/**
 * What comes back for the first cards, and what is asked for those that replaced them.
 * @type {[name: string, first: Told, second: Told, basedOn: number, left: string[]][]}
 */
const SLIPS = [
  ["the first ones arrived", taken(3), taken(4), 3, []],
  ["their answer was lost", lost, taken(4), 0, []],
  ["another phone was quicker", conflict(KINGS, 3), conflict(KINGS, 3), 0, [`1/1 ${NINES}!`]],
];
for (const [name, first, second, basedOn, left] of SLIPS) {
  test(`a slip is corrected while the first cards are on their way; ${name}`, async (context) => {
    const { line, outbox } = aPhone(context);
    const answer = line.later();
    outbox.enter(place(), hand(FIVES));
    await settle();
    outbox.enter(place(), hand(NINES));
    await settle();
    assert.deepEqual(texts(outbox), [`1/1 ${NINES}`]);
    line.answers.push(second);
    answer(first);
    await settle();
    await outbox.hurry();
    assert.deepEqual(
      line.asked.slice(0, 2).map(({ body }) => [body.cards, body.based_on]),
      [
        [FIVES, 0],
        [NINES, basedOn],
      ]
    );
    assert.deepEqual(texts(outbox), left);
  });
}

test("what was never sent can be withdrawn, unless the end of the hole relies on it", async (context) => {
  const { outbox, shared } = aPhone(context);
  outbox.enter(place(), hand(FIVES));
  await settle(); // this one went out and stands in front
  outbox.enter(place(), hand(12, BO));
  assert.deepEqual(outbox.withdraw("game", 1, ANN), [FIVES]);
  assert.deepEqual(outbox.withdraw("game", 1, BO), []);
  assert.deepEqual([texts(outbox), shared.kept().length], [[`1/1 ${FIVES}`], 1]);
  outbox.enter(place(), hand(12, BO));
  outbox.confirm(place(), null, theTableSays());
  assert.deepEqual(outbox.withdraw("game", 1, BO), ["12"]);
  assert.deepEqual(texts(outbox), [`1/1 ${FIVES}`, "1/2 12", "confirm 1"]);
  await settle();
});

test("a confirmation that waits is about a hand as it is corrected; a hand that is taken back takes it along", async (context) => {
  const { line, outbox } = aPhone(context);
  outbox.enter(place(1), hand(FIVES));
  outbox.confirm(place(1), null, theTableSays({ seen: { [ANN]: FIVES } }));
  await settle();
  outbox.enter(place(1), hand(NINES));
  line.asked.length = 0;
  line.answers.push(taken(1), stands({ [ANN]: NINES }), confirmed(3));
  await outbox.hurry();
  await settle();
  assert.deepEqual(line.sent.slice(-3), [`PUT 1/hands/1 ${NINES}`, "GET 1", "POST 1/confirm 7"]);
  outbox.confirm(place(1), null, theTableSays({ seen: { [ANN]: NINES } }));
  outbox.enter(place(1), hand(null));
  assert.deepEqual(texts(outbox), ["1/1 -"]);
  await settle();
});

// --- confirmations ---------------------------------------------------------------------------------------------------

describe("a hole whose hands waited themselves is confirmed if it is what the table saw", () => {
  const seen = { [ANN]: FIVES, [BO]: "", ender: "3" };
  /** @type {[name: string, told: Told, goes: boolean][]} */
  const cases = [
    ["the very same", stands({ [ANN]: FIVES, [BO]: "" }), true],
    ["other cards", stands({ [ANN]: KINGS, [BO]: "" }), false],
    ["cards of someone who had none", stands({ [ANN]: FIVES, [BO]: KINGS }), false],
    ["someone whom the table did not see, without cards", stands({ [ANN]: FIVES, [BO]: "", 3: "" }), true],
    [
      "confirmed by another phone in between, in the same way",
      stands({ [ANN]: FIVES, [BO]: "" }, { confirmed: true, ender: ANN, ender_known: true }),
      true,
    ],
    [
      "confirmed by another phone in between, with another ender",
      stands({ [ANN]: FIVES, [BO]: "" }, { confirmed: true, ender: BO, ender_known: true }),
      false,
    ],
    [
      "confirmed before with an ender whom the table corrects",
      stands({ [ANN]: FIVES, [BO]: "" }, { confirmed: true, ender: 3, ender_known: true }),
      true,
    ],
  ];
  for (const [name, told, goes] of cases) {
    test(name, async (context) => {
      const { line, outbox } = aPhone(context, told, confirmed());
      outbox.confirm(place(), null, theTableSays({ seen }), "the-end");
      await settle();
      assert.deepEqual([texts(outbox), line.asked.length], goes ? [[], 2] : [["confirm 1!"], 1]);
      assert.equal(outbox.answerTo("the-end")?.kind, goes ? "done" : "overtaken");
      if (goes) assert.equal(line.asked[1]?.body.based_on, 7);
      else assert.equal(outbox.all[0]?.trouble?.code, "store.hole_conflict");
    });
  }
});

test("a hole that another phone changed is confirmed if it is again what the table saw", async (context) => {
  const { line, outbox } = aPhone(context, holeConflict, stands({ [ANN]: FIVES }), confirmed());
  outbox.confirm(place(), 3, theTableSays({ seen: { [ANN]: FIVES } }));
  await settle();
  assert.deepEqual([outbox.all, line.sent], [[], ["POST 1/confirm 3", "GET 1", "POST 1/confirm 7"]]);
});

test("a confirmation whose answer was lost is the same when it goes again", async (context) => {
  const { line, outbox, clock } = aPhone(context, stands({}), lost, confirmed());
  outbox.confirm(place(), null, theTableSays());
  await settle();
  clock.tick(1_000);
  await settle();
  assert.deepEqual([outbox.all, line.sent], [[], ["GET 1", "POST 1/confirm 7", "POST 1/confirm 7"]]);
  assert.deepEqual(line.asked[1]?.body, line.asked[2]?.body);
});

test("a hole confirmed once more with another ender is no conflict with what this phone said before", async (context) => {
  const { line, outbox } = aPhone(context);
  outbox.confirm(place(), 3, theTableSays({ ender: ANN }));
  await settle();
  outbox.confirm(place(), 3, theTableSays({ ender: BO }));
  await settle();
  line.asked.length = 0;
  line.answers.push(holeConflict, stands({}, { ender: ANN, ender_known: true, confirmed: true }), confirmed());
  await outbox.hurry();
  assert.deepEqual([outbox.all, line.asked.at(-1)?.body.ender], [[], BO]);
});

// --- who ended a hole, before it is confirmed ------------------------------------------------------------------------

const UNSAID = { player: null, known: false },
  IS_ANN = { player: ANN, known: true },
  IS_BO = { player: BO, known: true };
/** @param {{player: number | null, known: boolean}} ender @returns {Told} */
const named = ({ player, known }) => taken(5, { ender: player, ender_known: known });

test("the ender goes after the hands of the hole, and is what this phone has until the server has it", async (context) => {
  const { line, outbox, shared } = aPhone(context, taken(1), named(IS_ANN));
  outbox.nameEnder(place(), IS_ANN, UNSAID);
  outbox.enter(place(), hand(FIVES));
  assert.deepEqual([outbox.enderOf("game", 1), outbox.enderOf("game", 2)], [IS_ANN, null]);
  await outbox.hurry();
  const [first, second] = line.asked.map(({ method, url }) => `${method} ${url.replace(/^.*holes/, "")}`);
  assert.deepEqual([first, second].sort(), ["POST /1/ender", "PUT /1/hands/1"]);
  const { write_id: _, ...sent } = line.asked.find(({ url }) => url.endsWith("ender"))?.body;
  assert.deepEqual(sent, { ender: ANN, ender_known: true, based_on: { ender: null, ender_known: false } });
  assert.deepEqual([outbox.all, shared.kept(), outbox.enderOf("game", 1)], [[], [], null]);
});

/**
 * What comes of Ann, who was named first, and then of Bo.
 * @type {[name: string, first: Told, then: Told[], basedOn: (number | null)[], left: number][]}
 */
const RENAMED = [
  ["the first one arrived", named(IS_ANN), [named(IS_BO)], [null, ANN], 0],
  [
    "its answer was lost",
    lost,
    [holeConflict, stands({}, { ender: ANN, ender_known: true }), named(IS_BO)],
    [null, null, ANN],
    0,
  ],
  ["another phone named a third", lost, [holeConflict, stands({}, { ender: 3, ender_known: true })], [null, null], 0],
  ["there is no network", lost, [lost], [null, null], 1],
];
for (const [name, first, then, basedOn, left] of RENAMED) {
  test(`another ender is named while the first is on its way; ${name}`, async (context) => {
    const { line, outbox } = aPhone(context);
    const answer = line.later();
    outbox.nameEnder(place(), IS_ANN, UNSAID);
    await settle();
    outbox.nameEnder(place(), IS_BO, UNSAID);
    assert.deepEqual(outbox.enderOf("game", 1), IS_BO);
    line.answers.push(...then);
    answer(first);
    await settle();
    await outbox.hurry();
    const said = line.asked.filter(({ method }) => method === "POST").map(({ body }) => body.based_on.ender);
    assert.deepEqual([said.slice(0, basedOn.length), outbox.all.length], [basedOn, left]);
  });
}

test("an ender that another phone was quicker about is given up, and no question is left", async (context) => {
  const { outbox, line } = aPhone(context, holeConflict);
  outbox.nameEnder(place(), IS_ANN, UNSAID);
  await settle();
  assert.deepEqual([outbox.all, outbox.enderOf("game", 1), line.asked.length], [[], null, 1]);
});

test("a confirmation says who ended the hole itself, also when another one is named while it waits", async (context) => {
  const { line, outbox } = aPhone(context);
  outbox.nameEnder(place(), IS_ANN, UNSAID);
  await settle();
  outbox.confirm(place(), null, theTableSays({ ender: ANN }));
  assert.deepEqual(texts(outbox), ["confirm 1"]);
  outbox.nameEnder(place(), IS_BO, UNSAID);
  assert.deepEqual([texts(outbox), outbox.enderOf("game", 1)], [["confirm 1"], IS_BO]);
  line.asked.length = 0;
  line.answers.push(stands({}, { ender: ANN, ender_known: true }), confirmed()); // Ann arrived, and nobody told
  await outbox.hurry();
  assert.deepEqual([outbox.all, line.asked.at(-1)?.body.ender], [[], BO]);
});

// --- a hole whose turn is over ---------------------------------------------------------------------------------------

test("what comes before its turn waits and tells for what, and goes when it is asked again", async (context) => {
  const { line, outbox, clock } = aPhone(
    context,
    () => answerOf(422, { code: "hole.not_yet", message: "hole 1 first" }),
    taken(3)
  );
  outbox.enter(place(2), hand(FIVES));
  await settle();
  const [entry] = outbox.all;
  assert.deepEqual([entry?.state, entry?.trouble], ["waiting", { code: "hole.not_yet", message: "hole 1 first" }]);
  clock.tick(1_000);
  await settle();
  assert.deepEqual([outbox.all, line.asked.length], [[], 2]);
});

// --- keeping ---------------------------------------------------------------------------------------------------------

test("without room an entry stays in memory, is sent anyway, and `keeps` tells", async (context) => {
  const { line, outbox, shared } = aPhone(context);
  shared.full = true;
  outbox.enter(place(), hand(FIVES));
  await settle();
  outbox.reload();
  assert.deepEqual([texts(outbox), outbox.keeps, shared.kept()], [[`1/1 ${FIVES}`], false, []]);
  line.answers.push(taken(1));
  await outbox.hurry();
  assert.deepEqual([outbox.all, outbox.keeps], [[], true]);
});

test("what something else wrote is left alone", async (context) => {
  const { line, outbox, shared } = aPhone(context);
  for (const [id, text] of Object.entries({
    one: "{",
    two: "null",
    three: "5",
    four: '{"format": 3, "id": "four", "write": "x"}',
  }))
    shared.items.set(`scorekeeper:waits:${id}`, text);
  await outbox.hurry();
  assert.deepEqual([outbox.all, line.asked, shared.items.size], [[], [], 4]);
});

test("what waits goes by the new link of its game, also what the old one refused or refuses then", async (context) => {
  const { line, outbox } = aPhone(context, refused("link.renewed"), refused("link.renewed"));
  outbox.enter(place(1), hand(FIVES));
  outbox.enter(place(1, "other"), hand(KINGS));
  await settle();
  const old = line.later();
  outbox.readdress("game", "new", "/api/games/new");
  void outbox.flush();
  await settle();
  outbox.readdress("game", "newer", "/api/games/newer");
  line.answers.push(taken(1));
  old(refused("link.renewed"));
  await settle();
  assert.deepEqual([texts(outbox), line.asked.at(-1)?.url], [[`1/1 ${KINGS}!`], "/api/games/newer/holes/1/hands/1"]);
});

// --- two tabs --------------------------------------------------------------------------------------------------------

test("an entry that another tab discards while it is on its way does not come back", async (context) => {
  const { line, outbox: one, tab, shared } = aPhone(context);
  const other = tab(),
    answer = line.later();
  one.enter(place(), hand(FIVES));
  await settle();
  other.drop(other.all[0]?.id ?? "");
  answer(conflict(KINGS, 4));
  await settle();
  assert.deepEqual([one.all, shared.kept(), one.sending], [[], [], null]);
});

test("what a tab that was closed has left is sent by the one that stays", async (context) => {
  const { line, outbox: stays, shared, clock } = aPhone(context);
  const closed = shared.open();
  const other = new Outbox(closed.storage, () => new Promise(() => {}), closed.page);
  other.enter(place(), hand(FIVES));
  closed.close();
  line.answers.push(taken(1));
  await settle();
  assert.deepEqual([texts(stays), line.asked.length], [[`1/1 ${FIVES}`], 0], "the tab may still be at it");
  clock.tick(30_000);
  await settle();
  assert.deepEqual([stays.all, line.asked.length], [[], 1]);
});

// --- two hands that were exchanged -----------------------------------------------------------------------------------

test("exchanged hands go in one write, or each by itself where not both can be taken", async (context) => {
  const both = [
    { player: ANN, version: 8, cards: FIVES, points: null },
    { player: BO, version: 8, cards: null, points: 12 },
  ];
  const { line, outbox } = aPhone(
    context,
    lost,
    taken(8, { hands: both }),
    conflict(KINGS, 5),
    taken(9),
    conflict(KINGS, 5)
  );
  const exchange = (/** @type {number} */ hole) =>
    outbox.enter(place(hole), { ...hand(FIVES), also: BO }, { ...hand(12, BO), also: ANN });
  exchange(1);
  await settle();
  assert.deepEqual(texts(outbox), [`1/1 ${FIVES}`, "1/2 12"]);
  await outbox.hurry();
  assert.deepEqual(texts(outbox), []);
  exchange(2);
  await settle();
  assert.deepEqual(texts(outbox), ["2/2 12!"]);
  assert.deepEqual(
    line.asked.map(({ url, body }) => [url.slice(-1), body.also?.player ?? 0]),
    [
      ["1", BO],
      ["1", BO],
      ["1", BO],
      ["1", 0],
      ["2", 0],
    ]
  );
});

// --- games that were begun here --------------------------------------------------------------------------------------

/** @type {Told} */
const done = ({ body }) => answerOf(200, { write_id: body.write_id, version: 1 });

test("games go in the order of their beginnings, before what was done in them; who plays a hole goes before its hands", async (context) => {
  const { line, outbox, clock } = aPhone(context, lost);
  for (const game of ["second", "after-it"]) {
    // the names say nothing
    say(outbox, place(0, game), "begin", { said: game });
    outbox.enter(place(2, game), hand(7));
    for (const kind of /** @type {const} */ (["playoff", "table", "table"]))
      say(outbox, place(2, game), kind, { said: kind });
    clock.tick(1);
    await settle();
  }
  line.asked.length = 0;
  line.answers.push(...[done, done, done, done, done, taken(1), done, done, done, taken(1)]);
  await outbox.hurry();
  const each = ["table", "table", "playoff", undefined];
  assert.deepEqual(
    line.asked.map(({ body }) => body.said),
    ["second", "after-it", ...each, ...each]
  );
  assert.deepEqual(outbox.all, []);
});

test("what a deleted game refused waits until it is back; its beginning had arrived", async (context) => {
  const { line, outbox } = aPhone(context, refused("game.deleted"), refused("game.deleted"));
  say(outbox, place(0), "begin", {});
  outbox.enter(place(1), hand(FIVES));
  await settle();
  assert.deepEqual(
    outbox.all.map(({ kind, state, trouble }) => `${kind} ${state} ${trouble?.code}`),
    ["hand needs-you game.deleted"]
  );
  line.answers.push(taken(1));
  const [entry] = outbox.all;
  outbox.readdress("game", entry?.key ?? "", entry?.api ?? "");
  await outbox.hurry();
  assert.deepEqual(outbox.all, []);
});

test("a beginning that is refused holds its game up and no other; one whose link was renewed has arrived", async (context) => {
  const { line, outbox } = aPhone(context, refused("house.unknown"), taken(1));
  say(outbox, place(0), "begin", {});
  outbox.enter(place(1), hand(7));
  outbox.enter(place(1, "other"), hand(8));
  await settle();
  assert.deepEqual(line.sent, ["POST /api/games", "PUT 1/hands/1 8"]);
  assert.deepEqual(
    outbox.all.map(({ kind, state }) => `${kind} ${state}`),
    ["begin needs-you", "hand waiting"]
  );
  line.answers.push(refused("link.renewed"), taken(1));
  await outbox.retry(outbox.all[0]?.id ?? "");
  assert.deepEqual(outbox.all, []);
});
