import assert from "node:assert/strict";
import { test } from "node:test";

import { handText, isBehind } from "../../../static/js/elements/hand.js";
import { Hands } from "../../../static/js/elements/hands.js";
import { Drafts } from "../../../static/js/store/drafts.js";
import { answerOf } from "../../../static/js/store/sending.js";
import { aHouse } from "../rules/houses.js";
import { aStorage } from "./storage.js";

const ANN = "5 * 7 / 5 Q K", CHANGED = "5 * 7 / 5 Q 9", OTHER = "K K K / 3 4 5";

/**
 * Ann's hand on one phone, and a line to a server whose answers the test writes.
 * @param {{cards?: string | null, version?: number, storage?: Storage}} [known]
 */
function aPhone({ cards = null, version = 0, storage = aStorage() } = {}) {
  /** @type {Record<string, unknown>[]} */
  const sent = [];
  /** @type {((body: any) => any)[]} */
  const answers = [];
  const hands = new Hands(
    {
      game: "game", hole: 1, holeVersion: version, players: [{ id: 1, name: "Ann", version, cards, points: null }],
      warnings: [], ender: null, enderKnown: false, confirmed: false, urls: { hands: "/api/hands/" },
    },
    aHouse(), new Drafts("game", 1, storage),
    async (_method, _url, body = {}) => {
      sent.push(body);
      const next = answers.shift();
      assert.ok(next, "nothing more was to be asked");
      return next(body);
    },
  );
  const [hand] = hands.all;
  assert.ok(hand);
  return { hands, hand, sent, answers, storage };
}

/**
 * @param {import("../../../static/js/elements/hands.js").Hands} hands
 * @param {string} text
 */
function tap(hands, text) {
  const [hand] = hands.all;
  assert.ok(hand);
  for (const rank of text.split(" ")) {
    hand.editor.put(/** @type {any} */ (rank));
    hands.entered(hand);
  }
}

/** @type {(cards: string | null, version: number) => () => unknown} */
const saved = (cards, version) => () => answerOf(200, {
  version, hole_version: version, warnings: [], ender: null, ender_known: false,
  hands: [{ player: 1, version, cards, points: null }],
});
/** @type {(theirs: string | null, version: number) => () => unknown} */
const conflict = (theirs, version) => () => answerOf(409, { code: "store.conflict", message: "both", theirs, version });
const lost = () => ({ kind: "later", message: "no connection" });

test("a slip corrected while the first cards are under way is based on them", async () => {
  const { hands, hand, sent, answers } = aPhone();
  answers.push(() => {
    hand.editor.erase(); // the finger is quicker than the answer
    hands.entered(hand);
    return saved(ANN, 1)();
  }, saved(CHANGED, 2));
  tap(hands, "5 * 7 5 Q K");
  await hands.flush();
  assert.deepEqual([hand.state, hand.version, hands.drafts.get(1)?.basedOn], ["begun", 1, 1]);
  tap(hands, "9");
  await hands.flush();
  assert.deepEqual(sent.map((body) => [body["cards"], body["based_on"]]), [[ANN, 0], [CHANGED, 1]]);
  assert.equal(hand.state, "kept");
});

test("after a lost answer and one changed card, also on a page loaded again, nobody is to blame", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const first = aPhone();
  first.answers.push(lost);
  tap(first.hands, "5 * 7 5 Q K");
  await first.hands.flush();
  first.hand.editor.erase();
  first.hands.entered(first.hand);

  const { hands, hand, sent, answers } = aPhone({ cards: ANN, version: 1, storage: first.storage });
  assert.equal(handText(hand), "5 * 7 / 5 Q .");
  answers.push(conflict(ANN, 1), saved(CHANGED, 2));
  tap(hands, "9");
  await hands.flush();
  assert.deepEqual(sent.map((body) => body["based_on"]), [0, 1]);
  assert.deepEqual([hand.state, hand.theirs], ["kept", null]);
});

test("another phone's cards are a conflict, and both choices end it", async () => {
  for (const [choice, shown] of /** @type {const} */ ([["mine", ANN], ["theirs", OTHER]])) {
    const { hands, hand, answers } = aPhone();
    answers.push(conflict(OTHER, 4), saved(ANN, 5));
    tap(hands, "5 * 7 5 Q K");
    await hands.flush();
    assert.deepEqual([hand.state, hand.theirs], ["conflict", { version: 4, text: OTHER }]);
    hands.choose(hand, choice);
    await hands.flush();
    assert.deepEqual([hand.state, handText(hand), hands.drafts.get(1)], ["kept", shown, null]);
  }
});

test("the same cards from another phone are no conflict", async () => {
  const { hands, hand, answers } = aPhone();
  answers.push(conflict(ANN, 4));
  tap(hands, "5 * 7 5 Q K");
  await hands.flush();
  assert.deepEqual([hand.state, hand.version], ["kept", 4]);
});

test("a write id that stands for something else is replaced once", async () => {
  const { hands, hand, sent, answers } = aPhone();
  answers.push(() => answerOf(409, { code: "write.id_reused", message: "used", problems: [] }), saved(ANN, 1));
  tap(hands, "5 * 7 5 Q K");
  await hands.flush();
  assert.equal(hand.state, "kept");
  assert.notEqual(sent[0]?.["write_id"], sent[1]?.["write_id"]);
});

test("what is begun gives way to what is saved, even to what came in meanwhile", async () => {
  const { hands, hand, answers } = aPhone({ cards: ANN, version: 1 });
  hand.editor.erase();
  hands.entered(hand);
  assert.equal(isBehind(hand), true);
  answers.push(saved(OTHER, 2));
  await hands.refresh();
  assert.equal(handText(hand), "5 * 7 / 5 Q .");
  hands.restore(hand);
  assert.deepEqual([handText(hand), hand.version, hand.state, hands.drafts.get(1)], [OTHER, 2, "kept", null]);
});

test("a hand is cleared with neither cards nor points, and the hole looked at again", async () => {
  const { hands, hand, sent, answers } = aPhone({ cards: ANN, version: 1 });
  answers.push(saved(null, 2), saved(null, 2));
  hands.clear(hand);
  await hands.flush();
  assert.deepEqual(Object.keys(sent[0] ?? {}), ["write_id", "based_on"]);
  assert.deepEqual([sent.length, hand.state, handText(hand), hands.drafts.get(1)], [2, "kept", "", null]);
});

test("whoever has cards on the server cannot sit out before they are removed", () => {
  const { hands, hand } = aPhone({ cards: ANN, version: 1 });
  while (hand.editor.erase()) hands.entered(hand);
  hands.setOut(hand, true);
  assert.equal(hand.out, false);
});

test("an answer that was overtaken by a newer one is not looked at", async () => {
  const { hands, hand, answers } = aPhone();
  answers.push(saved(OTHER, 5), saved(ANN, 4));
  await hands.refresh();
  await hands.refresh();
  assert.equal(handText(hand), OTHER);
});

test("answers are told apart by their code", () => {
  for (const [status, body, kind] of /** @type {[number, any, string][]} */ ([
    [409, { code: "store.conflict" }, "conflict"],
    [409, { code: "store.hole_conflict", message: "changed" }, "overtaken"],
    [409, { code: "anything.else", message: "no" }, "refused"],
    [422, { code: "layout.rows", message: "no" }, "refused"],
    [409, null, "later"], [503, { code: "store.busy" }, "later"], [200, null, "later"],
  ])) assert.equal(answerOf(status, body).kind, kind);
});
