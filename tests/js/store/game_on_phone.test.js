import assert from "node:assert/strict";
import { test } from "node:test";

import { KnownGames } from "../../../static/js/phone/device-storage.js";
import { rematchOf } from "../../../static/js/phone/begin.js";
import { GameOnPhone, gameOf } from "../../../static/js/phone/game-on-phone.js";
import { NOT_YET, Outbox } from "../../../static/js/phone/queue.js";
import { answerOf } from "../../../static/js/phone/server.js";
import { aHouse, WORDING } from "../rules/houses.js";
import { Server } from "./server.js";
import { settle, Shared } from "./tabs.js";
import { World } from "./world.js";

/** @import {TestContext} from "node:test" */

const RULES = { house: aHouse(), ...WORDING };
const PLACE = { game: "game", key: "key", api: "/api/games/key", hole: 1 };

/**
 * A phone with a game of Ann and Bo, the server that has it, and a second phone's hands on the server.
 * @param {TestContext} context
 * @param {{key?: string, etag?: string}} [how]
 */
async function aPhone(context, { key = "key", etag } = {}) {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
  const world = new World(),
    server = new Server(),
    shared = new Shared();
  const way = { open: true };
  const ask = async (/** @type {string} */ method, /** @type {string} */ url, /** @type {any} */ body) => {
    if (!way.open) return /** @type {const} */ ({ kind: "later", reached: false, message: "no connection" });
    const { status, body: told } = server.answer(method, url, body);
    return answerOf(status, told);
  };
  const { storage } = shared.open(),
    outbox = new Outbox(storage, ask),
    games = new KnownGames(storage);
  const phone = new GameOnPhone(
    { key, answer: server.game(), ...(etag !== undefined && { etag }), rules: RULES, seat: null },
    outbox,
    games
  );
  let writes = 0;
  /** Another phone enters points. */
  const elsewhere = (
    /** @type {number} */ hole,
    /** @type {number} */ player,
    /** @type {number} */ points,
    based_on = 0
  ) =>
    server.answer("PUT", `/api/games/key/holes/${hole}/hands/${player}`, {
      write_id: `elsewhere-${(writes += 1)}`,
      based_on,
      points,
    });
  const news = () => ({ status: 200, body: server.game(), etag: `W/"${server.version}"` });
  return { phone, outbox, games, server, world, elsewhere, news, shared, way, clock: context.mock.timers };
}

/** @param {GameOnPhone} phone @param {"game" | "saved"} [which] */
const points = (phone, which = "game") =>
  [1, 2, 3]
    .flatMap((number) =>
      [...(phone[which].hole(number)?.entries ?? [])].map(([player, entry]) => `${number}/${player} ${entry.points}`)
    )
    .sort();

test("what this phone entered is in the game at once, and in what is saved when the server has it", async (context) => {
  const { phone, outbox, way, world } = await aPhone(context);
  world.server = () => ({ broken: true });
  way.open = false;
  phone.begin(world.around);
  let changes = 0;
  phone.addEventListener("change", () => (changes += 1));
  outbox.enter(PLACE, { player: 1, cards: null, points: 12, basedOn: 0 });
  assert.deepEqual([points(phone), points(phone, "saved"), phone.waiting.length], [["1/1 12"], [], 1]);
  assert.ok(changes > 0);
  way.open = true;
  await outbox.hurry();
  assert.deepEqual(
    [points(phone), points(phone, "saved"), phone.waiting.length, phone.answer.version],
    [["1/1 12"], ["1/1 12"], 0, 2]
  );
});

test("what the server refused is left out, and a hand that is taken back opens its hole again", async (context) => {
  const { phone, outbox, server, elsewhere, way, world } = await aPhone(context);
  for (const player of [1, 2]) elsewhere(1, player, 3);
  server.answer("POST", "/api/games/key/holes/1/confirm", {
    write_id: "end",
    based_on: null,
    ender: 1,
    ender_known: true,
  });
  phone.answer = server.game();
  world.server = () => ({ broken: true });
  way.open = false;
  phone.begin(world.around);
  assert.equal(phone.game.hole(1)?.confirmed, true);
  outbox.enter(PLACE, { player: 2, cards: null, points: null, basedOn: 3 });
  outbox.enter({ ...PLACE, hole: 2 }, { player: 1, cards: null, points: 9, basedOn: 0 });
  for (const entry of outbox.all.filter(({ hole }) => hole === 2)) outbox.change(entry, { state: "needs-you" });
  assert.deepEqual([points(phone), phone.game.hole(1)?.confirmed], [["1/1 3"], false]);
});

test("a hole told in answer to an entry takes its place among the others", async (context) => {
  const { phone, server, elsewhere } = await aPhone(context);
  for (const hole of [2, 1, 3]) phone.learn(elsewhere(hole, 1, hole).body);
  phone.learn(elsewhere(2, 2, 9).body);
  assert.deepEqual(
    phone.answer.holes.map((/** @type {any} */ { hole }) => hole),
    [1, 2, 3]
  );
  assert.deepEqual([points(phone), phone.answer.version], [["1/1 1", "2/1 2", "2/2 9", "3/1 3"], server.version]);
});

test("what is told late is not looked at", async (context) => {
  const { phone, elsewhere } = await aPhone(context);
  const late = elsewhere(1, 1, 5),
    new_ = elsewhere(1, 2, 6);
  phone.learn(late.body);
  phone.learn(new_.body);
  phone.learn(late.body);
  assert.deepEqual(points(phone), ["1/1 5", "1/2 6"]);
});

test("where other phones did more, the hole is shown at once and the rest is asked for", async (context) => {
  const { phone, outbox, world, elsewhere, news, games } = await aPhone(context);
  phone.begin(world.around);
  await world.settle();
  elsewhere(2, 2, 9);
  world.server = null;
  const asked = world.requests.length;
  outbox.enter(PLACE, { player: 1, cards: null, points: 12, basedOn: 0 });
  await settle();
  assert.deepEqual([points(phone), phone.hole(1)?.hole_version, outbox.all.length], [["1/1 12"], 3, 0]);
  assert.equal(world.requests.length, asked + 1);
  world.requests.at(-1)?.settle(news());
  await world.settle();
  assert.deepEqual(
    [points(phone, "saved"), phone.answer.version, games.get("key")?.answer.version],
    [["1/1 12", "2/2 9"], 3, 3]
  );
});

test("a confirmation that went through is followed by a look at the game", async (context) => {
  const { phone, outbox, world, elsewhere, news } = await aPhone(context);
  elsewhere(1, 1, 3);
  elsewhere(1, 2, 4);
  world.server = news;
  phone.begin(world.around);
  await world.settle();
  outbox.confirm(PLACE, null, {
    ender: 1,
    enderKnown: true,
    acceptWarnings: false,
    acceptMissing: false,
    seen: { 1: "3", 2: "4" },
  });
  await world.settle();
  assert.deepEqual([outbox.all, phone.saved.hole(1)?.confirmed], [[], true]);
});

test("what waits for the hole before goes at once when its turn has come", async (context) => {
  const { phone, outbox, world, elsewhere, news, way } = await aPhone(context);
  world.server = news;
  phone.begin(world.around);
  await world.settle();
  way.open = false;
  outbox.enter({ ...PLACE, hole: 2 }, { player: 1, cards: null, points: 12, basedOn: 0 });
  await settle();
  for (const entry of outbox.all) outbox.change(entry, { trouble: { code: NOT_YET, message: "hole 1 first" } });
  way.open = true;
  elsewhere(1, 1, 3);
  await phone.look();
  assert.equal(outbox.all.length, 1, "hole 1 is not confirmed");
  elsewhere(2, 2, 9); // as on a server that knows hole 2
  await phone.look();
  await settle();
  assert.deepEqual([outbox.all, points(phone)], [[], ["1/1 3", "2/1 12", "2/2 9"]]);
});

test("a link that was shut says so and keeps what waits; a network that is back sends it", async (context) => {
  const { phone, outbox, world, way, news } = await aPhone(context);
  world.server = () => ({ broken: true });
  way.open = false;
  phone.begin(world.around);
  await world.settle();
  assert.equal(phone.connection, "away");
  outbox.enter(PLACE, { player: 1, cards: null, points: 12, basedOn: 0 });
  way.open = true;
  world.server = news;
  await world.pass(31_000);
  assert.deepEqual([phone.connection, outbox.all], ["online", []]);
  world.server = () => ({ status: 410, body: { code: "link.renewed", message: "ask for the new one" } });
  await world.pass(2_000);
  assert.deepEqual([phone.connection, phone.closed], ["closed", "ask for the new one"]);
});

test("a deleted game keeps what waits, says how it is put back, and sends it once it is", async (context) => {
  const { phone, outbox, world, way, news, games } = await aPhone(context);
  world.server = news;
  phone.begin(world.around);
  await world.settle();
  way.open = false;
  outbox.enter(PLACE, { player: 1, cards: null, points: 12, basedOn: 0 });
  for (const entry of outbox.all)
    outbox.change(entry, { state: "needs-you", trouble: { code: "game.deleted", message: "deleted" } });
  world.server = () => ({
    status: 410,
    body: { code: "game.deleted", message: "Deleted on Bo's phone.", put_back: "/back" },
  });
  await world.pass(2_000);
  const shown = () => [phone.isShut, phone.wayBack, games.get("key")?.deleted, games.standing.length];
  assert.deepEqual(shown(), [
    true,
    { message: "Deleted on Bo's phone.", putBack: "/back" },
    "Deleted on Bo's phone.",
    0,
  ]);
  world.server = () => ({ broken: true });
  await world.pass(6_000);
  assert.deepEqual([phone.connection, phone.isShut], ["away", true]);
  way.open = true;
  world.server = news;
  await world.pass(31_000);
  assert.deepEqual(shown(), [false, null, "", 1]);
  assert.deepEqual([outbox.all, points(phone)], [[], ["1/1 12"]]);
});

test("a game that is gone for good takes nothing, and says no way back", async (context) => {
  const { phone, world } = await aPhone(context);
  world.server = () => ({ status: 410, body: { code: "game.gone", message: "gone" } });
  phone.begin(world.around);
  await world.settle();
  assert.deepEqual([phone.isShut, phone.wayBack, phone.closed], [true, null, "gone"]);
});

test("a house that the table chose again is read, also if the first try finds no server, and kept with the game", async (context) => {
  const { phone, world, server, games, clock } = await aPhone(context);
  const changed = { ...RULES, house: aHouse({ name: "Changed" }) };
  /** @type {any[]} */
  const answers = [null, { house_version: "changed", rules: changed }];
  Object.assign(globalThis, { document: { querySelector: () => null } });
  context.after(() => Reflect.deleteProperty(globalThis, "document"));
  context.mock.method(globalThis, "fetch", async (/** @type {string} */ url) => {
    assert.equal(url, "/api/games/key/house");
    const answer = answers.shift();
    if (answer === null) throw new TypeError("Failed to fetch");
    return Response.json(answer);
  });
  world.server = () => ({
    status: 200,
    body: { ...server.game(), version: 2, house_version: "changed" },
    etag: 'W/"2"',
  });
  phone.begin(world.around);
  await world.settle();
  assert.equal(phone.game.house.name, "Test");
  clock.tick(5_000);
  await settle();
  assert.deepEqual(
    [phone.game.house.name, phone.saved.house.name, games.get("key")?.rules.house.name],
    ["Changed", "Changed", "Changed"]
  );
});

test("a server that was put back to an older copy of its games is believed, also by what is kept", async (context) => {
  const { phone, world, server, elsewhere, games } = await aPhone(context);
  const older = structuredClone(server.game());
  elsewhere(1, 1, 5);
  phone.answer = server.game();
  world.server = () => ({ status: 200, body: server.game(), etag: 'W/"2"' });
  phone.begin(world.around);
  await world.settle();
  world.server = () => ({ status: 200, body: older, etag: 'W/"1"' });
  await world.pass(5_000);
  assert.deepEqual([phone.answer.version, points(phone), games.get("key")?.answer.version], [1, [], 1]);
  elsewhere(1, 1, 9);
  world.server = () => ({ status: 200, body: { ...server.game(), version: 2 }, etag: 'W/"2b"' });
  await world.pass(2_000);
  assert.equal(games.get("key")?.answer.version, 2);
});

test("a page that is shown again as it was left begins with what the phone knows by now", async (context) => {
  const { phone, world, server, elsewhere, games, outbox, shared } = await aPhone(context);
  world.server = null;
  phone.begin(world.around);
  await world.settle();
  elsewhere(1, 1, 5);
  const { key, uid } = phone;
  games.remember({ key, uid, answer: server.game(), rules: RULES, seat: 2, seenAt: 1 });
  new Outbox(shared.open().storage, outbox.ask).enter(
    { ...PLACE, hole: 2, game: "other" },
    { player: 1, cards: null, points: 12, basedOn: 0 }
  );
  world.shown(false);
  await world.settle();
  assert.deepEqual([points(phone), phone.seat, outbox.all.length], [[], null, 0]);
  world.shown(true);
  await world.settle();
  assert.deepEqual([points(phone), phone.seat, phone.answer.version], [["1/1 5"], 2, 2]);
});

test("a game that was finished early is played again at its planned length", async (context) => {
  const { phone, outbox } = await aPhone(context);
  const early = gameOf({ ...phone.answer, holes_planned: 1, cut_from: 9 }, RULES);
  assert.equal(rematchOf(phone, early, outbox).holesPlanned, 9);
  assert.deepEqual([early.lengthWords, early.fullLengthWords], ["1 hole", "9 holes"]);
});
