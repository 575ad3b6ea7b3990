import assert from "node:assert/strict";
import { test } from "node:test";

import { Hands, handText, isBehind } from "../../../static/js/entry/hands.js";
import { Outbox } from "../../../static/js/phone/queue.js";
import { answerOf } from "../../../static/js/phone/server.js";
import { aHouse } from "../rules/houses.js";
import { settle, Shared } from "../store/tabs.js";

/** @import {TestContext} from "node:test" */

const ANN = "5 * 7 / 5 Q K",
  CHANGED = "5 * 7 / 5 Q 9",
  OTHER = "K K K / 3 4 5";
const PLACE = { game: "game", key: "key", api: "/api/games/key", hole: 1 };

/**
 * A phone, and a line to a server whose answers the test writes; what is asked beyond them finds no network.
 * @param {TestContext} context
 */
function aPhone(context) {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
  const shared = new Shared();
  /** @type {any[]} */
  const sent = [];
  /** @type {((body: any) => any)[]} */
  const answers = [];
  const ask = async (/** @type {string} */ _method, /** @type {string} */ _url, /** @type {any} */ body) => {
    sent.push(body);
    return (answers.shift() ?? lost)(body);
  };
  /** A page of the hole in a tab, where the server is known to have this of Ann's hand. */
  const open = async (
    /** @type {{cards?: string | null, version?: number, confirmed?: boolean}} */ {
      cards = null,
      version = 0,
      confirmed = false,
    } = {}
  ) => {
    const tab = shared.open();
    const outbox = new Outbox(tab.storage, ask, tab.page);
    const hands = new Hands(
      {
        place: PLACE,
        holeVersion: version,
        players: [{ id: 1, name: "Ann", version, cards, points: null }],
        ender: null,
        enderKnown: false,
        confirmed,
      },
      aHouse(),
      outbox,
      tab.storage
    );
    // As the game on the phone tells it.
    outbox.addEventListener("done", (event) => hands.take(/** @type {CustomEvent} */ (event).detail.body));
    const [hand] = hands.all;
    assert.ok(hand);
    const close = () => {
      tab.close();
      hands.leave();
    };
    return { hands, hand, outbox, close };
  };
  return { open, sent, answers, shared, clock: context.mock.timers };
}

/** @param {Hands} hands @param {string} text */
function tap(hands, text) {
  const [hand] = hands.all;
  assert.ok(hand);
  for (const rank of text.split(" ")) {
    hand.editor.put(/** @type {any} */ (rank));
    hands.entered(hand);
  }
}

/** @param {Hands} hands @param {number} times */
function erase(hands, times) {
  const [hand] = hands.all;
  for (let count = 0; hand !== undefined && count < times; count += 1) if (hand.editor.erase()) hands.entered(hand);
}

/** How a hole stands, as the server tells it. @param {string | null} cards @param {number} version */
const hole = (cards, version) => ({
  version,
  hole_version: version,
  ender: null,
  ender_known: false,
  hands: [{ player: 1, version, cards, points: null }],
});
/** @type {(cards: string | null, version: number) => (body: any) => any} */
const saved = (cards, version) => (body) => answerOf(200, { write_id: body.write_id, ...hole(cards, version) });
/** @type {(theirs: string | null, version: number) => () => any} */
const conflict = (theirs, version) => () => answerOf(409, { code: "store.conflict", message: "both", theirs, version });
const lost = () => ({ kind: "later", reached: false, message: "no connection" });

// --- entering --------------------------------------------------------------------------------------------------------

test("a hand is begun, waits once it is whole, is on its way, and kept when the server has it", async (context) => {
  const { open, answers, shared } = aPhone(context);
  const { hands, hand } = await open();
  /** @type {string[]} */
  const states = [];
  hands.addEventListener("change", () => states.at(-1) !== hand.state && states.push(hand.state));
  answers.push(saved(ANN, 1));
  tap(hands, "5 * 7 5 Q K");
  await settle();
  assert.deepEqual(states, ["begun", "waiting", "sending", "kept"]);
  assert.deepEqual([hand.version, hand.write, shared.items.size], [1, null, 0]);
});

test("after a lost answer and one changed card, also on a page loaded again, nobody is to blame", async (context) => {
  const { open, sent, answers } = aPhone(context);
  const first = await open();
  tap(first.hands, "5 * 7 5 Q K");
  await settle();
  erase(first.hands, 1);
  first.close();

  const { hands, hand } = await open({ cards: ANN, version: 1 });
  assert.deepEqual([handText(hand), hand.state], ["5 * 7 / 5 Q .", "begun"]);
  answers.push(saved(CHANGED, 2));
  tap(hands, "9");
  await settle();
  assert.deepEqual(
    sent.map((body) => [body.cards, body.based_on]),
    [
      [ANN, 0],
      [CHANGED, 1],
    ]
  );
  assert.deepEqual([hand.state, hand.theirs], ["kept", null]);
});

test("what is begun gives way to what is saved, even to what just came in", async (context) => {
  const { open } = aPhone(context);
  const { hands, hand } = await open({ cards: ANN, version: 1 });
  erase(hands, 1);
  assert.equal(isBehind(hand), true);
  hands.take(hole(OTHER, 2));
  assert.equal(handText(hand), "5 * 7 / 5 Q .");
  hands.restore(hand);
  assert.deepEqual([handText(hand), hand.version, hand.state, hands.drafts.get("1")], [OTHER, 2, "kept", null]);
});

test("a player with cards on the server cannot sit out before they are removed; a player without cards on a final hole sat out", async (context) => {
  const { open } = aPhone(context);
  const { hands, hand } = await open({ cards: ANN, version: 1 });
  erase(hands, 6);
  hands.setOut(hand, true);
  assert.equal(hand.out, false);
  hands.restore(hand);
  assert.equal((await open({ confirmed: true })).hand.out, true);
});

// --- other phones ----------------------------------------------------------------------------------------------------

/**
 * What this phone has of Ann's hand when another phone's cards come in, and what it shows then.
 * @type {[name: string, prepare: (hands: Hands) => void, state: string, shown: string][]}
 */
const MEANWHILE = [
  ["a hand that is kept shows them", () => {}, "kept", OTHER],
  ["a hand that is begun goes on", (hands) => erase(hands, 1), "begun", "5 * 7 / 5 Q ."],
  [
    "a hand that waits goes on",
    (hands) => {
      erase(hands, 1);
      tap(hands, "9");
    },
    "waiting",
    CHANGED,
  ],
];
for (const [name, prepare, state, shown] of MEANWHILE) {
  test(`another phone's cards come in: ${name}`, async (context) => {
    const { open } = aPhone(context);
    const { hands, hand } = await open({ cards: ANN, version: 1 });
    prepare(hands);
    await settle();
    hands.take(hole(OTHER, 2));
    assert.deepEqual([hand.state, handText(hand), hand.saved.cards, hands.holeVersion], [state, shown, OTHER, 2]);
  });
}

test("another phone's cards are a conflict, and both choices end it", async (context) => {
  for (const [choice, shown] of /** @type {const} */ ([
    ["mine", ANN],
    ["theirs", OTHER],
  ])) {
    const { open, answers, shared, sent } = aPhone(context);
    const { hands, hand } = await open();
    answers.push(conflict(OTHER, 4));
    tap(hands, "5 * 7 5 Q K");
    await settle();
    assert.deepEqual([hand.state, hand.theirs, handText(hand)], ["conflict", { version: 4, text: OTHER }, ANN]);
    hands.take(hole(OTHER, 4));
    assert.equal(hand.state, "conflict");
    answers.push(saved(shown, choice === "mine" ? 5 : 4));
    hands.choose(hand, choice);
    await settle();
    assert.deepEqual([hand.state, handText(hand), hand.theirs, hands.drafts.get("1")], ["kept", shown, null, null]);
    assert.deepEqual([sent.length, sent.at(-1).cards, sent.at(-1).based_on, shared.kept()], [2, shown, 4, []]);
    context.mock.timers.reset();
  }
});

/**
 * What the server tells of the hand while the table looks at its two entries, and what is asked then.
 * @type {[name: string, told: any, theirs: any, state: string][]}
 */
const ASKED = [
  ["other cards", hole(CHANGED, 6), { version: 6, text: CHANGED, at: 6 }, "conflict"],
  ["none any more", { ...hole(null, 0), hole_version: 6 }, { version: 0, text: null, at: 6 }, "conflict"],
  ["ours", hole(ANN, 6), null, "kept"],
  ["what it had before all that", hole(null, 0), { version: 4, text: OTHER }, "conflict"],
];
for (const [name, told, theirs, state] of ASKED) {
  test(`while two entries lie side by side the server has ${name}`, async (context) => {
    const { open, answers } = aPhone(context);
    const { hands, hand } = await open();
    answers.push(conflict(OTHER, 4));
    tap(hands, "5 * 7 5 Q K");
    await settle();
    hands.take(told);
    assert.deepEqual([hand.theirs, hand.state, handText(hand)], [theirs, state, ANN]);
    const again = await open({ cards: told.hands[0].cards, version: told.hands[0].version });
    assert.deepEqual([again.hand.theirs, handText(again.hand)], [theirs, ANN]);
  });
}

test("theirs are asked about again where a third phone was quicker, and never give cards that were not shown", async (context) => {
  const { open, answers } = aPhone(context);
  const { hands, hand } = await open();
  answers.push(conflict(OTHER, 4), conflict(CHANGED, 6));
  tap(hands, "5 * 7 5 Q K");
  await settle();
  hands.choose(hand, "theirs");
  await settle();
  assert.deepEqual([hand.state, handText(hand), hand.theirs], ["conflict", OTHER, { version: 6, text: CHANGED }]);
});

test("the chosen ender survives a reload before the server knows", async (context) => {
  const { open, answers } = aPhone(context);
  const first = await open({ cards: ANN, version: 1 });
  first.hands.nameEnder({ player: 1, known: true });
  await settle();
  first.close();
  const { hands, outbox } = await open({ cards: ANN, version: 1 });
  assert.deepEqual(
    [hands.ender, hands.savedEnder],
    [
      { player: 1, known: true },
      { player: null, known: false },
    ]
  );
  answers.push((body) => answerOf(200, { write_id: body.write_id, ...hole(ANN, 1), ender: 1, ender_known: true }));
  await outbox.hurry();
  assert.deepEqual([hands.ender, outbox.all], [{ player: 1, known: true }, []]);
});

test("the ender whom another phone named first is looked for", async (context) => {
  const { open, answers } = aPhone(context);
  const { hands } = await open({ cards: ANN, version: 1 });
  let looked = 0;
  hands.addEventListener("look", () => (looked += 1));
  answers.push(() => answerOf(409, { code: "store.hole_conflict", message: "changed" }));
  hands.nameEnder({ player: 1, known: true });
  await settle();
  assert.deepEqual([looked, hands.ender], [1, { player: null, known: false }]);
});

test("the same cards from another phone are no conflict", async (context) => {
  const { open, answers } = aPhone(context);
  const { hands, hand } = await open();
  answers.push(conflict(ANN, 4));
  tap(hands, "5 * 7 5 Q K");
  await settle();
  assert.deepEqual([hand.state, hand.theirs], ["kept", null]);
});

// --- other tabs, and pages before ------------------------------------------------------------------------------------

test("what another tab entered is shown, and with it what comes of it", async (context) => {
  const { open, answers } = aPhone(context);
  const one = await open(),
    other = await open();
  let looked = 0;
  other.hands.addEventListener("look", () => (looked += 1));
  tap(one.hands, "5 * 7 5 Q K");
  await settle();
  assert.deepEqual([other.hand.state, handText(other.hand), other.hand.write], ["waiting", ANN, one.hand.write]);
  answers.push(saved(ANN, 3));
  await one.outbox.hurry();
  await settle();
  assert.deepEqual([other.hand.state, handText(other.hand), looked], ["kept", ANN, 1]);
  assert.deepEqual(other.hands.waiting, [other.hand], "so a confirmation goes by what was seen");
  other.hands.take(hole(ANN, 3));
  assert.deepEqual([other.hand.version, other.hand.saved.cards, other.hands.waiting], [3, ANN, []]);
});
