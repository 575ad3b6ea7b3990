/** What happens to an entry while it is on its way: other tabs discard it, its link is renewed, its id is taken. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Outbox } from "../../../static/js/phone/outbox.js";
import { answerOf } from "../../../static/js/phone/server.js";
import { aKeep, Channels, settle, TurnsOfTabs } from "./tabs.js";

/**
 * @import {TestContext} from "node:test"
 * @import {Answer} from "../../../static/js/phone/server.js"
 *
 * @typedef {{url: string, body: any}} Asked
 * @typedef {(asked: Asked) => Answer | Promise<Answer>} Told
 */

const PLACE = { game: "g", key: "old", api: "/api/games/old", hole: 1 };
const FIVES = { player: 1, cards: "5 * 7 / 5 Q K", points: null, basedOn: 0 };

/** @type {Told} */
const taken = ({ body }) => answerOf(200, {
  write_id: body.write_id, version: 5, hole_version: 5, hands: [{ player: 1, version: 5, cards: body.cards, points: null }],
});
/** @type {Told} */
const lost = () => ({ kind: "later", reached: false, message: "no connection" });
/** @param {number} status @param {string} code @returns {Told} */
const no = (status, code) => () => answerOf(status, { code, message: "no", problems: [] });

/** An answer that comes when it is told to. */
function slow() {
  /** @type {(told: Told) => void} */
  let go = () => {};
  const told = new Promise((/** @type {(told: Told) => void} */ resolve) => (go = resolve));
  return { told: /** @type {Told} */ (async (asked) => (await told)(asked)), go };
}

/**
 * Tabs of one phone, each with the answers that it gets.
 * @param {TestContext} context
 */
function aPhone(context) {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
  context.mock.method(AbortSignal, "timeout", () => new AbortController().signal);
  const keep = aKeep(), turns = new TurnsOfTabs(), channels = new Channels();
  /** @type {Asked[]} */
  const asked = [];
  const tab = (/** @type {Told[]} */ ...answers) => new Outbox(keep, async (_method, url, body) => {
    asked.push({ url, body });
    return (answers.shift() ?? lost)({ url, body });
  }, turns.open(), channels.open());
  return { keep, asked, tab };
}

// --- discarded in another tab ------------------------------------------------------------------------------------------

/** After which of its looks at what is kept somebody discards the entry in another tab. @type {[name: string, look: number, asked: number][]} */
const MOMENTS = [["before it goes out", 1, 0], ["when its answer has come", 2, 1]];
for (const [name, look, count] of MOMENTS) {
  test(`an entry that another tab discards ${name} does not come back`, async (context) => {
    const { keep, asked, tab } = aPhone(context);
    const one = tab(no(422, "house"));
    const { getAll } = keep;
    let looks = 0;
    keep.getAll = async (store) => {
      const all = await getAll(store);
      if ((looks += 1) === look) for (const { id } of all) await keep.delete(store, id);
      return all;
    };
    await one.enter(PLACE, FIVES);
    await settle();
    assert.deepEqual([asked.length, one.all, await keep.getAll("outbox"), one.sending], [count, [], [], null]);
  });
}

test("a confirmation that is discarded while the hole is looked at is not sent", async (context) => {
  const { keep, asked, tab } = aPhone(context);
  const look = slow();
  const one = tab(look.told);
  await one.confirm(PLACE, null, { ender: null, enderKnown: false, acceptWarnings: false, acceptMissing: false, seen: {} });
  await settle();
  for (const { id } of await keep.getAll("outbox")) await keep.delete("outbox", id);
  look.go(() => answerOf(200, { hole: 1, hole_version: 3, ender: null, ender_known: false, hands: [] }));
  await settle();
  assert.deepEqual([asked.length, one.all, await keep.getAll("outbox")], [1, [], []]);
});

// --- a link that is renewed --------------------------------------------------------------------------------------------

test("what goes out by a link that is renewed meanwhile goes by the new one, whatever the old one says", async (context) => {
  const { asked, tab, keep } = aPhone(context);
  const old = slow();
  const one = tab(old.told, taken), other = tab(taken);
  void one.enter(PLACE, FIVES);
  await settle();
  await other.reload();
  await other.readdress("g", "new", "/api/games/new");
  void other.flush();
  old.go(no(410, "link.renewed"));
  await settle();
  assert.deepEqual(asked.map(({ url }) => url), ["/api/games/old/holes/1/hands/1", "/api/games/new/holes/1/hands/1"]);
  assert.deepEqual([one.all, other.all, await keep.getAll("outbox")], [[], [], []]);
});

// --- an id that is taken -----------------------------------------------------------------------------------------------

test("a page that is closed while an entry gets another id loses nothing", async (context) => {
  const { tab, keep } = aPhone(context);
  const one = tab(no(409, "write.id_reused"));
  /** @type {number[]} */
  const counts = [];
  const { put, delete: leave } = keep;
  const count = async () => counts.push((await keep.getAll("outbox")).length);
  keep.put = async (store, value) => put(store, value).finally(count);
  keep.delete = async (store, key) => leave(store, key).finally(count);
  await one.enter(PLACE, FIVES);
  await settle();
  assert.ok(!counts.includes(0), `${counts}`);
  assert.equal(one.all.length, 1);
});
